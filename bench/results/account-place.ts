/**
 * An AWS account of this process, for programs beside it: S3, DynamoDB, EventBridge and the list of functions of Lambda on one port of
 * loopback, as far as unloading uses them. Result files are hashed and not kept.
 */
import { createHash, type Hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DynamoCalls } from '../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { type Item, urlPartition } from '../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { DynamoRegistry } from '../../shared/adapters/aws/dynamo/dynamo-registry.ts';
import { type DynamoStore, openDynamoStore } from '../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { S3Objects } from '../../shared/adapters/aws/s3-objects.ts';
import { randomIds } from '../../shared/adapters/local/random-ids.ts';
import { systemClock } from '../../shared/adapters/local/system-clock.ts';
import type { Outcome } from '../../shared/domain/protocol/crawl-state.ts';
import { names } from '../../shared/names.ts';
import type { ObjectStore } from '../../shared/ports/ports.ts';
import { MemoryDynamoDb } from '../../test/pure/adapters/aws/memory-dynamodb.ts';
import { memoryS3 } from '../cost/stand-ins.ts';

export interface AccountPlace extends AsyncDisposable {
  readonly store: DynamoStore;
  /** The same store, which claims quickly. */
  readonly quick: DynamoStore;
  readonly database: MemoryDynamoDb;
  readonly registry: DynamoRegistry;
  objectsOf(crawl: string): ObjectStore;
  /** Objects of S3 but results, by key. */
  readonly objects: Map<string, Uint8Array>;
  /** The variables of a program that works in this account. */
  readonly access: Record<string, string>;
  /** The variables of its functions. */
  readonly variables: Record<string, string>;
  /** SHA-256 and size of each result file, by its key. */
  readonly results: ReadonlyMap<string, StoredResult>;
  readonly calls: ReadonlyMap<string, number>;
}

export interface StoredResult {
  readonly sha256: string;
  readonly bytes: number;
}

/** A multipart upload of which the parts come in order. */
interface Upload {
  readonly hash: Hash;
  bytes: number;
}

const bucket = 'objects';
const listed = 1_000;

export async function openAccountPlace(stack: string): Promise<AccountPlace> {
  const database = new MemoryDynamoDb();
  const s3 = new StandInS3();
  const calls = new Map<string, number>();
  const variables = variablesOf(stack);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://account');
    const target = String(request.headers['x-amz-target'] ?? '');
    const call = target === '' ? `${request.method} ${url.pathname.split('/')[2] ?? ''}` : target.split('.').at(-1)!;
    calls.set(call, (calls.get(call) ?? 0) + 1);
    const body = await buffer(request);
    if (target.startsWith('DynamoDB')) answerRow(database, call, body, response);
    else if (target !== '') response.end('{"FailedEntryCount":0,"Entries":[]}');
    else if (url.pathname.startsWith('/2015-03-31/functions'))
      response.end(JSON.stringify({ Functions: [functionOf(stack, variables)], NextMarker: null }));
    else s3.answer(request.method ?? '', url, body, response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const access = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
  };
  const client = database.client('command');
  const clock = systemClock();
  const rows = new DynamoCalls({ client, clock, ids: randomIds });
  const kept = { retentionMs: 90 * 86_400_000, claimsMs: 30 * 86_400_000 };
  const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
  const store = openDynamoStore({ client, tables, clock: { ...clock, now: Date.now }, ids: randomIds, ...kept });
  return {
    ...{ access, variables, calls, database, store, results: s3.results, objects: s3.objects },
    quick: withQuickClaims(store, database, Math.ceil(Date.now() / 1000) + 90 * 86_400),
    registry: new DynamoRegistry({ calls: rows, table: tables.crawls, retentionDays: 90 }),
    objectsOf: crawl => new S3Objects({ client: memoryS3(s3.objects), bucket, crawl }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function variablesOf(stack: string): Record<string, string> {
  return {
    ...{ [names.crawlsTable]: 'crawls', [names.tokensTable]: 'tokens', [names.pagesTable]: 'pages' },
    ...{ [names.linksTable]: 'links', [names.watchedTable]: 'watched', [names.publicationsTable]: 'publications' },
    ...{ [names.bucket]: bucket, [names.retentionDays]: '90', [names.claimDays]: '30', [names.stackName]: stack },
    ...{ [names.lostEventsUrl]: 'http://127.0.0.1:1/lost', [names.allowHosts]: '' },
  };
}

function functionOf(stack: string, variables: Record<string, string>): object {
  return { FunctionName: `${stack}-UnloadFunction1A2B`, Environment: { Variables: variables } };
}

function answerRow(database: MemoryDynamoDb, call: string, body: Buffer, response: ServerResponse): void {
  response.setHeader('content-type', 'application/x-amz-json-1.0');
  try {
    response.end(JSON.stringify(toJson(database.answer(`${call}Command`, fromJson(JSON.parse(body.toString()))))));
  } catch (error) {
    const { name, message, ...more } = error as Error & { readonly Item?: object };
    response.statusCode = 400;
    response.end(JSON.stringify({ ...(toJson(more) as object), __type: `com.amazonaws.dynamodb#${name}`, message }));
  }
}

/**
 * The claims and outcomes of one crawler, of which none is contended, as `store` writes them, but without the work of a client: millions
 * of them take minutes.
 */
function withQuickClaims(store: DynamoStore, database: MemoryDynamoDb, ttl: number): DynamoStore {
  const set = (crawl: string, site: number, url: string, attributes: Item): void =>
    database.set('pages', urlPartition(crawl, site), url, attributes);
  return Object.assign(Object.create(store) as DynamoStore, {
    claimUrls: async (crawl, site, { turn, level }, claims) => {
      const claimed = { level: { N: String(level) }, turn: { N: String(turn) }, ttl: { N: String(ttl) } };
      for (const { identity, foundOn, skip } of claims) {
        const skipped: Item = skip === undefined ? {} : { status: { S: 'skipped' }, reason: { S: skip } };
        set(crawl, site, identity, { ...claimed, foundOn: { S: foundOn }, ...skipped });
      }
      return claims.map(() => true);
    },
    recordOutcomes: async (crawl, site, turn, outcomes) => {
      const statusTurn = { N: String(turn) };
      for (const { identity, outcome, attempts } of outcomes)
        set(crawl, site, identity, { ...attributesOf(outcome), attempts: { N: String(attempts) }, statusTurn });
    },
  } satisfies Pick<DynamoStore, 'claimUrls' | 'recordOutcomes'>);
}

function attributesOf(outcome: Outcome): Item {
  const status = { S: outcome.kind };
  switch (outcome.kind) {
    case 'node':
      return { status, httpStatus: { N: '200' } };
    case 'redirect':
      return { status, httpStatus: { N: String(outcome.status) }, target: { S: outcome.target } };
    case 'duplicate':
      return { status, httpStatus: { N: '200' }, target: { S: outcome.owner } };
    default:
      return { status, reason: { S: outcome.reason }, httpStatus: { N: String(outcome.status) } };
  }
}

/** Bytes are base64 in JSON. */
function fromJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map(fromJson) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    name === 'B' && typeof each === 'string' ? Buffer.from(each, 'base64') : fromJson(each),
  ]);
  return Object.fromEntries(entries) as T;
}

function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toJson(each)]));
}

/** The calls of S3 by path: `/bucket/key`. */
class StandInS3 {
  readonly results = new Map<string, StoredResult>();
  readonly objects = new Map<string, Uint8Array>();
  private readonly uploads = new Map<string, Upload>();

  answer(method: string, url: URL, body: Buffer, response: ServerResponse): void {
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    const of = url.searchParams;
    response.setHeader('content-type', 'application/xml');
    if (method === 'GET' && of.has('list-type')) response.end(this.list(of));
    else if (method === 'GET') this.get(key, response);
    else if (method === 'POST' && of.has('uploads')) response.end(this.begin());
    else if (method === 'POST') response.end(this.complete(key, of.get('uploadId')!));
    else if (method === 'PUT' && of.has('partNumber')) this.add(of.get('uploadId')!, body, response);
    else if (method === 'PUT') this.put(key, body, response);
    else throw new Error(`${method} ${url.pathname} is not one of ours`);
  }

  private list(of: URLSearchParams): string {
    const from = Number(of.get('continuation-token') ?? 0);
    const keys = [...this.objects.keys()].filter(key => key.startsWith(of.get('prefix') ?? ''));
    const some = keys.slice(from, from + listed).map(key => `<Contents><Key>${key}</Key></Contents>`);
    const isCut = keys.length > from + listed;
    const next = isCut ? `<NextContinuationToken>${from + listed}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${some.join('')}</ListBucketResult>`;
  }

  private get(key: string, response: ServerResponse): void {
    const body = this.objects.get(key);
    if (body !== undefined) response.end(body);
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  }

  private put(key: string, body: Buffer, response: ServerResponse): void {
    const sha256 = createHash('sha256').update(body).digest('hex');
    if (key.startsWith('results/')) this.results.set(key, { sha256, bytes: body.byteLength });
    else this.objects.set(key, body);
    response.setHeader('etag', '"1"').end();
  }

  private begin(): string {
    const id = `upload-${this.uploads.size}`;
    this.uploads.set(id, { hash: createHash('sha256'), bytes: 0 });
    return `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
  }

  private add(id: string, body: Buffer, response: ServerResponse): void {
    const upload = this.uploads.get(id)!;
    upload.hash.update(body);
    upload.bytes += body.byteLength;
    response.setHeader('etag', '"1"').end();
  }

  private complete(key: string, id: string): string {
    const { hash, bytes } = this.uploads.get(id)!;
    this.results.set(key, { sha256: hash.digest('hex'), bytes });
    return '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>';
  }
}
