import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from './exit-codes.ts';
import { crawlPath, type Remote, type RemoteOptions, remoteApi } from './remote-api.ts';
import { crawlLines, headLine, type RemoteCrawl } from './remote-crawl-text.ts';

const lookMs = 2_000;

/** `orbweaver remote watch`: a line whenever something has changed, the whole state at the end; the exit code. */
export async function remoteWatch(id: string, options: RemoteOptions): Promise<number> {
  return await watchCrawl(await remoteApi(options), id, options);
}

export async function watchCrawl(api: Remote, id: string, { json }: RemoteOptions = {}): Promise<number> {
  for (let shown = ''; ; ) {
    const crawl = await api.call<RemoteCrawl>('GET', crawlPath(id));
    const line = headLine(crawl);
    if (line !== shown) process.stderr.write(`${line}\n`);
    shown = line;
    if (isAtRest(crawl)) {
      process.stdout.write(json ? `${JSON.stringify(crawl)}\n` : `${crawlLines(crawl).join('\n')}\n`);
      return exitCodeOf(crawl);
    }
    await sleep(lookMs);
  }
}

function isAtRest({ state }: RemoteCrawl): boolean {
  return state === 'finished' || state === 'stopped' || state === 'failed';
}

function exitCodeOf({ state }: RemoteCrawl): number {
  if (state === 'stopped') return exitCodes.stopped;
  return state === 'failed' ? exitCodes.nothingCrawled : exitCodes.finished;
}
