import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from '../terminal/exit-codes.ts';
import { crawlPath, type Remote, type RemoteOptions, remoteApi, Unanswered } from './remote-api.ts';
import { crawlLines, headLine, type RemoteCrawl } from './remote-crawl-text.ts';

const lookMs = 2_000;
/** A crawl that was seen once is requested again after 2, 4, 8, 16 and 32 s: a network that is changed, a throttled API. */
const mostRetries = 5;

/** `orbweaver remote watch`: a line whenever something has changed, the whole state at the end; the exit code. */
export async function remoteWatch(id: string, options: RemoteOptions): Promise<number> {
  return await watchCrawl(await remoteApi(options), id, options);
}

export async function watchCrawl(api: Remote, id: string, { json }: RemoteOptions = {}): Promise<number> {
  for (let shown = ''; ; ) {
    const crawl = await look(api, id, shown === '' ? 0 : mostRetries);
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

async function look(api: Remote, id: string, retries: number): Promise<RemoteCrawl> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await api.call<RemoteCrawl>('GET', crawlPath(id));
    } catch (error) {
      if (!(error instanceof Unanswered) || failures === retries) throw error;
      await sleep(lookMs * 2 ** failures);
    }
  }
}

function isAtRest({ state }: RemoteCrawl): boolean {
  return state === 'finished' || state === 'stopped' || state === 'interrupted' || state === 'failed';
}

function exitCodeOf({ state }: RemoteCrawl): number {
  if (state === 'stopped' || state === 'interrupted') return exitCodes.stopped;
  return state === 'failed' ? exitCodes.nothingCrawled : exitCodes.finished;
}
