import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../ports/ports.ts';
import type { ScheduledSite } from '../../../wings/sets/schedule/schedule.ts';
import { type DynamoCalls, inParallel } from './calls/dynamo-calls.ts';
import { type Row, scheduleGroupKey } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';
import { type Group, type Grouped, type Groups, groupsSince, pack, unpack } from './dynamo-schedule-groups.ts';

/** All groups of a generation, at `version` or later. */
export interface KnownGroups {
  readonly generation: string;
  readonly version: number;
  readonly groups: Groups;
}

/** TransactWriteItems takes 100 actions and 4 MB; two are the head and the choices. */
const mostParts = 90;
const mostPartsBytes = 2_000_000;

/** The groups of schedules, an item each, a partition for each generation. */
export class DynamoGroupItems {
  private readonly calls: DynamoCalls;
  private readonly table: string;
  private readonly clock: Pick<Clock, 'now'>;

  constructor(calls: DynamoCalls, table: string, clock: Pick<Clock, 'now'>) {
    this.calls = calls;
    this.table = table;
    this.clock = clock;
  }

  /** Reads the groups that were written after `known`; strongly consistent. */
  async read(crawl: string, grouped: Grouped, known: KnownGroups | undefined): Promise<Groups> {
    const { generation } = grouped;
    const written = known?.generation === generation ? groupsSince(grouped, known.version) : undefined;
    if (known === undefined || written === undefined) return await this.readAll(crawl, generation);
    const keys = written.map(group => scheduleGroupKey(crawl, generation, group));
    const rows = await this.calls.readAll(this.table, keys, true);
    return new Map([...known.groups, ...rows.filter(row => row !== undefined).map(groupOf)]);
  }

  private async readAll(crawl: string, generation: string): Promise<Groups> {
    const { pk, sk } = scheduleGroupKey(crawl, generation, 0);
    const groups = new Map<number, Group>();
    for await (const row of this.calls.query(this.table, pk, sk, ':')) groups.set(...groupOf(row));
    return groups;
  }

  /** Writes a new generation under an unused name. */
  async create(crawl: string, groups: Groups, ttl: number): Promise<string> {
    const generation = randomBytes(9).toString('base64url');
    await inParallel([...groups], async ([number, group]) => {
      const key = scheduleGroupKey(crawl, generation, number);
      await this.calls.write({
        table: this.table,
        key,
        set: itemOf(group, ttl),
        condition: 'attribute_not_exists(pk)',
      });
    });
    return generation;
  }

  /** Writes of the groups that differ from `before`; undefined if they are too many for a transaction. */
  changes(
    crawl: string,
    { generation, version, groups }: KnownGroups,
    before: Groups,
    ttl: number,
  ): Part[] | undefined {
    if ([...before.keys()].some(number => !groups.has(number))) return undefined;
    const changed = [...groups].filter(([, group]) => group.version === version);
    if (changed.length > mostParts) return undefined;
    const items = changed.map(([number, group]) => ({ number, item: itemOf(group, ttl) }));
    if (items.reduce((sum, { item }) => sum + item.bytes.byteLength, 0) > mostPartsBytes) return undefined;
    return items.map(({ number, item }): Part => {
      const write = { part: 'group', table: this.table, key: scheduleGroupKey(crawl, generation, number), set: item };
      const was = before.get(number)?.version;
      if (was === undefined) return { ...write, condition: 'attribute_not_exists(pk)' };
      return { ...write, condition: '#version = :was', values: { was } };
    });
  }

  /**
   * Lets a generation that no head names expire, as far as possible now. A process that still reads it has days to read
   * the head again.
   */
  async expire(crawl: string, { generation, groups }: KnownGroups): Promise<void> {
    const ttl = Math.ceil(this.clock.now() / 1000);
    const writes = inParallel([...groups.keys()], async number => {
      const key = scheduleGroupKey(crawl, generation, number);
      await this.calls.write({ table: this.table, key, set: { ttl }, condition: 'attribute_exists(pk)' });
    });
    // Failures here do not matter for the schedule; items that are left over expire.
    await writes.catch(() => undefined);
  }
}

function itemOf({ version, sites }: Group, ttl: number): { version: number; bytes: Uint8Array; ttl: number } {
  return { version, bytes: pack(sites), ttl };
}

function groupOf(row: Row): [number: number, group: Group] {
  return [
    Number(row['sk']),
    { version: Number(row['version']), sites: unpack<readonly ScheduledSite[]>(row['bytes']) },
  ];
}
