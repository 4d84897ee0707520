import { type Command, Option } from 'commander';
import { addLabels } from '../labels/labels-program.ts';
import { addMentionsExport, addPublications, addReport } from '../publications/publications-program.ts';
import { atPlace, ofWatch, type PlaceOption } from '../publications/watch-place.ts';
import { lazily, type SetExitCode, showFirst } from '../terminal/program-parts.ts';
import { several } from '../terminal/several.ts';
import { addOrganizations } from '../watch/organization-program.ts';
import * as sourceProgram from '../watch/source-program.ts';
import { saysWatch, seconds } from '../watch/watch-options.ts';
import { addCheck, addressList, addWatchOptions, requests, usualOfWatch } from '../watch/watch-program.ts';

const newExamples = `
Examples:
  orbweaver remote watches new --source example.org --source example.net
  orbweaver remote watches new --config watch.yaml --organizations list.csv
`;

type WithApi = (command: Command) => Command;

/** The commands for watches in an AWS account. */
export function addRemoteWatches(remote: Command, withApi: WithApi, exit: SetExitCode): void {
  const ofAccount: PlaceOption = {
    argument: ['<watch>', 'id of the watch'],
    options: withApi,
    open: async (id, options) => await (await import('./remote-place.ts')).openRemoteWatch(id, options),
  };
  const watches = remote.command('watches').description('start and follow watches of a deployed stack');
  addBeginning(watches, withApi);
  addLife(watches, ofAccount);
  const sources = watches.command('sources').description('look at sources and change their entries');
  addSources(sources, ofAccount, exit);
  sourceProgram.addApplications(watches, ofAccount);
  sourceProgram.addRules(watches, ofAccount, exit);
  addOrganizations(watches, ofAccount, exit);
  for (const command of [
    addPublications(remote, ofAccount),
    addReport(remote, ofAccount),
    addMentionsExport(watches, ofAccount),
    addLabels(remote, ofAccount, exit),
  ])
    withApi(command);
}

function addBeginning(watches: Command, withApi: WithApi): void {
  const command = withApi(watches.command('new')).description(
    'find what there is at each source, start a watch, and print its id',
  );
  const does = 'deployed applications, which take records out of the pages';
  const usual = [...usualOfWatch, '--api', '--json'];
  showFirst(addWatchOptions(command, several('--applications <names>', does, 'any')), {
    usual,
    examples: newExamples,
  }).action(lazily(async () => (await import('./remote-watches.ts')).newRemoteWatch));
  withApi(watches.command('ls'))
    .description('list watches, newest first, with their publications')
    .action(lazily(async () => (await import('./remote-watches.ts')).listRemoteWatches));
}

function addLife(watches: Command, ofAccount: PlaceOption): void {
  const of = (name: string, description: string): Command => ofWatch(watches, ofAccount, [name, description]);
  sourceProgram.addWatchState(watches, ofAccount);
  addressList(of('add', 'add publications of the sources that you know from elsewhere')).action(
    atPlace(ofAccount, async () => (await import('../watch/add-publications.ts')).addAddressed),
  );
  sourceProgram.addRereading(watches, ofAccount);
  of('run', 'continue a watch that was stopped').action(
    lazily(async () => (await import('./remote-watches.ts')).runRemoteWatch),
  );
  of('stop', 'stop a watch').action(lazily(async () => (await import('./remote-watches.ts')).stopRemoteWatch));
  of('rm', 'delete a watch that was stopped, with all that it found').action(
    lazily(async () => (await import('./remote-watches.ts')).removeRemoteWatch),
  );
}

function addSources(sources: Command, ofAccount: PlaceOption, exit: SetExitCode): void {
  const says = 'show what there is at a source, requested from this machine: nothing is deployed or started';
  addCheck(sources, says, [requests()], exit);
  ofWatch(sources, ofAccount, ['add', 'add an entry to a source'])
    .argument(
      '<url>',
      'a feed, a sitemap, a page with a list or one that is clicked through, of a host that is watched',
    )
    .addOption(new Option('--kind <kind>', 'what it is').choices(sourceProgram.kinds).default('feed'))
    .addOption(seconds('--interval <time>', saysWatch('interval')))
    .action(atPlace(ofAccount, async () => (await import('../watch/place-sources.ts')).addEntryTo));
  sourceProgram.addSourceChanges(sources, ofAccount);
}
