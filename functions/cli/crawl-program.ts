import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { ResumeOptions } from './commands/resume-command.ts';
import { addAccessOptions, addInput, addResumeChanges, addSpecOptions } from './spec/spec-options.ts';
import { jobs, lazily, type SetExitCode, sentenceOf, showFirst, usualSettings } from './terminal/program-parts.ts';

const examples = `
Examples:
  orbweaver crawl --example                         a small site of this machine
  orbweaver crawl https://example.org               the graph of a site
  orbweaver crawl --input sites.txt --limit 5000    the links of a set of sites
  orbweaver watch new news --source example.org     then: watch run news

orbweaver COMMAND --help says more, orbweaver COMMAND --help --all everything.
`;

const crawlExamples = `
Examples:
  orbweaver crawl https://example.org --scope domain --format csv,gexf
  orbweaver crawl --input sites.txt --limit 5000 --out set
  orbweaver crawl https://example.org --check-external --since crawls/march

Ctrl-C stops after the requests in flight, a second one at once; "orbweaver resume DIR" goes on.

Exit codes: 0 finished, 1 internal error, 2 nothing crawled, 3 stopped, 4 bad input (also a file or directory that cannot
be used), 5 directory busy, disk full, or the machine refused a file or a connection meanwhile, 6 some start pages gave
no page; of other commands 7 not allowed (robots) or not to be fetched (scope), 10 something changed (diff).
`;

const crawlMore = `
Every setting can also be in the file of --config (crawl-spec.schema.json says how) or in the environment: --delay is
ORBWEAVER_DELAY there. The command line counts before the environment, that before the file; what a site has itself
counts before what the crawl has. A line of --input may be RCCrawler's protocol://host;maxDownloads;maxLevel;delayMs,
a negative maxLevel being no limit. Or the list is CSV: its first line names columns (number,name,shortName,tags,url).
`;

/** The program with the two commands that crawl; all others are in `program.ts`. `exit` takes the exit code of the command that ran. */
export function buildCrawlProgram(exit: SetExitCode): Command {
  const program = new Command('orbweaver')
    .description(
      'map a site as an exact graph, each page one vertex; collect the external links of a set of sites; take publications out of news sites, with the organizations that they mention and the tone',
    )
    .version(packageVersion())
    .enablePositionalOptions()
    // Descriptions beside long names of commands are folded too.
    .configureHelp({ minWidthToWrap: 20, subcommandTerm: command => command.name(), commandDescription: sentenceOf })
    .commandsGroup(jobs.site);
  showFirst(program, { usual: [], examples });
  addCrawl(program, exit);
  addResume(program, exit);
  return program;
}

function addCrawl(program: Command, exit: SetExitCode): void {
  const crawl = program
    .command('crawl')
    .summary('crawl sites and write their graphs')
    .description('crawl each site from its start address, level by level, and write the graphs and reports');
  addInput(crawl).option('--example', 'crawl a small bundled site on loopback');
  addAccessOptions(addSpecOptions(crawl))
    .optionsGroup('Output:')
    .option('--out <directory>', 'where to write (default: ./crawls/<host>-<UTC time>)')
    .option('--overwrite', 'replace what is in the directory');
  showFirst(addRunOptions(crawl), {
    usual: [...usualSettings, '--out'],
    examples: crawlExamples,
    more: crawlMore,
  }).action(lazily(async () => (await import('./commands/crawl-command.ts')).crawl, exit));
}

function addResume(program: Command, exit: SetExitCode): void {
  const resume = program
    .command('resume')
    .summary('continue a crawl that was stopped or interrupted')
    .description(
      'continue a crawl as if it had never stopped. A finished crawl stays as it is. A watch goes on as by "watch run"',
    )
    .argument('<directory>', 'directory of the crawl')
    .option('--example', 'serve the bundled site again');
  addRunOptions(addAccessOptions(addSpecOptions(addResumeChanges(resume), ['allowHosts', 'plugins']))).action(
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

function packageVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
