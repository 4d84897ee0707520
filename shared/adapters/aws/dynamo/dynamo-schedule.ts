/**
 * The schedule of the decisions that share a page budget: a head and groups of sites (dynamo-schedule-groups.ts).
 *
 * A decision writes the head, the few groups that it touches and its choices in one transaction, under the version of
 * the head. A write that is too large for a transaction, such as the first one for many sites, becomes a new
 * generation: its groups, under an unused name, are written before the head that names them. So a crash leaves a
 * complete schedule of one version, and perhaps groups that no head names.
 *
 * Reads need no transaction: groups are read after their head, strongly consistent, so they are of its version or
 * newer. If one is newer, another process has written meanwhile: the head and the changed groups are read again. A
 * process remembers the groups by version and reads only newer ones.
 */
import { remember } from '../../../domain/remember.ts';
import type { Clock } from '../../../ports/ports.ts';
import type { Choice, Schedule } from '../../../wings/sets/schedule/schedule.ts';
import type { ScheduleStore } from '../../../wings/sets/schedule/schedule-store.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import type { DynamoCalls } from './calls/dynamo-calls.ts';
import { scheduleKey } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';
import { choicesPart } from './dynamo-choices.ts';
import { DynamoGroupItems, type KnownGroups } from './dynamo-group-items.ts';
import * as packed from './dynamo-schedule-groups.ts';

/** Most crawls whose schedule a process remembers. */
const mostKept = 4;

/** The item `schedule`: its sites, or their place. */
type Head = Omit<Schedule, 'sites'> & (Pick<Schedule, 'sites'> | { readonly grouped: packed.Grouped });

/** A stored schedule. */
interface Stored {
  readonly version: number;
  readonly schedule: Schedule;
  /** Absent if the sites are in the head. */
  readonly grouped?: packed.Grouped;
  readonly groups: packed.Groups;
}

/** A version that is to be written. */
interface Next {
  readonly crawl: string;
  readonly version: number;
  readonly schedule: Schedule;
  readonly choices: readonly Choice[];
  readonly ttl: number;
}

export class DynamoSchedule implements Pick<ScheduleStore, 'readSchedule' | 'writeSchedule'> {
  private readonly calls: DynamoCalls;
  private readonly table: string;
  private readonly items: DynamoGroupItems;
  private readonly ttl: DynamoBase['ttl'];
  private readonly kept = new Map<string, Stored>();

  constructor({ calls, tables, ttl }: DynamoBase, clock: Pick<Clock, 'now'>) {
    this.calls = calls;
    this.table = tables.crawls;
    this.ttl = ttl;
    this.items = new DynamoGroupItems(calls, tables.crawls, clock);
  }

  async readSchedule(crawl: string): ReturnType<ScheduleStore['readSchedule']> {
    const stored = await this.readStored(crawl);
    return stored && { version: stored.version, schedule: stored.schedule };
  }

  private async readStored(crawl: string): Promise<Stored | undefined> {
    let known = knownOf(this.kept.get(crawl));
    for (let last = 0; ; ) {
      const row = await this.calls.read(this.table, scheduleKey(crawl));
      if (row === undefined) return undefined;
      const version = Number(row['version']);
      const head = packed.unpack<Head>(row['bytes']);
      if ('sites' in head) return this.keep(crawl, { version, schedule: head, groups: new Map() });
      const { grouped, ...rest } = head;
      const groups = await this.items.read(crawl, grouped, known);
      const isWhole = groups.size === grouped.count;
      if (isWhole && [...groups.values()].every(group => group.version <= version))
        return this.keep(crawl, { version, schedule: { ...rest, sites: packed.sitesOf(groups) }, grouped, groups });
      if (!isWhole && version === last)
        throw new Error(`sites are missing in version ${version} of the schedule of crawl ${crawl}`);
      known = { generation: grouped.generation, version, groups };
      last = version;
    }
  }

  /** Remembers the newest version. The crawl that was not used longest is forgotten. */
  private keep(crawl: string, stored: Stored): Stored {
    const known = this.kept.get(crawl);
    const newest = known !== undefined && known.version > stored.version ? known : stored;
    remember(this.kept, crawl, newest, mostKept);
    return stored;
  }

  async writeSchedule(crawl: string, from: number, schedule: Schedule, choices: readonly Choice[]): Promise<boolean> {
    const ttl = this.ttl();
    const before = await this.storedFor(crawl, from);
    if ((before?.version ?? 0) !== from) return false;
    const next: Next = { crawl, version: from + 1, schedule, choices, ttl };
    const stored = await this.writeNext(next, before);
    if (stored === undefined) return false;
    this.keep(crawl, stored);
    const left = knownOf(before);
    if (left !== undefined && left.generation !== stored.grouped?.generation) await this.items.expire(crawl, left);
    return true;
  }

  /** The stored schedule, where it may be version `from`; what was seen once is never older. */
  private async storedFor(crawl: string, from: number): Promise<Stored | undefined> {
    const kept = this.kept.get(crawl);
    return from <= (kept?.version ?? 0) ? kept : await this.readStored(crawl);
  }

  /** Undefined: another process was faster. */
  private async writeNext(next: Next, before: Stored | undefined): Promise<Stored | undefined> {
    const { crawl, version, schedule, ttl } = next;
    if (packed.fitsHead(schedule)) return await this.writeHead(next, { groups: new Map() }, []);
    const groups = packed.groupsOf(schedule.sites, version, before?.groups ?? new Map());
    if (before?.grouped !== undefined) {
      const { generation } = before.grouped;
      const changes = this.items.changes(crawl, { generation, version, groups }, before.groups, ttl);
      const grouped = packed.tell(before.grouped, groups, version);
      if (changes !== undefined) return await this.writeHead(next, { grouped, groups }, changes);
    }
    const generation = await this.items.create(crawl, groups, ttl);
    const grouped = { generation, count: groups.size, told: [], since: version };
    const stored = await this.writeHead(next, { grouped, groups }, []);
    if (stored === undefined) await this.items.expire(crawl, { generation, version, groups });
    return stored;
  }

  private async writeHead(
    { crawl, version, schedule, choices, ttl }: Next,
    where: Pick<Stored, 'grouped' | 'groups'>,
    changes: readonly Part[],
  ): Promise<Stored | undefined> {
    const { sites, ...rest } = schedule;
    const head: Head = where.grouped === undefined ? schedule : { ...rest, grouped: where.grouped };
    const part: Part = {
      part: 'schedule',
      table: this.table,
      key: scheduleKey(crawl),
      set: { version, bytes: packed.pack(head), ttl },
      ...(version === 1
        ? { condition: 'attribute_not_exists(pk)' }
        : { condition: '#version = :from', values: { from: version - 1 } }),
    };
    const others = [...choicesPart(this.table, crawl, choices, ttl), ...changes];
    // Only a transaction can distinguish a repeat after a lost answer from the write of another process, whose groups must be removed.
    const isAlone = others.length === 0 && where.grouped === undefined;
    const { kind } = isAlone ? await this.calls.write(part) : await this.calls.transact([part, ...others]);
    return kind === 'written' ? { version, schedule, ...where } : undefined;
  }
}

function knownOf(stored: Stored | undefined): KnownGroups | undefined {
  return stored?.grouped && { generation: stored.grouped.generation, version: stored.version, groups: stored.groups };
}
