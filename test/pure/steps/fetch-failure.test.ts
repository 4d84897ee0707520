import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { createFetchRules, type FetchRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { Fetcher } from '../../../shared/ports/request-ports.ts';
import { fetchTurn } from '../../../shared/steps/fetch/fetch-turn.ts';
import { holdOf } from '../../../shared/steps/fetch/leave-plan.ts';
import type { FetchWorker } from '../../../shared/steps/fetch/turn.ts';
import { startCrawl } from '../../../shared/steps/life/start-crawl.ts';
import { ownLimits } from '../../../shared/steps/page-budget.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';
import { VirtualClock } from './virtual-clock.ts';

const clock = new VirtualClock();
const delayMs = 2_000;
const spec = resolveSpec([readSpec({ sites: [{ url: 'http://example.org/' }], delayMs }, path => path.join('.'))]);
const rules = createFetchRules(spec, robotsPolicyNamed('ignore'));
const queue = { send: async () => undefined };
const log = { fetched: () => undefined, part: () => undefined, failed: () => undefined, note: () => undefined };
let store: SqliteStore;

beforeEach(async () => {
  store = new SqliteStore({ crawl: ':memory:', tokens: ':memory:' }, { self: 'test', isAlive: () => true });
  await startCrawl({ clock, store, queue, budget: ownLimits }, 'c', rules);
});
afterEach(() => store.close());

async function failingTurn(fetch: Fetcher['fetch'], rulesOf: () => FetchRules): Promise<void> {
  const worker: FetchWorker = {
    ports: {
      ...{ clock, store, queue, log, budget: ownLimits, objects: new MemoryObjects() },
      ids: { next: () => 'first', fraction: () => 0 },
      fetcher: { fetch, close: async () => undefined },
    },
    ...{ urlsPerTurn: 5, clockSkewMs: 0, retryHeldMs: 1_000, signal: new AbortController().signal },
    rules: rulesOf,
    robots: new Map(),
  };
  const message = { kind: 'fetch' as const, crawl: 'c', site: 1, turn: 1, id: 'm' };
  await expect(fetchTurn(worker, message)).rejects.toThrow('no luck');
}

/** The host's token, as another worker finds it. */
async function takeNext() {
  const lease = { host: 'example.org', crawl: 'other', site: 1, turn: 1, attempt: 'second' };
  return await store.takeToken({ ...lease, message: 'n', now: clock.now(), delayMs, idle: false });
}

test('a turn that fails before it asks for anything leaves the host free after one delay', async () => {
  const noLuck = (): never => {
    throw new Error('no luck');
  };
  await failingTurn(noLuck, noLuck);
  expect(await takeNext()).toMatchObject({ kind: 'taken', nextAllowedAt: clock.now() + delayMs });
});

test('a turn that fails while it fetches counts as one that has asked just now', async () => {
  const started = clock.now();
  await failingTurn(
    async ({ onStart }) => {
      onStart?.(clock.monotonic());
      throw new Error('no luck');
    },
    () => rules,
  );
  const taken = await takeNext();
  expect(taken.kind).toBe('taken');
  expect(taken).toHaveProperty('nextAllowedAt', clock.now() + delayMs);
  expect(clock.now()).toBeGreaterThanOrEqual(started);
});

test.each([
  ['a host in trouble', 480_000, 0, 60_000, 0],
  ['a short wait', 30_000, 0, 30_000, 0],
  ['a long Retry-After', 600_000, 600_000, 600_000, 600_000],
  ['a short Retry-After of a host in trouble', 480_000, 20_000, 60_000, 20_000],
])(
  'other crawls of %s rest a minute at most, or as long as its server requested',
  (_, waitMs, retryAfterMs, until, asked) => {
    expect(holdOf(0, waitMs, retryAfterMs)).toEqual({ since: 0, until, asked });
  },
);
