import type { CrawlRecord } from '../../../domain/protocol/crawl-record.ts';
import type { Refusal } from '../../../domain/refusal/refusal.ts';
import type { CrawlRegistry } from '../../../ports/ports.ts';
import type { DynamoCalls } from './calls/dynamo-calls.ts';
import type { ItemKey, Row, Value } from './calls/dynamo-tables.ts';
import type { Part, Write } from './calls/dynamo-write.ts';

/**
 * Records of crawls, in the table of crawls beside the store's rows. Partition key `pk`, sort key `sk`:
 *
 *   record#<crawl>   record            the record
 *   owner#<owner>    <created>#<crawl>  one per crawl, for lists: newest last
 *   owner#<owner>    key#<key>         a request that was made under an Idempotency-Key, kept for a day
 *   record#<crawl>   invocations        how many invocations of the consumers there were
 */
export class DynamoRegistry implements CrawlRegistry {
  private readonly calls: DynamoCalls;
  private readonly table: string;
  private readonly retentionDays: number;

  constructor(options: { calls: DynamoCalls; table: string; retentionDays: number }) {
    this.calls = options.calls;
    this.table = options.table;
    this.retentionDays = options.retentionDays;
  }

  readonly create: CrawlRegistry['create'] = async (record, once) => {
    const { id, owner, createdAt, run, queued } = record;
    const onceKey = { pk: `owner#${owner}`, sk: `key#${once?.key}` };
    const parts = [
      this.newItem(recordKey(id), { id, owner, createdAt, run, queued }),
      this.newItem(listKey(record), { crawl: id }),
    ];
    if (once !== undefined) {
      const ttl = Math.floor(createdAt / 1000) + onceKeptSeconds;
      parts.push(this.newItem(onceKey, { crawl: id, request: once.request, ttl }));
    }
    if ((await this.calls.transact(parts)).kind === 'written') return { kind: 'created' };
    const earlier = once === undefined ? undefined : await this.calls.read(this.table, onceKey);
    if (earlier === undefined) throw new Error(`there is a record of the crawl ${id}`);
    return { kind: 'exists', id: text(earlier['crawl']), sameRequest: text(earlier['request']) === once?.request };
  };

  async read(id: string): Promise<CrawlRecord | undefined> {
    const row = await this.calls.read(this.table, recordKey(id));
    return row === undefined ? undefined : recordOf(row);
  }

  async list(owner: string, most: number, cursor?: string): Promise<{ ids: readonly string[]; next?: string }> {
    const keys: string[] = [];
    // Instants start with a digit; ";" is the first character after them. The range holds the entry of the cursor itself.
    const rows = this.calls.query(this.table, `owner#${owner}`, '0', cursor ?? ';', most + 2, 'backwards');
    for await (const { sk } of rows) {
      if (sk !== cursor) keys.push(text(sk));
      if (keys.length > most) break;
    }
    const shown = keys.slice(0, most);
    const next = keys.length > most ? { next: shown.at(-1)! } : {};
    return { ids: shown.map(sk => sk.slice(sk.indexOf('#') + 1)), ...next };
  }

  /** Makes `next` the crawl's run; false if the record is another one by now, or the crawl is being deleted. */
  async startRun(record: CrawlRecord, next: number): Promise<boolean> {
    const isBegun = await this.change(recordKey(record.id), {
      set: { run: next, queued: true },
      remove: ['#failure', '#ttl'],
      condition: `#run = :before AND ${notRemoving}`,
      values: { before: record.run },
    });
    if (isBegun) await this.change(listKey(record), { remove: ['#ttl'] });
    return isBegun;
  }

  /** Clears the failure of an earlier attempt at the run. */
  async markBegun(id: string): Promise<void> {
    await this.change(recordKey(id), { set: { queued: false }, remove: ['#failure'] });
  }

  /** A crawl that is being deleted stays so, whatever fails late. */
  async markFailed(id: string, failure: readonly Refusal[]): Promise<void> {
    const condition = `attribute_exists(pk) AND ${notRemoving}`;
    await this.change(recordKey(id), { set: { queued: false, failure: JSON.stringify(failure) }, condition });
  }

  /** From now on the crawl is being deleted. False if it is gone, or another run of it has begun. */
  async markRemoving(id: string, run: number, failure: readonly Refusal[]): Promise<boolean> {
    const set = { queued: false, failure: JSON.stringify(failure), removing: true };
    return await this.change(recordKey(id), { set, condition: '#run = :before', values: { before: run } });
  }

  /** After the end of a crawl its record is kept as long as its rows. */
  async markFinished(id: string, now: number): Promise<void> {
    const record = await this.read(id);
    if (record === undefined) return;
    const set = { ttl: this.expiry(now) };
    await this.change(recordKey(id), { set });
    await this.change(listKey(record), { set });
  }

  /** Removes the record, also from its owner's list; the rest expires with the crawl. */
  async remove(record: CrawlRecord): Promise<void> {
    await this.calls.removeAll(this.table, [recordKey(record.id), listKey(record)]);
  }

  /** Counts one more invocation for a crawl and returns the number. */
  async countInvocation(id: string): Promise<number> {
    const key = { pk: `record#${id}`, sk: 'invocations' };
    const counted = {
      set: { ttl: this.expiry(Date.now()) },
      assign: ['#invocations = if_not_exists(#invocations, :none) + :one'],
      values: { none: 0, one: 1 },
    };
    const { row } = await this.calls.write({ table: this.table, key, ...counted }, 'ALL_NEW');
    return Number(row?.['invocations'] ?? 0);
  }

  /** False if the item does not exist, or `condition` does not hold. */
  private async change(key: ItemKey, write: Omit<Write, 'table' | 'key'>): Promise<boolean> {
    const answer = await this.calls.write({ table: this.table, key, condition: 'attribute_exists(pk)', ...write });
    return answer.kind === 'written';
  }

  private expiry(from: number): number {
    return Math.floor(from / 1000) + this.retentionDays * 86_400;
  }

  private newItem(key: ItemKey, set: Row): Part {
    return { part: key.sk, table: this.table, key, set, condition: 'attribute_not_exists(pk)' };
  }
}

/** No later run of a crawl begins while it is being deleted. */
const notRemoving = 'attribute_not_exists(#removing)';

const onceKeptSeconds = 86_400;

const recordKey = (id: string): ItemKey => ({ pk: `record#${id}`, sk: 'record' });

/** In order of time. */
function listKey({ id, owner, createdAt }: CrawlRecord): ItemKey {
  return { pk: `owner#${owner}`, sk: `${new Date(createdAt).toISOString()}#${id}` };
}

function recordOf(row: Row): CrawlRecord {
  const { failure } = row;
  return {
    id: text(row['id']),
    owner: text(row['owner']),
    createdAt: Number(row['createdAt']),
    run: Number(row['run']),
    queued: row['queued'] === true,
    ...(failure !== undefined && { failure: JSON.parse(text(failure)) as readonly Refusal[] }),
  };
}

function text(value: Value | undefined): string {
  if (typeof value !== 'string') throw new Error('an item of the table of crawls lacks a text');
  return value;
}
