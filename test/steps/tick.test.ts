import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteStore } from '../../shared/adapters/local/sqlite-store.ts';
import type { SiteRow } from '../../shared/domain/crawl-state.ts';
import { dueAfter } from '../../shared/domain/protocol.ts';
import type { Wake } from '../../shared/ports.ts';
import { resumeCrawl } from '../../shared/steps/resume-crawl.ts';
import { tick } from '../../shared/steps/tick.ts';
import { crawlOf, entryOf, siteRow } from '../contract/sample-state.ts';
import { MemoryObjects } from '../protocol/memory-objects.ts';
import { VirtualClock } from './virtual-clock.ts';

let store: SqliteStore;
let sent: Wake[];
const clock = new VirtualClock();
const queue = {
  send: async (wakes: readonly Wake[]) => {
    sent.push(...wakes);
  },
};

beforeEach(() => {
  store = new SqliteStore({ crawl: ':memory:', tokens: ':memory:' }, { self: 'test', isAlive: () => true });
  sent = [];
});
afterEach(() => store.close());

/** A crawl whose sites are as given; `limit` pages in all. */
async function begin(sites: readonly Partial<SiteRow>[], change: { limit?: number; deadline?: number } = {}) {
  const rows = sites.map((site, index) => siteRow('c', index + 1, { due: clock.now() + 1, ...site }));
  const active = rows.filter(({ status }) => status === 'active').length;
  const { spec, ...crawl } = crawlOf('c', active);
  const { limit, deadline } = change;
  const limits = limit === undefined ? spec : { ...spec, limit };
  await store.createCrawl({ ...crawl, spec: limits, ...(deadline === undefined ? {} : { deadline }) }, rows);
  for (const row of rows) for (const [turn, attempt] of row.pending) await addPending(row, turn, attempt);
}

/** `createCrawl` writes new sites, which have nothing pending. */
async function addPending({ crawl, site, turn: last, due, parked }: SiteRow, turn: number, attempt: string) {
  const lease = { host: `h${site}`, crawl, site, turn: last + 1, attempt };
  await store.takeToken({ ...lease, message: 'm', now: clock.now(), delayMs: 0, idle: true });
  const patch = { addPending: { turn, attempt }, due, parked };
  await store.leaveTurn(lease, { patch, demand: {}, token: { nextAllowedAt: 0, lastDelayMs: 0 } });
}

async function tickNow(): Promise<boolean> {
  return await tick({ clock, store, queue }, 'c', []);
}

const names = (): string[] => sent.map(({ kind, site, turn }) => `${kind} ${site} ${turn}`);
const past = (): number => clock.now() - 1;

test('the sweeper wakes a site whose due is past, once, with its lowest pending parse', async () => {
  await begin([
    {
      due: past(),
      turn: 4,
      pending: new Map([
        [4, 'b'],
        [3, 'a'],
      ]),
    },
    {},
  ]);
  expect(await tickNow()).toBe(true);
  expect(names()).toEqual(['fetch 1 5', 'parse 1 3']);
  expect((await store.readSite('c', 1))?.due).toBe(dueAfter(clock.now()));
  await tickNow();
  expect(sent).toHaveLength(2);
});

test('a parked site is left alone, but for a parse of it that was lost', async () => {
  await begin([
    { due: past(), parked: true, grant: 5, used: 5 },
    { due: past(), parked: true, grant: 5, used: 5, turn: 2, pending: new Map([[2, 'a']]) },
  ]);
  await tickNow();
  expect(names()).toEqual(['fetch 2 3', 'parse 2 2']);
});

test('a site waits for its grant until no other one is under way; then what ended sites left is shared', async () => {
  await begin(
    [
      { parked: true, grant: 4, used: 4 },
      { parked: true, grant: 4, used: 4, turn: 2, pending: new Map([[2, 'a']]) },
      { status: 'no-work', grant: 4, used: 1 },
    ],
    { limit: 12 },
  );
  await tickNow();
  expect((await store.readSites('c')).map(({ grant }) => grant)).toEqual([4, 4, 4]);
  await store.commitParse('c', 2, { turn: 2, message: 'p', add: siteRow('c', 2).counters, due: 0 });
  await tickNow();
  expect((await store.readSites('c')).map(({ grant, parked }) => [grant, parked])).toEqual([
    ...[
      [6, false],
      [5, false],
      [4, false],
    ],
  ]);
  expect(names()).toEqual(['fetch 1 1', 'fetch 2 3']);
});

test('sites that wait for grants end when nothing is left, and the crawl with them', async () => {
  await begin([{ parked: true, grant: 4, used: 4 }, { status: 'no-work' }], { limit: 4 });
  expect(await tickNow()).toBe(true);
  expect((await store.readSite('c', 1))?.status).toBe('page-budget');
  expect(await tickNow()).toBe(false);
  expect(await store.readCrawl('c')).toMatchObject({ state: 'unloading', finishReason: 'page-budget' });
});

test('the deadline asks for a stop, which every site that waits for nothing is told of', async () => {
  await begin([{}, { waiting: 'barrier' }, { parked: true }], { deadline: clock.now() });
  await tickNow();
  expect((await store.readCrawl('c'))?.stop).toBe('time-limit');
  expect(names()).toEqual(['fetch 1 1', 'fetch 3 1']);
  expect((await store.readSite('c', 3))?.parked).toBe(false);
});

test('a finish condition of a plugin stops the crawl by its name', async () => {
  await begin([{ used: 7 }]);
  const enough = { name: 'enough', isMet: ({ pages }: { pages: number }) => pages >= 7 };
  await tick({ clock, store, queue }, 'c', [enough]);
  expect(await store.readCrawl('c')).toMatchObject({ stop: 'stopped', stopCause: 'enough' });
});

test('resume keeps all grants within the limit when the rest of a lost site has gone to another', async () => {
  await begin(
    [
      { status: 'not-available', grant: 5, used: 1 },
      { status: 'page-budget', grant: 9, used: 9 },
    ],
    { limit: 10 },
  );
  await finish();
  const crawl = (await store.readCrawl('c'))!;
  expect(await resumeCrawl({ clock, store, queue, objects: new MemoryObjects() }, crawl, crawl.spec)).toBe(true);
  expect(await store.readSite('c', 1)).toMatchObject({ status: 'active', grant: 1 });
  expect(await store.readSite('c', 2)).toMatchObject({ status: 'page-budget' });
});

test('resume asks again for a start page that could not be loaded', async () => {
  const phase = { level: 0, round: 2 };
  const trouble = { failures: 3, startFailed: 'network' } as const;
  await begin([{ status: 'not-available', turn: 3, phase, cursor: { turn: 2, offset: 1 }, trouble }]);
  await store.putChunk('c', 1, phase, 2, [{ ...entryOf('http://example.org/'), attempt: 3 }]);
  await finish();
  const crawl = (await store.readCrawl('c'))!;
  await resumeCrawl({ clock, store, queue, objects: new MemoryObjects() }, crawl, crawl.spec);
  const next = await store.readChunks('c', 1, { level: 0, round: 3 }, { turn: 0, offset: 0 }, 9);
  expect(next.map(({ entry }) => entry)).toEqual([{ ...entryOf('http://example.org/'), attempt: 1 }]);
  expect(names()).toEqual(['fetch 1 4']);
});

test('resume removes the bodies of turns that nobody committed, before a site is active again', async () => {
  await begin([{ status: 'stopped', turn: 1 }]);
  await finish();
  const objects = new MemoryObjects();
  await objects.put('bodies/1/2-lost', [Buffer.from('x')]);
  const crawl = (await store.readCrawl('c'))!;
  const reopen: SqliteStore['reopen'] = async (...args) => {
    expect(await objects.list('bodies/')).toEqual([]);
    await store.reopen(...args);
  };
  const watched = new Proxy(store, {
    get: (target, name) => {
      if (name === 'reopen') return reopen;
      const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return method.bind(target);
    },
  });
  expect(await resumeCrawl({ clock, store: watched, queue, objects }, crawl, crawl.spec)).toBe(true);
});

async function finish(): Promise<void> {
  await store.setState('c', 'running', 'unloading', { finishReason: 'page-budget' });
  await store.setState('c', 'unloading', 'finished', {});
}
