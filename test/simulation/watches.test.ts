/**
 * Watches on a virtual clock: two days of a source that publishes every hour, between processes that die, messages that are
 * lost, doubled or late, and kills of the whole machine.
 */
import { describe, expect, test } from 'vitest';
import { DynamoCalls } from '../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { wakeShards } from '../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import type { Write } from '../../shared/adapters/aws/dynamo/calls/dynamo-write.ts';
import { DynamoPublications } from '../../shared/adapters/aws/publications/dynamo-publications.ts';
import { removeWatch } from '../../shared/adapters/aws/publications/remove-watch.ts';
import { SqlitePublications } from '../../shared/adapters/local/publications/sqlite-publications.ts';
import { SqliteStore } from '../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { Message } from '../../shared/domain/protocol/crawl-state.ts';
import { leaseMs } from '../../shared/domain/protocol/protocol.ts';
import { type ResolvedSpec, watchDefaults } from '../../shared/domain/spec/crawl-spec.ts';
import type { CrawlStore, DueSources, SourceSettingsRows, WatchedAddresses } from '../../shared/ports/ports.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import { resumeCrawl } from '../../shared/steps/life/resume-crawl.ts';
import { startCrawl } from '../../shared/steps/life/start-crawl.ts';
import { tick } from '../../shared/steps/life/tick.ts';
import { wakeSources } from '../../shared/steps/life/wake-sources.ts';
import { parseTurn } from '../../shared/steps/parse/parse-turn.ts';
import { createParseWorker } from '../../shared/steps/parse/parse-worker.ts';
import type { PublicationStore } from '../../shared/wings/publications/store/publication-store.ts';
import { visitParser } from '../../shared/wings/publications/visits/visit-parser.ts';
import { entryAddress } from '../../shared/wings/publications/watch/entry-state.ts';
import { visitReader } from '../../shared/wings/publications/watch/visit-reader.ts';
import type { ScheduledStore } from '../../shared/wings/sets/schedule/schedule-store.ts';
import { MemoryDynamoDb } from '../pure/adapters/aws/memory-dynamodb.ts';
import { budgeted } from '../pure/steps/budgeted.ts';
import { specOf } from './plans.ts';
import { dynamoState, tables } from './world/dynamo-state.ts';
import { MemoryObjects } from './world/memory-objects.ts';
import { NewsSource } from './world/news-source.ts';
import { Random } from './world/random.ts';
import { SimulatedCrawl } from './world/simulated-crawl.ts';
import { outage, type ProcessFaults, SimulatedProcess } from './world/simulated-process.ts';
import { sqliteState } from './world/simulated-state.ts';
import { type QueueFaults, UnreliableQueue } from './world/unreliable-queue.ts';
import { VirtualTime } from './world/virtual-time.ts';

const hour = 3_600_000;
const lookS = 1_800;
const delayMs = 500;

type Store = ScheduledStore & WatchedAddresses & Pick<SourceSettingsRows, 'readSettings'> & Partial<DueSources>;
type Kept = Pick<PublicationStore, 'accept' | 'markLost' | 'find' | 'count'>;

interface Plan {
  readonly seed: number;
  readonly hours: number;
  readonly queue: QueueFaults;
  readonly process: ProcessFaults;
  /** How often all processes die at once, and their messages with them. */
  readonly kills: number;
  /** Hours for which nothing runs, after half of `hours`; it is awake for `hours` in all. */
  readonly asleep?: number;
  /** Articles that the feed names from the beginning, and of them those that a look takes. */
  readonly backlog?: number;
  readonly portion?: number;
  /** Rows in DynamoDB, and the clock of all watches in place of ticks. */
  readonly isAws?: boolean;
  /** In AWS, hours after which it is deleted as a watch that failed: its looks go on, and its messages come. */
  readonly deletedAfter?: number;
}

/** A way to break a watch. */
interface Break {
  readonly store?: (store: Store) => Store;
  /** The write of a deletion in place of its own. */
  readonly deletion?: (write: Write) => Write;
}

interface Result {
  readonly breaches: readonly string[];
  readonly publications: ReadonlyMap<string, { readonly version: number; readonly state: string }>;
  readonly count: number;
  readonly source: NewsSource;
  /** Rows of tables that hold what is under way. */
  readonly rows: number;
  readonly requests: number;
  /** Looks at the feed from falling asleep to half of an interval after waking. */
  readonly looksAfterSleep: number;
}

async function watchFor(plan: Plan, broken: Break = {}): Promise<Result> {
  const walk = new WatchWalk(plan, broken);
  try {
    return await walk.run();
  } finally {
    walk.close();
  }
}

/** Some hours, a deletion, and all messages once more. */
async function leftAfterDeletion(seed: number, broken: Break = {}): Promise<readonly string[]> {
  // Half of its articles are read when the deletion comes.
  const walk = new WatchWalk(
    {
      ...rough,
      seed,
      hours: 2,
      kills: 0,
      isAws: true,
      backlog: 80,
      portion: 10,
      deletedAfter: seed / 20,
      queue: { ...rough.queue, late: 0.5 },
    },
    broken,
  );
  try {
    const { breaches } = await walk.run();
    return [...breaches, ...(await walk.leftovers())];
  } finally {
    walk.close();
  }
}

class WatchWalk {
  private readonly plan: Plan;
  private readonly broken: Break;
  private readonly time = new VirtualTime();
  private readonly random: Random;
  private readonly sqlite: SqliteStore[] = [];
  private readonly state: ReturnType<ReturnType<typeof sqliteState>>;
  private readonly crawl: SimulatedCrawl;
  private readonly source: NewsSource;
  private readonly sqlitePublications = new SqlitePublications(':memory:');
  private readonly publications: Kept;
  private readonly queue: UnreliableQueue;
  private readonly breaches: string[] = [];
  private readonly spec: ResolvedSpec;
  private running: SimulatedProcess[] = [];
  private processes = 0;
  private attempts = 0;
  private kills = 0;
  private looksAfterSleep = 0;
  private readonly db: MemoryDynamoDb;
  private readonly publicationObjects = new MemoryObjects();

  constructor(plan: Plan, broken: Break) {
    this.plan = plan;
    this.broken = broken;
    this.random = new Random(plan.seed ^ 0x7a7c);
    this.time.now = Date.UTC(2026, 4, 5);
    const open = (...options: ConstructorParameters<typeof SqliteStore>): SqliteStore => {
      const store = new SqliteStore(...options);
      this.sqlite.push(store);
      return store;
    };
    const aws = plan.isAws ? dynamoState(dynamoFaults)(this.time, plan.seed) : undefined;
    this.db = aws?.db ?? new MemoryDynamoDb();
    this.state = aws ?? sqliteState(open)(this.time, plan.seed);
    this.publications = plan.isAws ? this.openPublications() : this.sqlitePublications;
    const holder = (): string => this.state.holder('news.example');
    this.source = new NewsSource(this.time, this.random.fork(), delayMs, holder, plan.backlog);
    const spec = specOf({ delayMs, sites: [{ url: `${this.source.origin}/` }] });
    this.spec = { ...spec, duplicates: 'keep', watch: { ...watchDefaults, recheckS: [3_600, 6 * 3_600] } };
    this.crawl = new SimulatedCrawl('w', this.spec, this.state.openStore());
    this.queue = new UnreliableQueue(this.time, this.random.fork(), plan.queue, message => this.consume(message));
    for (let slot = 0; slot < 3; slot += 1) this.running[slot] = this.start(slot);
  }

  close(): void {
    this.state.close();
    this.sqlitePublications.close();
  }

  /** A worker of its own each time, whose calls are not broken: `dynamo-publications.test.ts` does that. */
  private openPublications(): Kept {
    const { time, publicationObjects: objects } = this;
    let sleptMs = 0;
    const sleep = async (ms: number): Promise<void> => {
      sleptMs += ms;
    };
    const clock = { now: () => time.now, monotonic: () => time.now + sleptMs, sleep };
    const ids = { fraction: () => this.random.next() };
    const calls = this.openCalls();
    const open = () => new DynamoPublications({ calls, table: 'publications', crawl: 'w', objects, clock, ids });
    return {
      accept: async sightings => await open().accept(sightings),
      markLost: async (...given) => await open().markLost(...given),
      find: async (...given) => await open().find(...given),
      count: async () => await open().count(),
    };
  }

  private openCalls(): DynamoCalls {
    const { time } = this;
    const clock = { monotonic: () => time.now, sleep: async () => undefined };
    return new DynamoCalls({ client: this.db.client('command'), clock, ids: { fraction: () => this.random.next() } });
  }

  async run(): Promise<Result> {
    const { plan, time } = this;
    const { asleep = 0, deletedAfter } = plan;
    const end = time.now + (plan.hours + asleep) * hour;
    const feed = `${this.source.origin}/rss`;
    const entry = entryAddress({ identity: feed, address: feed, kind: 'feed' }, { due: time.now, fixedS: lookS });
    const clock = { now: () => time.now, monotonic: () => time.now, sleep: async (ms: number) => await time.sleep(ms) };
    const queue = {
      send: async (wakes: readonly Parameters<typeof this.queue.send>[0][]) => {
        for (const each of wakes) this.queue.send(each);
      },
    };
    const store = this.crawl.store as unknown as Store;
    await store.watch('w', 1, [entry]);
    await startCrawl(budgeted({ clock, store, queue } as never), 'w', this.crawl.rules);
    await store.addWake?.('w', 1, time.now);
    this.tickLater();
    for (let kill = 0; kill < plan.kills; kill += 1)
      time.after(this.random.int(hour, (plan.hours - 8) * hour), () => void this.killAll());
    if (deletedAfter !== undefined) time.after(deletedAfter * hour, () => void this.delete());
    if (asleep > 0) time.after((plan.hours / 2) * hour, () => void this.sleep(asleep * hour));
    while (time.now < end && this.breaches.length === 0 && (await time.step()));
    return await this.result();
  }

  private async result(): Promise<Result> {
    const found = await this.publications.find({}, 10_000);
    const tables = this.plan.isAws ? [] : ['frontier', 'looks', 'turns', 'pending'];
    const rows = tables.map(table => this.countOf(table));
    return {
      breaches: [...this.breaches, ...this.crawl.breaches, ...this.source.breaches],
      publications: new Map(found.map(({ identity, version, state }) => [identity, { version, state }] as const)),
      count: await this.publications.count(),
      source: this.source,
      rows: rows.reduce((sum, count) => sum + count, 0),
      requests: this.source.requests,
      looksAfterSleep: this.looksAfterSleep,
    };
  }

  private countOf(table: string): number {
    const db = Reflect.get(this.sqlite[0]!, 'db') as { get(sql: string): Record<string, unknown> };
    return Number(db.get(`SELECT count(*) AS count FROM ${table}`)['count']);
  }

  private start(slot: number, faults = this.plan.process): SimulatedProcess {
    this.processes += 1;
    const world = { time: this.time, random: this.random, faults };
    return new SimulatedProcess(`w${slot}.${this.processes}`, world, 0, {
      call: () => false,
      death: () => {
        if (slot >= 0) this.running[slot] = this.start(slot);
      },
    });
  }

  private storeOf(process: SimulatedProcess): Store {
    const store = process.storeOf(this.crawl.store) as unknown as Store;
    return this.broken.store?.(store) ?? store;
  }

  private portsOf(process: SimulatedProcess) {
    return {
      clock: process.clock,
      store: this.storeOf(process),
      objects: process.objectsOf(this.crawl.objects),
      queue: process.queueOf(wake => this.queue.send(wake)),
    };
  }

  private async consume(message: Message) {
    const process = this.random.pick(this.running);
    try {
      return message.kind === 'fetch' ? await this.fetch(process, message) : await this.parse(process, message);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (text !== outage && !/^bodies\/\S+ is missing$|^the watch w was deleted$/.test(text))
        this.breaches.push(`${message.kind}: ${text}`);
      return undefined;
    }
  }

  private async fetch(process: SimulatedProcess, message: Message) {
    const nothing = (): void => undefined;
    const ports = this.portsOf(process);
    const client = { name: process.name, monotonic: process.clock.monotonic, isDead: () => process.isDead };
    const next = (): string => {
      this.attempts += 1;
      return `${process.name}#${this.attempts}`;
    };
    return await fetchTurn(
      {
        ports: budgeted({
          ...ports,
          watched: ports.store,
          fetcher: this.source.fetcherOf(client),
          ids: { next, fraction: () => this.random.next() },
          log: { fetched: nothing, part: nothing, failed: nothing, note: nothing },
        }),
        ...{ urlsPerTurn: 20, clockSkewMs: 0, retryHeldMs: 5_000, signal: new AbortController().signal },
        ...{ rules: () => this.crawl.rules, robots: new Map() },
      },
      message,
    );
  }

  private async parse(process: SimulatedProcess, message: Message) {
    const ports = this.portsOf(process);
    const kept = {
      accept: async (...args: Parameters<Kept['accept']>) =>
        await process.call(() => this.publications.accept(...args)),
      markLost: async (...args: Parameters<Kept['markLost']>) =>
        await process.call(() => this.publications.markLost(...args)),
    };
    const reader = visitReader(kept, this.spec.watch!);
    const worker = createParseWorker(
      budgeted({ ...ports, log: { failed: () => undefined } }),
      () => this.crawl.rules,
      () => [],
    );
    const { portion } = this.plan;
    const watch = visitParser({ reader, watched: ports.store, ...(portion !== undefined && { portion }) });
    return await parseTurn({ ...worker, parsers: { watch } }, message);
  }

  private tickLater(): void {
    const { kills } = this;
    this.time.after(20_000, () => {
      if (kills === this.kills) void this.tickOnce();
    });
  }

  private async tickOnce(): Promise<void> {
    const process = this.start(-1);
    const { kills } = this;
    let isNext = false;
    const next = (): void => {
      if (!isNext && kills === this.kills) this.tickLater();
      isNext = true;
    };
    this.time.after(leaseMs, next);
    try {
      if (this.plan.isAws) await this.wakeAll(process);
      else if (!(await tick(budgeted(this.portsOf(process)), 'w', []))) this.breaches.push('the watch has ended');
      next();
    } catch (error) {
      if (!(error instanceof Error) || error.message !== outage) this.breaches.push(`tick: ${String(error)}`);
    }
  }

  /** As the function does, piece by piece, while looks are under way. */
  private async delete(): Promise<void> {
    const calls = this.openCalls();
    const { deletion = (write: Write) => write } = this.broken;
    const write = calls.write.bind(calls);
    calls.write = async (each, returns) => await write(deletion(each), returns);
    await this.crawl.store.requestStop('w', { reason: 'stopped' });
    for (let isDone = false, waitSeconds: number | undefined; !isDone; ) {
      const ttl = Math.ceil(this.time.now / 1000) + 24 * 3600;
      let looks = this.random.int(0, 3);
      const isOver = (): boolean => {
        looks -= 1;
        return looks < 0;
      };
      ({ isDone, waitSeconds } = await removeWatch(
        { calls, tables: { ...tables, publications: 'publications' }, ttl },
        'w',
        isOver,
      ));
      for (const objects of [this.publicationObjects, this.crawl.objects])
        for (const name of isDone || waitSeconds !== undefined ? await objects.list('') : [])
          await objects.remove(name);
      await this.time.sleep(waitSeconds === undefined ? this.random.int(0, 30_000) : waitSeconds * 1_000);
    }
  }

  /** Rows and objects of a deleted watch when its last rows have expired and each message has come once more. */
  async leftovers(): Promise<readonly string[]> {
    const askedBefore = this.source.requests;
    this.db.expire(this.time.now + 2 * 24 * hour);
    for (const message of this.queue.sent) void this.queue.replay(message);
    for (const end = this.time.now + hour; this.time.now < end && (await this.time.step()); );
    this.db.expire(this.time.now + 2 * 24 * hour);
    const asked = this.source.requests - askedBefore;
    return [
      ...this.db.keysOfCrawl('w'),
      ...(await this.publicationObjects.list('')),
      ...(await this.crawl.objects.list('')),
      ...(asked === 0 ? [] : [`${asked} requests after the end`]),
      ...(this.queue.aliveCount === 0 ? [] : [`${this.queue.aliveCount} messages come for ever`]),
    ];
  }

  /** The machine is switched off, and on again by a person. */
  private async sleep(ms: number): Promise<void> {
    this.stopAll();
    const before = this.source.looks;
    this.time.after(ms, () => void this.wake());
    this.time.after(ms + (lookS * 1000) / 2, () => {
      this.looksAfterSleep = this.source.looks - before;
    });
  }

  private stopAll(): void {
    this.kills += 1;
    for (const process of this.running) process.die();
    this.queue.forgetAll();
    this.state.restart();
  }

  private async wakeAll(process: SimulatedProcess): Promise<void> {
    const ports = this.portsOf(process) as unknown as Parameters<typeof wakeSources>[0];
    for (let shard = 0; shard < wakeShards; shard += 1) await wakeSources(ports, shard, () => false);
  }

  private async killAll(): Promise<void> {
    this.stopAll();
    await this.wake();
  }

  private async wake(): Promise<void> {
    // In AWS nobody resumes anything: queues lose what they had, and the clock goes on.
    if (this.plan.isAws) return this.tickLater();
    const row = await this.crawl.row();
    // A person who resumes by hand does so until it works.
    const helper = this.start(-1, quiet.process);
    this.tickLater();
    await resumeCrawl(budgeted(this.portsOf(helper)) as never, row, row.spec);
  }
}

const quiet = { queue: { loss: 0, twin: 0, late: 0 }, process: { crash: 0, stall: 0, fail: 0 }, kills: 0 };
const rough = {
  queue: { loss: 0.05, twin: 0.2, late: 0.05 },
  process: { crash: 0.004, stall: 0.001, fail: 0.004 },
  kills: 12,
};
const dynamoFaults = { throttled: 0.01, conflict: 0.02, lostAnswer: 0.01 };
const hours = 40;

/** The facts that differ from those that the source has published, of articles that are old enough to have been looked at again. */
function faultsOf({ breaches, publications, count, source }: Result): readonly string[] {
  const faults = [...breaches];
  if (count !== publications.size) faults.push(`${count} publications at ${publications.size} addresses`);
  for (const { url, isChanged, isGone, isOld } of source.articles(8 * hour)) {
    const found = publications.get(url);
    if (isOld && (isGone || found?.version === 1)) continue;
    if (found === undefined) faults.push(`${url} is missing`);
    else if (found.version !== (isChanged ? 2 : 1)) faults.push(`${url} has version ${found.version}`);
    else if ((found.state === 'gone') !== isGone) faults.push(`${url} is ${found.state}`);
  }
  for (const { url, isOld } of source.articles(hour))
    if (!isOld && !publications.has(url)) faults.push(`${url} is missing`);
  return faults;
}

describe('a watch', { timeout: 600_000 }, () => {
  test('takes every publication once, sees changes and what is gone, and keeps nothing of its visits', async () => {
    const result = await watchFor({ seed: 1, hours, ...quiet });
    expect(faultsOf(result)).toEqual([]);
    expect(result.count).toBeGreaterThan(hours - 2);
    expect(result.rows).toBe(0);
    // Every look at the feed, each article and its two further looks, robots.txt and the start page.
    expect(result.requests).toBeLessThanOrEqual(2 * hours + 2 + 3 * (hours + 1) + 4);
  });

  test('that slept for a week looks at its feed once, and at each publication once, and goes on as before', async () => {
    const result = await watchFor({ seed: 3, hours, asleep: 7 * 24, ...quiet });
    expect(result.breaches).toEqual([]);
    expect(result.looksAfterSleep).toBe(1);
    expect(result.count).toBe(result.publications.size);
    // Asleep it asked for nothing: no more than a watch that was awake for as long, and what it slept through once.
    expect(result.requests).toBeLessThanOrEqual(2 * hours + 2 + 3 * (hours + 1) + 4 + hours);
    for (const { url, isChanged, isGone } of result.source.articles(8 * hour)) {
      const number = Number(/\d+/.exec(url)?.[0]);
      // An item that came meanwhile may have been changed before anybody saw it, and the feed names the newest six only.
      if (number > hours / 2 - 1 && number <= hours / 2 + 7 * 24) continue;
      const found = result.publications.get(url);
      expect([url, found?.version, found?.state === 'gone']).toEqual([url, isChanged ? 2 : 1, isGone]);
    }
  });

  test('does so whatever dies, is lost, doubled or late', async () => {
    for (let seed = 1; seed <= 4; seed += 1) {
      const result = await watchFor({ seed, hours, ...rough });
      expect(faultsOf(result), `seed ${seed}`).toEqual([]);
      expect(result.rows, `seed ${seed}`).toBeLessThan(40);
    }
  });

  test('does so in AWS, woken by the clock of all watches', async () => {
    const result = await watchFor({ seed: 1, hours, ...quiet, isAws: true });
    expect(faultsOf(result)).toEqual([]);
    expect(result.requests).toBeLessThanOrEqual(2 * hours + 2 + 3 * (hours + 1) + 4);
    for (let seed = 1; seed <= 2; seed += 1)
      expect(faultsOf(await watchFor({ seed, hours, ...rough, isAws: true })), `seed ${seed}`).toEqual([]);
  });

  test('takes a long feed in portions, whatever dies, in both places', async () => {
    const long = { hours: 10, backlog: 30, portion: 5 };
    const result = await watchFor({ seed: 1, ...long, ...quiet });
    expect(faultsOf(result)).toEqual([]);
    // Beside the looks at its interval, one for each further portion.
    expect(result.source.looks).toBeGreaterThanOrEqual(2 * long.hours - 1 + 6);
    expect(result.source.looks).toBeLessThanOrEqual(2 * long.hours + 2 + 6);
    for (const isAws of [false, true])
      expect(faultsOf(await watchFor({ seed: 2, ...long, ...rough, kills: 3, isAws })), `AWS: ${isAws}`).toEqual([]);
  });

  test('that is deleted leaves nothing, whatever its looks do meanwhile, and asks nothing of its source any more', async () => {
    for (let seed = 1; seed <= 6; seed += 1) expect(await leftAfterDeletion(seed), `seed ${seed}`).toEqual([]);
  });

  test.each(Object.entries(badDeletions))('a deletion is found out: %s', async (_, broken) => {
    const left: string[] = [];
    for (let seed = 1; seed <= 20 && left.length === 0; seed += 1)
      left.push(...(await leftAfterDeletion(seed, broken)));
    expect(left).not.toEqual([]);
  });

  test('that is broken is found out', async () => {
    const faults = await Promise.all(
      Object.values(breaks).map(async broken => faultsOf(await watchFor({ seed: 2, hours: 24, ...rough }, broken))),
    );
    const found = Object.fromEntries(Object.keys(breaks).map((name, index) => [name, faults[index]!.length > 0]));
    expect(found).toEqual(Object.fromEntries(Object.keys(breaks).map(name => [name, true])));
  });
});

function changed(change: (store: Store) => Partial<Store>): (store: Store) => Store {
  return store => {
    const own = change(store);
    return new Proxy(store, { get: (target, name) => Reflect.get(name in own ? own : target, name) as unknown });
  };
}

/** Writes of a deletion without some of their attributes. */
function without(...names: readonly string[]): Break {
  return {
    deletion: ({ set = {}, ...write }) => ({
      ...write,
      set: Object.fromEntries(Object.entries(set).filter(([name]) => !names.includes(name))),
    }),
  };
}

const badDeletions: Readonly<Record<string, Break>> = {
  // Each of them alone is made up for by the other.
  'turns stay pending, and changes are not refused': without('pending', 'isRemoved'),
};

const breaks: Readonly<Record<string, Break>> = {
  'a source that rests never wakes': {
    store: changed(store => ({
      dueAddresses: async (crawl, site, now, most) => await store.dueAddresses(crawl, site, now - 30 * hour, most),
    })),
  },
  'looks are forgotten with the commit': {
    store: changed(store => ({
      commitParse: async (crawl, site, { watch: _, ...commit }: Parameters<CrawlStore['commitParse']>[2]) =>
        await store.commitParse(crawl, site, commit),
    })),
  },
  'an entry of a chunk is no look any more': {
    store: changed(store => ({
      readChunks: async (...args) =>
        (await store.readChunks(...args)).map(({ cursor, entry: { look: _, ...entry } }) => ({ cursor, entry })),
    })),
  },
};
