import { expect, test } from 'vitest';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { createFetchRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { fetchTurn } from '../../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../../shared/steps/fetch/turn.ts';
import { startCrawl } from '../../../shared/steps/life/start-crawl.ts';
import { ownLimits } from '../../../shared/steps/page-budget.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';
import { VirtualClock } from './virtual-clock.ts';

const clock = new VirtualClock();
const spec = resolveSpec([readSpec({ sites: [{ url: 'http://example.org/' }], delayMs: 0 }, path => path.join('.'))]);
const rules = createFetchRules(spec, robotsPolicyNamed('obey'));
const log = { fetched: () => undefined, part: () => undefined, failed: () => undefined, note: () => undefined };
const answer = {
  kind: 'answered',
  status: 200,
  headers: {},
  contentType: 'text/plain',
  truncated: false,
  elapsedMs: 1,
};
const body = new TextEncoder().encode('User-agent: *\nDisallow: /secret\n');

/** A turn of a new crawl by a worker that remembers what it read for others; answers the objects of that crawl. */
async function turnOf(crawl: string, robots: FetchWorker['robots']): Promise<readonly string[]> {
  const store = new SqliteStore({ crawl: ':memory:', tokens: ':memory:' }, { self: 'test', isAlive: () => true });
  const queue = { send: async () => undefined };
  await startCrawl({ clock, store, queue, budget: ownLimits }, crawl, rules);
  const objects = new MemoryObjects();
  const worker: FetchWorker = {
    ports: {
      ...{ clock, store, log, queue, budget: ownLimits, objects },
      ids: { next: () => 'attempt', fraction: () => 0 },
      fetcher: {
        fetch: async ({ onStart }) => {
          onStart?.(clock.monotonic());
          return { ...answer, body } as unknown as FetchAnswer;
        },
        close: async () => undefined,
      },
    },
    ...{ urlsPerTurn: 5, clockSkewMs: 0, retryHeldMs: 1_000, signal: new AbortController().signal },
    rules: () => rules,
    robots,
  };
  await fetchTurn(worker, { kind: 'fetch', crawl, site: 1, turn: 1, id: 'm' });
  store.close();
  return await objects.list('robots/');
}

test('a worker that has read a robots.txt for another crawl stores it for this one too', async () => {
  const robots: FetchWorker['robots'] = new Map();
  const first = await turnOf('one', robots);
  expect(first).toHaveLength(1);
  expect(await turnOf('two', robots)).toEqual(first);
});
