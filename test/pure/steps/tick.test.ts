import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { dueAfter } from '../../../shared/domain/protocol/protocol.ts';
import { type ResolvedSpec, specDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import type { SitePatch, Wake } from '../../../shared/ports/ports.ts';
import { resumeCrawl } from '../../../shared/steps/life/resume-crawl.ts';
import { newSite } from '../../../shared/steps/life/start-crawl.ts';
import { tick } from '../../../shared/steps/life/tick.ts';
import { beginSchedule, decide } from '../../../shared/wings/sets/schedule/decide.ts';
import { crawlOf, entryOf, siteRow } from '../../contract/sample-state.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';
import { budgeted } from './budgeted.ts';
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

/** A crawl whose sites are as given. */
async function begin(sites: readonly Partial<SiteRow>[], change: Partial<ResolvedSpec> & { deadline?: number } = {}) {
  const rows = sites.map((site, index) => siteRow('c', index + 1, { due: clock.now() + 1, ...site }));
  const active = rows.filter(({ status }) => status === 'active').length;
  const { spec, ...crawl } = crawlOf('c', active);
  const { deadline, ...settings } = change;
  const own = { ...spec, ...settings, sites: spec.sites.slice(0, rows.length) };
  await store.createCrawl({ ...crawl, spec: own, ...(deadline !== undefined && { deadline }) }, rows);
  for (const row of rows) for (const [turn, attempt] of row.pending) await addPending(row, turn, attempt);
}

/** `createCrawl` writes new sites, which have nothing pending. */
async function addPending({ crawl, site, turn: last, due, parked }: SiteRow, turn: number, attempt: string) {
  const lease = { host: `h${site}`, crawl, site, turn: last + 1, attempt };
  await store.takeToken({ ...lease, message: 'm', now: clock.now(), delayMs: 0, idle: true });
  const patch = { addPending: { turn, attempt }, due, parked };
  await store.leaveTurn(lease, { patch, demand: {}, token: { nextAllowedAt: 0, lastDelayMs: 0, now: 0 } });
}

async function tickNow(): Promise<boolean> {
  return await tick(budgeted({ clock, store, queue }), 'c', []);
}

/** A budget that the first site gets two pages at a time. */
function shared(limit: number): Partial<ResolvedSpec> {
  return { limit, rule: 'sequential', ruleOptions: { ...specDefaults.ruleOptions, grant: 2, inFlight: 1 } };
}

/** The way out of a turn of a site. */
async function leave(site: number, patch: SitePatch): Promise<void> {
  const { turn } = (await store.readSite('c', site))!;
  const lease = { host: `h${site}`, crawl: 'c', site, turn: turn + 1, attempt: `${site}` };
  await store.takeToken({ ...lease, message: 'm', now: clock.now(), delayMs: 0, idle: true });
  expect(await store.leaveTurn(lease, { patch, demand: {}, token: { nextAllowedAt: 0, lastDelayMs: 0, now: 0 } })).toBe(
    true,
  );
}

async function join(site: number): Promise<void> {
  const given = { ...(await store.readCrawl('c'))!.spec.sites[0]!, number: site };
  const row = newSite('c', given, { grant: 0, now: clock.now() });
  expect(await store.addSites('c', [{ site: given, row }])).toEqual(['added']);
}

const grants = async (): Promise<number[]> => (await store.readSites('c')).map(({ grant }) => grant);
const scheduled = async () => (await store.readSchedule('c'))?.schedule.sites;
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
  expect(names()).toEqual(['parse 1 3', 'fetch 1 5']);
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
  expect(names()).toEqual(['parse 2 2', 'fetch 2 3']);
});

test('under a rule, what a site left over when it ended is granted to another one, which is woken', async () => {
  const parked = { grant: 0, parked: true };
  await begin([parked, parked], shared(6));
  await tickNow();
  expect(await grants()).toEqual([2, 0]);
  expect(names()).toEqual(['fetch 1 1']);
  await leave(1, { status: 'no-work' });
  await tickNow();
  expect(await grants()).toEqual([2, 2]);
  expect(names()).toEqual(['fetch 1 1', 'fetch 2 1']);
  expect((await store.readChoices('c', 0, 9)).map(({ site, from, to }) => [site, from, to])).toEqual([
    [1, 0, 2],
    [2, 0, 2],
  ]);
});

test('a site that is not parked is not woken for a grant: its message or its turn finds it', async () => {
  await begin([{ grant: 0 }, { grant: 0, parked: true }], shared(6));
  await tickNow();
  expect(await grants()).toEqual([2, 0]);
  expect(names()).toEqual([]);
});

test('a grant that was decided and did not reach its site is given by the next tick', async () => {
  await begin(
    [
      { grant: 0, parked: true },
      { grant: 0, parked: true },
    ],
    shared(6),
  );
  const raise = store.raiseGrant;
  Object.assign(store, { raiseGrant: async () => await Promise.reject(new Error('killed')) });
  await expect(tickNow()).rejects.toThrow('killed');
  Object.assign(store, { raiseGrant: raise });
  expect(await grants()).toEqual([0, 0]);
  await tickNow();
  expect(await grants()).toEqual([2, 0]);
  expect(names()).toEqual(['fetch 1 1']);
});

test('a host that is silent for long does not hold up the others; well again, its site goes on', async () => {
  await begin([{ grant: 0 }, { grant: 0 }], shared(6));
  await tickNow();
  await leave(1, { trouble: { failures: 0, probes: 1, hold: { until: clock.now() + 60_000, asked: 0 } } });
  await tickNow();
  expect(await grants()).toEqual([2, 0]);
  await leave(1, { trouble: { failures: 0, probes: 2, hold: { until: clock.now() + 120_000, asked: 0 } } });
  await tickNow();
  expect(await grants()).toEqual([2, 2]);
  expect((await scheduled())?.[0]).toMatchObject({ state: 'held', granted: 2 });
  await leave(1, { trouble: { failures: 0 } });
  await tickNow();
  expect((await scheduled())?.[0]).toMatchObject({ state: 'open', granted: 2 });
});

test('nothing is decided once a stop is asked for', async () => {
  await begin([{ grant: 0 }, { grant: 0 }], shared(6));
  await tickNow();
  await store.requestStop('c', { reason: 'stopped' });
  await leave(1, { status: 'no-work' });
  await tickNow();
  expect(await grants()).toEqual([2, 0]);
});

test('a site that joins shares the budget, one that was removed leaves what it did not use', async () => {
  await begin([{ grant: 0 }, { grant: 0 }], shared(6));
  await tickNow();
  await join(3);
  await store.removeSite('c', 1);
  await tickNow();
  expect(await scheduled()).toMatchObject([
    { site: 1, state: 'dry', granted: 0 },
    { site: 2, state: 'open', granted: 2 },
    { site: 3, state: 'open', granted: 0 },
  ]);
});

test('a site that was alone with the budget shares it with one that joins', async () => {
  await begin([{ grant: 6 }], shared(6));
  await join(2);
  await tickNow();
  expect(await grants()).toEqual([6, 0]);
  await leave(1, { status: 'no-work' });
  await tickNow();
  expect(await grants()).toEqual([6, 2]);
});

test('what a removed site had fetched is parsed before the crawl ends', async () => {
  await begin([{ due: past(), turn: 2, pending: new Map([[2, 'a']]) }]);
  await store.removeSite('c', 1);
  expect(await tickNow()).toBe(true);
  expect(names()).toEqual(['parse 1 2']);
  await store.commitParse('c', 1, { turn: 2, message: 'p', add: siteRow('c', 1).counters, due: 0 });
  expect(await tickNow()).toBe(false);
});

test('sites that wait for grants end when nothing is left, and the crawl with them', async () => {
  await begin([{ grant: 0 }, { grant: 0, parked: true }], shared(2));
  await tickNow();
  await leave(1, { turn: 1, used: 2, addPending: { turn: 1, attempt: 'a' } });
  await leave(1, { parked: true });
  await tickNow();
  expect((await store.readSites('c')).map(({ status }) => status)).toEqual(['active', 'active']);
  const rewards = { first: 0, pages: [1, 0] };
  await store.commitParse('c', 1, { turn: 1, message: 'p', add: siteRow('c', 1).counters, due: 0, rewards });
  expect(await tickNow()).toBe(true);
  expect((await store.readSites('c')).map(({ status }) => status)).toEqual(['page-budget', 'page-budget']);
  expect(await tickNow()).toBe(false);
  expect(await store.readCrawl('c')).toMatchObject({ state: 'unloading', finishReason: 'page-budget' });
});

test('a site without a rule ends when it has used up its own limit', async () => {
  await begin([{ parked: true, grant: 4, used: 4 }, {}]);
  expect(await tickNow()).toBe(true);
  expect((await store.readSites('c')).map(({ status }) => status)).toEqual(['page-budget', 'active']);
});

test('the deadline asks for a stop, of which every site is told that would see it late, once', async () => {
  const now = clock.now();
  const sites = [
    { due: dueAfter(now + 60_000) },
    { waiting: 'barrier' },
    { parked: true },
    { due: dueAfter(now) },
  ] as const;
  await begin(sites, { deadline: now });
  await tickNow();
  expect((await store.readCrawl('c'))?.stop).toBe('time-limit');
  expect(names()).toEqual(['fetch 1 1', 'fetch 3 1']);
  expect((await store.readSite('c', 3))?.parked).toBe(false);
  await tickNow();
  expect(names()).toHaveLength(2);
});

test('a finish condition of a plugin stops the crawl by its name', async () => {
  await begin([{ used: 7 }]);
  const enough = { name: 'enough', isMet: ({ pages }: { pages: number }) => pages >= 7 };
  await tick(budgeted({ clock, store, queue }), 'c', [enough]);
  expect(await store.readCrawl('c')).toMatchObject({ stop: 'stopped', stopCause: 'enough' });
});

test('resume keeps all grants within the limit when the rest of a lost site has gone to another', async () => {
  await begin(
    [
      { status: 'not-available', grant: 5, used: 1 },
      { status: 'page-budget', grant: 9, used: 8 },
    ],
    { limit: 10 },
  );
  await finish();
  const crawl = (await store.readCrawl('c'))!;
  expect(await resumeCrawl(budgeted({ clock, store, queue, objects: new MemoryObjects() }), crawl, crawl.spec)).toBe(
    true,
  );
  expect(await store.readSite('c', 1)).toMatchObject({ status: 'active', grant: 1 });
  expect(await store.readSite('c', 2)).toMatchObject({ status: 'page-budget' });
});

test('a site that was not available stays so where the budget has no page for it, and goes on with more', async () => {
  await begin(
    [
      { status: 'not-available', grant: 1, used: 1 },
      { status: 'page-budget', grant: 9, used: 9 },
    ],
    { limit: 10 },
  );
  await finish();
  const crawl = (await store.readCrawl('c'))!;
  const ports = budgeted({ clock, store, queue, objects: new MemoryObjects() });
  expect(await resumeCrawl(ports, crawl, crawl.spec)).toBe(false);
  expect(await store.readSite('c', 1)).toMatchObject({ status: 'not-available' });
  expect(await resumeCrawl(ports, crawl, { ...crawl.spec, limit: 11 })).toBe(true);
  expect(await store.readSite('c', 1)).toMatchObject({ status: 'active' });
});

test('a site that was not available stays so where those that were stopped go on with all pages that are left', async () => {
  await begin(
    [
      { status: 'not-available', grant: 2, used: 0 },
      { status: 'stopped', grant: 10, used: 6 },
    ],
    { limit: 10 },
  );
  const options = { gittinsN: 10, ucbM: 10, quantumSeconds: 60, grant: 10, inFlight: 8 };
  const schedule = decide(beginSchedule({ rule: 'ucb1', options, budget: 10, sites: [{ site: 2 }] }), [], 0).schedule;
  await store.writeSchedule('c', 0, schedule, []);
  await finish();
  const crawl = (await store.readCrawl('c'))!;
  const ports = budgeted({ clock, store, queue, objects: new MemoryObjects() });
  expect(await resumeCrawl(ports, crawl, crawl.spec)).toBe(true);
  expect(await store.readSite('c', 1)).toMatchObject({ status: 'not-available' });
  expect(await store.readSite('c', 2)).toMatchObject({ status: 'active', grant: 10 });
});

test('a start page that gave no page stays known where its site had not ended yet when the crawl did', async () => {
  const trouble = { failures: 2, startSkipped: { reason: 'robots' } } as const;
  await begin([{ status: 'stopped', trouble }]);
  await finish();
  const crawl = (await store.readCrawl('c'))!;
  await resumeCrawl(budgeted({ clock, store, queue, objects: new MemoryObjects() }), crawl, crawl.spec);
  expect(await store.readSite('c', 1)).toMatchObject({ status: 'active', trouble: { ...trouble, failures: 0 } });
});

test('resume asks again for a start page that could not be loaded', async () => {
  const phase = { level: 0, round: 2 };
  const trouble = { failures: 3, startFailed: 'network' } as const;
  await begin([{ status: 'not-available', turn: 3, phase, cursor: { turn: 2, offset: 1 }, trouble }]);
  await store.putChunk('c', 1, phase, 2, [{ ...entryOf('http://example.org/'), attempt: 3 }]);
  await finish();
  const crawl = (await store.readCrawl('c'))!;
  await resumeCrawl(budgeted({ clock, store, queue, objects: new MemoryObjects() }), crawl, crawl.spec);
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
  expect(await resumeCrawl(budgeted({ clock, store: watched, queue, objects }), crawl, crawl.spec)).toBe(true);
});

async function finish(): Promise<void> {
  await store.setState('c', 'running', 'unloading', { finishReason: 'page-budget' });
  await store.setState('c', 'unloading', 'finished', {});
}
