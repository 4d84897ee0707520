import { createHash } from 'node:crypto';
import { createUndiciFetcher } from '../../shared/adapters/web/undici-fetcher.ts';
import { answerWith, liveBytes } from './small-heap.ts';

interface Fetches {
  /** Fetched all at once. */
  readonly urls: readonly string[];
  readonly purpose: 'page' | 'robots';
}

export interface FetchedInThread {
  /** Of each body, in the order of the addresses; what went wrong where there is none. */
  readonly bodies: readonly string[];
  /** Live memory in the worst moment seen, bodies included. */
  readonly peakBytes: number;
}

await answerWith<Fetches>(async ({ urls, purpose }): Promise<FetchedInThread> => {
  const fetcher = createUndiciFetcher({ allowHosts: urls.map(url => new URL(url).host), totalTimeoutMs: 150_000 });
  const before = liveBytes();
  let peakBytes = 0;
  const look = (): void => {
    peakBytes = Math.max(peakBytes, liveBytes() - before);
  };
  const looking = setInterval(look, 50);
  const answers = await Promise.all(
    urls.map(url => fetcher.fetch({ address: url, userAgent: 'orbweaver/1', purpose })),
  );
  look();
  clearInterval(looking);
  await fetcher.close();
  const bodies = answers.map(answer => (answer.kind === 'answered' ? digest(answer.body) : answer.detail));
  return { bodies, peakBytes };
});

function digest(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
