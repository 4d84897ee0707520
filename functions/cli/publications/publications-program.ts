import { type Command, Option } from 'commander';
import { wholeNumber } from '../terminal/whole-number.ts';
import type { PublicationsOptions } from './publications-command.ts';

/** `orbweaver publications`: what a watch has found. */
export function addPublications(program: Command): void {
  program
    .command('publications')
    .summary('list what a watch has found, or write it as JSON Lines, CSV or Parquet')
    .description('Lists the publications that a watch has found, newest first, also while it runs.')
    .argument('<directory>', 'directory of the watch')
    .addOption(new Option('--format <format>', 'how').choices(['text', 'jsonl', 'csv', 'parquet']).default('text'))
    .option('--query <words>', 'words that title or text have, in any form; "…" as written, -word for none')
    .option('--source <source>', 'of one source: its number, name or host')
    .option('--since <day>', 'published from this day or instant on (UTC)')
    .option('--until <day>', 'published before this day or instant (UTC)')
    .option('--originals', 'without copies of earlier publications')
    .addOption(new Option('--limit <n>', 'at most so many').argParser(wholeNumber(12, 'from 1 on')))
    .action(async (directory: string, options: PublicationsOptions) => {
      const { publications } = await import('./publications-command.ts');
      await publications(directory, options);
    });
}
