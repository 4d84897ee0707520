import { randomUUID } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Clock, ObjectStore } from '../../../ports/ports.ts';
import * as Records from '../../../wings/publications/applications/application-records.ts';
import type { FailureReason } from '../../../wings/publications/applications/application-runner.ts';
import type { DynamoCalls } from '../dynamo/calls/dynamo-calls.ts';
import { padded, type Row } from '../dynamo/calls/dynamo-tables.ts';
import type { keysOf, TextPlace } from './publication-items.ts';
import { applicationOf, type StoredApplication, type StoredBatch } from './reading-writer.ts';

interface ApplicationsPlace {
  readonly calls: DynamoCalls;
  readonly table: string;
  readonly keys: ReturnType<typeof keysOf>;
  readonly objects: Pick<ObjectStore, 'put' | 'get' | 'remove'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Waits until all changes that have happened are written out. */
  readonly settle: () => Promise<unknown>;
  readonly textAt: (place: TextPlace) => Promise<string>;
}

/** An invocation of a function ends before, so a batch has one worker at a time. */
const leaseMs = 120_000;
/** Values up to this size that `accepted` has set are in its item, deflated, else in an object. */
const mostItemBytes = 100_000;
/** Records are kept so long after their pages were requested, at most: so far they are out of the order of these instants. */
const mostOutOfOrderMs = 3_600_000;

/** Records of one change. */
interface BatchRow {
  /** Number of the first record. */
  readonly first: number;
  readonly batch: number;
  readonly count: number;
  /** Of the looks at their pages, ms since the epoch; both belong to it. */
  readonly since: number;
  readonly until: number;
  readonly source: number | undefined;
  readonly place: TextPlace;
}

/** Records of the user's applications in DynamoDB and S3, written by the changes of the publications. */
export class DynamoApplications implements Omit<Records.ApplicationRecords, 'declare'> {
  private readonly of: ApplicationsPlace;

  constructor(of: ApplicationsPlace) {
    this.of = of;
  }

  async applications(): Promise<readonly Records.KeptApplication[]> {
    const { calls, table, keys } = this.of;
    await this.of.settle();
    const kept: Records.KeptApplication[] = [];
    for await (const row of calls.query(table, keys.applications, '!', '~')) {
      const [name, { columns, records, marks }] = [String(row['sk']), applicationOf(row)];
      const acceptance = acceptanceOf(await calls.read(table, keys.acceptance(name)));
      kept.push({ name, columns, records, marks, acceptance });
    }
    return kept;
  }

  async *records(name: string, query: Records.RecordQuery): AsyncGenerator<Records.RecordRow> {
    await this.of.settle();
    const known = await this.known(name);
    if (known === undefined) return;
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, sources, after = 0 } = query;
    const columns = Object.keys(known.columns);
    for await (const batch of this.batchesFrom(name, await this.firstOf(name, known, { after, since }))) {
      if (batch.since - mostOutOfOrderMs >= until) return;
      if (batch.since >= until || batch.until < since) continue;
      if (batch.source !== undefined && sources?.includes(batch.source) === false) continue;
      for (const row of await this.rowsOf(batch, columns)) {
        const fits = row.seenAt >= since && row.seenAt < until && sources?.includes(row.source) !== false;
        if (fits && row.record > after) yield row;
      }
    }
  }

  readonly marks: Records.ApplicationRecords['marks'] = async ({ source, application }, most) => {
    const { calls, table, keys } = this.of;
    await this.of.settle();
    const prefix = application === undefined ? '' : `${application}#`;
    const found: Records.PageMark[] = [];
    for await (const row of calls.query(table, keys.marks, prefix === '' ? '!' : prefix, `${prefix}~`)) {
      if (found.length >= most) break;
      if (row['reason'] === undefined || (source !== undefined && row['source'] !== source)) continue;
      found.push({
        ...{ application: String(row['application']), source: Number(row['source']), address: String(row['address']) },
        ...{ digest: String(row['digest']), seenAt: Number(row['seen']) },
        ...{ reason: row['reason'] as FailureReason, detail: String(row['detail']) },
      });
    }
    return found;
  };

  async nextBatch(name: string): Promise<Records.RecordBatch | undefined> {
    const { calls, table, keys, clock } = this.of;
    await this.of.settle();
    const known = await this.known(name);
    if (known === undefined) return undefined;
    const key = keys.acceptance(name);
    const before = acceptanceOf(await calls.read(table, key));
    if (before.taken >= known.batches) return undefined;
    const [owner, now] = [randomUUID(), clock.now()];
    const isFree = 'attribute_not_exists(#until) OR #until < :now';
    const lease = await calls.write(
      { table, key, set: { owner, until: now + leaseMs }, condition: isFree, values: { now } },
      'ALL_NEW',
    );
    if (lease.kind === 'refused') return undefined;
    const held = new HeldBatch(this.of, { name, owner, row: lease.row });
    const batch = await this.batchAfter(name, held.takenRecords);
    if (batch === undefined) {
      await held.leave();
      return undefined;
    }
    const rows = await this.rowsOf(batch, Object.keys(known.columns));
    return {
      number: batch.batch,
      records: rows.map(row => Records.keptRecord(known.columns, row)),
      acceptance: held.acceptance,
      values: await held.values(),
      taken: async values => await held.taken(batch, values),
      failed: async why => await held.failed(why),
      leave: async () => await held.leave(),
    };
  }

  private async known(name: string): Promise<StoredApplication | undefined> {
    const row = await this.of.calls.read(this.of.table, this.of.keys.application(name));
    return row && applicationOf(row);
  }

  /** Number of a record from which on all that fit are found. */
  private async firstOf(
    name: string,
    { records }: StoredApplication,
    { after, since }: { readonly after: number; readonly since: number },
  ): Promise<number> {
    let [low, high] = [after + 1, records + 1];
    if (!Number.isFinite(since)) return low;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const batch = await this.batchWith(name, middle);
      if (batch === undefined || batch.until < since - mostOutOfOrderMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The batch that holds a record. */
  private async batchWith(name: string, record: number): Promise<BatchRow | undefined> {
    const { calls, table, keys } = this.of;
    const rows = calls.query(table, keys.records(name), padded(0), padded(record), 1, 'backwards');
    for await (const row of rows) return batchOf(row);
    return undefined;
  }

  private async *batchesFrom(name: string, record: number): AsyncGenerator<BatchRow> {
    const { calls, table, keys } = this.of;
    const { first = 1 } = (await this.batchWith(name, record)) ?? {};
    for await (const row of calls.query(table, keys.records(name), padded(first), ':')) yield batchOf(row);
  }

  private async batchAfter(name: string, record: number): Promise<BatchRow | undefined> {
    const row = await this.of.calls.read(this.of.table, this.of.keys.recordsFrom(name, record + 1));
    return row && batchOf(row);
  }

  /** `columns`: those that the table has now; a batch written by earlier code has fewer. */
  private async rowsOf({ first, place }: BatchRow, columns: readonly string[]): Promise<readonly Records.RecordRow[]> {
    const stored = JSON.parse(await this.of.textAt(place)) as StoredBatch;
    const places = columns.map(column => stored.columns.indexOf(column));
    return stored.rows.map((row, index) => ({
      ...{ record: first + index, source: row.source, address: row.address, digest: row.digest, seenAt: row.seenAt },
      ...{ publication: row.publication, version: row.version },
      values: places.map(at => row.values[at] ?? null),
    }));
  }
}

interface Held {
  readonly name: string;
  readonly owner: string;
  /** The item of the acceptance, leased to the owner. */
  readonly row: Row;
}

/** A batch under a lease. A late result changes nothing: the worker that holds the lease by then works on the same batch. */
class HeldBatch {
  readonly acceptance: Records.Acceptance;
  readonly takenRecords: number;
  private readonly of: ApplicationsPlace;
  private readonly held: Held;
  private known: Readonly<Record<string, string>> = {};

  constructor(of: ApplicationsPlace, held: Held) {
    this.of = of;
    this.held = held;
    this.acceptance = acceptanceOf(held.row);
    this.takenRecords = Number(held.row['takenRecords'] ?? 0);
  }

  async values(): Promise<Readonly<Record<string, string>>> {
    const { row } = this.held;
    const packed = typeof row['object'] === 'string' ? await this.of.objects.get(row['object']) : row['values'];
    if (packed !== undefined)
      this.known = JSON.parse(inflateRawSync(packed as Uint8Array).toString('utf8')) as Record<string, string>;
    return this.known;
  }

  async taken({ batch, first, count }: BatchRow, changed: Readonly<Record<string, string | null>>): Promise<void> {
    const taken = { taken: batch, takenRecords: first + count - 1, failures: 0 };
    if (Object.keys(changed).length === 0) {
      await this.give(taken, ['last']);
      return;
    }
    const all = Object.entries({ ...this.known, ...changed }).filter(([, value]) => value !== null);
    const packed = deflateRawSync(JSON.stringify(Object.fromEntries(all)));
    const old = this.held.row['object'];
    if (packed.byteLength <= mostItemBytes) {
      const isKept = await this.give({ ...taken, values: packed }, ['last', 'object']);
      if (isKept && typeof old === 'string') await this.of.objects.remove(old);
      return;
    }
    const object = `publications/accepted-${this.held.name}.${randomUUID()}`;
    await this.of.objects.put(object, [packed]);
    const isKept = await this.give({ ...taken, object }, ['last', 'values']);
    const over = isKept ? old : object;
    if (typeof over === 'string') await this.of.objects.remove(over);
  }

  async failed(why: NonNullable<Records.Acceptance['last']>): Promise<void> {
    await this.give({ failures: this.acceptance.failures + 1, last: JSON.stringify(why) });
  }

  async leave(): Promise<void> {
    await this.give({});
  }

  /** Ends the lease; false if another worker has it by now. */
  private async give(
    set: Readonly<Record<string, number | string | Uint8Array>>,
    others: readonly string[] = [],
  ): Promise<boolean> {
    const { calls, table, keys } = this.of;
    const { name, owner } = this.held;
    const answer = await calls.write({
      ...{ table, key: keys.acceptance(name), set: { ...set, by: owner } },
      remove: ['owner', 'until', ...others].map(each => `#${each}`),
      condition: '#owner = :owner',
      values: { owner },
    });
    // The answer to a call may be lost, and its repeat refused.
    return answer.kind === 'written' || answer.row?.['by'] === owner;
  }
}

function acceptanceOf(row: Row | undefined): Records.Acceptance {
  const last = row?.['last'];
  return {
    ...{ taken: Number(row?.['taken'] ?? 0), failures: Number(row?.['failures'] ?? 0) },
    ...(typeof last === 'string' && { last: JSON.parse(last) as NonNullable<Records.Acceptance['last']> }),
  };
}

function batchOf(row: Row): BatchRow {
  return {
    ...{ first: Number(row['sk']), batch: Number(row['batch']), count: Number(row['count']) },
    ...{ since: Number(row['since']), until: Number(row['until']) },
    source: row['source'] === undefined ? undefined : Number(row['source']),
    place: { object: String(row['object']), index: Number(row['index']) },
  };
}
