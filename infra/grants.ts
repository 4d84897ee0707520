import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type Door, storeMethodsOf } from '../shared/adapters/aws/door-stores.ts';
import { dueIndex, type ItemAction, storeNeeds, type TableNeeds } from '../shared/adapters/aws/dynamo/store-needs.ts';
import { keptDays, kindsOfCrawl } from '../shared/domain/protocol/kept-days.ts';
import { eventSource } from '../shared/names.ts';
import type { Watched } from './alarms.ts';
import { allow } from './allow.ts';
import type { CrawlTables } from './crawl-tables.ts';
import type { ObjectKind } from './object-bucket.ts';

export interface Parts extends Pick<Watched, 'machine' | 'removals' | 'searches' | 'lostEvents'> {
  /** Without `browser`, `wake`, `daily` and `search` where they are not deployed. */
  readonly functions: Readonly<Record<Exclude<Door, 'browser' | 'wake' | 'daily' | 'search'>, IFunction>> & {
    readonly browser?: IFunction;
    readonly wake?: IFunction;
    readonly daily?: IFunction;
    readonly search?: IFunction;
  };
  readonly tables: CrawlTables;
  readonly objects: Bucket;
  readonly toFetch: Queue;
  readonly toParse: Queue;
  readonly toBrowser?: Queue;
  /** Of the owner's account: the default one. */
  readonly eventBusArn: string;
}

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'AbortMultipartUpload';

/**
 * The rights of each function. Tables: what the store's methods need that the function has. Nothing else is granted but writing
 * its own log and, to the consumers, receiving from their own queue. Transactions need the actions of their parts; a wildcard is
 * there only behind a prefix of object keys.
 */
export function grantLeast(parts: Parts): void {
  const rights = new Rights(parts);
  grantRows(parts, rights);
  grantCrawlDoors(parts, rights);
  if (parts.toBrowser !== undefined) grantBrowser(parts, parts.toBrowser, rights);
  grantWatchDoors(parts, rights);
  grantApi(parts, rights);
}

/** Grants in the words of the doors: rows, files, lists of files, messages. */
class Rights {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  rows(door: Door, actions: readonly ItemAction[], ...tableArns: string[]): void {
    grant(this.functionOf(door), 'dynamodb', actions, tableArns);
  }

  files(door: Door, kinds: readonly ObjectKind[], ...actions: ObjectAction[]): void {
    const names = kinds.map(kind => this.parts.objects.arnForObjects(`${kind}/*`));
    grant(this.functionOf(door), 's3', actions, names);
  }

  /** A caller without the right to list gets 403 (access denied) for a missing object, not 404. */
  list(door: Door): void {
    grant(this.functionOf(door), 's3', ['ListBucket'], [this.parts.objects.bucketArn]);
  }

  send(door: Door, ...queues: Queue[]): void {
    const names = queues.map(({ queueArn }) => queueArn);
    grant(this.functionOf(door), 'sqs', ['SendMessage'], names);
  }

  /** Events of this program on the bus of the account; those that it does not take go to a queue. */
  announce(door: Door): void {
    const { eventBusArn, lostEvents } = this.parts;
    const { role } = this.functionOf(door);
    allow(role!, ['events:PutEvents'], [eventBusArn], { StringEquals: { 'events:source': eventSource } });
    this.send(door, lostEvents);
  }

  private functionOf(door: Door): IFunction {
    const found = this.parts.functions[door];
    if (found === undefined) throw new Error(`no function ${door} is deployed`);
    return found;
  }
}

function grantRows({ functions, tables }: Parts, rights: Rights): void {
  for (const door of Object.keys(functions) as Door[])
    for (const [table, actions] of rowsOf(door)) {
      const { tableArn } = tables[table];
      rights.rows(door, [...actions], tableArn);
      if (table === 'watched' && actions.has('Query')) rights.rows(door, ['Query'], `${tableArn}/index/${dueIndex}`);
    }
  for (const [door, actions] of Object.entries(ofPublications) as [Door, readonly ItemAction[]][])
    if (functions[door] !== undefined) rights.rows(door, actions, tables.publications.tableArn);
  // A crawl that is deleted takes its items with it.
  for (const door of removing)
    for (const { tableArn } of [tables.crawls, tables.pages, tables.links, tables.watched])
      rights.rows(door, ['BatchWriteItem', 'Query', 'UpdateItem'], tableArn);
}

function grantCrawlDoors({ toFetch, toParse }: Parts, rights: Rights): void {
  // A resume clears away what the rows know nothing of.
  rights.files('seed', ['control', 'uploads'], 'GetObject');
  rights.files('seed', ['control'], 'PutObject');
  rights.files('seed', ['bodies', 'segments'], 'DeleteObject');
  rights.list('seed');
  rights.send('seed', toFetch, toParse);

  rights.files('fetch', ['bodies', 'robots'], 'GetObject', 'PutObject', 'DeleteObject');
  // The learnt order of pages follows from them.
  rights.files('fetch', ['segments'], 'GetObject');
  // Which publications of a source are due.
  rights.files('fetch', ['memories'], 'GetObject');
  rights.list('fetch');
  rights.send('fetch', toFetch, toParse);

  rights.files('parse', ['bodies'], 'GetObject', 'DeleteObject');
  rights.files('parse', ['segments'], 'PutObject', 'DeleteObject');
  rights.files('parse', ['memories', 'publications'], 'GetObject', 'PutObject', 'DeleteObject');
  rights.files('parse', keptPages, 'PutObject');
  rights.list('parse');
  rights.send('parse', toFetch, toParse);

  rights.send('tick', toFetch, toParse);

  rights.files('unload', ['segments', 'control', 'robots'], 'GetObject');
  rights.files('unload', ['results', 'control', 'lists'], 'PutObject');
  rights.files('unload', ['results'], 'AbortMultipartUpload');
  rights.announce('unload');
  rights.list('unload');
}

/** Turns of crawls that render are passed on by the function that fetches. */
function grantBrowser({ toFetch, toParse }: Parts, toBrowser: Queue, rights: Rights): void {
  rights.send('fetch', toBrowser);
  rights.files('browser', ['bodies', 'robots'], 'GetObject', 'PutObject', 'DeleteObject');
  rights.files('browser', ['segments'], 'GetObject');
  rights.files('browser', ['memories'], 'GetObject');
  rights.files('browser', ['answers'], 'GetObject', 'PutObject');
  rights.files('browser', ['samples'], 'PutObject');
  rights.files('browser', ['traversals'], 'GetObject', 'PutObject', 'DeleteObject');
  rights.list('browser');
  // A turn of a watch goes on without a browser once it has clicked.
  rights.send('browser', toBrowser, toFetch, toParse);
  rights.files('parse', ['states'], 'PutObject', 'DeleteObject');
  rights.files('unload', ['states'], 'GetObject');
}

function grantWatchDoors({ functions, toFetch, toParse }: Parts, rights: Rights): void {
  if (functions.wake === undefined) return;
  // The list of organizations of a new watch.
  rights.files('seed', ['publications'], 'GetObject', 'PutObject', 'DeleteObject');
  rights.send('wake', toFetch, toParse);
  rights.announce('parse');
  // Labels are a change of publications.
  rights.files('api', ['publications'], 'PutObject');
  rights.files('daily', ['publications'], 'GetObject');
  rights.files('daily', ['tables'], 'PutObject', 'AbortMultipartUpload');
  rights.list('daily');
  rights.files('search', ['publications'], 'GetObject', 'PutObject', 'DeleteObject');
  rights.list('search');
}

const keptPages = keptDays.map(days => `kept-${days}` as const);

/** A crawl that is small is deleted while its caller waits. */
const removing = ['api', 'remove'] as const;

function grantApi({ functions, machine, removals, searches }: Parts, rights: Rights): void {
  // A change of publications that its worker has not written out is written out by the next reader.
  rights.files('api', ['control', 'results', 'uploads', 'publications', 'memories'], 'GetObject');
  rights.files('api', keptPages, 'GetObject');
  rights.files('api', ['control', 'uploads'], 'PutObject');
  for (const door of removing) {
    rights.files(door, [...kindsOfCrawl, 'tables'], 'DeleteObject');
    rights.list(door);
  }
  const machines = [machine, removals, ...(searches === undefined ? [] : [searches])];
  const names = machines.map(({ stateMachineArn }) => stateMachineArn);
  grant(functions.api, 'states', ['StartExecution'], names);
}

/** Findings of watches: kept by the parsing function, read by the showing functions. */
const ofPublications: Partial<Readonly<Record<Door, readonly ItemAction[]>>> = {
  seed: ['GetItem', 'BatchGetItem', 'UpdateItem'],
  parse: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
  api: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem'],
  remove: ['GetItem', 'Query', 'UpdateItem', 'BatchWriteItem'],
  daily: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
  search: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
};

/** Records of crawls are in the table of crawls too (`DynamoRegistry`). */
const ofRegistry: Readonly<Record<Door, readonly ItemAction[]>> = {
  seed: ['GetItem', 'UpdateItem'],
  fetch: ['UpdateItem'],
  browser: ['UpdateItem'],
  parse: ['UpdateItem'],
  tick: ['GetItem'],
  wake: [],
  daily: [],
  search: [],
  unload: ['GetItem', 'UpdateItem'],
  remove: ['GetItem', 'UpdateItem'],
  api: ['GetItem', 'Query', 'UpdateItem'],
};

/** The actions of the function on the items of each table: what its steps ask of the store, and its door of the registry. */
function rowsOf(door: Door): ReadonlyMap<keyof TableNeeds, ReadonlySet<ItemAction>> {
  const needs = new Map<keyof TableNeeds, Set<ItemAction>>();
  const all = [...storeMethodsOf(door).map(method => storeNeeds[method]), { crawls: ofRegistry[door] }];
  for (const need of all)
    for (const [table, actions] of Object.entries(need) as [keyof TableNeeds, readonly ItemAction[]][])
      if (actions.length > 0) needs.set(table, new Set([...(needs.get(table) ?? []), ...actions]));
  return needs;
}

function grant({ role }: IFunction, service: string, actions: readonly string[], resources: readonly string[]): void {
  if (role === undefined) throw new Error('a function of the stack has no role');
  allow(
    role,
    actions.map(action => `${service}:${action}`),
    resources,
  );
}
