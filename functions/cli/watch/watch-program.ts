import { type Command, InvalidArgumentError, Option } from 'commander';
import { identitySettings } from '../../../shared/domain/http/request-identity.ts';
import { keepPagesByDefault, keptDays } from '../../../shared/domain/protocol/kept-days.ts';
import { findRequests, renderModes } from '../../../shared/domain/spec/crawl-spec.ts';
import { decodeDays } from '../../../shared/domain/spec/decode-setting.ts';
import { addMentionsExport, ofThisMachine } from '../publications/publications-program.ts';
import { atPlace } from '../publications/watch-place.ts';
import { addAccessOptions, addSpecOptions } from '../spec/spec-options.ts';
import { BadCommand } from '../terminal/print.ts';
import { lazily, type SetExitCode, showFirst } from '../terminal/program-parts.ts';
import { several } from '../terminal/several.ts';
import { wholeNumber } from '../terminal/whole-number.ts';
import { addOrganizations } from './organization-program.ts';
import type { ExampleWatchOptions } from './run-watch.ts';
import * as sourceProgram from './source-program.ts';
import { saysWatch, seconds, secondsOf, timeZone } from './watch-options.ts';

export const requestSettings = [
  ...['delayMs', 'timeoutSeconds', 'retries', 'maxPageBytes', 'robots', ...identitySettings, 'allowHosts'],
];

const watchExamples = `
Examples:
  orbweaver watch --example                 two small news sites of this machine
  orbweaver watch new news --source https://example.org --organizations list.csv
  orbweaver watch run news                  until Ctrl-C; then it can go on
  orbweaver report news                     who is written about, and how
`;

const newExamples = `
Examples:
  orbweaver watch sources check https://example.org         look, write nothing
  orbweaver watch new news --source example.org --source example.net
  orbweaver watch new news --config watch.yaml --organizations list.csv
`;

/** `orbweaver watch`: news sites, watched for ever. */
export function addWatch(program: Command, exit: SetExitCode): void {
  const watch = program
    .command('watch')
    .summary('watch news sites and take out every publication')
    .description(
      'watch sources of publications (news sites, agencies, institutions): look at their feeds, sitemaps and lists again and again, and take out every publication',
    )
    // Options of a subcommand are its own, though `watch --example` has some of the same names.
    .enablePositionalOptions()
    .option('--example', 'watch two small bundled news sites on loopback');
  watch.addOption(rechecks());
  addRunOptions(intervals(watch.option('--out <directory>', 'with --example: where to write')));
  showFirst(watch, { usual: ['--example'], examples: watchExamples }).action(
    async (options: ExampleWatchOptions & { readonly example?: true }) => {
      if (options.example === undefined)
        throw new BadCommand([
          'what is to be done is not said; allowed is watch new, run, status, stop, sources, or watch --example.',
        ]);
      const { watchExample } = await import('./run-watch.ts');
      exit(await watchExample({ ...options, requests: findRequests.byDefault }));
    },
  );
  addNew(watch, exit);
  addRun(watch, exit);
  addSources(watch, exit);
  addAdding(watch);
  sourceProgram.addRules(watch, ofThisMachine, exit);
  addOrganizations(watch, ofThisMachine, exit);
  sourceProgram.addAlerts(watch, ofThisMachine, exit);
  addMentionsExport(watch, ofThisMachine);
  for (const command of sourceProgram.addApplications(watch, ofThisMachine))
    command.addOption(several('--plugin <file>', 'modules of the watch, named again after a change'));
}

function addNew(watch: Command, exit: SetExitCode): void {
  const command = watch
    .command('new')
    .description('find what there is at each source, show it, and write a new watch; "watch run" begins it')
    .argument('<directory>', 'where to write')
    .optionsGroup('Output:')
    .option('--overwrite', 'replace what is in the directory')
    .option('--quiet', 'do not show what was found');
  const does = 'modules with your own applications, which take records out of the pages';
  const usual = [...usualOfWatch, '--no-browser'];
  const all = addSpecOptions(addAccessOptions(addWatchOptions(command, several('--applications <file>', does))), [
    'warc',
  ]);
  showFirst(all.addOption(noBrowser()), {
    usual,
    examples: newExamples,
  }).action(lazily(async () => (await import('./new-watch.ts')).newWatch, exit));
}

/** Of what a new watch takes. */
export const usualOfWatch = [
  '--source',
  '--config',
  '--organizations',
  '--archive',
  '--interval',
  '--delay',
  '--contact',
];

/** The options of a new watch, here and in an account. */
export function addWatchOptions(command: Command, applications: Option): Command {
  command
    .optionsGroup('Sources:')
    .addOption(several('--source <url>', saysWatch('sources')))
    .option('--input <list>', 'list of sources: OPML, CSV with the columns url, name, tags, or an address a line')
    .addOption(several('--host <host>', saysWatch('hosts')))
    .option('--config <file>', 'the settings, with the sources as its sites, as YAML or JSON')
    .addOption(requests())
    .optionsGroup('What is taken out:')
    .option('--organizations <list>', saysWatch('organizations'))
    .addOption(applications)
    .option('--archive', saysWatch('archive'))
    .addOption(timeZone())
    .addOption(
      new Option('--keep-pages <days>', saysWatch('keepPages', ` (default: ${keepPagesByDefault})`)).argParser(daysOf),
    )
    .optionsGroup('When it looks:')
    .addOption(rechecks());
  return addSpecOptions(intervals(command), [...requestSettings, 'render']).optionsGroup('Sources:');
}

function addRun(watch: Command, exit: SetExitCode): void {
  const run = watch
    .command('run')
    .description('watch until it is stopped: Ctrl-C, or "watch stop". Goes on where an earlier run ended')
    .argument('<directory>', 'directory of the watch');
  run.addOption(several('--plugin <file>', 'applications of the watch, named again after a change'));
  addRunOptions(run).action(lazily(async () => (await import('./run-watch.ts')).runWatch, exit));
  sourceProgram.addWatchState(watch, ofThisMachine);
  watch
    .command('stop')
    .description('ask the process that runs the watch to stop after the requests in flight')
    .argument('<directory>', 'directory of the watch')
    .action(lazily(async () => (await import('./watch-sources.ts')).stopWatch));
}

function addAdding(watch: Command): void {
  const command = watch
    .command('add')
    .description('add publications of the sources that you know from elsewhere, also while the watch runs')
    .argument(...ofThisMachine.argument);
  command.addOption(
    several('--from-warc <file>', 'archives (WARC, WACZ): their publications are read without a request'),
  );
  addressList(command).action(
    atPlace(ofThisMachine, async () => (await import('./add-publications.ts')).addPublications),
  );
  sourceProgram.addRereading(watch, ofThisMachine);
}

/** A list of addresses, here and in an account. */
export function addressList(command: Command): Command {
  return command.option(
    '--urls <file>',
    'addresses of publications, one a line, - for standard input; each is requested once',
  );
}

/** A look at a source, from this machine also for an account. */
export function addCheck(sources: Command, description: string, options: readonly Option[], exit: SetExitCode): void {
  const check = sources
    .command('check')
    .description(description)
    .argument('<url>', 'the source; a host name alone is taken as https');
  for (const option of options) check.addOption(option);
  addSpecOptions(check.option('--json', 'as JSON on standard output'), requestSettings).action(
    lazily(async () => (await import('./check-source.ts')).checkSource, exit),
  );
}

function addSources(watch: Command, exit: SetExitCode): void {
  const sources = watch.command('sources').description('look at sources and change their entries');
  addCheck(
    sources,
    'show what there is at a source, given only its address: feeds, sitemaps, pages with lists of links, lists that need clicks; how many publications each names, and how often it would be looked at. Asks as politely as a crawl',
    [requests(), noBrowser()],
    exit,
  );
  sources
    .command('add')
    .description(
      'add a source, or an entry to a source, also while the watch runs. What there is at a new source is found and shown first',
    )
    .argument('<directory>', 'directory of the watch')
    .argument('[url]', 'a news site; or, of a host that is watched, a feed, a sitemap, a page with a list')
    .addOption(new Option('--kind <kind>', 'what an entry is (default: feed)').choices(sourceProgram.kinds))
    .addOption(seconds('--interval <time>', saysWatch('interval')))
    .addOption(several('--host <host>', saysWatch('hosts')))
    .addOption(requests())
    .addOption(noBrowser())
    .addOption(new Option('--render <mode>', saysWatch('render')).choices(renderModes))
    .action(atPlace(ofThisMachine, async () => (await import('./watch-sources.ts')).addToWatch, exit));
  sources
    .command('import')
    .description('add the sources of a list: OPML of a feed reader, CSV with a column url, or an address a line')
    .argument('<directory>', 'directory of the watch')
    .argument('<list>', 'the list, - for standard input')
    .addOption(requests())
    .addOption(noBrowser())
    .action(atPlace(ofThisMachine, async () => (await import('./source-lists.ts')).importSources, exit));
  sourceProgram.addSourceChanges(sources, ofThisMachine);
}

function daysOf(text: string): number {
  const days = decodeDays(text);
  if (typeof days === 'number' && days >= 0 && days <= keptDays.at(-1)!) return days;
  throw new InvalidArgumentError(`Allowed is a number of days from 0 to ${keptDays.at(-1)}, written as 30 or 30d.`);
}

function addRunOptions(command: Command): Command {
  return command
    .option('--once', 'look at each entry once, take out what is new, and end')
    .option('--json', 'print the sources as JSON on standard output at the end')
    .option('--quiet', 'no lines about the run');
}

function intervals(command: Command): Command {
  return command
    .addOption(seconds('--interval <time>', saysWatch('interval')))
    .addOption(seconds('--least-interval <time>', saysWatch('leastInterval', ' (default: 5m)')))
    .addOption(seconds('--most-interval <time>', saysWatch('mostInterval', ' (default: 1d)')));
}

function rechecks(): Option {
  const flags = '--recheck <times>';
  const description = saysWatch('recheck', ': "1h,1d" is an hour and a day (default: 1h,6h,1d,3d,14d)');
  return new Option(flags, description).argParser(text => {
    const times = text.split(',').map(secondsOf);
    const isTime = (time: number | undefined, index: number) => time !== undefined && time > (times[index - 1] ?? 0);
    if (times.length <= 20 && times.every(isTime)) return times;
    throw new InvalidArgumentError('Allowed are up to 20 times of 10 seconds or more, ascending: 3600,86400 or 1h,1d.');
  });
}

function noBrowser(): Option {
  return new Option('--no-browser', 'take pages as they are sent (default: a browser shows those that need one)');
}

export function requests(): Option {
  return new Option('--requests <n>', saysWatch('requests'))
    .default(findRequests.byDefault)
    .argParser(wholeNumber(findRequests.most));
}
