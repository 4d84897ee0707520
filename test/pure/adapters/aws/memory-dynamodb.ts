/**
 * DynamoDB in this process, as far as our adapters use it: for machines without Java, for large counts, and for faults
 * that no emulator makes. Each call happens at one instant, as strongly consistent ones do.
 */
import {
  type BatchGetItemCommandInput,
  type BatchWriteItemCommandInput,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  type GetItemCommandInput,
  type QueryCommandInput,
  TransactionCanceledException,
  type TransactWriteItemsCommandInput,
  type Update,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { itemBytes } from '../../../../bench/cost/dynamo-units.ts';
import type { Item } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { answerCalls, type ClientWork } from './answered-client.ts';
import { copied, isMet, type Scope, updated } from './dynamo-expressions.ts';

const $metadata = { httpStatusCode: 400 };
const mostItemBytes = 400 * 1024;
const pageBytes = 1024 * 1024;

/** DynamoDB orders keys by their bytes. */
interface SortKey {
  readonly key: string;
  readonly bytes: Buffer;
}

/** `before`: thrown instead of the call; `after`: the call happens, and its answer is lost. */
export type Fault = { readonly before: Error } | { readonly after: Error };

export class MemoryDynamoDb {
  /** By table and partition, then by sort key. */
  private readonly partitions = new Map<string, Map<string, Item>>();
  /** Tokens of transactions that have happened: a repeat changes nothing. */
  private readonly applied = new Set<string>();
  private readonly order = new WeakMap<Map<string, Item>, readonly SortKey[]>();
  private readonly faultOf: (command: string, input: object) => Fault | undefined;

  constructor(faultOf: (command: string, input: object) => Fault | undefined = () => undefined) {
    this.faultOf = faultOf;
  }

  /** A client whose calls all end here; it does not try again by itself. */
  client(work: ClientWork = 'whole'): DynamoDBClient {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const client = new DynamoDBClient({
      endpoint: 'http://127.0.0.1:1',
      region: 'us-east-1',
      credentials,
      maxAttempts: 1,
    });
    const answer = async (command: string, input: object): Promise<object> => {
      const fault = this.faultOf(command, input);
      if (fault !== undefined && 'before' in fault) throw fault.before;
      const output = this.answer(command, input);
      if (fault !== undefined) throw fault.after;
      return output;
    };
    answerCalls(client, work, answer);
    return client;
  }

  /** An item as it stands, asked for by no call. */
  peek(table: string, key: Item): Item | undefined {
    return this.item(table, key);
  }

  /** The items of a partition, in the order of their writing. */
  items(table: string, pk: string): readonly Item[] {
    return [...this.partition(table, pk).values()];
  }

  /** Takes away the items whose time to live is over; answers how many. */
  expire(nowMs: number): number {
    let count = 0;
    for (const partition of this.partitions.values())
      for (const [key, { ttl }] of partition)
        if (ttl?.N !== undefined && Number(ttl.N) * 1000 < nowMs) {
          partition.delete(key);
          this.order.delete(partition);
          count += 1;
        }
    return count;
  }

  /** The answer of a command that is not a client's. */
  answer(command: string, input: object): object {
    switch (command) {
      case 'GetItemCommand': {
        const { TableName, Key = {} } = input as GetItemCommandInput;
        const item = this.item(TableName, Key);
        return item === undefined ? {} : { Item: item };
      }
      case 'BatchGetItemCommand':
        return { Responses: this.batch(input as BatchGetItemCommandInput) };
      case 'QueryCommand':
        return this.query(input as QueryCommandInput);
      case 'UpdateItemCommand':
        return this.update(input as UpdateItemCommandInput);
      case 'BatchWriteItemCommand':
        return this.remove(input as BatchWriteItemCommandInput);
      case 'TransactWriteItemsCommand':
        return this.transact(input as TransactWriteItemsCommandInput);
      default:
        throw new Error(`${command} is not one of ours`);
    }
  }

  private batch({ RequestItems = {} }: BatchGetItemCommandInput): Record<string, Item[]> {
    return Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys = [] }]) => [
        table,
        Keys.map(key => this.item(table, key)).filter(item => item !== undefined),
      ]),
    );
  }

  private remove({ RequestItems = {} }: BatchWriteItemCommandInput): object {
    for (const [table, requests] of Object.entries(RequestItems)) {
      if (requests.length > 25) throw new Error('BatchWriteItem takes 25 requests');
      for (const { DeleteRequest: request } of requests) {
        const { pk, sk } = request!.Key!;
        const partition = this.partition(table, pk!.S!);
        if (partition.delete(sk!.S!)) this.order.delete(partition);
      }
    }
    return {};
  }

  /** Keys of all items whose partition is of the crawl, by table. */
  keysOfCrawl(crawl: string): string[] {
    return [...this.partitions].flatMap(([name, items]) => {
      const [table, pk = ''] = name.split('\n');
      return [...items.keys()].filter(sk => `${pk}#${sk}#`.includes(`${crawl}#`)).map(sk => `${table} ${pk} ${sk}`);
    });
  }

  private query(input: QueryCommandInput): object {
    const { TableName, ExpressionAttributeValues: values = {}, Limit = Number.POSITIVE_INFINITY } = input;
    if (input.IndexName !== undefined) return this.queryDue(input);
    if (input.KeyConditionExpression !== 'pk = :pk AND sk BETWEEN :from AND :to') throw new Error('another query');
    const partition = this.partition(TableName, values[':pk']!.S!);
    const first = Buffer.from(values[':from']!.S!);
    const last = Buffer.from(values[':to']!.S!);
    const start = input.ExclusiveStartKey?.['sk']?.S;
    const after = start === undefined ? undefined : Buffer.from(start);
    const items: Item[] = [];
    let bytes = 0;
    const isBackwards = input.ScanIndexForward === false;
    const isRead = (sk: Buffer): boolean => {
      const order = after === undefined ? 1 : Buffer.compare(sk, after);
      return isBackwards ? after === undefined || order < 0 : order > 0;
    };
    const keys = this.keysOf(partition);
    for (const { key, bytes: sk } of isBackwards ? keys.toReversed() : from(keys, after ?? first)) {
      if (Buffer.compare(sk, first) < 0 || Buffer.compare(sk, last) > 0 || !isRead(sk)) continue;
      if (items.length >= Limit || bytes >= pageBytes) {
        const { pk, sk: lastKey } = items.at(-1)!;
        return { Items: items, LastEvaluatedKey: { pk, sk: lastKey } };
      }
      const item = partition.get(key)!;
      bytes += itemBytes(item);
      items.push(copied(item));
    }
    return { Items: items };
  }

  /** The index `byDue`, which has keys alone. */
  private queryDue(input: QueryCommandInput): object {
    const { TableName, ExpressionAttributeValues: values = {}, Limit = Number.POSITIVE_INFINITY } = input;
    if (input.KeyConditionExpression !== 'pk = :pk AND due <= :until') throw new Error('another query of the index');
    const until = Number(values[':until']!.N);
    const rows = [...this.partition(TableName, values[':pk']!.S!).values()]
      .filter(({ due }) => due?.N !== undefined && Number(due.N) <= until)
      .sort((a, b) => Number(a['due']!.N) - Number(b['due']!.N));
    return { Items: rows.slice(0, Limit).map(({ pk, sk, due }) => copied({ pk: pk!, sk: sk!, due: due! })) };
  }

  private update(input: UpdateItemCommandInput): object {
    const before = this.item(input.TableName, input.Key ?? {});
    if (!this.holds(input as Update))
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata,
        ...(before !== undefined && { Item: before }),
      });
    const after = this.apply(input as Update);
    if (input.ReturnValues === 'ALL_NEW') return { Attributes: copied(after) };
    return input.ReturnValues === 'ALL_OLD' && before !== undefined ? { Attributes: before } : {};
  }

  private transact({ TransactItems = [], ClientRequestToken: token }: TransactWriteItemsCommandInput): object {
    if (token !== undefined && this.applied.has(token)) return {};
    const writes = TransactItems.map(
      ({ Update: update, ConditionCheck: check, Put: put }) =>
        update ?? check ?? { ...put, Key: { pk: put!.Item!['pk']!, sk: put!.Item!['sk']! } },
    ) as Update[];
    const reasons = writes.map(
      (write): CancellationReason => ({ Code: this.holds(write) ? 'None' : 'ConditionalCheckFailed' }),
    );
    if (reasons.some(({ Code }) => Code !== 'None'))
      throw new TransactionCanceledException({ message: 'cancelled', $metadata, CancellationReasons: reasons });
    for (const { Update: update, Put: put } of TransactItems)
      if (update !== undefined) this.apply(update);
      else if (put !== undefined) this.put(put.TableName, put.Item!);
    if (token !== undefined) this.applied.add(token);
    return {};
  }

  private holds(write: Update): boolean {
    return write.ConditionExpression === undefined || isMet(write.ConditionExpression, this.scope(write));
  }

  private apply(update: Update): Item {
    const item = updated(update.UpdateExpression ?? '', this.scope(update));
    this.put(update.TableName, item);
    return item;
  }

  /** Sets attributes of an item, as a bare update of each does. */
  set(table: string, pk: string, sk: string, attributes: Item): void {
    const partition = this.partition(table, pk);
    const known = partition.get(sk);
    if (known !== undefined) Object.assign(known, attributes);
    else this.put(table, { pk: { S: pk }, sk: { S: sk }, ...attributes });
  }

  private put(table: string | undefined, item: Item): void {
    if (itemBytes(item) > mostItemBytes) throw new Error('Item size has exceeded the maximum allowed size');
    const partition = this.partition(table, item['pk']!.S!);
    if (!partition.has(item['sk']!.S!)) this.order.delete(partition);
    partition.set(item['sk']!.S!, item);
  }

  private scope({ TableName, Key = {}, ExpressionAttributeNames, ExpressionAttributeValues }: Update): Scope {
    const names = ExpressionAttributeNames ?? {};
    const item = this.item(TableName, Key);
    return { item: item ?? {}, names, values: ExpressionAttributeValues ?? {}, key: Key };
  }

  private item(table: string | undefined, key: Item): Item | undefined {
    if (key['pk']?.S === '' || key['sk']?.S === '') throw new Error('a key cannot be an empty string');
    const item = this.partition(table, key['pk']!.S!).get(key['sk']!.S!);
    return item && copied(item);
  }

  private partition(table: string | undefined, pk: string): Map<string, Item> {
    const name = `${table}\n${pk}`;
    const known = this.partitions.get(name) ?? new Map<string, Item>();
    this.partitions.set(name, known);
    return known;
  }

  /** In the order of their bytes. */
  private keysOf(partition: Map<string, Item>): readonly SortKey[] {
    const known = this.order.get(partition);
    if (known !== undefined) return known;
    const keys = Array.from(partition.keys(), key => ({ key, bytes: Buffer.from(key) })).sort((a, b) =>
      Buffer.compare(a.bytes, b.bytes),
    );
    this.order.set(partition, keys);
    return keys;
  }
}

/** The keys that are not before `key`: large partitions are read by many queries. */
function* from(keys: readonly SortKey[], key: Buffer): Iterable<SortKey> {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Buffer.compare(keys[middle]!.bytes, key) < 0) low = middle + 1;
    else high = middle;
  }
  for (; low < keys.length; low += 1) yield keys[low]!;
}
