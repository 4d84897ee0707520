/**
 * Addresses that a watch looks at again and again, and the index of sources that are due. A watch goes on for ever, so nothing
 * of this expires but what is gone. Entries are items, and so are publications that others name; as soon as a visit has looked at a
 * publication, it is in the object of its source (`kept-looks.ts`). Items of both kinds are found by their instants in
 * the index `byDue`, which DynamoDB keeps in step with the items: an item without `due` is not in it.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LostObject } from '../../../domain/lost-object.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import { remember } from '../../../domain/remember.ts';
import type { DueSource, DueSources, ObjectStore, SourceSettingsRows, WatchedAddresses } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { inParallel } from './calls/dynamo-calls.ts';
import type { Row } from './calls/dynamo-tables.ts';
import * as itemKeys from './calls/dynamo-tables.ts';
import { inTextOrder, lastText, textStart } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';
import { siteOf } from './dynamo-site-rows.ts';
import { decodeKept, encodeKept, firstOfKept, type KeptLooks, mostKeptLooks, nothingKept } from './kept-looks.ts';

/** An instant that no clock shows: nothing is due. */
const never = 8_640_000_000_000_000;
/** How often a site may change between being read and being written. */
const mostLooks = 50;
/** Objects of sources that stay in memory: a turn reads its own more than once. */
const mostContents = 4;
/** Rows that nobody looks at any more leave by their time to live; until then they count as gone. */
const goneSeconds = 86_400;

/** How long a source rests, as it is known before the transaction that lets it rest. */
export interface Rest {
  /** The first instant at which an address of the source is due. */
  readonly due: number;
  /** The site's mark of its watched addresses: where it is another by then, they have changed. */
  readonly mark: string | undefined;
}

/** The change of the object of a source. */
interface ObjectChange {
  /** Its name until now. */
  readonly before: string | undefined;
  readonly kept: KeptLooks;
  readonly next: KeptLooks;
  readonly parts: readonly Part[];
}

/** The changes of a turn of a watch. */
export interface VisitChange {
  readonly parts: readonly Part[];
  /** After the commit, or where another worker has committed the turn: removes what nobody needs any more. */
  forget(isCommitted: boolean): Promise<void>;
}

export type MemoryObjectsOf = (crawl: string) => Pick<ObjectStore, 'get' | 'put' | 'remove'>;

export class DynamoWatched implements WatchedAddresses, DueSources, SourceSettingsRows {
  private readonly base: DynamoBase;
  private readonly objectsOf: MemoryObjectsOf;
  /** By name: an object never changes. */
  private readonly contents = new Map<string, KeptLooks>();

  /** `objectsOf`: where the memory of a watch is kept, for it is larger than items should be. */
  constructor(base: DynamoBase, objectsOf: MemoryObjectsOf) {
    this.base = base;
    this.objectsOf = objectsOf;
  }

  async watch(crawl: string, site: number, addresses: readonly WatchedAddress[]): Promise<void> {
    await this.add(crawl, site, addresses);
    await this.wakeIfDue(crawl, site);
  }

  /** Without a look at whether the site rests: for what belongs to a turn. */
  async add(crawl: string, site: number, addresses: readonly WatchedAddress[]): Promise<void> {
    const hasPublications = addresses.some(({ kind }) => kind === 'publication');
    const { looks } = hasPublications ? (await this.kept(crawl, site)).kept : nothingKept;
    const fresh = addresses.filter(({ identity }) => !looks.has(identity));
    await inParallel(fresh, async address => {
      const { part: _, ...write } = this.part(crawl, site, address);
      await this.base.calls.write({ ...write, condition: 'attribute_not_exists(pk) OR attribute_exists(#gone)' });
    });
  }

  async setDue(crawl: string, site: number, identity: string, due: number): Promise<boolean> {
    const { calls, tables } = this.base;
    const at = dueAttribute(due);
    const answer = await calls.write({
      table: tables.watched,
      key: itemKeys.watchedKey(crawl, site, identity),
      ...(at === undefined ? { remove: ['#due'] } : { set: { due: at } }),
      condition: 'attribute_exists(pk) AND attribute_not_exists(#gone)',
    });
    if (answer.kind === 'refused') return false;
    await this.wakeIfDue(crawl, site);
    return true;
  }

  async unwatch(crawl: string, site: number, identity: string): Promise<boolean> {
    const { part: _, ...write } = this.gonePart(crawl, site, identity);
    const condition = 'attribute_exists(pk) AND attribute_not_exists(#gone)';
    return (await this.base.calls.write({ ...write, condition })).kind === 'written';
  }

  async dueAddresses(crawl: string, site: number, now: number, most: number): Promise<WatchedAddress[]> {
    const { calls, tables } = this.base;
    const keys = await calls.queryDue(tables.watched, itemKeys.watchedPartition(crawl, site), Math.floor(now), most);
    const rows = await calls.readAll(
      tables.watched,
      keys.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
      true,
    );
    const { kept } = await this.kept(crawl, site);
    return [...rows.flatMap(row => watchedIn(row)), ...kept.looks.values()]
      .filter(({ due }) => due <= now)
      .sort((a, b) => a.due - b.due || (a.identity < b.identity ? -1 : 1))
      .slice(0, most);
  }

  readonly readWatched: WatchedAddresses['readWatched'] = async (crawl, site, identities) => {
    // Nothing names the start page; a key has at least a character.
    const keys = identities
      .filter(identity => identity !== '')
      .map(identity => itemKeys.watchedKey(crawl, site, identity));
    const rows = await this.base.calls.readAll(this.base.tables.watched, keys, true);
    const found = new Map(rows.flatMap(row => watchedIn(row).map(each => [each.identity, each] as const)));
    if (found.size === identities.length) return identities.map(identity => found.get(identity));
    const { looks } = (await this.kept(crawl, site)).kept;
    return identities.map(identity => found.get(identity) ?? looks.get(identity));
  };

  async readEntries(crawl: string, site: number): Promise<WatchedAddress[]> {
    const { calls, tables } = this.base;
    const rows = calls.query(
      tables.watched,
      itemKeys.watchedPartition(crawl, site),
      textStart('', undefined),
      lastText,
    );
    const entries: WatchedAddress[] = [];
    for await (const { row } of inTextOrder(rows, identityOf, undefined))
      entries.push(...watchedIn(row).filter(({ kind }) => kind !== 'publication'));
    return entries;
  }

  /** A memory that was lost is a new one: the watch learns its source again. */
  async readMemory(crawl: string, site: number): Promise<string | undefined> {
    return (await this.kept(crawl, site)).kept.memory;
  }

  /** `name`: of the object; absent if there is none. */
  private async kept(crawl: string, site: number): Promise<{ readonly kept: KeptLooks; readonly name?: string }> {
    for (let lost: string | undefined; ; ) {
      const row = await this.base.calls.read(this.base.tables.watched, itemKeys.memoryKey(crawl, site));
      if (row === undefined) return { kept: nothingKept };
      const name = String(row['object']);
      const known = this.contents.get(`${crawl} ${name}`);
      if (known !== undefined) return { kept: known, name };
      try {
        const kept = decodeKept(Buffer.from(await this.objectsOf(crawl).get(name)).toString('utf8'));
        remember(this.contents, `${crawl} ${name}`, kept, mostContents);
        return { kept, name };
      } catch (error) {
        if (!(error instanceof LostObject)) throw error;
        // Another worker may have replaced the object meanwhile.
        if (lost === name) return { kept: nothingKept, name };
        lost = name;
      }
    }
  }

  async readSettings(crawl: string, site: number): Promise<string | undefined> {
    const row = await this.base.calls.read(this.base.tables.watched, itemKeys.settingsKey(crawl, site));
    return row === undefined ? undefined : String(row['settings']);
  }

  async changeSettings(crawl: string, site: number, before: string | undefined, after: string): Promise<boolean> {
    const { calls, tables } = this.base;
    const answer = await calls.write({
      ...{ table: tables.watched, key: itemKeys.settingsKey(crawl, site), set: { settings: after } },
      ...(before === undefined
        ? { condition: 'attribute_not_exists(pk)' }
        : { condition: '#settings = :before', values: { before } }),
    });
    // An answer may be lost: then the repeat finds its own settings.
    return answer.kind === 'written' || answer.row?.['settings'] === after;
  }

  /** Adds what a turn adds, and answers what it changes: parts of the transaction that commits it. */
  async change(crawl: string, site: number, turn: number, changes: WatchChanges): Promise<VisitChange> {
    const { kept, name: before } = await this.kept(crawl, site);
    const looks = new Map(kept.looks);
    const added = changes.added.filter(({ kind }) => kind === 'publication');
    const entries = changes.added.filter(({ kind }) => kind !== 'publication');
    await this.add(crawl, site, entries);
    const isItem = await this.itemsOf(crawl, site, [...changes.watched, ...added], changes.ended, kept);
    // One part for an item: what ends, ends.
    const parts = new Map<string, Part>();
    for (const each of changes.watched)
      if (each.kind !== 'publication' || (!looks.has(each.identity) && looks.size >= mostKeptLooks))
        parts.set(each.identity, this.part(crawl, site, each));
      else {
        looks.set(each.identity, { ...each, due: dueAttribute(each.due) ?? never });
        if (isItem.has(each.identity)) parts.set(each.identity, this.gonePart(crawl, site, each.identity));
      }
    for (const each of added)
      if (!looks.has(each.identity) && !isItem.has(each.identity)) looks.set(each.identity, each);
    for (const identity of changes.ended) {
      looks.delete(identity);
      if (isItem.has(identity)) parts.set(identity, this.gonePart(crawl, site, identity));
    }
    const next = { memory: changes.memory ?? kept.memory, looks };
    return await this.withObject(crawl, site, turn, { before, kept, next, parts: [...parts.values()] });
  }

  private async withObject(
    crawl: string,
    site: number,
    turn: number,
    { before, kept, next, parts }: ObjectChange,
  ): Promise<VisitChange> {
    const text = encodeKept(next);
    if (next.memory === undefined && next.looks.size === 0 && before === undefined)
      return { parts, forget: async () => undefined };
    if (before !== undefined && text === encodeKept(kept)) return { parts, forget: async () => undefined };
    const object = `memories/${site}/${turn}.${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    const objects = this.objectsOf(crawl);
    await objects.put(object, [Buffer.from(text)]);
    const first = dueAttribute(firstOfKept(next));
    const key = itemKeys.memoryKey(crawl, site);
    const change = first === undefined ? { set: { object }, remove: ['#first'] } : { set: { object, first } };
    return {
      parts: [...parts, anyhow({ part: 'memory', table: this.base.tables.watched, key, ...change })],
      forget: async isCommitted => {
        if (!isCommitted) {
          const row = await this.base.calls.read(this.base.tables.watched, key);
          // The turn is committed, and by that worker's object: it may be the same.
          if (row?.['object'] !== object) await objects.remove(object);
          return;
        }
        remember(this.contents, `${crawl} ${object}`, next, mostContents);
        if (before !== undefined && before !== object) await objects.remove(before);
      },
    };
  }

  /** Which of these are items: what others named, what had no room in the object, and entries that end. */
  private async itemsOf(
    crawl: string,
    site: number,
    addresses: readonly WatchedAddress[],
    ended: readonly string[],
    { looks }: KeptLooks,
  ): Promise<ReadonlySet<string>> {
    const publications = addresses.filter(({ kind }) => kind === 'publication').map(({ identity }) => identity);
    const asked = [...new Set([...publications, ...ended])].filter(each => each !== '' && !looks.has(each));
    const keys = asked.map(identity => itemKeys.watchedKey(crawl, site, identity));
    const rows = await this.base.calls.readAll(this.base.tables.watched, keys, true);
    return new Set(asked.filter((_, index) => watchedIn(rows[index]).length > 0));
  }

  /** How long the source may rest by what is stored now. */
  async rest(crawl: string, site: number): Promise<Rest> {
    const row = await this.base.calls.read(this.base.tables.crawls, itemKeys.siteKey(crawl, site));
    const mark = row?.['watchedMark'];
    return { due: await this.firstDue(crawl, site), mark: mark === undefined ? undefined : String(mark) };
  }

  /** The source is woken at `due`: part of the transaction that lets it rest. */
  wakePart(crawl: string, site: number, due: number): Part {
    return anyhow({ part: 'wake', table: this.base.tables.watched, ...this.wake(crawl, site, due) });
  }

  async dueSources(shard: number, now: number, most: number): Promise<DueSource[]> {
    const { calls, tables } = this.base;
    const keys = await calls.queryDue(tables.watched, itemKeys.wakePartition(shard), now, most);
    return keys.map(({ sk, due }) => {
      const end = String(sk).lastIndexOf('#');
      return { crawl: String(sk).slice(0, end), site: Number(String(sk).slice(end + 1)), due: Number(due) };
    });
  }

  async setWake({ crawl, site, due: seen }: DueSource, due: number): Promise<boolean> {
    const answer = await this.base.calls.write({
      table: this.base.tables.watched,
      ...this.wake(crawl, site, due),
      condition: '#due = :seen',
      values: { seen },
    });
    return answer.kind === 'written';
  }

  async addWake(crawl: string, site: number, due: number): Promise<void> {
    await this.base.calls.write({ table: this.base.tables.watched, ...this.wake(crawl, site, due) });
  }

  /** A source that is woken no more stays in the index until its watch is deleted: so the last days of a stopped watch are found. */
  private wake(crawl: string, site: number, due: number): Pick<Part, 'key' | 'set'> {
    return { key: itemKeys.wakeKey(crawl, site), set: { due: due >= never ? never : Math.ceil(due) } };
  }

  /**
   * The mark comes behind the change and before the look at the row: a turn that lets the site rest meanwhile either sees the
   * change or finds another mark.
   */
  private async wakeIfDue(crawl: string, site: number): Promise<void> {
    const { calls, tables } = this.base;
    const key = itemKeys.siteKey(crawl, site);
    const set = { watchedMark: crypto.randomUUID() };
    const marked = await calls.write({ table: tables.crawls, key, set, condition: 'attribute_exists(#status)' });
    if (marked.kind === 'refused') return;
    for (let look = 0; look < mostLooks; look += 1) {
      const row = await calls.read(tables.crawls, key);
      if (row === undefined) return;
      const { status, waiting, due: seen } = siteOf(crawl, row);
      if (status !== 'active' || waiting !== 'rest') return;
      const due = await this.firstDue(crawl, site);
      if (due === seen) return;
      const isStill = { condition: '#waiting = :rest AND #due = :seen', values: { rest: 'rest', seen } };
      const answer = await calls.transact([
        { part: 'site', table: tables.crawls, key, set: { due }, ...isStill },
        this.wakePart(crawl, site, due),
      ]);
      if (answer.kind === 'written') return;
    }
    throw new Error(`site ${site} of crawl ${crawl} changed ${mostLooks} times while an address of it was set`);
  }

  private async firstDue(crawl: string, site: number): Promise<number> {
    const { calls, tables } = this.base;
    const [first] = await calls.queryDue(tables.watched, itemKeys.watchedPartition(crawl, site), never, 1);
    const row = await calls.read(tables.watched, itemKeys.memoryKey(crawl, site));
    return Math.min(Number(first?.['due'] ?? never), Number(row?.['first'] ?? never));
  }

  private part(crawl: string, site: number, { identity, address, kind, due, fields, state }: WatchedAddress): Part {
    const isCut = itemKeys.textKey(identity).group !== undefined;
    const at = dueAttribute(due);
    return anyhow({
      part: 'watched',
      table: this.base.tables.watched,
      key: itemKeys.watchedKey(crawl, site, identity),
      set: {
        ...(isCut && { url: identity }),
        ...{ address, kind, due: at, fields: { ...fields } },
        state: deflateRawSync(state),
      },
      remove: ['#gone', '#ttl', ...(at === undefined ? ['#due'] : [])],
    });
  }

  private gonePart(crawl: string, site: number, identity: string): Part {
    return anyhow({
      part: 'ended',
      table: this.base.tables.watched,
      key: itemKeys.watchedKey(crawl, site, identity),
      set: { gone: true, ttl: this.base.ttlIn(goneSeconds) },
      remove: ['#due'],
    });
  }
}

/** A part of a transaction that holds whether or not the item is there. */
function anyhow(part: Part): Part {
  return { ...part, condition: 'attribute_not_exists(pk) OR attribute_exists(pk)' };
}

function dueAttribute(due: number): number | undefined {
  return Number.isFinite(due) ? Math.ceil(due) : undefined;
}

function identityOf(row: Row): string {
  return String(row['url'] ?? row['sk']);
}

/** None of an item that is missing or gone. */
function watchedIn(row: Row | undefined): WatchedAddress[] {
  if (row === undefined || row['gone'] === true) return [];
  return [
    {
      identity: identityOf(row),
      address: String(row['address']),
      kind: row['kind'] as WatchedAddress['kind'],
      due: row['due'] === undefined ? Number.POSITIVE_INFINITY : Number(row['due']),
      fields: row['fields'] as unknown as Record<string, string>,
      state: inflateRawSync(row['state'] as Uint8Array).toString('utf8'),
    },
  ];
}
