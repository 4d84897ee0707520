/**
 * The wiring in an AWS account: which adapter keeps which port. Every part is opened when it is requested, from the
 * environment that the CDK app sets, so that a Lambda needs only the names of what it uses. Clients are kept between
 * the invocations of one process.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import type { StoredFile } from '../../domain/protocol/crawl-record.ts';
import { longestCrawlMs } from '../../domain/protocol/longest-crawl.ts';
import { hostAndPort } from '../../domain/spec/site-address.ts';
import { eventSource, names } from '../../names.ts';
import type { Clock, Ids, ObjectStore, Processes } from '../../ports/ports.ts';
import type { Fetcher } from '../../ports/request-ports.ts';
import type { ResultSink } from '../../ports/result-ports.ts';
import { machineProcesses } from '../local/machine-processes.ts';
import { randomIds } from '../local/random-ids.ts';
import { systemClock } from '../local/system-clock.ts';
import { createEgressFilter } from '../web/egress-filter.ts';
import { createUndiciFetcher } from '../web/undici-fetcher.ts';
import { CrawlFiles } from './crawl-files.ts';
import type { Door, StoreOf } from './door-stores.ts';
import { DynamoCalls } from './dynamo/calls/dynamo-calls.ts';
import { withNamedTables } from './dynamo/calls/named-tables.ts';
import { type RemovedItems, removeCrawl } from './dynamo/calls/remove-crawl.ts';
import { DynamoRegistry } from './dynamo/dynamo-registry.ts';
import { type DynamoStore, openDynamoStore } from './dynamo/dynamo-store.ts';
import { EventBus } from './event-bus.ts';
import { functionVariables } from './function-variables.ts';
import { resultKey } from './object-keys.ts';
import { DynamoAddresses } from './publications/address-book.ts';
import { DynamoLabels } from './publications/dynamo-labels.ts';
import { DynamoMentions } from './publications/dynamo-mentions.ts';
import { CopyReader, DynamoPublications } from './publications/dynamo-publications.ts';
import { removeWatch } from './publications/remove-watch.ts';
import { S3Objects } from './s3-objects.ts';
import { S3ResultSink } from './s3-result-sink.ts';
import { SmallObjects } from './small-objects.ts';
import { SqsQueue, SqsVisibility } from './sqs-queue.ts';
import { StateMachine } from './state-machine.ts';

export { schedulerDomain } from '../../names.ts';
export { dollarsOf } from './aws-prices.ts';
export { wakeShards } from './dynamo/calls/dynamo-tables.ts';
export { dailyKey, dailyOrganizationsKey, dailyRecordsKey, tableListKey } from './object-keys.ts';
export { CopyReader } from './publications/dynamo-publications.ts';
export { decodeMessage } from './queue-message.ts';

const dayMs = 86_400_000;

/** Throttling and 503 SlowDown are retried with jitter by the clients themselves. */
const retries = { maxAttempts: 8 };

/** Claims go out 64 at a time, of up to four sites side by side; the SDK's own bound is 50 connections. */
const dynamo = once(() =>
  withNamedTables(
    new DynamoDBClient({ ...retries, requestHandler: { httpsAgent: { keepAlive: true, maxSockets: 256 } } }),
  ),
);
const s3 = once(() => new S3Client(s3Options()));
/** The bodies that others send or get by its addresses are not known when these are signed, and so no checksum is. */
const presigning = once(
  () =>
    new S3Client({
      ...s3Options(),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
);
const sqs = once(() => new SQSClient({ ...retries, useQueueUrlAsEndpoint: false }));

/** The store as the function may use it: what is not in its list is not granted to it. */
export function openAwsStore<Name extends Exclude<Door, 'fetch' | 'browser'> | 'stops'>(_: Name): StoreOf<Name> {
  return openStore();
}

const openStore = once((): DynamoStore => storeWith({}));

/** How old a worker's answer about a crawl may be: a stop is seen within 3 s. */
const crawlAgeMs = 1_900;

/** For workers that fetch, whose turns look once a second for a stop: one read in two seconds serves all turns of an invocation. */
export const openAwsFetchStore = once((): StoreOf<'fetch'> => storeWith({ crawlAgeMs }));

function storeWith(options: { readonly crawlAgeMs?: number }): DynamoStore {
  const tables = { ...tablesOfCrawls(), tokens: required(names.tokensTable) };
  const clock = { ...systemClock(), now: Date.now };
  return openDynamoStore({
    client: dynamo(),
    tables,
    clock,
    ids: randomIds,
    retentionMs: retentionDays() * dayMs,
    claimsMs: claimDays() * dayMs,
    objectsOf: openAwsObjects,
    ...options,
  });
}

function tablesOfCrawls() {
  return {
    crawls: required(names.crawlsTable),
    pages: required(names.pagesTable),
    links: required(names.linksTable),
    watched: required(names.watchedTable),
  };
}

/** The findings of a watch. `copies`: what a worker has read of the log of copies, which outlives a turn. */
export function openAwsPublications(crawl: string, copies = new CopyReader()): DynamoPublications {
  return new DynamoPublications({
    ...publicationRows(),
    crawl,
    objects: openAwsObjects(crawl),
    ids: randomIds,
    copies,
  });
}

/** The organizations that a watch looks for, and their mentions. */
export function openAwsMentions(crawl: string, publications = openAwsPublications(crawl)): DynamoMentions {
  return new DynamoMentions({ ...publicationRows(), crawl, publications });
}

/** The labels of experts for publications of a watch. */
export function openAwsLabels(crawl: string, publications = openAwsPublications(crawl)): DynamoLabels {
  return new DynamoLabels({ ...publicationRows(), crawl, publications });
}

/** Finds publications of a watch by their addresses. */
export function openAwsAddresses(crawl: string): DynamoAddresses {
  return new DynamoAddresses({ ...publicationRows(), crawl, publications: openAwsPublications(crawl) });
}

function openCalls(): DynamoCalls {
  return new DynamoCalls({ client: dynamo(), clock: systemClock(), ids: randomIds });
}

function publicationRows() {
  return { calls: openCalls(), clock: systemClock(), table: required(names.publicationsTable) };
}

/** Removes the rows, then the objects, of a crawl or a watch until `isOver`; rows that find it expire in a day. */
export async function removeAwsCrawl(of: Removed, isOver: () => boolean): Promise<RemovedItems> {
  const rows = await removeAwsRows(of, isOver);
  if (!rows.isDone && rows.waitSeconds === undefined) return rows;
  const files = await openAwsFiles().removeAll(of.crawl, isOver);
  const removed = rows.removed + files.removed;
  return files.isDone ? { ...rows, removed } : { removed, isDone: false };
}

interface Removed {
  readonly crawl: string;
  readonly isWatch: boolean;
  readonly sources?: number;
}

export async function removeAwsRows({ crawl, isWatch, sources = 0 }: Removed, isOver: () => boolean) {
  const tables = { ...tablesOfCrawls(), publications: required(names.publicationsTable) };
  return await (isWatch ? removeWatch : removeCrawl)(
    { calls: openCalls(), tables, ttl: Math.ceil(Date.now() / 1000) + 86_400, sources },
    crawl,
    isOver,
  );
}

export const openAwsRegistry = once(
  (): DynamoRegistry =>
    new DynamoRegistry({
      calls: openCalls(),
      table: required(names.crawlsTable),
      retentionDays: retentionDays(),
    }),
);

export const openAwsQueue = once((): SqsQueue => queueTo(names.fetchQueueUrl));

/** For crawls that render: their fetch turns are visited by the function with the browser. */
export const openAwsBrowserQueue = once((): SqsQueue => queueTo(names.browserQueueUrl));

function queueTo(fetchQueue: string): SqsQueue {
  const urls = { fetch: required(fetchQueue), parse: required(names.parseQueueUrl) };
  return new SqsQueue({ client: sqs(), urls, clock: systemClock() });
}

/** Whether the stack was deployed with a browser. */
export function hasAwsBrowser(): boolean {
  return (process.env[names.browserQueueUrl] ?? '') !== '';
}

const queueOf = { fetch: names.fetchQueueUrl, browser: names.browserQueueUrl, parse: names.parseQueueUrl };

/** Whether the stack was deployed with the clock of watches. */
export function keepsAwsWatches(): boolean {
  return process.env[names.watches] === 'true';
}

/** Changes when a message that this Lambda was given is delivered again. */
export function openAwsVisibility(consumer: keyof typeof queueOf): SqsVisibility {
  return new SqsVisibility({ client: sqs(), url: required(queueOf[consumer]) });
}

export function openAwsObjects(crawl: string): ObjectStore {
  const objects = new S3Objects({ client: s3(), bucket: required(names.bucket), crawl });
  return new SmallObjects({
    objects,
    calls: openCalls(),
    table: required(names.pagesTable),
    crawl,
    clock: { now: Date.now },
  });
}

export function openAwsSink(crawl: string, stored: (file: StoredFile) => void): ResultSink {
  return new S3ResultSink({ client: s3(), bucket: required(names.bucket), crawl, stored });
}

/** Files beside the results: `keyOf` gives the key of each by its name. */
export function openAwsTables(crawl: string, keyOf: (name: string) => string): ResultSink {
  return new S3ResultSink({ client: s3(), bucket: required(names.bucket), crawl, keyOf, stored: () => undefined });
}

export const openAwsFiles = once(
  () => new CrawlFiles({ client: s3(), presigning: presigning(), bucket: required(names.bucket) }),
);

function machineOf(arn: string): () => StateMachine {
  return once(() => new StateMachine({ client: new SFNClient(retries), arn: required(arn) }));
}

/** Keeps a crawl going from its seed to its summary. */
export const openAwsMachine = machineOf(names.stateMachineArn);
/** Searches the stored publications of a watch. */
export const openAwsSearchMachine = machineOf(names.searchMachineArn);
/** Deletes what a crawl has left. */
export const openAwsRemovalMachine = machineOf(names.removalMachineArn);

/** The default event bus of the account and region; variables of the SDK name other addresses. */
export const openAwsBus = once(() => {
  const region = required('AWS_REGION');
  const endpoint = endpointOf('events', region, process.env['AWS_ENDPOINT_URL_EVENTBRIDGE']);
  const lost = { client: sqs(), url: required(names.lostEventsUrl) };
  return new EventBus({
    source: eventSource,
    stack: required(names.stackName),
    endpoint,
    region,
    credentials: defaultProvider(),
    lost,
  });
});

function endpointOf(service: string, region: string, own: string | undefined): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return own ?? process.env['AWS_ENDPOINT_URL'] ?? `https://${service}.${region}.${suffix}`;
}

/** Gives this process the variables of a function of a stack, but not its bound. Throws `BadInput` if there is no such function. */
export async function takeAwsVariables(stack: string, door: string): Promise<void> {
  const region = process.env['AWS_REGION'] || process.env['AWS_DEFAULT_REGION'] || 'us-east-1';
  const endpoint = endpointOf('lambda', region, process.env['AWS_ENDPOINT_URL_LAMBDA']);
  const taken = await functionVariables({ endpoint, region, credentials: defaultProvider() }, stack, door);
  const ours = Object.entries(taken).filter(([name]) => name.startsWith('ORBWEAVER_') && name !== names.unloadedUrls);
  Object.assign(process.env, { ...Object.fromEntries(ours), AWS_REGION: region });
  delete process.env[names.unloadedUrls];
}

/** The address of a result file in the bucket; without a name, of the folder of all. */
export function resultAddress(crawl: string, name = ''): string {
  return `s3://${required(names.bucket)}/${resultKey(crawl, name)}`;
}

/**
 * Private hosts are allowed at deploy time and nowhere else: start addresses and `allowHosts` of a spec do not count.
 */
export function openAwsFetcher(): Fetcher {
  const hosts = allowHosts();
  return createUndiciFetcher({ allowHosts: hosts, allowMetadataHosts: hosts, connectionsPerOrigin: 257 });
}

/** Names that never stand for a host of the public Internet (RFC 6761, RFC 6762, RFC 8375; cloud providers' `internal`). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i;

/** Whether a start address is refused before anything is asked: the fetcher decides again by the address it dials. */
export function isPrivateStart(url: URL): boolean {
  const hosts = allowHosts();
  if (hosts.includes(hostAndPort(url))) return false;
  if (privateNames.test(url.hostname)) return true;
  const address = url.hostname.replace(/^\[|\]$/g, '');
  const family = address.includes(':') ? 6 : /^[\d.]+$/.test(address) ? 4 : undefined;
  if (family === undefined) return false;
  try {
    const filter = createEgressFilter({ allowHosts: [], allowMetadataHosts: [] });
    filter.permitted(address, Number(hostAndPort(url).split(':').at(-1)), [{ address, family }]);
    return false;
  } catch {
    return true;
  }
}

/**
 * Anchored anew for each invocation: a process that was frozen between two of them, or whose clock was set, starts from
 * the wall clock of now.
 */
export function openAwsClock(): Clock {
  return systemClock();
}

export const awsIds: Ids = randomIds;

/** The processes beside this Lambda's, in its own machine. */
export const awsProcesses = once((): Processes => machineProcesses());

/** Invocations of the consumers for one crawl, at most. */
export function maxInvocations(): number {
  return Number(required(names.maxInvocations));
}

/** URLs of one site that the function which unloads takes, at most. */
export function unloadedUrls(): number {
  return Number(process.env[names.unloadedUrls] ?? Number.POSITIVE_INFINITY);
}

function allowHosts(): string[] {
  const given = process.env[names.allowHosts] ?? '';
  return given.split(',').flatMap(host => (host.trim() === '' ? [] : [host.trim().toLowerCase()]));
}

/** Emulators have one host for all buckets. */
function s3Options(): { readonly maxAttempts: number; readonly forcePathStyle: boolean } {
  return { ...retries, forcePathStyle: process.env['AWS_ENDPOINT_URL'] !== undefined };
}

function claimDays(): number {
  return Number(required(names.claimDays));
}

/** Until this instant an account knows what a crawl has fetched that began at `startedAt`, ms. */
export function knownUntil(startedAt: number): number {
  return startedAt + longestCrawlMs + claimDays() * dayMs;
}

function retentionDays(): number {
  return Number(required(names.retentionDays));
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment lacks ${name}, which the CDK app sets`);
  return value;
}

function once<T>(open: () => T): () => T {
  let opened: { readonly value: T } | undefined;
  return () => {
    opened ??= { value: open() };
    return opened.value;
  };
}
