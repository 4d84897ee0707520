import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { CrawlOptions } from './commands/crawl-command.ts';
import type { ResumeOptions } from './commands/resume-command.ts';
import { addResumeChanges, addSpecOptions } from './spec/spec-options.ts';
import { foldedHelp, nameOwnHelp } from './terminal/help-text.ts';

/** Takes the exit code of a command that ended without an error. */
export type SetExitCode = (code: number) => void;

const examples = `
Examples:
  orbweaver crawl --example                      a small site of this machine
  orbweaver crawl https://example.org            one site, as far as it goes
  orbweaver crawl https://a.example https://b.example --depth 3 --limit 1000
  orbweaver crawl --input sites.txt --format csv,graphml,parquet
  orbweaver resume crawls/example.org-20260101T120000Z --limit 5000

Exit codes: 0 finished, 1 internal error, 2 nothing crawled, 3 stopped, 4 bad input (also a file or directory that cannot
be used), 5 directory busy, disk full, or the machine refused a file or a connection meanwhile, 6 some start pages gave
no page, 7 not allowed (robots) or not to be fetched (scope), 10 something changed (diff).

Each command has more to say: orbweaver crawl --help
`;

const crawlHelp = `
Every setting can also be in the file of --config (crawl-spec.schema.json says how) or in the environment: --delay is
ORBWEAVER_DELAY there. The command line counts before the environment, that before the file; what a site has of its own
counts before what the crawl has. A line of --input may be RCCrawler's protocol://host;maxDownloads;maxLevel;delayMs,
a negative maxLevel being no limit. Or the list is CSV: its first line names columns (number,name,shortName,tags,url).

Ctrl-C stops after the requests in flight, a second one at once; "orbweaver resume DIR" goes on.
`;

/** The program with the two commands that crawl; all others are in `program.ts`. `exit` takes the exit code of the command that ran. */
export function buildCrawlProgram(exit: SetExitCode): Command {
  const program = new Command('orbweaver')
    .description('Crawls web sites politely and exactly, and writes their link graphs.')
    .version(packageVersion())
    .addHelpText('after', foldedHelp(examples))
    .enablePositionalOptions()
    // Descriptions beside long names of commands are folded too.
    .configureHelp({ minWidthToWrap: 20 })
    .showSuggestionAfterError();
  addCrawl(program, exit);
  addResume(program, exit);
  nameOwnHelp(program);
  return program;
}

function addCrawl(program: Command, exit: SetExitCode): void {
  const crawl = program
    .command('crawl')
    .summary('crawl sites and write their graphs')
    .description('Crawls each site from its start address, level by level, and writes the graphs and reports.')
    .argument('[urls...]', 'start addresses; a host name alone is taken as https')
    .optionsGroup('Input:')
    .option('--input <file>', 'list of start addresses, - for standard input')
    .option('--config <file>', 'the whole spec as YAML or JSON')
    .option('--example', 'crawl a small bundled site on loopback');
  addSpecOptions(crawl)
    .optionsGroup('Output:')
    .option('--out <directory>', 'where to write (default: ./crawls/<host>-<UTC time>)')
    .option('--overwrite', 'replace what is in the directory');
  addRunOptions(crawl)
    .addHelpText('after', foldedHelp(crawlHelp))
    .action(async (urls: string[], options: CrawlOptions) => {
      const { crawl } = await import('./commands/crawl-command.ts');
      exit(await crawl(urls, options));
    });
}

function addResume(program: Command, exit: SetExitCode): void {
  const resume = program
    .command('resume')
    .summary('go on with a crawl that was stopped or interrupted')
    .description(
      'Goes on with a crawl as if it had never stopped. A finished crawl stays as it is. A watch goes on as by "watch run".',
    )
    .argument('<directory>', 'directory of the crawl')
    .option('--example', 'serve the bundled site again');
  addRunOptions(addSpecOptions(addResumeChanges(resume), ['allowHosts', 'plugins'])).action(
    async (directory: string, options: ResumeOptions) => {
      const { resume } = await import('./commands/resume-command.ts');
      const watch = async () => await import('./watch/run-watch.ts');
      exit(await resume(directory, options, async (...args) => await (await watch()).runWatch(...args)));
    },
  );
}

function addRunOptions(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .option('--json', 'print the summary as JSON on standard output')
    .option('--quiet', 'no progress and no summary')
    .option('--log-display', 'show the logs as they are written')
    .optionsGroup('Options:');
}

export function packageVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
