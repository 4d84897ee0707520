import { demandName } from '../commands/name-command.ts';
import { resumeChanges } from '../commands/resume-command.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { formatCount, printAnswer } from '../terminal/print.ts';
import { crawlPath, type RemoteOptions, remoteApi } from './remote-api.ts';
import { crawlLines, type RemoteCrawl } from './remote-crawl-text.ts';

/** `orbweaver remote ls`: newest first. */
export async function remoteList(options: RemoteOptions): Promise<void> {
  const crawls = await Array.fromAsync((await remoteApi(options)).entries<RemoteCrawl>('crawls', 'crawls'));
  const rows = crawls.map(({ id, state, createdAt, finishReason = '', firstSite = '', name = firstSite }) => [
    ...[id, createdAt, state, finishReason, name],
  ]);
  printAnswer(options.json, crawls, rows);
}

/** `orbweaver remote parts`: the names that a spec may use there, by setting. */
export async function remoteParts(options: RemoteOptions): Promise<void> {
  const parts = await (await remoteApi(options)).call<Readonly<Record<string, readonly string[]>>>('GET', 'parts');
  const lines = Object.entries(parts).map(([key, names]) => `${key}: ${names.join(', ') || 'none'}\n`);
  process.stdout.write(options.json ? `${JSON.stringify(parts)}\n` : lines.join(''));
}

/** `orbweaver remote status`. */
export async function remoteStatus(id: string, options: RemoteOptions): Promise<void> {
  const crawl = await (await remoteApi(options)).call<RemoteCrawl>('GET', crawlPath(id));
  process.stdout.write(`${options.json ? JSON.stringify(crawl) : crawlLines(crawl).join('\n')}\n`);
}

/** `orbweaver remote stop`: returns when the stop is requested. */
export async function remoteStop(id: string, options: RemoteOptions): Promise<void> {
  await stopAt(options, crawlPath(id), 'crawl', `orbweaver remote resume ${id}`);
}

/** Says what the stop does: nothing works on a crawl that is at rest. */
export async function stopAt(options: RemoteOptions, path: string, what: string, goOn: string): Promise<void> {
  const { state } = await (await remoteApi(options)).call<{ readonly state: string }>('POST', `${path}/stop`);
  const stops = `The ${what} stops after the requests in flight; go on by: ${goOn}\n`;
  process.stderr.write(state === 'stopping' ? stops : `The ${what} is ${state}: there is nothing to stop.\n`);
}

/** `orbweaver remote name`. */
export async function remoteName(id: string, given: string, options: RemoteOptions): Promise<void> {
  const name = demandName(given);
  await (await remoteApi(options)).call('PATCH', crawlPath(id), { name });
  process.stderr.write(`The crawl is called ${name} now.\n`);
}

/** `orbweaver remote resume`. */
export async function remoteResume(id: string, options: RemoteOptions & OptionValues): Promise<void> {
  const body = { ...resumeChanges(options), ...(options['retryFailed'] === true && { retryFailed: true }) };
  await (await remoteApi(options)).call('POST', `${crawlPath(id)}/resume`, body);
  process.stderr.write(`The crawl goes on; watch it by: orbweaver remote watch ${id}\n`);
}

/** `orbweaver remote rm`: with its rows and all its files. */
export async function remoteRemove(id: string, options: RemoteOptions): Promise<void> {
  await deleteWhole(options, crawlPath(id), 'crawl');
}

/** The account deletes the rest of a crawl that is too large for one request, also without this process. */
export async function deleteWhole(options: RemoteOptions, path: string, what: 'crawl' | 'watch'): Promise<void> {
  const answer = await (await remoteApi(options)).call<{ readonly removed?: number }>('DELETE', path);
  const rest = `${formatCount(answer.removed ?? 0)} rows and files are deleted, and the account deletes the rest.`;
  process.stderr.write(answer.removed === undefined ? `The ${what} is deleted.\n` : `${rest}\n`);
}
