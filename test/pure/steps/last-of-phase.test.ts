import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import { GatheredBytes } from '../../../shared/domain/gathered-bytes.ts';
import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import { robotsPolicyNamed } from '../../../shared/domain/robots/robots-policy.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { createFetchRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { decodeTurnRecord } from '../../../shared/domain/turn/turn-record.ts';
import type { Wake } from '../../../shared/ports/ports.ts';
import { fetchTurn } from '../../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../../shared/steps/fetch/turn.ts';
import { startCrawl } from '../../../shared/steps/life/start-crawl.ts';
import { ownLimits } from '../../../shared/steps/page-budget.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';
import { VirtualClock } from './virtual-clock.ts';

const clock = new VirtualClock();
const spec = resolveSpec([readSpec({ sites: [{ url: 'http://example.org/' }], delayMs: 0 }, path => path.join('.'))]);
const rules = createFetchRules(spec, robotsPolicyNamed('ignore'));
const log = { fetched: () => undefined, part: () => undefined, failed: () => undefined, note: () => undefined };
const page: FetchAnswer = {
  ...{
    status: 200,
    contentType: 'text/html',
    headers: { 'content-type': 'text/html' },
    body: new TextEncoder().encode('<p>A page'),
    cut: false,
  },
} as unknown as FetchAnswer;
let store: SqliteStore;
let objects: MemoryObjects;
let sent: Wake[];

beforeEach(async () => {
  store = new SqliteStore({ crawl: ':memory:', tokens: ':memory:' }, { self: 'test', isAlive: () => true });
  await startCrawl({ clock, store, queue: { send: async () => undefined }, budget: ownLimits }, 'c', rules);
  sent = [];
  objects = new MemoryObjects();
});
afterEach(() => store.close());

function worker(urlsPerTurn: number, answer = page): FetchWorker {
  return {
    ports: {
      ...{ clock, store, log, budget: ownLimits, objects },
      queue: { send: async wakes => void sent.push(...wakes) },
      ids: { next: () => 'attempt', fraction: () => 0 },
      fetcher: {
        fetch: async ({ onStart }) => {
          onStart?.(clock.monotonic());
          return answer;
        },
        close: async () => undefined,
      },
    },
    ...{ urlsPerTurn, clockSkewMs: 0, retryHeldMs: 1_000, signal: new AbortController().signal },
    rules: () => rules,
    robots: new Map(),
  };
}

const message = { kind: 'fetch' as const, crawl: 'c', site: 1, turn: 1, id: 'm' };

test('a turn that takes the last entries of its phase waits for their parse in its own commit', async () => {
  await fetchTurn(worker(5), message);
  expect(await store.readSite('c', 1)).toMatchObject({ turn: 1, waiting: 'barrier' });
  expect(sent).toEqual([{ kind: 'parse', crawl: 'c', site: 1, turn: 1 }]);
});

test('a turn that took as many as it may does not know whether entries follow', async () => {
  await fetchTurn(worker(1), message);
  expect(await store.readSite('c', 1)).toMatchObject({ turn: 1, waiting: '' });
  expect(sent.map(({ kind, turn }) => [kind, turn])).toEqual([
    ['parse', 1],
    ['fetch', 2],
  ]);
});

test.each([
  ['is given back when the turn is written', {}, 0],
  ['stays where a browser may ask for it', { rendering: () => Promise.reject(new Error('nothing is rendered')) }, 9],
])('the memory of a body that came in pieces %s', async (_, more, left) => {
  const gathered = new GatheredBytes();
  for (const piece of ['<p>A ', 'page']) gathered.add(Buffer.from(piece));
  const body = gathered.take();
  await fetchTurn({ ...worker(5, { ...page, body } as FetchAnswer), ...more }, message);
  expect(body.byteLength).toBe(left);
  const [name] = await objects.list('bodies/');
  const [entry] = decodeTurnRecord(await objects.get(name!)).entries;
  expect(entry!.result.kind === 'page' && Buffer.from(entry!.result.body).toString()).toBe('<p>A page');
});
