/**
 * Calls of DynamoDB. A failed condition is an answer. Throttled calls and conflicts of transactions are tried again
 * here, with full jitter, and never count as a failed condition.
 */
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { defined } from '../../../../domain/defined.ts';
import { sideBySide } from '../../../../domain/side-by-side.ts';
import type { Clock, Ids } from '../../../../ports/ports.ts';
import { dueIndex, type Item, type ItemKey, itemOf, type Row, rowOf } from './dynamo-tables.ts';
import { type Part, transactItemOf, updateOf, type Write } from './dynamo-write.ts';

export type WriteAnswer =
  /** `row`: the item, if `returns` wants it. */
  | { readonly kind: 'written'; readonly row: Row }
  /** `row`: the item that did not meet the condition; absent if there is none. */
  | { readonly kind: 'refused'; readonly row?: Row };

export type TransactAnswer =
  | { readonly kind: 'written' }
  | { readonly kind: 'refused'; readonly parts: readonly string[] };

/** Most simultaneous calls for one call of the store. */
const mostAtOnce = 64;
/** BatchGetItem takes 100 keys. */
const keysPerRead = 100;
/** Items of 200 bytes whose query costs less than a read by key. */
const itemsPerKey = 10;
/** BatchWriteItem takes 25 requests. */
const keysPerRemoval = 25;
/** Waits double from the first to the longest, enough for a table that is throttled for half a minute. */
const firstWaitMs = 50;
const longestWaitMs = 3_000;
const patienceMs = 45_000;

const patient = new Set(
  (
    'TransactionConflictException TransactionInProgressException ProvisionedThroughputExceededException ' +
    'ThrottlingException RequestLimitExceeded InternalServerError'
  ).split(' '),
);
const patientReasons = new Set(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError']);

export interface CallsOptions {
  readonly client: DynamoDBClient;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly ids: Pick<Ids, 'fraction'>;
}

export class DynamoCalls {
  private readonly client: DynamoDBClient;
  private readonly clock: CallsOptions['clock'];
  private readonly ids: CallsOptions['ids'];

  constructor({ client, clock, ids }: CallsOptions) {
    this.client = client;
    this.clock = clock;
    this.ids = ids;
  }

  async write(write: Write, returns: 'ALL_NEW' | 'ALL_OLD' | 'NONE' = 'NONE'): Promise<WriteAnswer> {
    const command = new UpdateItemCommand({
      ...updateOf(write),
      ReturnValues: returns,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      const { Attributes } = await this.patiently(write, async () => await this.client.send(command));
      return { kind: 'written', row: rowOf(Attributes ?? {}) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { kind: 'refused', ...(error.Item !== undefined && { row: rowOf(error.Item) }) };
    }
  }

  /**
   * All or nothing. Every try carries the same token, so DynamoDB applies a repeated transaction only once
   * (TransactWriteItems, ClientRequestToken: 10 minutes).
   */
  async transact(parts: readonly Part[]): Promise<TransactAnswer> {
    const command = new TransactWriteItemsCommand({
      ClientRequestToken: crypto.randomUUID(),
      TransactItems: parts.map(transactItemOf),
    });
    try {
      await this.patiently(parts[0]!, async () => await this.client.send(command));
      return { kind: 'written' };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const refused = parts.filter((_, index) => reasonsOf(error)[index] === 'ConditionalCheckFailed');
      if (refused.length === 0) throw error;
      return { kind: 'refused', parts: refused.map(({ part }) => part) };
    }
  }

  /** Reads an item, strongly consistent unless the answer may be old. */
  async read(table: string, key: ItemKey, consistent = true): Promise<Row | undefined> {
    const command = new GetItemCommand({ TableName: table, Key: itemOf({ ...key }), ConsistentRead: consistent });
    const { Item: item } = await this.patiently({ table, key }, async () => await this.client.send(command));
    return item === undefined ? undefined : rowOf(item);
  }

  /** Reads items in the order of the keys. */
  async readAll(table: string, keys: readonly ItemKey[], consistent: boolean): Promise<(Row | undefined)[]> {
    const nameOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => `${pk}\n${sk}`;
    const distinct = [...new Map(keys.map(key => [nameOf(key), key])).values()];
    const batches = Array.from({ length: Math.ceil(distinct.length / keysPerRead) }, (_, index) =>
      distinct.slice(index * keysPerRead, (index + 1) * keysPerRead),
    );
    const rows = await inParallel(batches, async batch => await this.readBatch(table, batch, consistent));
    const found = new Map(rows.flat().map(row => [nameOf(row), row]));
    return keys.map(key => found.get(nameOf(key)));
  }

  /**
   * Reads items of one partition in the order of the keys; the answer may be old. A query bills the bytes of the items in its
   * range, a read by key bills half a unit. The query stops at `itemsPerKey` items for each key, which cost less than reads by
   * key. Keys behind the end of the query are read by key. `share`: the share of keys that the query answered.
   */
  async readAmong(table: string, keys: readonly ItemKey[]): Promise<{ rows: (Row | undefined)[]; share: number }> {
    const sorted = keys.map(({ sk }) => Buffer.from(sk)).sort(Buffer.compare);
    const [from, to] = [sorted[0]!.toString(), sorted.at(-1)!.toString()];
    const command = new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: itemOf({ ':pk': keys[0]!.pk, ':from': from, ':to': to }),
      Limit: keys.length * itemsPerKey,
    });
    const answer = await this.patiently({ table, key: keys[0]! }, async () => await this.client.send(command));
    const wanted = new Set(keys.map(({ sk }) => sk));
    const items = (answer.Items ?? []).filter(({ sk }) => wanted.has(sk?.S ?? ''));
    const found = new Map(items.map(item => [item['sk']!.S!, rowOf(item)]));
    const end = answer.LastEvaluatedKey?.['sk']?.S;
    if (end === undefined) return { rows: keys.map(({ sk }) => found.get(sk)), share: 1 };
    const last = Buffer.from(end);
    const behind = keys.filter(({ sk }) => Buffer.compare(Buffer.from(sk), last) > 0);
    for (const row of await this.readAll(table, behind, false))
      if (row !== undefined) found.set(String(row['sk']), row);
    return { rows: keys.map(({ sk }) => found.get(sk)), share: 1 - behind.length / keys.length };
  }

  private async readBatch(table: string, keys: readonly ItemKey[], consistent: boolean): Promise<Row[]> {
    const rows: Row[] = [];
    let open: Item[] = keys.map(key => itemOf({ ...key }));
    const item = { table, key: keys[0]! };
    // Items that a throttled table left out are read again.
    for (const waiting = this.waiting(item); open.length > 0; ) {
      const command = new BatchGetItemCommand({
        RequestItems: { [table]: { Keys: open, ConsistentRead: consistent } },
      });
      const answer = await this.patiently(item, async () => await this.client.send(command));
      rows.push(...(answer.Responses?.[table] ?? []).map(rowOf));
      open = answer.UnprocessedKeys?.[table]?.Keys ?? [];
      if (open.length > 0) await waiting.next(new Error(`${open.length} keys were left out`));
    }
    return rows;
  }

  /** Removes items without a condition; resolves when all are removed. */
  async removeAll(table: string, keys: readonly ItemKey[]): Promise<void> {
    const batches = Array.from({ length: Math.ceil(keys.length / keysPerRemoval) }, (_, index) =>
      keys.slice(index * keysPerRemoval, (index + 1) * keysPerRemoval),
    );
    await inParallel(batches, async batch => await this.removeBatch(table, batch));
  }

  private async removeBatch(table: string, keys: readonly ItemKey[]): Promise<void> {
    let open: WriteRequest[] = keys.map(key => ({ DeleteRequest: { Key: itemOf({ ...key }) } }));
    const item = { table, key: keys[0]! };
    for (const waiting = this.waiting(item); open.length > 0; ) {
      const command = new BatchWriteItemCommand({ RequestItems: { [table]: open } });
      const answer = await this.patiently(item, async () => await this.client.send(command));
      open = answer.UnprocessedItems?.[table] ?? [];
      if (open.length > 0) await waiting.next(new Error(`${open.length} items were left`));
    }
  }

  /** Items of a partition with sort keys in a range (both ends included), in their order; strongly consistent. */
  async *query(
    table: string,
    pk: string,
    from: string,
    to: string,
    pageSize?: number,
    direction: 'forwards' | 'backwards' = 'forwards',
  ): AsyncGenerator<Row> {
    let start: Item | undefined;
    do {
      const command = new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: itemOf({ ':pk': pk, ':from': from, ':to': to }),
        ConsistentRead: true,
        ...(direction !== 'forwards' && { ScanIndexForward: false }),
        ...defined({ Limit: pageSize, ExclusiveStartKey: start }),
      });
      const answer = await this.patiently(
        { table, key: { pk, sk: from } },
        async () => await this.client.send(command),
      );
      for (const item of answer.Items ?? []) yield rowOf(item);
      start = answer.LastEvaluatedKey;
    } while (start !== undefined);
  }

  /**
   * Items of a partition whose number `due` is not above `until`, by that number, at most `most`: their keys and `due`, from
   * the index `byDue`; strongly consistent.
   */
  async queryDue(table: string, pk: string, until: number, most: number): Promise<Row[]> {
    const rows: Row[] = [];
    let start: Item | undefined;
    do {
      const command = new QueryCommand({
        TableName: table,
        IndexName: dueIndex,
        KeyConditionExpression: 'pk = :pk AND due <= :until',
        ExpressionAttributeValues: itemOf({ ':pk': pk, ':until': until }),
        ConsistentRead: true,
        Limit: most - rows.length,
        ...defined({ ExclusiveStartKey: start }),
      });
      const answer = await this.patiently(
        { table, key: { pk, sk: dueIndex } },
        async () => await this.client.send(command),
      );
      rows.push(...(answer.Items ?? []).map(rowOf));
      start = answer.LastEvaluatedKey;
    } while (start !== undefined && rows.length < most);
    return rows;
  }

  private async patiently<T>(item: Pick<Write, 'table' | 'key'>, send: () => Promise<T>): Promise<T> {
    for (const waiting = this.waiting(item); ; ) {
      try {
        return await send();
      } catch (error) {
        if (!asksForPatience(error)) throw named(item, error);
        await waiting.next(error);
      }
    }
  }

  /** Waits longer each time, and throws the error after the last wait. */
  private waiting(item: Pick<Write, 'table' | 'key'>): { next(error: unknown): Promise<void> } {
    const end = this.clock.monotonic() + patienceMs;
    let most = firstWaitMs;
    return {
      next: async error => {
        const wait = this.ids.fraction() * most;
        if (this.clock.monotonic() + wait > end) throw named(item, error);
        await this.clock.sleep(wait);
        most = Math.min(longestWaitMs, most * 2);
      },
    };
  }
}

/** Runs `work` on every item, some at once; results keep the order. */
export async function inParallel<From, To>(
  items: readonly From[],
  work: (item: From, index: number) => Promise<To>,
): Promise<To[]> {
  return await sideBySide(items, mostAtOnce, work);
}

function asksForPatience(error: unknown): boolean {
  if (error instanceof TransactionCanceledException) return reasonsOf(error).some(code => patientReasons.has(code));
  return error instanceof Error && patient.has(error.name);
}

function reasonsOf(error: TransactionCanceledException): string[] {
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? '');
}

/** Adds the table and key to an error, except to failed conditions, which are answers. */
function named({ table, key }: Pick<Write, 'table' | 'key'>, error: unknown): unknown {
  if (error instanceof ConditionalCheckFailedException) return error;
  if (error instanceof TransactionCanceledException && !asksForPatience(error)) return error;
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new Error(`DynamoDB table ${table}, item ${key.pk} ${key.sk}: ${why}`, { cause: error });
}
