import type { Command } from 'commander';
import { addInput, addResumeChanges, addSpecOptions } from '../spec/spec-options.ts';
import { foldedHelp, jobs, lazily, type SetExitCode, showFirst, usualSettings } from '../terminal/program-parts.ts';
import { addRemoteModels } from './remote-model-program.ts';
import { addRemoteWatches } from './remote-watch-program.ts';

const remoteHelp = `
The address of the API is --api, ORBWEAVER_API, or ApiUrl in cdk-outputs.json (cdk deploy --outputs-file cdk-outputs.json).
Requests are signed as the usual AWS environment says (AWS_PROFILE, AWS_ACCESS_KEY_ID …); with API keys, set
ORBWEAVER_API_KEY.
`;

const startExamples = `
Examples:
  orbweaver remote start https://example.org --limit 5000 --watch
  orbweaver remote start --input sites.txt --limit 100000 --name institutes
`;

const estimateExamples = `
Examples:
  orbweaver remote estimate --input sites.txt --limit 100000
`;

/** The commands for crawls in an AWS account. `exit` takes the exit code of the command that ran. */
export function addRemote(program: Command, exit: SetExitCode): void {
  const remote = program
    .command('remote')
    .summary('crawl and watch in an AWS account')
    .description('start and follow crawls and watches of a deployed stack, and download what they found')
    .addHelpText('after', foldedHelp(remoteHelp));
  remote.helpCommand(false).commandsGroup(jobs.site);
  addStart(remote, exit);
  addFollowing(remote, exit);
  addControl(remote, exit);
  remote.commandsGroup(jobs.publications);
  addRemoteWatches(remote, withApi, exit);
  addRemoteModels(remote, withApi);
}

function addStart(remote: Command, exit: SetExitCode): void {
  const start = withSpec(withApi(remote.command('start')).description('start a crawl and print its id')).option(
    '--watch',
    'follow it to its end',
  );
  showFirst(start, { usual: [...usualSettings, '--watch', '--api', '--json'], examples: startExamples }).action(
    lazily(async () => (await import('./remote-start.ts')).remoteStart, exit),
  );
  const estimate = withSpec(
    withApi(remote.command('estimate')).description('say pages, time and dollars before anything runs'),
  ).option('--pages-per-site <pages>', 'what you assume of a site without a limit');
  showFirst(estimate, {
    usual: [...usualSettings, '--pages-per-site', '--api', '--json'],
    examples: estimateExamples,
  }).action(lazily(async () => (await import('./remote-start.ts')).remoteEstimate));
}

function withSpec(command: Command): Command {
  return addSpecOptions(addInput(command)).optionsGroup('Options:');
}

function addFollowing(remote: Command, exit: SetExitCode): void {
  withApi(remote.command('ls'))
    .description('list crawls, newest first')
    .action(lazily(async () => (await import('./remote-crawls.ts')).remoteList));
  withApi(remote.command('parts'))
    .description('list the formats, robots policies and deployed parts of plugins that a spec may name')
    .action(lazily(async () => (await import('./remote-crawls.ts')).remoteParts));
  withApi(ofCrawl(remote, 'status', 'show how far a crawl is')).action(
    lazily(async () => (await import('./remote-crawls.ts')).remoteStatus),
  );
  withApi(ofCrawl(remote, 'watch', 'follow a crawl to its end')).action(
    lazily(async () => (await import('./remote-watch.ts')).remoteWatch, exit),
  );
}

function addControl(remote: Command, exit: SetExitCode): void {
  withApi(ofCrawl(remote, 'stop', 'stop a crawl')).action(
    lazily(async () => (await import('./remote-crawls.ts')).remoteStop),
  );
  const resume = withApi(ofCrawl(remote, 'resume', 'continue a crawl'));
  addResumeChanges(resume).action(lazily(async () => (await import('./remote-crawls.ts')).remoteResume));
  withApi(ofCrawl(remote, 'name', 'give a crawl a name'))
    .argument('<name>', 'what you call the crawl, in at most 200 characters')
    .action(lazily(async () => (await import('./remote-crawls.ts')).remoteName));
  withApi(ofCrawl(remote, 'rm', 'delete a crawl that is at rest, with its rows and files')).action(
    lazily(async () => (await import('./remote-crawls.ts')).remoteRemove),
  );
  ofCrawl(remote, 'unload', 'write the results of a crawl that is too large for the account, on this machine')
    .option('--stack <name>', 'name of the stack', 'Orbweaver')
    .action(lazily(async () => (await import('./remote-unload.ts')).remoteUnload, exit));
  withApi(ofCrawl(remote, 'download', 'download the results of a crawl'))
    .option('--out <directory>', 'where to write (default: ./crawls/<id>)')
    .action(lazily(async () => (await import('./remote-download.ts')).remoteDownload));
}

function ofCrawl(remote: Command, name: string, description: string): Command {
  return remote.command(name).description(description).argument('<crawl>', 'id of the crawl');
}

function withApi(command: Command): Command {
  return command.option('--api <url>', 'address of the API').option('--json', 'as JSON');
}
