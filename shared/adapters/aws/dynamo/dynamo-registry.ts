import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { CrawlRecord } from '../../../domain/protocol/crawl-record.ts';
import type { Refusal } from '../../../domain/refusal/refusal.ts';
import type { CrawlRegistry } from '../../../ports.ts';

/**
 * Records of crawls, in the table of crawls beside the store's rows. Partition key `pk`, sort key `sk`:
 *
 *   record#<crawl>   record            the record
 *   owner#<owner>    <created>#<crawl>  one per crawl, for lists: newest last
 *   owner#<owner>    key#<key>         a request that was made under an Idempotency-Key, kept for a day
 *   record#<crawl>   invocations        how many invocations of the consumers there were
 */
export class DynamoRegistry implements CrawlRegistry {
  private readonly client: DynamoDBClient;
  private readonly table: string;
  private readonly retentionDays: number;

  constructor(options: { client: DynamoDBClient; table: string; retentionDays: number }) {
    this.client = options.client;
    this.table = options.table;
    this.retentionDays = options.retentionDays;
  }

  /**
   * Writes a new record. With `once`, exactly one of many callers with equal owner and key writes the crawl. The other
   * callers get that crawl and learn whether their request equals it.
   */
  async create(record: CrawlRecord, once?: { readonly key: string; readonly request: string }): Promise<Created> {
    const puts = [this.put(recordItem(record)), this.put(listItem(record))];
    if (once !== undefined) puts.push(this.put(onceItem(record, once)));
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.client.send(new TransactWriteItemsCommand({ TransactItems: puts }));
        return { kind: 'created' };
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const earlier = once === undefined ? undefined : await this.get(`owner#${record.owner}`, `key#${once.key}`);
        if (earlier !== undefined)
          return {
            kind: 'exists',
            id: text(earlier['crawl']),
            sameRequest: text(earlier['request']) === once?.request,
          };
        // Another caller with this key writes now; the next attempt sees which one won.
        if (!isConflict(error) || attempt === mostAttempts) throw error;
        await sleep(50 * 2 ** attempt * Math.random());
      }
    }
  }

  async read(id: string): Promise<CrawlRecord | undefined> {
    const item = await this.get(`record#${id}`, 'record');
    return item === undefined ? undefined : recordOf(item);
  }

  /** Ids of an owner's crawls, newest first, after `cursor` (an opaque text of an earlier answer). */
  async list(owner: string, most: number, cursor?: string): Promise<{ ids: readonly string[]; next?: string }> {
    const before = cursor ?? ';';
    const answer = await this.client.send(
      new QueryCommand({
        TableName: this.table,
        KeyConditionExpression: 'pk = :owner AND sk BETWEEN :first AND :before',
        // Instants start with a digit; ";" is the first character after them.
        ExpressionAttributeValues: {
          ':owner': { S: `owner#${owner}` },
          ':first': { S: '0' },
          ':before': { S: before },
        },
        ScanIndexForward: false,
        // `Limit` includes the entry at the cursor itself, which was listed before.
        Limit: most + 2,
      }),
    );
    const keys = (answer.Items ?? []).map(item => text(item['sk'])).filter(sk => sk !== cursor);
    const shown = keys.slice(0, most);
    const next = keys.length > most ? { next: shown.at(-1)! } : {};
    return { ids: shown.map(sk => sk.slice(sk.indexOf('#') + 1)), ...next };
  }

  /** Makes `next` the crawl's run; false if the record is another one by now, or the crawl is being deleted. */
  async startRun({ id, owner, createdAt, run }: CrawlRecord, next: number): Promise<boolean> {
    const update = 'SET #run = :next, queued = :yes REMOVE failure, #ttl';
    const values = { ':run': { N: String(run) }, ':next': { N: String(next) }, ':yes': { BOOL: true } };
    const begun = await this.change(`record#${id}`, 'record', update, values, `#run = :run AND ${notRemoving}`);
    if (begun) await this.change(`owner#${owner}`, listKey(createdAt, id), 'REMOVE #ttl');
    return begun;
  }

  /** Clears the failure of an earlier attempt at the run. */
  async markBegun(id: string): Promise<void> {
    await this.change(`record#${id}`, 'record', 'SET queued = :no REMOVE failure', { ':no': { BOOL: false } });
  }

  /** A crawl that is being deleted stays so, whatever fails late. */
  async markFailed(id: string, failure: readonly Refusal[]): Promise<void> {
    const condition = `attribute_exists(pk) AND ${notRemoving}`;
    await this.change(`record#${id}`, 'record', 'SET queued = :no, failure = :failure', failed(failure), condition);
  }

  /** From now on the crawl is being deleted. False if it is gone, or another run of it has begun. */
  async markRemoving(id: string, run: number, failure: readonly Refusal[]): Promise<boolean> {
    const update = 'SET queued = :no, failure = :failure, removing = :yes';
    const values = { ...failed(failure), ':yes': { BOOL: true }, ':run': { N: String(run) } };
    return await this.change(`record#${id}`, 'record', update, values, '#run = :run');
  }

  /** After the end of a crawl its record is kept as long as its rows. */
  async markFinished(id: string, now: number): Promise<void> {
    const record = await this.read(id);
    if (record === undefined) return;
    const values = { ':ttl': this.expiry(now) };
    await this.change(`record#${id}`, 'record', 'SET #ttl = :ttl', values);
    await this.change(`owner#${record.owner}`, listKey(record.createdAt, id), 'SET #ttl = :ttl', values);
  }

  /** Removes the record from its owner's list; the rest expires with the crawl. */
  async remove({ id, owner, createdAt }: CrawlRecord): Promise<void> {
    const keys = [
      { pk: `record#${id}`, sk: 'record' },
      { pk: `owner#${owner}`, sk: listKey(createdAt, id) },
    ];
    const TransactItems = keys.map(({ pk, sk }) => ({
      Delete: { TableName: this.table, Key: { pk: { S: pk }, sk: { S: sk } } },
    }));
    await this.client.send(new TransactWriteItemsCommand({ TransactItems }));
  }

  /** Counts one more invocation for a crawl and returns the number. */
  async countInvocation(id: string): Promise<number> {
    const { Attributes: attributes } = await this.client.send(
      new UpdateItemCommand({
        TableName: this.table,
        Key: { pk: { S: `record#${id}` }, sk: { S: 'invocations' } },
        UpdateExpression: 'ADD invocations :one SET #ttl = :ttl',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':one': { N: '1' }, ':ttl': this.expiry(Date.now()) },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(attributes?.['invocations']?.N ?? 0);
  }

  /** False if the item does not exist, or `condition` does not hold. */
  private async change(
    pk: string,
    sk: string,
    update: string,
    values?: Record<string, AttributeValue>,
    condition = 'attribute_exists(pk)',
  ): Promise<boolean> {
    const named = `${update} ${condition}`;
    const used = Object.entries({ '#run': 'run', '#ttl': 'ttl' }).filter(([name]) => named.includes(name));
    const request: UpdateItemCommandInput = {
      TableName: this.table,
      Key: { pk: { S: pk }, sk: { S: sk } },
      UpdateExpression: update,
      ConditionExpression: condition,
      ExpressionAttributeValues: values,
      ExpressionAttributeNames: used.length === 0 ? undefined : Object.fromEntries(used),
    };
    try {
      await this.client.send(new UpdateItemCommand(request));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  private async get(pk: string, sk: string): Promise<Item | undefined> {
    const Key = { pk: { S: pk }, sk: { S: sk } };
    return (await this.client.send(new GetItemCommand({ TableName: this.table, Key, ConsistentRead: true }))).Item;
  }

  private expiry(from: number): AttributeValue {
    return { N: String(Math.floor(from / 1000) + this.retentionDays * 86_400) };
  }

  private put(item: Item): TransactWriteItem {
    return { Put: { TableName: this.table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' } };
  }
}

type Created =
  | { readonly kind: 'created' }
  | { readonly kind: 'exists'; readonly id: string; readonly sameRequest: boolean };

type Item = Record<string, AttributeValue>;

const mostAttempts = 6;

/** No later run of a crawl begins while it is being deleted. */
const notRemoving = 'attribute_not_exists(removing)';

function failed(failure: readonly Refusal[]): Item {
  return { ':no': { BOOL: false }, ':failure': { S: JSON.stringify(failure) } };
}

function isConflict({ CancellationReasons: reasons = [] }: TransactionCanceledException): boolean {
  return reasons.some(({ Code: code }) => code === 'TransactionConflict');
}

const onceKeptSeconds = 86_400;

function recordItem({ id, owner, createdAt, run, queued }: CrawlRecord): Item {
  return {
    pk: { S: `record#${id}` },
    sk: { S: 'record' },
    id: { S: id },
    owner: { S: owner },
    createdAt: { N: String(createdAt) },
    run: { N: String(run) },
    queued: { BOOL: queued },
  };
}

function recordOf(item: Item): CrawlRecord {
  const failure = item['failure']?.S;
  return {
    id: text(item['id']),
    owner: text(item['owner']),
    createdAt: Number(item['createdAt']?.N),
    run: Number(item['run']?.N),
    queued: item['queued']?.BOOL ?? false,
    ...(failure !== undefined && { failure: JSON.parse(failure) as readonly Refusal[] }),
  };
}

function listItem({ id, owner, createdAt }: CrawlRecord): Item {
  return { pk: { S: `owner#${owner}` }, sk: { S: listKey(createdAt, id) } };
}

/** In order of time. */
function listKey(createdAt: number, id: string): string {
  return `${new Date(createdAt).toISOString()}#${id}`;
}

function onceItem({ id, owner, createdAt }: CrawlRecord, { key, request }: { key: string; request: string }): Item {
  return {
    pk: { S: `owner#${owner}` },
    sk: { S: `key#${key}` },
    crawl: { S: id },
    request: { S: request },
    ttl: { N: String(Math.floor(createdAt / 1000) + onceKeptSeconds) },
  };
}

function text(value: AttributeValue | undefined): string {
  if (value?.S === undefined) throw new Error('an item of the table of crawls lacks a text');
  return value.S;
}
