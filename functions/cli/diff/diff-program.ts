import { type Command, Option } from 'commander';
import { lazily, type SetExitCode } from '../terminal/program-parts.ts';

export function addDiff(program: Command, exit: SetExitCode): void {
  program
    .command('diff')
    .summary('what changed from one crawl to a later one')
    .description(
      'compare two finished crawls, site by site: pages that appeared, vanished, changed or moved, links between pages, addresses of other sites. Exit code 0: nothing changed; 10: something did',
    )
    .argument('<before>', 'directory of the earlier crawl')
    .argument('<after>', 'directory of the later crawl')
    .addOption(
      new Option('--format <format>', 'what is printed').choices(['text', 'csv', 'json', 'html']).default('text'),
    )
    .action(lazily(async () => (await import('./diff-command.ts')).diff, exit));
}
