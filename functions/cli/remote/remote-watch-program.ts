import { type Command, Option } from 'commander';
import { addMentionsExport, addPublications, addReport } from '../publications/publications-program.ts';
import type { PlaceOption } from '../publications/watch-place.ts';
import { addSpecOptions } from '../spec/spec-options.ts';
import { showFirst } from '../terminal/help-text.ts';
import { lazily, type SetExitCode } from '../terminal/lazily.ts';
import {
  addRereading,
  addressList,
  addSourceSettings,
  addWatchOptions,
  kinds,
  requestSettings,
  requests,
  seconds,
  usualOfWatch,
} from '../watch/watch-program.ts';
import type { ChangeEntryOptions } from '../watch/watch-sources.ts';
import type { RemoteOptions } from './remote-api.ts';
import type { RemoteSwitchOptions } from './remote-applications.ts';

const newExamples = `
Examples:
  orbweaver remote watches new --source https://example.org https://example.net
  orbweaver remote watches new --config watch.yaml --organizations list.csv
`;

type WithApi = (command: Command) => Command;

/** The commands for watches in an AWS account. */
export function addRemoteWatches(remote: Command, withApi: WithApi, exit: SetExitCode): void {
  const watches = remote.command('watches').description('start and follow watches of a deployed stack');
  addBeginning(watches, withApi);
  addLife(watches, withApi);
  const sources = watches.command('sources').description('look at sources and change their entries');
  addSources(sources, withApi, exit);
  const applications = watches.command('applications').description('list the applications of a watch and switch them');
  addApplications(applications, withApi);
  const rules = watches.command('rules').description('learn, try and change the rules of a source');
  addRules(rules, withApi, exit);
  addOrganizations(watches.command('organizations').description('say whom a watch looks for'), withApi);
  for (const command of [
    addPublications(remote, ofAccount),
    addReport(remote, ofAccount),
    addMentionsExport(watches, ofAccount),
  ])
    withApi(command);
}

/** Watches of an account. */
const ofAccount: PlaceOption = {
  argument: ['<watch>', 'id of the watch'],
  open: async (id, options) => await (await import('./remote-place.ts')).openRemoteWatch(id, options),
};

function addOrganizations(organizations: Command, withApi: WithApi): void {
  const ofWatch = (name: string, description: string): Command =>
    withApi(organizations.command(name)).description(description).argument('<watch>', 'id of the watch');
  ofWatch('set', 'from now on the watch looks for these; stored publications are searched too')
    .argument('<list>', 'CSV, JSON or YAML')
    .action(lazily(async () => (await import('./remote-organizations.ts')).setRemoteOrganizations));
  ofWatch('list', 'list whom the watch looks for, and how many publications are searched').action(
    lazily(async () => (await import('./remote-organizations.ts')).listRemoteOrganizations),
  );
  ofWatch('remove', 'look for nobody from now on; mentions that were found stay').action(
    lazily(async () => (await import('./remote-organizations.ts')).removeRemoteOrganizations),
  );
}

function addBeginning(watches: Command, withApi: WithApi): void {
  const command = withApi(watches.command('new')).description(
    'find what there is at each source, start a watch, and print its id',
  );
  const applications = ['<names...>', 'deployed applications, which take records out of the pages'] as const;
  const usual = [...usualOfWatch, '--api', '--json'];
  showFirst(addWatchOptions(command, applications), { usual, examples: newExamples }).action(
    lazily(async () => (await import('./remote-watches.ts')).newRemoteWatch),
  );
  withApi(watches.command('ls'))
    .description('list watches, newest first, with their publications')
    .action(lazily(async () => (await import('./remote-watches.ts')).listRemoteWatches));
}

function addLife(watches: Command, withApi: WithApi): void {
  const ofWatch = (name: string, description: string): Command =>
    withApi(watches.command(name)).description(description).argument('<watch>', 'id of the watch');
  ofWatch('status', 'show the sources, their entries and what is due when').action(
    lazily(async () => (await import('./remote-watches.ts')).remoteWatchStatus),
  );
  ofWatch('failed', 'list addresses that failed at their first look: why, and when they are tried again').action(
    lazily(async () => (await import('./remote-watches.ts')).remoteWatchFailed),
  );
  addressList(ofWatch('add', 'add publications of the sources that you know from elsewhere')).action(
    lazily(async () => (await import('./remote-watches.ts')).addRemotePublications),
  );
  addRereading(ofWatch('reread', '')).action(
    lazily(async () => (await import('./remote-watches.ts')).rereadRemoteWatch),
  );
  ofWatch('run', 'continue a watch that was stopped').action(
    lazily(async () => (await import('./remote-watches.ts')).runRemoteWatch),
  );
  ofWatch('stop', 'stop a watch').action(lazily(async () => (await import('./remote-watches.ts')).stopRemoteWatch));
  ofWatch('rm', 'delete a watch that was stopped, with all that it found').action(
    lazily(async () => (await import('./remote-watches.ts')).removeRemoteWatch),
  );
}

function addSources(sources: Command, withApi: WithApi, exit: SetExitCode): void {
  const check = sources
    .command('check')
    .description('show what there is at a source, requested from this machine: nothing is deployed or started')
    .argument('<url>', 'the source; a host name alone is taken as https')
    .addOption(requests())
    .option('--json', 'as JSON on standard output');
  addSpecOptions(check, requestSettings).action(
    lazily(async () => (await import('../watch/check-source.ts')).checkSource, exit),
  );
  const ofWatch = (name: string, description: string): Command =>
    withApi(sources.command(name)).description(description).argument('<watch>', 'id of the watch');
  ofWatch('list', 'list the sources of a watch with their entries').action(
    lazily(async () => (await import('./remote-watches.ts')).remoteWatchStatus),
  );
  ofWatch('add', 'add an entry to a source')
    .argument(
      '<url>',
      'a feed, a sitemap, a page with a list or one that is clicked through, of a host that is watched',
    )
    .addOption(new Option('--kind <kind>', 'what it is').choices(kinds).default('feed'))
    .addOption(seconds('--interval <seconds>', 'fixed time between two looks (default: learnt)'))
    .action(lazily(async () => (await import('./remote-watches.ts')).addRemoteEntry));
  addSourceSettings(ofWatch('set', 'change how pages of sources are read from now on')).action(
    lazily(async () => (await import('./remote-watches.ts')).setRemoteSources),
  );
  for (const [change, description] of Object.entries(changes) as [keyof typeof changes, string][])
    ofWatch(change, description)
      .argument('<urls...>', 'addresses of entries, as "status" shows them')
      .addOption(new Option('--kind <kind>', 'only entries of this kind').choices(kinds))
      .action(async (id: string, urls: readonly string[], options: RemoteOptions & ChangeEntryOptions) => {
        const { changeRemoteEntries } = await import('./remote-watches.ts');
        await changeRemoteEntries(id, urls, change, options);
      });
}

function addRules(rules: Command, withApi: WithApi, exit: SetExitCode): void {
  const ofSource = (name: string, description: string): Command =>
    withApi(rules.command(name))
      .description(description)
      .argument('<watch>', 'id of the watch')
      .argument('<source>', 'number, name, host or address of the source');
  ofSource('suggest', 'learn rules from pages of the source and print them (YAML), for a person to accept').action(
    lazily(async () => (await import('./remote-rules.ts')).suggestRemoteRules, exit),
  );
  ofSource('test', 'show what rules give on ten pages of the source, beside the automatic extractor')
    .option('--rules <file>', 'the rules (YAML; default: those of the source)')
    .action(lazily(async () => (await import('./remote-rules.ts')).testRemoteRules));
  ofSource('accept', 'from now on pages are read by these rules')
    .requiredOption('--rules <file>', 'the rules (YAML), - for standard input')
    .action(lazily(async () => (await import('./remote-rules.ts')).acceptRemoteRules));
  ofSource('list', 'list the versions of the rules of a source, and when each held').action(
    lazily(async () => (await import('./remote-rules.ts')).listRemoteRules),
  );
  ofSource('remove', 'from now on no rules hold; what they gave stays, with their versions').action(
    lazily(async () => (await import('./remote-rules.ts')).removeRemoteRules),
  );
}

function addApplications(applications: Command, withApi: WithApi): void {
  const ofWatch = (name: string, description: string): Command =>
    withApi(applications.command(name)).description(description).argument('<watch>', 'id of the watch');
  ofWatch('list', 'show which are on at each source, how they do, and the pages at which they failed').action(
    lazily(async () => (await import('./remote-applications.ts')).listRemoteApplications),
  );
  for (const change of ['on', 'off'] as const)
    ofWatch(change, `switch applications ${change}`)
      .argument('<names...>', 'names of applications: grabber, readability, and those that are deployed')
      .option('--source <source>', 'only at this source: its number, name or host')
      .action(async (id: string, names: readonly string[], options: RemoteOptions & RemoteSwitchOptions) => {
        const { switchRemoteApplications } = await import('./remote-applications.ts');
        await switchRemoteApplications(id, names, change === 'on', options);
      });
}

const changes = { on: 'switch entries on', off: 'switch entries off', remove: 'remove entries' } as const;
