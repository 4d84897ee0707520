/**
 * One crawl through the AWS adapters on a virtual clock, with all that it uses counted. The times of the network and of the
 * services are assumed, below; what is called how often, and how large items are, is measured.
 */

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { secondsToNext, waitsItself } from '../../functions/aws/life/tick-wait.ts';
import type { Usage } from '../../shared/adapters/aws/aws-prices.ts';
import type { DynamoTables } from '../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { openDynamoStore } from '../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { decodeMessage } from '../../shared/adapters/aws/queue-message.ts';
import { S3Objects } from '../../shared/adapters/aws/s3-objects.ts';
import { SqsQueue } from '../../shared/adapters/aws/sqs-queue.ts';
import type { Message, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { turnsThatFit } from '../../shared/domain/protocol/fetch-memory.ts';
import { protocol, turnsAws } from '../../shared/domain/protocol/protocol.ts';
import { robotsPolicyNamed } from '../../shared/domain/robots/robots-policy.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { createFetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import type { ObjectStore, Ports, Queue } from '../../shared/ports/ports.ts';
import type { ResultSink } from '../../shared/ports/result-ports.ts';
import { watchedUsage } from '../../shared/report/crawl-usage.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import { startCrawl } from '../../shared/steps/life/start-crawl.ts';
import { tick } from '../../shared/steps/life/tick.ts';
import { parseTurn } from '../../shared/steps/parse/parse-turn.ts';
import { createParseWorker, type ParseWorker } from '../../shared/steps/parse/parse-worker.ts';
import { unloadCrawl, unloadSites } from '../../shared/steps/unload/unload-crawl.ts';
import { builtInWriters } from '../../shared/wings/graph/formats/built-in-writers.ts';
import { resultParts } from '../../shared/wings/result-parts.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import type { ScheduledStore } from '../../shared/wings/sets/schedule/schedule-store.ts';
import { pathOf } from '../servers/generated-page.ts';
import { CountedCalls, gbMonths } from './counted-calls.ts';
import { CountedSite, SiteFetcher } from './counted-site.ts';
import { SimulatedConsumer, type Workers } from './simulated-consumer.ts';
import { memoryS3, memorySqs } from './stand-ins.ts';
import { VirtualClock, withLatency } from './virtual-clock.ts';

export interface CostSetup {
  readonly dynamo: DynamoDBClient;
  readonly tables: DynamoTables;
  readonly hosts: number;
  readonly pagesPerHost: number;
  readonly seed: number;
  readonly delayMs: number;
  readonly fetchMemoryMb: number;
  readonly fetchWindowMs: number;
  /** New external links of each page, beside those to 400 hosts that all sites have. */
  readonly newLinks?: number;
  /** Absent: `sticky`. */
  readonly workers?: Workers;
  /** Further settings of the spec, e.g. a page budget and the rule that shares it. */
  readonly settings?: CrawlSpec;
  /** Gets the host and the instant (virtual ms) of each request. */
  readonly begun?: (host: string, at: number) => void;
}

export interface CostCount {
  /** Claimed URLs with an outcome: nodes, redirects, duplicates and skipped ones. */
  readonly pages: number;
  /** Unique external links; bad ones the site has none. */
  readonly newLinks: number;
  readonly usage: Usage;
  readonly calls: ReadonlyMap<string, number>;
  /** Virtual time from the start to the last file. */
  readonly elapsedMs: number;
}

const id = 'crawl-01JD0000000000000000000000';
/** Milliseconds of a call to each service, and of the claims of a turn one after the other, 64 at once. */
const latency = { dynamo: 8, claimsAtOnce: 64, s3: 40, sqs: 12 };
/** CPU of a parse Lambda with the memory below, for a page. */
const parsePageMs = 5;
const parse = { batchSize: 10, windowMs: 0, mostAtOnce: 10, memoryMb: 1024 };
const unload = { memoryMb: 1024, msPerPage: 1 };
/** Wait, Tick, Choice. */
const transitionsPerTick = 3;
/** Time and memory of a tick, and the longest time of a call of its function (infra/crawler-stack.ts). */
const tickSeconds = 0.1;
const tickMemoryMb = 384;
const tickTimeoutMs = 120_000;
/** By default (infra/settings.ts). */
const kept = { retentionMs: 90 * 86_400_000, claimsMs: 30 * 86_400_000 };
/** Items live for 60 days more, which is the longest life of a crawl. */
const claimLifeDays = 90;
const rowLifeDays = 150;
/** The table of crawls is stored and, at $0.20 a month beside $0.25, has a backup of each second. */
const withBackup = 1.8;
/** A day less than four weeks and `retentionMs` (infra/object-bucket.ts). */
const resultLifeDays = 92;
const stopLookAgeMs = 1_900;

export async function countCrawl(setup: CostSetup): Promise<CostCount> {
  return (await countTogether([setup]))[0]!;
}

/** Crawls that are started at the same instant. They may share hosts and tables; each has its own client and workers. */
export async function countTogether(setups: readonly CostSetup[]): Promise<readonly CostCount[]> {
  const clock = new VirtualClock();
  const all = setups.map((setup, n) => new CountedCrawl(setup, clock, `${id.slice(0, -1)}${n}`));
  for (const crawl of all) clock.launch(crawl.live());
  await clock.run(() => all.every(({ isOver }) => isOver));
  return all.map(crawl => crawl.count());
}

class CountedCrawl {
  private readonly setup: CostSetup;
  private readonly clock: VirtualClock;
  private readonly id: string;
  private sites: readonly SiteRow[] | undefined;
  private endedAt = 0;
  private readonly counted = new CountedCalls();
  private readonly fetching: SimulatedConsumer;
  private readonly parsing: SimulatedConsumer;
  private readonly ids: Ports['ids'];
  private readonly queue: Queue;
  private readonly objects: ObjectStore;
  private readonly store: ScheduledStore;
  private readonly fetchStore: ScheduledStore;
  private readonly rules;
  /** Of each host, all and those of turns that were parsed. */
  private readonly requests = new Map<string, number>();
  private readonly parsed = new Map<string, number>();
  private messages = 0;
  private ticks = 0;
  /** When the call that ticks would be cut off. */
  private tickEnd = tickTimeoutMs;
  private readonly startedAt;
  private names = 0;

  constructor(setup: CostSetup, clock: VirtualClock, id: string) {
    this.setup = setup;
    this.clock = clock;
    this.id = id;
    this.startedAt = this.clock.now();
    this.ids = { next: () => this.nextName(), fraction: () => 0.5 };
    const sites = Array.from({ length: setup.hosts }, (_, host) => ({ url: `http://host-${host}.test${pathOf(0)}` }));
    const layer = readSpec({ sites, delayMs: setup.delayMs, ...setup.settings }, path => path.join('.'));
    this.rules = createFetchRules(resolveSpec([layer]), robotsPolicyNamed('obey'));
    this.counted.count('dynamodb', setup.dynamo);
    this.store = this.openStore(0);
    this.fetchStore = this.openStore(stopLookAgeMs);
    this.queue = this.openQueue();
    this.objects = this.openObjects();
    this.fetching = this.openFetching();
    this.parsing = this.openParsing();
  }

  private get workers(): Workers {
    return this.setup.workers ?? 'sticky';
  }

  get isOver(): boolean {
    return this.sites !== undefined;
  }

  count(): CostCount {
    const sum = (of: (row: SiteRow) => number): number => this.sites!.reduce((total, row) => total + of(row), 0);
    const { pages, links, crawls } = this.setup.tables;
    const bytes = (table: string): number => this.counted.storedBytes(table);
    const tableGbMonth =
      gbMonths(bytes(pages), claimLifeDays) + gbMonths(bytes(links) + bytes(crawls) * withBackup, rowLifeDays);
    const { lambdaRequest, stateTransition } = this.counted.usage;
    const watched = watchedUsage(lambdaRequest + stateTransition, this.endedAt / 1_000);
    const usage = { ...this.counted.usage, tableGbMonth, ...watched };
    const { calls } = this.counted;
    return {
      pages: sum(({ counters: { nodes, redirects, duplicates, skipped } }) => nodes + redirects + duplicates + skipped),
      newLinks: sum(({ counters }) => counters.newExternalLinks),
      usage,
      calls,
      elapsedMs: this.endedAt,
    };
  }

  /** The state machine: start, tick until no site is active, unload. */
  async live(): Promise<void> {
    const { clock, store, queue, id } = this;
    const ports = { clock, store, queue, budget: sharedBudget({ clock, store, queue }) };
    await startCrawl(ports, id, this.rules);
    do {
      await this.waitForTick();
    } while (await tick(ports, id, []));
    const sites = await this.store.readSites(id);
    const pages = sites.reduce((sum, { used }) => sum + used, 0);
    const writers = ['csv', 'gexf'].map(format => builtInWriters.get(format)!);
    const parts = resultParts({ store: this.store, objects: this.objects }, this.rules, writers);
    const results = unloadSites(this.store, id, parts, this.sink());
    const end = { crawl: id, sites: results, finishedAt: () => this.clock.now(), notices: [] };
    await unloadCrawl(this.store, end, parts, this.sink());
    const seconds = (pages * unload.msPerPage) / 1000;
    this.counted.add({ lambdaRequest: 1, lambdaGbSecond: (unload.memoryMb / 1024) * seconds });
    this.endedAt = clock.monotonic();
    this.sites = sites;
  }

  /** As functions/aws/tick.ts: short waits pass in the function, which is called anew once it has no time left. */
  private async waitForTick(): Promise<void> {
    const waitSeconds = secondsToNext({ startedAt: this.startedAt }, this.ticks, this.clock.now());
    const ticked = { crawl: this.id, run: 1, ticks: this.ticks, running: true, waitSeconds, renew: false };
    const isOwn = waitsItself(ticked, this.tickEnd - this.clock.monotonic());
    await this.clock.sleep(waitSeconds * 1_000);
    this.ticks += 1;
    const gb = tickMemoryMb / 1024;
    if (isOwn) return this.counted.add({ lambdaGbSecond: gb * (waitSeconds + tickSeconds) });
    this.tickEnd = this.clock.monotonic() + tickTimeoutMs;
    this.counted.add({ stateTransition: transitionsPerTick, lambdaRequest: 1, lambdaGbSecond: gb * tickSeconds });
  }

  private openStore(crawlAgeMs: number): ScheduledStore {
    const { dynamo: client, tables } = this.setup;
    const { clock, ids } = this;
    const store = openDynamoStore({ client, tables, clock, ids, ...kept, crawlAgeMs });
    return withLatency(clock, store, (_, parameters) => {
      const items = Math.max(1, ...parameters.map(parameter => (Array.isArray(parameter) ? parameter.length : 1)));
      return latency.dynamo * Math.ceil(items / latency.claimsAtOnce);
    });
  }

  private openQueue(): Queue {
    const sqs = memorySqs((url, body, delayMs) => {
      this.messages += 1;
      const message = decodeMessage(body, `message-${this.messages}`);
      this.clock.after(delayMs, () => (url === 'fetch' ? this.fetching : this.parsing).deliver(message));
    });
    this.counted.count('sqs', sqs);
    const queue = new SqsQueue({ client: sqs, urls: { fetch: 'fetch', parse: 'parse' }, clock: this.clock });
    return withLatency(this.clock, queue, () => latency.sqs);
  }

  private openObjects(): ObjectStore {
    const s3 = memoryS3();
    this.counted.count('s3', s3);
    const objects = new S3Objects({ client: s3, bucket: 'bucket', crawl: this.id });
    return withLatency(this.clock, objects, () => latency.s3);
  }

  private openFetching(): SimulatedConsumer {
    const { fetchMemoryMb: memoryMb, fetchWindowMs: windowMs } = this.setup;
    const { clock, counted, ids, queue, objects, rules, fetchStore: store } = this;
    const worker = {
      ports: {
        clock,
        store,
        objects,
        queue,
        budget: sharedBudget({ clock, store, queue }),
        ids,
        fetcher: new SiteFetcher(clock, sitesOf(this.setup), (host, at) => {
          this.requests.set(host, (this.requests.get(host) ?? 0) + 1);
          this.setup.begun?.(host, at);
        }),
        log,
      },
      ...turnsAws,
      clockSkewMs: protocol.clockSkewMs,
      retryHeldMs: protocol.maxMessageDelayMs,
      signal: new AbortController().signal,
      rules: () => rules,
      robots: new Map(),
    };
    const batchSize = turnsThatFit(memoryMb);
    return new SimulatedConsumer({
      ...{ clock, counted, batchSize, windowMs, mostAtOnce: 10, memoryMb, workers: this.workers },
      lane: ({ id: message }) => message,
      handle: async (_, message) => await fetchTurn(worker, message),
    });
  }

  /** Since the last parse of the site, whose number begins at 1. */
  private newRequests(site: number): number {
    const host = `host-${site - 1}.test`;
    const all = this.requests.get(host) ?? 0;
    const before = this.parsed.get(host) ?? 0;
    this.parsed.set(host, all);
    return all - before;
  }

  private openParsing(): SimulatedConsumer {
    const { clock, counted, queue, objects, rules } = this;
    // The store's memory of lost claims is a process's own, like its known URLs.
    const open = (): ParseWorker => {
      const store = this.openStore(0);
      const ports = { clock, store, objects, queue, log, budget: sharedBudget({ clock, store, queue }) };
      return createParseWorker(
        ports,
        () => rules,
        () => [],
      );
    };
    const workers = Array.from({ length: parse.mostAtOnce }, open);
    return new SimulatedConsumer({
      ...{ clock, counted, ...parse, workers: this.workers },
      lane: ({ site }: Message) => String(site),
      handle: async (process, message) => {
        await clock.sleep(parsePageMs * this.newRequests(message.site));
        return await parseTurn(workers[process]!, message, 1);
      },
    });
  }

  /** Each file of the results is one PUT, or a few parts of 5 MiB and more. */
  private sink(): ResultSink {
    const nothing = async (): Promise<void> => undefined;
    const write = async (bytes: Uint8Array | string): Promise<void> =>
      this.counted.add({ objectGbMonth: gbMonths(Buffer.byteLength(bytes), resultLifeDays) });
    return {
      create: async () => {
        this.counted.add({ s3Put: 1 });
        return { write, close: nothing, abort: nothing };
      },
    };
  }

  private nextName(): string {
    this.names += 1;
    return `01jd0000-0000-7000-800${this.id.at(-1)}-${String(this.names).padStart(12, '0')}`;
  }
}

/** By host. From 80 % to 120 % of the pages, so that hosts do not go in step, as they would if their sites were the same. */
function sitesOf({ hosts, pagesPerHost, seed, newLinks }: CostSetup): ReadonlyMap<string, CountedSite> {
  const sizes = Array.from({ length: hosts }, (_, host) =>
    hosts === 1 ? pagesPerHost : Math.round(pagesPerHost * (0.8 + (0.4 * host) / (hosts - 1))),
  );
  return new Map(sizes.map((pages, host) => [`host-${host}.test`, new CountedSite(pages, seed + host, newLinks)]));
}

const nothing = (): void => undefined;
const log: Ports['log'] = { fetched: nothing, part: nothing, failed: nothing, note: nothing };
