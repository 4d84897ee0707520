import { type Command, InvalidArgumentError, Option } from 'commander';
import { addSpecOptions } from '../spec/spec-options.ts';
import type { CheckSourceOptions } from './check-source.ts';

/** Requests that finding what there is at a source takes at most, beside those for robots.txt. */
const requestsByDefault = 40;

/** `orbweaver watch`: news sites, and what there is at them to be looked at. */
export function addWatch(program: Command, exit: (code: number) => void): void {
  const watch = program
    .command('watch')
    .summary('find what a news site offers: feeds, sitemaps, lists')
    .description('Looks at sources of publications: news sites, agencies, institutions.');
  const sources = watch.command('sources').description('Looks at sources.');
  const check = sources
    .command('check')
    .description(
      'Shows what there is at a source, given only its address: feeds, sitemaps, pages with lists of links, lists that need clicks; how many publications each names, and how often it would be looked at. Asks as politely as a crawl.',
    )
    .argument('<url>', 'the source; a host name alone is taken as https')
    .addOption(requests())
    .option('--json', 'as JSON on standard output');
  addSpecOptions(check, ['delayMs', 'robots', 'userAgent', 'contact', 'allowHosts']).action(
    async (url: string, options: CheckSourceOptions) => {
      const { checkSource } = await import('./check-source.ts');
      exit(await checkSource(url, options));
    },
  );
}

function requests(): Option {
  return new Option('--requests <n>', 'documents asked for, at most').default(requestsByDefault).argParser(text => {
    const value = Number(text);
    if (/^\d{1,4}$/.test(text) && value > 0) return value;
    throw new InvalidArgumentError('Allowed is a whole number from 1 to 9999.');
  });
}
