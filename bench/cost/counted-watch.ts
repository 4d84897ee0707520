/**
 * Watches through the AWS adapters on a virtual clock, with all that they use counted. As in `counted-crawl.ts`, what network and
 * services take is assumed; calls and sizes of items are measured, and so is the processor time of reading pages.
 */

import type { Usage } from '../../shared/adapters/aws/aws-prices.ts';
import { DynamoCalls } from '../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { wakeShards } from '../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { type DynamoStore, openDynamoStore } from '../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { CopyReader, DynamoPublications } from '../../shared/adapters/aws/publications/dynamo-publications.ts';
import { decodeMessage } from '../../shared/adapters/aws/queue-message.ts';
import { S3Objects } from '../../shared/adapters/aws/s3-objects.ts';
import { SmallObjects } from '../../shared/adapters/aws/small-objects.ts';
import { SqsQueue } from '../../shared/adapters/aws/sqs-queue.ts';
import type { Message } from '../../shared/domain/protocol/crawl-state.ts';
import { protocol, turnsAws } from '../../shared/domain/protocol/protocol.ts';
import { robotsPolicyNamed } from '../../shared/domain/robots/robots-policy.ts';
import { watchDefaults } from '../../shared/domain/spec/crawl-spec.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { createFetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import type { ObjectStore, Ports, Queue } from '../../shared/ports/ports.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import { startCrawl } from '../../shared/steps/life/start-crawl.ts';
import { wakeSources } from '../../shared/steps/life/wake-sources.ts';
import { parseTurn } from '../../shared/steps/parse/parse-turn.ts';
import { createParseWorker } from '../../shared/steps/parse/parse-worker.ts';
import type { SourceReader } from '../../shared/wings/publications/visits/source-reader.ts';
import { visitParser } from '../../shared/wings/publications/visits/visit-parser.ts';
import { entryAddress } from '../../shared/wings/publications/watch/entry-state.ts';
import { visitReader } from '../../shared/wings/publications/watch/visit-reader.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { MemoryDynamoDb } from '../../test/pure/adapters/aws/memory-dynamodb.ts';
import { CountedCalls, noUsage } from './counted-calls.ts';
import { SimulatedConsumer } from './simulated-consumer.ts';
import { memoryS3, memorySqs } from './stand-ins.ts';
import { VirtualClock, withLatency } from './virtual-clock.ts';
import { WatchedSites } from './watched-sites.ts';

export interface WatchSetup {
  readonly sources: number;
  /** New publications of a source and day. */
  readonly perDay: number;
  readonly hours: number;
  readonly delayMs: number;
}

export interface WatchCount {
  /** From an hour after the start on: the first visit finds what was there before. */
  readonly usage: Usage;
  readonly hours: number;
  readonly publications: number;
  /** Of all: pages of publications that were read, new ones and those looked at again. */
  readonly pages: number;
  /** Of it: the clock that wakes all sources. */
  readonly clock: Usage;
  /** Processor time of reading a page here, ms. */
  readonly readMs: number;
}

const id = 'watch-01JD0000000000000000000000';
const hourMs = 3_600_000;
/** Assumed times of calls, ms; a turn of publications is some calls to DynamoDB one after the other, and an object. */
const latency = { dynamo: 8, claimsAtOnce: 64, s3: 40, sqs: 12, publications: 120 };
/** A Lambda with 1,024 MB has 0.58 of a processor (1,769 MB are a whole one). */
const processors = 0.58;
const parse = { batchSize: 10, windowMs: 0, mostAtOnce: 10, memoryMb: 1024 };
const fetching = { batchSize: 10, windowMs: 1_000, mostAtOnce: 10, memoryMb: 256 };
const clockFunction = { everyMs: 60_000, memoryMb: 256 };
const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const nothing = (): void => undefined;
const log: Ports['log'] = { fetched: nothing, part: nothing, failed: nothing, note: nothing };

export async function countWatch(setup: WatchSetup): Promise<WatchCount> {
  const clock = new VirtualClock();
  const counted = new CountedCalls();
  const dynamo = new MemoryDynamoDb().client('command');
  const s3 = memoryS3();
  counted.count('dynamodb', dynamo);
  counted.count('s3', s3);
  let names = 0;
  const ids = {
    next: () => {
      names += 1;
      return `01jd0000-0000-7000-8000-${String(names).padStart(12, '0')}`;
    },
    fraction: () => 0.5,
  };
  const calls = new DynamoCalls({ client: dynamo, clock: still(clock), ids });
  const plainObjects = new SmallObjects({
    ...{ objects: new S3Objects({ client: s3, bucket: 'bucket', crawl: id }), calls, table: tables.pages, crawl: id },
    clock: still(clock),
  });
  const objects: ObjectStore = withLatency(clock, plainObjects, () => latency.s3);
  const openStore = (crawlAgeMs: number): DynamoStore => {
    const options = { client: dynamo, tables, clock: { ...still(clock) }, ids, retentionMs: 90 * 86_400_000 };
    const store = openDynamoStore({ ...options, crawlAgeMs, objectsOf: () => plainObjects });
    return withLatency(clock, store, (name, parameters) => {
      const items = Math.max(1, ...parameters.map(parameter => (Array.isArray(parameter) ? parameter.length : 1)));
      const isWithObject = ['dueAddresses', 'readMemory', 'commitParse'].includes(String(name));
      return latency.dynamo * Math.ceil(items / latency.claimsAtOnce) + (isWithObject ? latency.s3 : 0);
    });
  };
  const store = openStore(0);
  const sites = Array.from({ length: setup.sources }, (_, n) => ({ url: `http://news-${n}.test/` }));
  const resolved = resolveSpec([readSpec({ sites, delayMs: setup.delayMs }, path => path.join('.'))]);
  const spec = {
    ...resolved,
    duplicates: 'keep' as const,
    schemes: 'both' as const,
    watch: { ...watchDefaults, gatherS: 3_600 },
  };
  const rules = createFetchRules(spec, robotsPolicyNamed('obey'));
  const fetcher = new WatchedSites(clock, setup.perDay);
  let messages = 0;
  const sqs = memorySqs((url, body, delayMs) => {
    messages += 1;
    const message = decodeMessage(body, `message-${messages}`);
    clock.after(delayMs, () => (url === 'fetch' ? fetches : parses).deliver(message));
  });
  counted.count('sqs', sqs);
  const plainQueue = new SqsQueue({ client: sqs, urls: { fetch: 'fetch', parse: 'parse' }, clock });
  const queue: Queue = withLatency(clock, plainQueue, () => latency.sqs);
  const fetchStore = openStore(1_900);
  const worker = {
    ports: {
      ...{ clock, store: fetchStore, watched: fetchStore, objects, queue, ids, fetcher, log },
      budget: sharedBudget({ clock, store: fetchStore, queue }),
    },
    ...turnsAws,
    clockSkewMs: protocol.clockSkewMs,
    retryHeldMs: protocol.maxMessageDelayMs,
    parsesFirstMs: 4_000,
    signal: new AbortController().signal,
    rules: () => rules,
    robots: new Map(),
  };
  const fetches = new SimulatedConsumer({
    ...{ clock, counted, ...fetching },
    lane: ({ id: message }) => message,
    handle: async (_, message) => await fetchTurn(worker, message),
  });
  const options = { calls, table: 'publications', crawl: id, objects: plainObjects, clock: still(clock), ids };
  const reading = { ms: 0, pages: 0 };
  const workers = Array.from({ length: parse.mostAtOnce }, () => {
    const own = openStore(0);
    const plain = new DynamoPublications({ ...options, copies: new CopyReader() });
    const publications = withLatency(clock, plain, () => latency.publications);
    const ports = { clock, store: own, objects, queue, log, budget: sharedBudget({ clock, store: own, queue }) };
    const visits = visitParser({ reader: timed(visitReader(publications, spec.watch), clock, reading), watched: own });
    return {
      ...createParseWorker(
        ports,
        () => rules,
        () => [],
      ),
      parsers: { watch: visits },
    };
  });
  const parses = new SimulatedConsumer({
    ...{ clock, counted, ...parse },
    lane: ({ site }: Message) => String(site),
    handle: async (process, message) => await parseTurn(workers[process]!, message, 1),
  });
  const used = { clock: noUsage };
  const wake = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(clockFunction.everyMs);
      const before = clock.monotonic();
      const shards = Array.from({ length: wakeShards }, async (_, shard) =>
        wakeSources({ clock, store, queue }, shard, () => false),
      );
      await Promise.all(shards);
      const seconds = (clock.monotonic() - before + 20) / 1000;
      const more = { lambdaRequest: 1, lambdaGbSecond: (clockFunction.memoryMb / 1024) * seconds, readUnit: 0 };
      counted.add(more);
      used.clock = sum(used.clock, { ...more, readUnit: wakeShards });
    }
  };
  const begin = async (): Promise<void> => {
    const now = clock.now();
    for (const { number, url } of spec.sites) {
      const origin = new URL(url).origin;
      // Looks of different sources come at different minutes.
      const due = now + Math.floor(((number - 1) / setup.sources) * hourMs);
      const entry = (path: string, kind: 'feed' | 'page') =>
        entryAddress({ identity: `${origin}${path}`, address: `${origin}${path}`, kind }, { due, fixedS: 3_600 });
      await store.watch(id, number, [entry('/rss', 'feed'), entry('/', 'page')]);
    }
    await startCrawl({ clock, store, queue, budget: sharedBudget({ clock, store, queue }) }, id, rules);
    for (const { number } of spec.sites) await store.addWake(id, number, now + 240_000);
    await wake();
  };
  clock.launch(begin());
  const count = async (): Promise<number> => await new DynamoPublications(options).count();
  // Counted by its own client would be better; these few calls do not show.
  await clock.run(() => clock.monotonic() >= 2 * hourMs);
  const first = { usage: counted.usage, publications: await count(), clock: used.clock, pages: reading.pages };
  const end = (2 + setup.hours) * hourMs;
  await clock.run(() => clock.monotonic() >= end);
  return {
    usage: less(counted.usage, first.usage),
    hours: setup.hours,
    publications: (await count()) - first.publications,
    pages: reading.pages - first.pages,
    clock: less(used.clock, first.clock),
    readMs: reading.ms / Math.max(1, reading.pages),
  };
}

/** The clock, as a spread leaves it; its calls take no virtual time within a call that takes its own. */
function still(clock: VirtualClock) {
  return { now: () => clock.now(), monotonic: () => clock.monotonic(), sleep: async () => undefined };
}

/** Reading takes the virtual time that it takes the processor of a Lambda. */
function timed(reader: SourceReader, clock: VirtualClock, sum: { ms: number; pages: number }): SourceReader {
  return {
    read: async visited => {
      const before = process.cpuUsage();
      const read = await clock.during(async () => await reader.read(visited));
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      const pages = visited.record.entries.filter(
        ({ entry, result }) => result.kind === 'page' && entry.look?.kind !== 'feed' && entry.look?.kind !== 'page',
      ).length;
      sum.pages += pages;
      sum.ms += pages === 0 ? 0 : ms;
      await clock.sleep(20 + ms / processors);
      return read;
    },
  };
}

function sum(one: Usage, more: Partial<Usage>): Usage {
  return Object.fromEntries(
    Object.entries(one).map(([name, used]) => [name, used + (more[name as keyof Usage] ?? 0)]),
  ) as Usage;
}

function less(after: Usage, before: Usage): Usage {
  return Object.fromEntries(
    Object.entries(after).map(([name, used]) => [name, used - before[name as keyof Usage]]),
  ) as Usage;
}
