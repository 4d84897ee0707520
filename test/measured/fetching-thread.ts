import { createHash } from 'node:crypto';
import { createUndiciFetcher } from '../../shared/adapters/web/undici-fetcher.ts';
import { answerWith, liveBytes } from './small-heap.ts';

interface Fetches {
  /** Fetched all at once. */
  readonly urls: readonly string[];
  readonly purpose: 'page' | 'robots';
  readonly maxBodyBytes?: number;
}

export interface FetchedInThread {
  /** Of each body, in the order of the addresses; what went wrong where there is none. */
  readonly bodies: readonly string[];
  /** Live memory in the worst moment seen, bodies included. */
  readonly peakBytes: number;
}

await answerWith<Fetches>(async ({ urls, purpose, ...most }): Promise<FetchedInThread> => {
  const allowHosts = urls.map(url => new URL(url).host);
  const fetcher = createUndiciFetcher({ allowHosts, totalTimeoutMs: 150_000, rateWindowMs: 150_000, ...most });
  const before = liveBytes();
  let peakBytes = 0;
  let looking: NodeJS.Timeout;
  // Collecting garbage takes a fifth of the time at most: the rest is for the fetches, also on a busy machine.
  const look = (): void => {
    const began = performance.now();
    peakBytes = Math.max(peakBytes, liveBytes() - before);
    looking = setTimeout(look, Math.max(50, 4 * (performance.now() - began)));
  };
  look();
  const answers = await Promise.all(
    urls.map(url => fetcher.fetch({ address: url, userAgent: 'orbweaver/1', purpose })),
  );
  look();
  clearTimeout(looking!);
  await fetcher.close();
  const bodies = answers.map(answer => (answer.kind === 'answered' ? digest(answer.body) : answer.detail));
  return { bodies, peakBytes };
});

function digest(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
