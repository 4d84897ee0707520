/**
 * Addresses that a watch looks at again and again, and the index of sources that are due. A watch goes on for ever, so nothing
 * of this expires but what is gone. Both are found by their instants in
 * the index `byDue`, which DynamoDB keeps in step with the items: an item without `due` is not in it.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LostObject } from '../../../domain/lost-object.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import { remember } from '../../../domain/remember.ts';
import type { DueSource, DueSources, ObjectStore, SourceSettingsRows, WatchedAddresses } from '../../../ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { inParallel } from './calls/dynamo-calls.ts';
import {
  memoryKey,
  settingsKey,
  siteKey,
  textKey,
  wakeKey,
  wakePartition,
  watchedKey,
  watchedPartition,
} from './calls/dynamo-tables.ts';
import { inTextOrder, lastText, textStart } from './calls/dynamo-text-order.ts';
import type { Row, Value } from './calls/dynamo-values.ts';
import type { Part } from './calls/dynamo-write.ts';
import { siteOf } from './dynamo-site-rows.ts';

/** An instant that no clock shows: nothing is due. */
const never = 8_640_000_000_000_000;
/** How often a site may change between being read and being written. */
const mostLooks = 50;
/** Memories whose names are kept: one that has not changed is not written again. */
const mostMemories = 64;
/** Rows that nobody looks at any more leave by their time to live; until then they count as gone. */
const goneSeconds = 86_400;

/** How long a source rests, as it is known before the transaction that lets it rest. */
export interface Rest {
  /** The first instant at which an address of the source is due. */
  readonly due: number;
  /** The site's mark of its watched addresses: where it is another by then, they have changed. */
  readonly mark: string | undefined;
}

/** What a turn of a watch changes. */
export interface VisitChange {
  readonly parts: readonly Part[];
  /** After the commit: removes what nobody needs any more. */
  forget(): Promise<void>;
}

export type MemoryObjectsOf = (crawl: string) => Pick<ObjectStore, 'get' | 'put' | 'remove'>;

export class DynamoWatched implements WatchedAddresses, DueSources, SourceSettingsRows {
  private readonly base: DynamoBase;
  private readonly objectsOf: MemoryObjectsOf;
  private readonly memories = new Map<string, { readonly name: string; readonly digest: string }>();

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
    await inParallel(addresses, async address => {
      const { part: _, ...write } = this.part(crawl, site, address);
      await this.base.calls.write({ ...write, condition: 'attribute_not_exists(pk) OR attribute_exists(#gone)' });
    });
  }

  async setDue(crawl: string, site: number, identity: string, due: number): Promise<boolean> {
    const { calls, tables } = this.base;
    const at = dueAttribute(due);
    const answer = await calls.write({
      table: tables.watched,
      key: watchedKey(crawl, site, identity),
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
    const keys = await calls.queryDue(tables.watched, watchedPartition(crawl, site), Math.floor(now), most);
    const rows = await calls.readAll(
      tables.watched,
      keys.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
      true,
    );
    return rows
      .flatMap(row => watchedIn(row))
      .filter(({ due }) => due <= now)
      .sort((a, b) => a.due - b.due || (a.identity < b.identity ? -1 : 1));
  }

  async readWatched(
    crawl: string,
    site: number,
    identities: readonly string[],
  ): Promise<(WatchedAddress | undefined)[]> {
    // Nothing names the start page; a key has at least a character.
    const keys = identities.filter(identity => identity !== '').map(identity => watchedKey(crawl, site, identity));
    const rows = await this.base.calls.readAll(this.base.tables.watched, keys, true);
    const found = new Map(rows.flatMap(row => watchedIn(row).map(each => [each.identity, each] as const)));
    return identities.map(identity => found.get(identity));
  }

  async readEntries(crawl: string, site: number): Promise<WatchedAddress[]> {
    const { calls, tables } = this.base;
    const rows = calls.query(tables.watched, watchedPartition(crawl, site), textStart('', undefined), lastText);
    const entries: WatchedAddress[] = [];
    for await (const { row } of inTextOrder(rows, identityOf, undefined))
      entries.push(...watchedIn(row).filter(({ kind }) => kind !== 'publication'));
    return entries;
  }

  /** A memory that was lost is a new one: the watch learns its source again. */
  async readMemory(crawl: string, site: number): Promise<string | undefined> {
    const row = await this.base.calls.read(this.base.tables.watched, memoryKey(crawl, site));
    if (row === undefined) return undefined;
    const name = String(row['object']);
    remember(this.memories, `${crawl}#${site}`, { name, digest: String(row['digest']) }, mostMemories);
    try {
      return Buffer.from(await this.objectsOf(crawl).get(name)).toString('utf8');
    } catch (error) {
      if (error instanceof LostObject) return undefined;
      throw error;
    }
  }

  async readSettings(crawl: string, site: number): Promise<string | undefined> {
    const row = await this.base.calls.read(this.base.tables.watched, settingsKey(crawl, site));
    return row === undefined ? undefined : String(row['settings']);
  }

  async changeSettings(crawl: string, site: number, before: string | undefined, after: string): Promise<boolean> {
    const { calls, tables } = this.base;
    const answer = await calls.write({
      ...{ table: tables.watched, key: settingsKey(crawl, site), set: { settings: after } },
      ...(before === undefined
        ? { condition: 'attribute_not_exists(pk)' }
        : { condition: '#settings = :before', values: { before } }),
    });
    // An answer may be lost: then the repeat finds its own settings.
    return answer.kind === 'written' || answer.row?.['settings'] === after;
  }

  /** Adds what a turn adds, and answers what it changes: parts of the transaction that commits it. */
  async change(crawl: string, site: number, turn: number, changes: WatchChanges): Promise<VisitChange> {
    await this.add(crawl, site, changes.added);
    // One part for an item: what ends, ends.
    const byIdentity = new Map(changes.watched.map(each => [each.identity, this.part(crawl, site, each)] as const));
    for (const identity of changes.ended) byIdentity.set(identity, this.gonePart(crawl, site, identity));
    const parts = [...byIdentity.values()];
    const before = this.memories.get(`${crawl}#${site}`);
    const digest = changes.memory === undefined ? undefined : digestOf(changes.memory);
    if (changes.memory === undefined || digest === undefined || digest === before?.digest)
      return { parts, forget: async () => undefined };
    const { tables } = this.base;
    const object = `memories/${site}/${turn}.${digest}`;
    const objects = this.objectsOf(crawl);
    await objects.put(object, [Buffer.from(changes.memory)]);
    const set = { object, digest };
    return {
      parts: [...parts, anyhow({ part: 'memory', table: tables.watched, key: memoryKey(crawl, site), set })],
      forget: async () => {
        this.memories.delete(`${crawl}#${site}`);
        if (before !== undefined && before.name !== object) await objects.remove(before.name);
      },
    };
  }

  /** How long the source may rest by what is stored now. */
  async rest(crawl: string, site: number): Promise<Rest> {
    const row = await this.base.calls.read(this.base.tables.crawls, siteKey(crawl, site));
    const mark = row?.['watchedMark'];
    return { due: await this.firstDue(crawl, site), mark: mark === undefined ? undefined : String(mark) };
  }

  /** The source is woken at `due`: part of the transaction that lets it rest. */
  wakePart(crawl: string, site: number, due: number): Part {
    return anyhow({ part: 'wake', table: this.base.tables.watched, ...this.wake(crawl, site, due) });
  }

  async dueSources(shard: number, now: number, most: number): Promise<DueSource[]> {
    const { calls, tables } = this.base;
    const keys = await calls.queryDue(tables.watched, wakePartition(shard), now, most);
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

  private wake(crawl: string, site: number, due: number): Pick<Part, 'key' | 'set' | 'remove'> {
    const at = due >= never ? undefined : dueAttribute(due);
    const key = wakeKey(crawl, site);
    return at === undefined ? { key, remove: ['#due'] } : { key, set: { due: at } };
  }

  /**
   * The mark comes behind the change and before the look at the row: a turn that lets the site rest meanwhile either sees the
   * change or finds another mark.
   */
  private async wakeIfDue(crawl: string, site: number): Promise<void> {
    const { calls, tables } = this.base;
    const key = siteKey(crawl, site);
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
    const [first] = await calls.queryDue(tables.watched, watchedPartition(crawl, site), never, 1);
    return Number(first?.['due'] ?? never);
  }

  private part(crawl: string, site: number, { identity, address, kind, due, fields, state }: WatchedAddress): Part {
    const isCut = textKey(identity).group !== undefined;
    const at = dueAttribute(due);
    return anyhow({
      part: 'watched',
      table: this.base.tables.watched,
      key: watchedKey(crawl, site, identity),
      set: {
        ...(isCut ? { url: identity } : {}),
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
      key: watchedKey(crawl, site, identity),
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
      state: inflated(row['state']),
    },
  ];
}

function inflated(value: Value | undefined): string {
  return inflateRawSync(value as Uint8Array).toString('utf8');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
