import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { type Door, storeMethodsOf } from '../shared/adapters/aws/door-stores.ts';
import { dueIndex, type ItemAction, storeNeeds, type TableNeeds } from '../shared/adapters/aws/dynamo/store-needs.ts';
import { allow } from './allow.ts';
import type { CrawlTables } from './crawl-tables.ts';
import type { ObjectKind } from './object-bucket.ts';

export interface Parts {
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
  readonly machine: StateMachine;
  readonly searches?: StateMachine;
}

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'AbortMultipartUpload';

/**
 * What each function may do. Tables: what the store's methods need that the function has. Nothing else is granted but writing its own log and, to
 * the consumers, receiving from their own queue. Transactions need the actions of their parts; a wildcard is there only
 * behind a prefix of object keys.
 */
export function grantLeast({
  functions,
  tables,
  objects,
  toFetch,
  toParse,
  toBrowser,
  machine,
  searches,
}: Parts): void {
  const functionOf = (door: Door): IFunction => {
    const found = functions[door];
    if (found === undefined) throw new Error(`no function ${door} is deployed`);
    return found;
  };
  for (const door of Object.keys(functions) as Door[])
    for (const [table, actions] of rowsOf(door)) {
      const { tableArn } = tables[table];
      grant(functionOf(door), 'dynamodb', [...actions], [tableArn]);
      if (table === 'watched' && actions.has('Query'))
        grant(functionOf(door), 'dynamodb', ['Query'], [`${tableArn}/index/${dueIndex}`]);
    }
  for (const [door, actions] of Object.entries(ofPublications) as [Door, readonly ItemAction[]][])
    if (functions[door] !== undefined)
      grant(functionOf(door), 'dynamodb', [...actions], [tables.publications.tableArn]);
  for (const table of [tables.crawls, tables.watched])
    grant(functions.api, 'dynamodb', ['BatchWriteItem', 'Query', 'UpdateItem'], [table.tableArn]);
  const files = (door: Door, kinds: readonly ObjectKind[], ...actions: ObjectAction[]): void =>
    grant(
      functionOf(door),
      's3',
      actions,
      kinds.map(kind => objects.arnForObjects(`${kind}/*`)),
    );
  const list = (door: Door): void => grant(functionOf(door), 's3', ['ListBucket'], [objects.bucketArn]);
  const send = (door: Door, ...queues: Queue[]): void =>
    grant(
      functionOf(door),
      'sqs',
      ['SendMessage'],
      queues.map(({ queueArn }) => queueArn),
    );

  // A resume clears away what the rows know nothing of.
  files('seed', ['control', 'uploads'], 'GetObject');
  files('seed', ['control'], 'PutObject');
  files('seed', ['bodies', 'segments'], 'DeleteObject');
  // The list of organizations of a new watch.
  if (functions.wake !== undefined) files('seed', ['publications'], 'GetObject', 'PutObject', 'DeleteObject');
  list('seed');
  send('seed', toFetch, toParse);

  files('fetch', ['bodies'], 'GetObject', 'PutObject', 'DeleteObject');
  files('fetch', ['robots'], 'GetObject', 'PutObject', 'DeleteObject');
  // Which publications of a source are due.
  files('fetch', ['memories'], 'GetObject');
  // Who may not list is told of a missing object that access is denied (403, not 404).
  list('fetch');
  send('fetch', toFetch, toParse);
  if (toBrowser !== undefined) {
    // Turns of crawls that render are passed on; the browser's own go by its own queue.
    send('fetch', toBrowser);
    files('browser', ['bodies', 'robots'], 'GetObject', 'PutObject', 'DeleteObject');
    files('browser', ['memories'], 'GetObject');
    files('browser', ['answers'], 'GetObject', 'PutObject');
    files('browser', ['samples'], 'PutObject');
    files('parse', ['states'], 'PutObject', 'DeleteObject');
    files('unload', ['states'], 'GetObject');
    files('browser', ['traversals'], 'GetObject', 'PutObject', 'DeleteObject');
    list('browser');
    // What follows a turn of a watch that has clicked needs no browser.
    send('browser', toBrowser, toFetch, toParse);
  }

  files('parse', ['bodies'], 'GetObject', 'DeleteObject');
  files('parse', ['segments'], 'PutObject', 'DeleteObject');
  files('parse', ['memories'], 'GetObject', 'PutObject', 'DeleteObject');
  files('parse', ['publications'], 'GetObject', 'PutObject', 'DeleteObject');
  list('parse');
  send('parse', toFetch, toParse);

  send('tick', toFetch, toParse);
  if (functions.wake !== undefined) send('wake', toFetch, toParse);
  if (functions.daily !== undefined) {
    files('daily', ['publications'], 'GetObject');
    files('daily', ['tables'], 'PutObject', 'AbortMultipartUpload');
    list('daily');
  }

  if (functions.search !== undefined) {
    files('search', ['publications'], 'GetObject', 'PutObject', 'DeleteObject');
    list('search');
  }

  files('unload', ['segments', 'control'], 'GetObject');
  files('unload', ['results', 'control'], 'PutObject');
  files('unload', ['results'], 'AbortMultipartUpload');
  list('unload');

  // A change of publications that its worker has not written out is written out by whoever reads next.
  files('api', ['control', 'results', 'uploads', 'publications', 'memories'], 'GetObject');
  // Labels are a change of publications.
  files(
    'api',
    ['control', 'uploads', ...(functions.wake === undefined ? [] : (['publications'] as const))],
    'PutObject',
  );
  files(
    'api',
    [
      ...(['bodies', 'segments', 'robots', 'answers', 'samples', 'traversals', 'states', 'results'] as const),
      ...(['control', 'memories', 'publications', 'tables'] as const),
    ],
    'DeleteObject',
  );
  list('api');
  const machines = [machine, ...(searches === undefined ? [] : [searches])];
  grant(
    functions.api,
    'states',
    ['StartExecution'],
    machines.map(({ stateMachineArn }) => stateMachineArn),
  );
}

/** What watches have found: kept by the function that parses, read by those that show it. */
const ofPublications: Partial<Readonly<Record<Door, readonly ItemAction[]>>> = {
  seed: ['GetItem', 'BatchGetItem', 'UpdateItem'],
  parse: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
  // A watch that is deleted takes all its items with it.
  api: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem'],
  daily: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
  search: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
};

/** Records of crawls are in the table of crawls too (`DynamoRegistry`). */
const ofRegistry: Readonly<Record<Door, readonly ItemAction[]>> = {
  seed: ['UpdateItem'],
  fetch: ['UpdateItem'],
  browser: ['UpdateItem'],
  parse: ['UpdateItem'],
  tick: ['GetItem'],
  wake: [],
  daily: [],
  search: [],
  unload: ['GetItem', 'UpdateItem'],
  api: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
};

/** What the function may do with the items of each table: what its steps ask of the store, and its door of the registry. */
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
