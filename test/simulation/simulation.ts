/**
 * Whole crawls on a virtual clock: the real steps and a real store (of one machine, or of AWS), between servers, a queue and processes that
 * do what they may do at worst. Everything follows from the seed of the plan, so that a walk can be had again.
 */

import type { Counters, Handled, LostTurn, Message, Outcome } from '../../shared/domain/protocol/crawl-state.ts';
import { BodyRoom, ownMb } from '../../shared/domain/protocol/fetch-memory.ts';
import { isToFetchAgain } from '../../shared/domain/protocol/lost-turn.ts';
import { leaseMs, protocol } from '../../shared/domain/protocol/protocol.ts';
import { withoutPages } from '../../shared/domain/protocol/unreadable-pages.ts';
import { needsBrowser, type ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { AddedSite } from '../../shared/domain/spec/resolve/added-site.ts';
import { changedSpec } from '../../shared/domain/spec/resolve/resume-changes.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import type { PageAnalyzer } from '../../shared/domain/turn/page-analyzer.ts';
import { decodeSegment, segmentName } from '../../shared/domain/turn/segment.ts';
import { TurnReader } from '../../shared/domain/turn/turn-reader.ts';
import { decodeTurnRecord, type TurnRecord } from '../../shared/domain/turn/turn-record.ts';
import type { Traverser } from '../../shared/ports/page-ports.ts';
import type { ObjectStore, Queue, SiteHosts, Wake } from '../../shared/ports/ports.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../shared/steps/fetch/turn.ts';
import { addSites } from '../../shared/steps/life/add-sites.ts';
import { fetchLost } from '../../shared/steps/life/lost-turns.ts';
import { resumeCrawl } from '../../shared/steps/life/resume-crawl.ts';
import { startCrawl } from '../../shared/steps/life/start-crawl.ts';
import { tick } from '../../shared/steps/life/tick.ts';
import { parseTurn } from '../../shared/steps/parse/parse-turn.ts';
import { createParseWorker, type ParseWorker, ReaderDied } from '../../shared/steps/parse/parse-worker.ts';
import { notingLost } from '../../shared/steps/unload/lost-segment.ts';
import { unloadCrawl, unloadSites } from '../../shared/steps/unload/unload-crawl.ts';
import { builtInWriters } from '../../shared/wings/graph/formats/built-in-writers.ts';
import type { ResultWriter } from '../../shared/wings/graph/formats/result-writer.ts';
import { resultParts } from '../../shared/wings/result-parts.ts';
import { sharedGrants } from '../../shared/wings/sets/budget/shared-budget.ts';
import { learntPicks } from '../../shared/wings/sets/order/page-picks.ts';
import type { ScheduledStore } from '../../shared/wings/sets/schedule/schedule-store.ts';
import { MemorySink } from '../pure/results/memory-sink.ts';
import { budgeted } from '../pure/steps/budgeted.ts';
import { type FoundUrl, foundUrls } from './result-urls.ts';
import { simulatedRendering } from './simulated-pages.ts';
import { type Client, FakeServers, reservedBytes } from './world/fake-servers.ts';
import { Random } from './world/random.ts';
import { SimulatedCrawl } from './world/simulated-crawl.ts';
import { outage, type ProcessFaults, SimulatedProcess } from './world/simulated-process.ts';
import { type OpenState, type SimulatedState, sqliteState } from './world/simulated-state.ts';
import type { SiteModel } from './world/site-model.ts';
import { type QueueFaults, UnreliableQueue } from './world/unreliable-queue.ts';
import { VirtualTime } from './world/virtual-time.ts';

export interface Plan {
  readonly seed: number;
  readonly models: ReadonlyMap<string, SiteModel>;
  readonly specs: readonly ResolvedSpec[];
  readonly urlsPerTurn: number;
  /** Pages that a process has memory for. Absent: any number. */
  readonly mostPages?: number;
  /** Workers wait no longer than this for a host's next start. */
  readonly longestWaitMs?: number;
  readonly processes: number;
  readonly skewMs: number;
  readonly tickMs: number;
  readonly queue: QueueFaults;
  readonly process: ProcessFaults;
  /** Instants at which the first crawl is asked to stop; it is resumed each time. */
  readonly stopsAt: readonly number[];
  /** Instants at which all processes die, and all messages with them, as on one machine; each crawl is resumed at once. */
  readonly killsAt?: readonly number[];
  /** The limit that the crawl, which has none, gets at the resume after the first kill. */
  readonly lateLimit?: number;
  /** Probability that bodies are lost within a second after they are stored. */
  readonly bodyLoss?: number;
  /** Instants at which an object is lost, bodies or a segment, drawn among those that are there. */
  readonly lossesAt?: readonly number[];
  /** Objects that are lost when a crawl has ended, before its results are written. */
  readonly lossesAtEnd?: number;
  /** Changes of the first crawl's sites meanwhile. A site that is added too late for that is there at a resume. */
  readonly siteChanges?: readonly SiteChange[];
  /** The first crawl fails at this instant and is deleted. */
  readonly deletedAt?: number;
  /** Off: lost wake-ups stay lost. */
  readonly sweeper: boolean;
  /** Paths of pages that end whoever reads them. */
  readonly killers?: ReadonlySet<string>;
  /** Others go on before each page that is read, as on the thread that keeps the state. Absent: at calls of ports only. */
  readonly pauses?: boolean;
  /** Another thread reads the pages, where a place reads apart: a page that kills ends that thread alone. */
  readonly readers?: boolean;
  /** The process that makes this port call (counted over all) dies at it. */
  readonly crashAt?: number;
}

export interface SiteChange {
  /** Instant. */
  readonly at: number;
  readonly add?: AddedSite;
  readonly remove?: number;
}

/** The faults that are made on purpose. */
export interface Mutation {
  /** Where the state is kept; absent: SQLite. */
  readonly openState?: OpenState;
  readonly fetchTurn?: typeof fetchTurn;
  readonly parseTurn?: typeof parseTurn;
  readonly traverser?: (traverser: Traverser) => Traverser;
  /** Deletes what there is of a crawl, as the functions of the place do. */
  readonly deletion?: (crawl: SimulatedCrawl, time: VirtualTime) => Promise<void>;
}

export interface CrawlResult {
  readonly finishReason: string;
  /** Pages of a budget, over all sites. */
  readonly used: number;
  /** By site number. */
  readonly sites: ReadonlyMap<
    number,
    { readonly status: string; readonly counters: Counters; readonly urls: ReadonlyMap<string, FoundUrl> }
  >;
  readonly files: ReadonlyMap<string, string>;
}

export interface WalkResult {
  /** The conditions that did not hold. */
  readonly breaches: readonly string[];
  readonly crawls: readonly CrawlResult[];
  readonly requests: ReadonlyMap<string, number>;
  readonly starts: FakeServers['starts'];
  readonly mostAlive: number;
  /** Hosts of which a process had requests open at once for a crawl, at most. */
  readonly mostHosts: number;
  /** How often a consumer put a message back. */
  readonly putBacks: number;
  /** Messages in all. */
  readonly sent: number;
  /** Instants at which a process may die. */
  readonly calls: number;
  readonly sweeps: number;
  readonly virtualMs: number;
  /** Turns whose objects were found lost, by what was lost. */
  readonly lost: Readonly<Record<LostTurn['what'], number>>;
}

/** Of a process with room for so many pages, as each is reserved; what a turn holds is smaller. */
function roomMb(pages: number): number {
  return ownMb + (pages * reservedBytes) / 2 ** 20;
}

/** A page ended the process that read it. */
class ReaderDeath extends Error {}

export const noQueueFaults: QueueFaults = { loss: 0, twin: 0, late: 0 };
export const noProcessFaults: ProcessFaults = { crash: 0, stall: 0, fail: 0 };

const longestVirtualMs = 48 * 3_600_000;
const longestWithoutSweeperMs = 2 * 3_600_000;
const mostSteps = 400_000;

export async function simulate(plan: Plan, mutation: Mutation = {}): Promise<WalkResult> {
  const simulation = new Simulation(plan, mutation);
  try {
    return await simulation.run();
  } finally {
    simulation.close();
  }
}

export class Simulation {
  readonly crawls: readonly SimulatedCrawl[];
  readonly queue: UnreliableQueue;
  private readonly plan: Plan;
  private readonly mutation: Mutation;
  private readonly state: SimulatedState;
  private readonly time = new VirtualTime();
  private readonly random: Random;
  private readonly servers: FakeServers;
  private readonly running: SimulatedProcess[] = [];
  /** Those that tick or resume. */
  private readonly helpers = new Set<SimulatedProcess>();
  private kills = 0;
  private readonly rooms = new Map<string, BodyRoom>();
  private readonly fetchWorkers = new Map<string, FetchWorker>();
  private readonly parseWorkers = new Map<string, ParseWorker>();
  private readonly breaches: string[] = [];
  private readonly stopsAt: number[];
  private openChanges: number;
  private readonly losses: Random;
  private lossesAtEnd: number;
  private processCount = 0;
  private calls = 0;
  private sweeps = 0;
  private steps = 0;

  constructor(plan: Plan, mutation: Mutation) {
    this.plan = plan;
    this.mutation = mutation;
    this.random = new Random(plan.seed ^ 0x5eed);
    this.state = (mutation.openState ?? sqliteState())(this.time, plan.seed);
    this.crawls = plan.specs.map((spec, index) => new SimulatedCrawl(`c${index + 1}`, spec, this.state.openStore()));
    this.servers = new FakeServers(this.time, plan.models, this.random.fork(), host => this.state.holder(host));
    this.queue = new UnreliableQueue(this.time, this.random.fork(), plan.queue, (message, deliveries) =>
      this.consume(message, deliveries),
    );
    this.stopsAt = [...plan.stopsAt];
    this.openChanges = plan.siteChanges?.length ?? 0;
    this.lossesAtEnd = plan.lossesAtEnd ?? 0;
    this.losses = new Random(plan.seed ^ 0x1057);
    for (let slot = 0; slot < plan.processes; slot += 1) this.running[slot] = this.startProcess(slot);
  }

  close(): void {
    this.state.close();
  }

  async run(): Promise<WalkResult> {
    await this.begin();
    const longest = this.plan.sweeper ? longestVirtualMs : longestWithoutSweeperMs;
    while (this.crawls.some(({ isOver }) => !isOver)) {
      this.steps += 1;
      const goesOn = this.time.now < longest && this.steps < mostSteps && this.breaches.length === 0;
      if (!goesOn || !(await this.time.step())) break;
    }
    await this.noteStuck();
    return await this.result();
  }

  /** Delivers messages once more, one after the other. */
  async replay(messages: readonly Message[]): Promise<void> {
    for (const message of messages) {
      let isHandled = false;
      void this.queue.replay(message).then(() => {
        isHandled = true;
      });
      while (!isHandled && (await this.time.step()));
    }
  }

  private async begin(): Promise<void> {
    for (const crawl of this.crawls) {
      const ports = { clock: this.wallClock(), store: crawl.store, queue: this.reliableQueue() };
      await startCrawl(budgeted(ports), crawl.id, crawl.rules);
      this.tickLater(crawl);
    }
    const [first] = this.crawls;
    for (const change of this.plan.siteChanges ?? [])
      this.time.after(change.at, () => void this.changeSites(first!, change));
    if (this.plan.deletedAt !== undefined) this.time.after(this.plan.deletedAt, () => void this.delete(first!));
    for (const at of this.plan.killsAt ?? []) this.time.after(at, () => void this.killAll());
    for (const at of this.plan.lossesAt ?? [])
      this.time.after(at, () => void this.loseWhileRunning(this.losses.pick(this.crawls)));
    for (const at of this.stopsAt)
      this.time.after(at, () => void first!.store.requestStop(first!.id, { reason: 'stopped' }));
  }

  private async changeSites({ store, id }: SimulatedCrawl, { add, remove }: SiteChange): Promise<void> {
    if (add !== undefined) await addSites({ store, budget: sharedGrants }, (await store.readCrawl(id))!, [add]);
    if (remove !== undefined) await store.removeSite(id, remove);
    this.openChanges -= 1;
  }

  private async delete(crawl: SimulatedCrawl): Promise<void> {
    if (crawl.isOver) return;
    await crawl.store.requestStop(crawl.id, { reason: 'stopped' });
    crawl.isDeleted = true;
    await this.mutation.deletion!(crawl, this.time);
    crawl.isOver = true;
  }

  private async loseWhileRunning(crawl: SimulatedCrawl): Promise<void> {
    if ((await crawl.row()).state === 'running') await this.loseObject(crawl);
  }

  private async loseObject({ objects }: SimulatedCrawl): Promise<void> {
    const names = [...(await objects.list('bodies/')), ...(await objects.list('segments/'))];
    if (names.length > 0) await objects.remove(this.losses.pick(names));
  }

  private async killAll(): Promise<void> {
    this.kills += 1;
    for (const process of [...this.running, ...this.helpers]) process.die();
    this.helpers.clear();
    this.queue.forgetAll();
    this.state.restart();
    for (const crawl of this.crawls) {
      const row = await crawl.row();
      if (crawl.isOver || row.state !== 'running') continue;
      this.tickLater(crawl);
      await resumeCrawl(budgeted(this.portsOf(this.startHelper(), crawl)), row, this.specAgain(row.spec));
    }
  }

  /** With the limit that a person sets at the first resume. */
  private specAgain(spec: ResolvedSpec): ResolvedSpec {
    const { lateLimit } = this.plan;
    return lateLimit === undefined || spec.limit !== undefined ? spec : changedSpec(spec, { limit: lateLimit });
  }

  private portsOf(process: SimulatedProcess, crawl: SimulatedCrawl) {
    return { clock: process.clock, ...this.statePorts(process, crawl) };
  }

  private startHelper(): SimulatedProcess {
    const helper = this.startProcess(-1);
    this.helpers.add(helper);
    return helper;
  }

  private wallClock() {
    const now = (): number => this.time.now;
    return { now, monotonic: now, sleep: async (ms: number) => await this.time.sleep(ms) };
  }

  private reliableQueue() {
    return {
      send: async (wakes: Parameters<FetchWorker['ports']['queue']['send']>[0]) => {
        for (const wake of wakes) this.queue.send(wake);
      },
    };
  }

  private startProcess(slot: number): SimulatedProcess {
    this.processCount += 1;
    const name = `w${slot}.${this.processCount}`;
    const { plan } = this;
    const world = { time: this.time, random: this.random, faults: plan.process };
    return new SimulatedProcess(name, world, this.random.int(0, plan.skewMs), {
      call: () => {
        this.calls += 1;
        return this.calls === plan.crashAt;
      },
      death: () => {
        this.servers.cutOff(name);
        if (slot >= 0) this.running[slot] = this.startProcess(slot);
      },
    });
  }

  private async consume(message: Message, deliveries: number): Promise<Handled | undefined> {
    const crawl = this.crawls.find(({ id }) => id === message.crawl)!;
    const process = this.random.pick(this.running);
    try {
      if (message.kind === 'fetch') return await this.fetch(process, this.fetchWorker(process, crawl), message);
      const worker = this.parseWorker(process, crawl);
      return await (this.mutation.parseTurn ?? parseTurn)(
        worker,
        message,
        this.state.readsApart ? undefined : deliveries,
      );
    } catch (error) {
      if (error instanceof ReaderDeath) return await new Promise<never>(() => undefined);
      // A twin may have parsed the turn meanwhile and removed its bodies; the queue delivers again.
      const text = error instanceof Error ? error.message : String(error);
      if (text !== outage && !/^bodies\/\S+ is missing$/.test(text))
        this.breaches.push(`${message.kind} threw: ${text}`);
      return undefined;
    }
  }

  private async fetch(process: SimulatedProcess, worker: FetchWorker, message: Message): Promise<Handled> {
    const bodies = this.roomOf(process)?.enter();
    const told = bodies === undefined ? worker : { ...worker, bodies };
    return await (this.mutation.fetchTurn ?? fetchTurn)(told, message).finally(() => bodies?.leave());
  }

  private roomOf({ name }: SimulatedProcess): BodyRoom | undefined {
    const { mostPages } = this.plan;
    if (mostPages === undefined) return undefined;
    const room = this.rooms.get(name) ?? new BodyRoom(roomMb(mostPages));
    this.rooms.set(name, room);
    return room;
  }

  private fetchWorker(process: SimulatedProcess, crawl: SimulatedCrawl): FetchWorker {
    const key = `${process.name} ${crawl.id}`;
    const known = this.fetchWorkers.get(key);
    if (known !== undefined) return known;
    const [site] = crawl.rules.spec.sites;
    const client: Client = {
      name: process.name,
      crawl: crawl.id,
      monotonic: process.clock.monotonic,
      isDead: () => process.isDead,
      delayMs: site!.delayMs,
      maxDownloads: site!.maxDownloads,
      attemptOf: address => crawl.attemptOf(address),
    };
    const ports = this.statePorts(process, crawl);
    let attempts = 0;
    const nothing = (): void => undefined;
    const worker: FetchWorker = {
      ports: budgeted({
        clock: process.clock,
        fetcher: this.servers.fetcherOf(client),
        ...ports,
        hosts: process.storeOf(crawl.store) as ScheduledStore & SiteHosts,
        picks: learntPicks({ ...ports, frontier: ports.store }),
        ids: {
          next: () => {
            attempts += 1;
            return `${process.name}#${crawl.id}.${attempts}`;
          },
          fraction: () => this.random.next(),
        },
        log: { fetched: nothing, part: nothing, failed: nothing, note: nothing },
      }),
      urlsPerTurn: this.plan.urlsPerTurn,
      softDeadlineMs: protocol.softDeadlineAwsMs,
      ...(this.plan.longestWaitMs !== undefined && { longestWaitMs: this.plan.longestWaitMs }),
      clockSkewMs: this.plan.skewMs,
      retryHeldMs: 5_000,
      signal: new AbortController().signal,
      rules: () => crawl.rules,
      robots: new Map(),
      ...this.rendering(process, crawl),
    };
    this.fetchWorkers.set(key, worker);
    return worker;
  }

  private rendering(process: SimulatedProcess, crawl: SimulatedCrawl): Pick<FetchWorker, 'rendering'> {
    if (!needsBrowser(crawl.rules.spec)) return {};
    const objects = process.objectsOf(crawl.objects);
    return { rendering: simulatedRendering(objects, process.clock.monotonic, this.mutation.traverser) };
  }

  private parseWorker(process: SimulatedProcess, crawl: SimulatedCrawl): ParseWorker {
    const key = `${process.name} ${crawl.id}`;
    const known = this.parseWorkers.get(key);
    if (known !== undefined) return known;
    const worker = createParseWorker(
      budgeted({ ...this.portsOf(process, crawl), log: { failed: () => undefined } }),
      () => crawl.rules,
      () => [this.killing(() => process.die())],
    );
    const { store } = this.portsOf(process, crawl);
    // Any call lets other processes go on, or ends this one.
    const pause = async (): Promise<void> => void (await store.readCrawl(crawl.id));
    const pausing = this.plan.pauses === true ? { ...worker, pause } : worker;
    const whole = this.state.readsApart ? { ...pausing, ...this.readingElsewhere(crawl, pause) } : pausing;
    this.parseWorkers.set(key, whole);
    return whole;
  }

  private readingElsewhere(
    crawl: SimulatedCrawl,
    pause: () => Promise<void>,
  ): Pick<ParseWorker, 'readApart' | 'readBeside'> {
    const { killers, readers } = this.plan;
    const readApart = readingApart(crawl, killers);
    if (readers !== true) return { readApart };
    const readBeside: ParseWorker['readBeside'] = async ({ rules: { spec }, home }, record, outcomes) => {
      await pause();
      if (killersIn(record, outcomes, killers).length > 0) throw new ReaderDied();
      const read = new TurnReader(spec, record.origin, [], home).read(record, outcomes);
      await pause();
      return read;
    };
    return { readApart, readBeside };
  }

  private killing(die: () => void): PageAnalyzer {
    const { killers } = this.plan;
    return {
      name: 'killing',
      analyze: ({ url }) => {
        if (!killers?.has(new URL(url).pathname)) return;
        die();
        throw new ReaderDeath();
      },
    };
  }

  private statePorts(process: SimulatedProcess, crawl: SimulatedCrawl) {
    const store = process.storeOf(crawl.store);
    return {
      store,
      objects: this.losingBodies(process.objectsOf(crawl.objects), crawl),
      queue: process.queueOf(wake => this.queue.send(wake)),
    };
  }

  private losingBodies(objects: ObjectStore, crawl: SimulatedCrawl): ObjectStore {
    const { bodyLoss = 0 } = this.plan;
    if (bodyLoss === 0) return objects;
    return {
      ...objects,
      put: async (name, parts) => {
        await objects.put(name, parts);
        if (name.startsWith('bodies/') && this.losses.chance(bodyLoss))
          this.time.after(this.losses.pick([0, 10, 50, 200, 1_000]), () => void crawl.objects.remove(name));
      },
    };
  }

  private tickLater(crawl: SimulatedCrawl): void {
    const { kills } = this;
    this.time.after(this.plan.tickMs, () => {
      if (kills === this.kills) void this.tickOnce(crawl);
    });
  }

  /** A tick that does not come to its end is followed by the next one all the same. */
  private async tickOnce(crawl: SimulatedCrawl): Promise<void> {
    if (crawl.isDeleted) return;
    const process = this.startHelper();
    const { kills } = this;
    const over = { isNext: false };
    const next = (): void => {
      this.helpers.delete(process);
      if (!over.isNext && !crawl.isOver && kills === this.kills) this.tickLater(crawl);
      over.isNext = true;
    };
    this.time.after(leaseMs, next);
    try {
      const queue = this.sweepingQueue(this.statePorts(process, crawl).queue);
      const store = this.sweepingStore(process.storeOf(crawl.store));
      if (await tick(budgeted({ clock: process.clock, store, queue }), crawl.id, [])) next();
      else await this.ended(crawl, next);
    } catch (error) {
      if (!(error instanceof Error) || error.message !== outage) this.breaches.push(`tick threw: ${String(error)}`);
    }
  }

  private sweepingStore(store: ScheduledStore): ScheduledStore {
    return new Proxy(store, {
      get: (target, name) => {
        if (name !== 'moveDue') return Reflect.get(target, name) as unknown;
        return async (...args: Parameters<ScheduledStore['moveDue']>) => {
          if (!this.plan.sweeper) return false;
          this.sweeps += 1;
          return await target.moveDue(...args);
        };
      },
    });
  }

  /** Messages of a tick beside grants, which name no `due`, are the sweeper's. */
  private sweepingQueue(queue: Queue): Queue {
    const isSent = ({ kind, due }: Wake): boolean => this.plan.sweeper || (kind === 'fetch' && due === undefined);
    return { send: async wakes => await queue.send(wakes.filter(isSent)) };
  }

  private async ended(crawl: SimulatedCrawl, next: () => void): Promise<void> {
    const row = await crawl.row();
    // A tick that was held up tells of what was before a resume.
    if (row.state === 'running') {
      next();
      return;
    }
    if (await this.fetchesLostTurns(crawl)) {
      next();
      return;
    }
    if (row.state === 'unloading') await crawl.store.setState(crawl.id, 'unloading', 'finished', {});
    const isChanging = this.openChanges > 0 && crawl === this.crawls[0];
    if (!isChanging && !(await isStopped(crawl))) {
      crawl.isOver = true;
      return;
    }
    this.time.after(60_000, next);
    const ports = budgeted(this.portsOf(this.startHelper(), crawl));
    await resumeCrawl(ports, await crawl.row(), (await crawl.row()).spec);
  }

  /** Segments are read as the unloader reads them; a stopped crawl is resumed by a person. */
  private async fetchesLostTurns(crawl: SimulatedCrawl): Promise<boolean> {
    for (; this.lossesAtEnd > 0; this.lossesAtEnd -= 1) await this.loseObject(crawl);
    const { store, objects, rules } = crawl;
    const onLost = notingLost(store, this.wallClock());
    const parts = resultParts({ store, objects }, rules, [], { onLost });
    for await (const _ of unloadSites(store, crawl.id, parts, new MemorySink()));
    const row = await crawl.row();
    if (row.stop !== undefined || !(await crawl.sites()).some(isToFetchAgain)) return false;
    await fetchLost(budgeted({ clock: this.wallClock(), store, queue: this.reliableQueue() }), row);
    return true;
  }

  private async countLost(): Promise<WalkResult['lost']> {
    const lost = (await Promise.all(this.crawls.map(async crawl => await crawl.sites()))).flat();
    const turns = lost.flatMap(site => site.lost ?? []);
    const of = (kind: LostTurn['what']): number => turns.filter(({ what }) => what === kind).length;
    return { bodies: of('bodies'), segment: of('segment') };
  }

  private async noteStuck(): Promise<void> {
    for (const crawl of this.crawls) {
      if (crawl.isOver || this.breaches.length > 0) continue;
      const sites = (await crawl.sites()).map(
        ({ site, status, turn, waiting, parked, pending, phase }) =>
          `${site} ${status} turn ${turn} waiting "${waiting}" parked ${parked} pending ${[...pending.keys()].join('+')} level ${phase.level}.${phase.round}`,
      );
      this.breaches.push(`${crawl.id} is stuck at ${this.time.now} ms: ${sites.join('; ')}`);
    }
  }

  private async result(): Promise<WalkResult> {
    const crawls: CrawlResult[] = [];
    for (const crawl of this.crawls) if (crawl.isOver && !crawl.isDeleted) crawls.push(await this.unload(crawl));
    return {
      breaches: [...this.breaches, ...this.servers.breaches, ...this.crawls.flatMap(({ breaches }) => breaches)],
      crawls,
      requests: this.servers.requests,
      starts: this.servers.starts,
      mostAlive: this.queue.mostAlive,
      mostHosts: this.servers.mostHosts,
      putBacks: this.queue.putBacks,
      sent: this.queue.sent.length,
      calls: this.calls,
      sweeps: this.sweeps,
      virtualMs: this.time.now,
      lost: await this.countLost(),
    };
  }

  private async unload(crawl: SimulatedCrawl): Promise<CrawlResult> {
    const row = await crawl.row();
    const urls = new Map<string, ReadonlyMap<string, FoundUrl>>();
    const collector: ResultWriter = {
      name: 'collector',
      write: async results => {
        urls.set(results.graph.origin, foundUrls(results));
      },
    };
    const sink = new MemorySink();
    try {
      // As every place does it: sites that joined are in the row's spec only.
      const parts = resultParts(crawl, createCrawlRules(row.spec), [builtInWriters.get('csv')!, collector]);
      const sites = unloadSites(crawl.store, crawl.id, parts, sink);
      const end = { crawl: crawl.id, sites, finishedAt: () => this.time.now, notices: [] };
      await unloadCrawl(crawl.store, end, parts, sink);
    } catch (error) {
      this.breaches.push(`unloading ${crawl.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const rows = await crawl.sites();
    const sites = rows.map(
      ({ site, status, origin, counters }) =>
        [site, { status, counters, urls: (status === 'same-as' ? undefined : urls.get(origin)) ?? new Map() }] as const,
    );
    await this.noteRepeatedPages(crawl);
    // The summary has times in it.
    sink.files.delete('crawl.json');
    const files = new Map([...sink.files].map(([name, bytes]) => [name, bytes.toString('latin1')]));
    const used = rows.reduce((sum, each) => sum + each.used, 0);
    return { finishReason: row.finishReason ?? '', used, sites: new Map(sites), files };
  }

  /** From what was stored: each URL ends once, whatever was asked for twice. */
  private async noteRepeatedPages(crawl: SimulatedCrawl): Promise<void> {
    const ended = new Set<string>();
    for (const { site, turn: last } of await crawl.sites())
      for (let turn = 1; turn <= last; turn += 1) {
        const name = segmentName(site, turn);
        if ((await crawl.objects.list(name)).every(each => each !== name)) continue;
        const { pages, phase } = decodeSegment(await crawl.objects.get(name));
        for (const { identity, outcome } of pages) {
          // A start page that could not be loaded is asked for again by resume.
          if (outcome.kind === 'retry' || (outcome.kind === 'skipped' && phase.level === 0)) continue;
          if (ended.has(`${site} ${identity}`)) this.breaches.push(`${crawl.id} committed ${identity} twice`);
          ended.add(`${site} ${identity}`);
        }
      }
  }
}

/** The process of its own that reads pages once more, and those after it: each page in the way ends one. */
/** Pages that are read and end whoever reads them. */
function killersIn(record: TurnRecord, outcomes: readonly Outcome[], killers?: ReadonlySet<string>): number[] {
  return record.entries.flatMap(({ entry }, page) =>
    killers?.has(new URL(entry.identity).pathname) === true && outcomes[page]!.kind === 'node' ? [page] : [],
  );
}

function readingApart(
  { objects }: SimulatedCrawl,
  killers?: ReadonlySet<string>,
): NonNullable<ParseWorker['readApart']> {
  return async ({ bodies, spec, origin, home, outcomes }) => {
    const record = decodeTurnRecord(await objects.get(bodies));
    const ended = killersIn(record, outcomes, killers).map(page => ({ page, why: 'killed' }));
    const left = withoutPages(
      outcomes,
      ended.map(({ page }) => page),
    );
    return { read: new TurnReader(spec, origin, [], home).read(record, left), killers: ended };
  };
}

/** A stop ended it, it lost turns after a stop that came too late for any site, or a site joined when it ended: a person resumes it. */
async function isStopped(crawl: SimulatedCrawl): Promise<boolean> {
  const { stop = 'stopped' } = await crawl.row();
  return (await crawl.sites()).some(site => site.status === stop || site.status === 'stopped' || isToFetchAgain(site));
}
