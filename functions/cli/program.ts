import { type Command, Option } from 'commander';
import { settings } from '../../shared/domain/spec/settings.ts';
import { addSiteCommands } from './commands/sites-program.ts';
import { addCompletion } from './completion/completion-program.ts';
import { buildCrawlProgram } from './crawl-program.ts';
import { addDiff } from './diff/diff-program.ts';
import { addExtract } from './extract/extract-program.ts';
import { addIdentity } from './identity/identity-program.ts';
import { addLabels } from './labels/labels-program.ts';
import { addLogin } from './login/login-program.ts';
import type { McpOptions } from './mcp-command.ts';
import { addMentions, addOrganizations } from './mentions/mentions-program.ts';
import { addPublications, addReport, ofThisMachine } from './publications/publications-program.ts';
import { addRemote } from './remote/remote-program.ts';
import { addRules } from './rules/rules-program.ts';
import { addSchedule } from './schedule/schedule-program.ts';
import { addSimulate } from './simulate/simulate-program.ts';
import { addInput, addSpecOptions, optionOf } from './spec/spec-options.ts';
import { foldedHelp, jobs, lazily, type SetExitCode, showFirst, usualSettings } from './terminal/program-parts.ts';
import { addTone } from './tone/tone-program.ts';
import { addTraverse } from './traverse/traverse-program.ts';
import { addWatch } from './watch/watch-program.ts';

/**
 * All commands with their options. Each loads its code when it runs, so that `--help` and `--version` are quick.
 * `exit` takes the exit code of the command that ran.
 */
export function buildProgram(exit: SetExitCode): Command {
  const program = buildCrawlProgram(exit);
  addRunning(program);
  addName(program);
  addEstimate(program);
  addExport(program);
  addDiff(program, exit);
  addSchedule(program, exit);
  addTraverse(program, exit);
  addLogin(program, exit);
  addIdentity(program, exit);
  program.commandsGroup(jobs.set);
  addSiteCommands(program);
  addSimulate(program);
  program.commandsGroup(jobs.publications);
  addWatch(program, exit);
  addPublications(program, ofThisMachine);
  addReport(program, ofThisMachine);
  addLabels(program, ofThisMachine, exit);
  addTone(program, exit);
  addOrganizations(program);
  addMentions(program);
  addExtract(program, exit);
  addRules(program, exit);
  program.commandsGroup(jobs.account);
  addRemote(program, exit);
  program.commandsGroup(jobs.tools);
  addServe(program, exit);
  addMcp(program);
  addExplaining(program, exit);
  addSchema(program);
  addCompletion(program);
  return program.helpCommand('help [command]', 'show the help of a command');
}

const estimateExamples = `
Examples:
  orbweaver estimate https://example.org --delay 500
  orbweaver estimate --input sites.txt --limit 5000 --pages-per-site 300
`;

function addEstimate(program: Command): void {
  const estimate = program
    .command('estimate')
    .summary('say how long a crawl takes at least, before it runs')
    .description('say what follows from limits and delays, and how many pages the sitemaps of the sites list');
  addInput(estimate)
    .option('--pages-per-site <pages>', 'what you assume of a site without a limit')
    .option('--offline', 'ask the sites for no sitemap')
    .optionsGroup('Output:')
    .option('--json', 'as JSON');
  addSpecOptions(estimate).optionsGroup('Options:');
  const usual = [...usualSettings, '--pages-per-site', '--offline', '--json'];
  showFirst(estimate, { usual, examples: estimateExamples }).action(
    lazily(async () => (await import('./commands/estimate-command.ts')).estimate),
  );
}

function addRunning(program: Command): void {
  program
    .command('status')
    .summary('show how far a crawl is')
    .description('show how far a crawl is, also while it runs')
    .argument('<directory>', 'directory of the crawl')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./commands/crawl-control.ts')).status));
  program
    .command('stop')
    .summary('stop a running crawl')
    .description('ask the process that works on the crawl to stop after the requests in flight')
    .argument('<directory>', 'directory of the crawl')
    .action(lazily(async () => (await import('./commands/crawl-control.ts')).stop));
}

const serveHelp = `
Examples:
  orbweaver serve                        crawls and watches in ./crawls
  orbweaver serve --root . --lang ru     of this folder, in Russian
  orbweaver serve --remote               of your AWS account

The link that is printed holds a token; without it nobody gets in, and only this machine can ask. Crawls that were
started from the page run in their own processes: they go on if the server is killed, and are seen again by the next
one. Ctrl-C asks them to stop and waits; "orbweaver resume DIR", or the page, goes on.
`;

function addServe(program: Command, exit: SetExitCode): void {
  const serve = program
    .command('serve')
    .summary('open a web page to start, watch and read crawls')
    .description('serve a web page for the crawls of a folder, on this machine alone, and print its link')
    .option('--root <directory>', 'folder of crawls, each a directory in it', 'crawls')
    .option('--port <number>', 'port to listen on, 0 for any free one', '0')
    .option('--host <address>', 'loopback address to listen on', '127.0.0.1')
    .option('--lang <language>', 'language of the page: en or ru (default: that of the browser)')
    .option('--remote [stack]', 'show the crawls of a deployed stack, by the outputs that cdk deploy wrote')
    .option('--api <url>', 'the same, by the address of its API')
    .option('--no-open', 'open no browser (none is opened without a terminal and a screen)')
    .addHelpText('after', foldedHelp(serveHelp));
  addSpecOptions(serve, ['allowHosts']).action(lazily(async () => (await import('./serve-command.ts')).serve, exit));
}

const mcpHelp = `
Examples:
  orbweaver mcp --root .                 an assistant reads this folder
  orbweaver mcp --write                  and starts and changes it, too
  orbweaver mcp --remote                 of your AWS account
`;

function addMcp(program: Command): void {
  program
    .command('mcp')
    .summary('let an assistant read and start crawls')
    .description(
      'serve crawls and watches to an assistant by the Model Context Protocol, on standard input and output; without --write nothing can be changed',
    )
    .option('--root <directory>', 'folder of crawls, each a directory in it', 'crawls')
    .option('--write', 'let the assistant start, stop and change crawls and watches, too')
    .option('--remote [stack]', 'the crawls of a deployed stack, by the outputs that cdk deploy wrote')
    .option('--api <url>', 'the same, by the address of its API')
    .addHelpText('after', foldedHelp(mcpHelp))
    .action(async (options: McpOptions) => {
      const { serveMcp } = await import('./mcp-command.ts');
      await serveMcp(options, program.version() ?? '');
    });
}

function addName(program: Command): void {
  program
    .command('name')
    .summary('give a crawl a name, also while it runs')
    .description('give a crawl a name, which lists and crawl.json show. A resume keeps it')
    .argument('<directory>', 'directory of the crawl')
    .argument('<name>', 'what you call the crawl, in at most 200 characters')
    .action(lazily(async () => (await import('./commands/name-command.ts')).nameCrawl));
}

function addExport(program: Command): void {
  const formats = settings.find(setting => setting.option === '--format')!;
  const plugins = settings.find(setting => setting.option === '--plugin')!;
  program
    .command('export')
    .summary('write the results of a crawl anew, in more formats')
    .description('write the results of a crawl that has ended anew, its graphs in the formats that are named')
    .argument('<directory>', 'directory of the crawl')
    .addOption(
      optionOf(
        formats,
        undefined,
        '; wacz: the archive of --warc; datapackage, ro-crate: metadata for repositories; arch: links as ARCH has them',
      ).helpGroup('Options:'),
    )
    .option('--out <directory>', 'where to write; the crawl may then be on a read-only disk (default: its directory)')
    .addOption(optionOf(plugins).helpGroup('Options:'))
    .option('--without-plugins', "leave what the crawl's plugins write as it is")
    .option('--licence <name>', 'of datapackage and ro-crate: a name of SPDX such as CC-BY-4.0, or an address')
    .addOption(new Option('--language <language>', 'of reports/issues.html (default: en)').choices(['en', 'ru']))
    .action(lazily(async () => (await import('./commands/export-command.ts')).exportCrawl));
}

function addExplaining(program: Command, exit: SetExitCode): void {
  addSpecOptions(explaining(program, 'normalize', 'show which rule changes what in an address'), [
    'normalization',
    'profile',
  ]).action(lazily(async () => (await import('./commands/normalize-command.ts')).normalize));
  addSpecOptions(explaining(program, 'robots', 'show which line of robots.txt decides; exit code 7: not allowed'), [
    'userAgent',
    'contact',
    'allowHosts',
    'render',
    'traverse',
  ]).action(lazily(async () => (await import('./commands/robots-command.ts')).robots, exit));
  const scoped = [
    ...['include', 'exclude', 'schemes', 'scope', 'hosts', 'profile', 'normalization', 'extensions'],
    ...['robots', 'userAgent', 'allowHosts', 'render', 'traverse'],
  ];
  addSpecOptions(explaining(program, 'scope', 'show why an address would be fetched or not; exit code 7: not'), scoped)
    .option('--start <url>', 'start address of the crawl (default: the sites of the spec)')
    .option('--offline', 'leave robots.txt out')
    .action(lazily(async () => (await import('./commands/scope-command.ts')).scope, exit));
}

function explaining(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument('<url>', 'address to look at')
    .option('--config <file>', 'spec of the crawl, as YAML, JSON or .ini');
}

function addSchema(program: Command): void {
  program
    .command('schema')
    .summary('print the JSON Schema of the spec')
    .description('print the JSON Schema of the spec, which --config and the API take')
    .action(async () => {
      const { crawlSpecJsonSchema } = await import('../../shared/domain/spec/crawl-spec-schema.ts');
      process.stdout.write(`${JSON.stringify(crawlSpecJsonSchema(), null, 2)}\n`);
    });
}
