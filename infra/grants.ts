import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { allow } from './allow.ts';
import type { CrawlTables } from './crawl-tables.ts';
import type { ObjectKind } from './object-bucket.ts';
import type { Door } from './plugin-entries.ts';

export interface Parts {
  readonly functions: Readonly<Record<Door, IFunction>>;
  readonly tables: CrawlTables;
  readonly objects: Bucket;
  readonly toFetch: Queue;
  readonly toParse: Queue;
  readonly machine: StateMachine;
}

type ItemAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';
type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'AbortMultipartUpload';

/**
 * What each function may do, by the ports that its step takes. Nothing else is granted but writing its own log and, to
 * the consumers, receiving from their own queue. Transactions need the actions of their parts; a wildcard is there only
 * behind a prefix of object keys.
 */
export function grantLeast({ functions, tables, objects, toFetch, toParse, machine }: Parts): void {
  const rows = (door: Door, table: Table, ...actions: ItemAction[]): void =>
    grant(functions[door], 'dynamodb', actions, [table.tableArn]);
  const files = (door: Door, kinds: readonly ObjectKind[], ...actions: ObjectAction[]): void =>
    grant(
      functions[door],
      's3',
      actions,
      kinds.map(kind => objects.arnForObjects(`${kind}/*`)),
    );
  const list = (door: Door): void => grant(functions[door], 's3', ['ListBucket'], [objects.bucketArn]);
  const send = (door: Door, ...queues: Queue[]): void =>
    grant(
      functions[door],
      'sqs',
      ['SendMessage'],
      queues.map(({ queueArn }) => queueArn),
    );

  rows('seed', tables.crawls, 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'ConditionCheckItem');
  // A resume asks for start pages and hosts again that were in trouble, and clears away what the rows know nothing of.
  rows('seed', tables.pages, 'BatchGetItem', 'Query', 'UpdateItem');
  rows('seed', tables.tokens, 'UpdateItem');
  files('seed', ['control', 'uploads'], 'GetObject');
  files('seed', ['control'], 'PutObject');
  files('seed', ['bodies', 'segments'], 'DeleteObject');
  list('seed');
  send('seed', toFetch, toParse);

  rows('fetch', tables.crawls, 'GetItem', 'BatchGetItem', 'UpdateItem', 'ConditionCheckItem');
  rows('fetch', tables.tokens, 'UpdateItem');
  rows('fetch', tables.pages, 'BatchGetItem', 'Query');
  files('fetch', ['bodies'], 'PutObject', 'DeleteObject');
  files('fetch', ['robots'], 'GetObject', 'PutObject');
  send('fetch', toFetch, toParse);

  // The sites and the rewards that decide how a page budget is shared are queried.
  rows('parse', tables.crawls, 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem');
  rows('parse', tables.pages, 'BatchGetItem', 'Query', 'UpdateItem');
  rows('parse', tables.links, 'BatchGetItem', 'UpdateItem');
  files('parse', ['bodies'], 'GetObject', 'DeleteObject');
  files('parse', ['segments'], 'PutObject');
  send('parse', toFetch, toParse);

  rows('tick', tables.crawls, 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem');
  rows('tick', tables.pages, 'Query');
  send('tick', toFetch, toParse);

  rows('unload', tables.crawls, 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem');
  rows('unload', tables.pages, 'Query');
  files('unload', ['segments', 'control'], 'GetObject');
  files('unload', ['results', 'control'], 'PutObject');
  files('unload', ['results'], 'AbortMultipartUpload');
  list('unload');

  rows('api', tables.crawls, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem');
  // Links are listed and deleted, sites join with their start page and leave.
  rows('api', tables.pages, 'BatchGetItem', 'Query', 'UpdateItem');
  rows('api', tables.links, 'Query', 'UpdateItem');
  rows('api', tables.tokens, 'UpdateItem');
  files('api', ['control', 'results', 'uploads'], 'GetObject');
  files('api', ['control', 'uploads'], 'PutObject');
  files('api', ['bodies', 'segments', 'robots', 'results', 'control'], 'DeleteObject');
  list('api');
  grant(functions.api, 'states', ['StartExecution'], [machine.stateMachineArn]);
}

function grant({ role }: IFunction, service: string, actions: readonly string[], resources: readonly string[]): void {
  if (role === undefined) throw new Error('a function of the stack has no role');
  allow(
    role,
    actions.map(action => `${service}:${action}`),
    resources,
  );
}
