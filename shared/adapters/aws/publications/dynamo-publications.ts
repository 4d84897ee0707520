import { randomUUID } from 'node:crypto';
import { dayOf } from '../../../domain/instant.ts';
import { remember } from '../../../domain/remember.ts';
import type { Clock, Ids, ObjectStore } from '../../../ports/ports.ts';
import type { PageReading } from '../../../wings/publications/applications/application-records.ts';
import { chunksOf } from '../../../wings/publications/store/chunks-of.ts';
import { fitsWords } from '../../../wings/publications/store/fits-words.ts';
import * as Publications from '../../../wings/publications/store/publication-store.ts';
import { type DynamoCalls, inParallel } from '../dynamo/calls/dynamo-calls.ts';
import { compareBytes, type ItemKey, padded, type Row } from '../dynamo/calls/dynamo-tables.ts';
import { type Change, ChangeDraft, decodeChange } from './change-draft.ts';
import { ClusterReader, clusterMembers, type OrganizationsOf } from './cluster-reader.ts';
import { CopyMemory, packMarks, unpackMarks } from './copy-log.ts';
import { DynamoApplications } from './dynamo-applications.ts';
import { ListOrder, type PlaceQuery, type WatchTable } from './list-order.ts';
import { MentionWriter } from './mention-writer.ts';
import {
  blockOf,
  firstOf,
  keysOf,
  lostOf,
  publicationOf,
  type StoredPublication,
  shown,
  shownVersion,
  type TextPlace,
  versionOf,
} from './publication-items.ts';
import { ReadingWriter } from './reading-writer.ts';
import { SightingWriter } from './sighting-writer.ts';

/** How often other workers may be quicker before a turn is given back to its queue. */
const mostLooks = 60;
/** A worker writes its change out alone for so long; then other workers help. */
const patienceMs = 1_500;
const lookMs = 50;
/** Objects with texts that stay in memory: an export reads many texts of an object. */
const mostObjects = 16;
/** Rows that are requested at a time where a search looks for words. */
const searchedAtOnce = 100;
/** Publications are numbered as they were found; a turn is kept so long after its pages were requested, at most. */
const mostOutOfOrderMs = 3_600_000;

interface Head {
  readonly number: number;
  readonly last: number;
  /** There are items of dates and of clusters with copies: a watch of an earlier version has none. */
  readonly isIndexed: boolean;
  /** The watch is being deleted, or was. */
  readonly isRemoved: boolean;
}

export interface DynamoPublicationsOptions extends WatchTable {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  readonly ids: Pick<Ids, 'fraction'>;
  /** Survives this object, where a worker opens one for each turn. */
  readonly copies?: CopyReader;
}

/** Reads the log of copies of one watch, and goes on where it was. */
export class CopyReader {
  readonly memory = new CopyMemory();
  private read = 0;
  private going: Promise<void> = Promise.resolve();

  /** One after the other, for a mark that is read twice would count twice. */
  async goOn(calls: DynamoCalls, table: string, pk: string): Promise<void> {
    const next = this.going.then(
      async () => await this.readOn(calls, table, pk),
      async () => await this.readOn(calls, table, pk),
    );
    this.going = next;
    await next;
  }

  private async readOn(calls: DynamoCalls, table: string, pk: string): Promise<void> {
    for await (const row of calls.query(table, pk, padded(this.read + 1), ':')) {
      for (const mark of unpackMarks(row['marks'] as Uint8Array)) this.memory.add(mark);
      this.read = Number(row['sk']);
    }
  }
}

/**
 * Publications of a watch in DynamoDB and S3. Changes happen in sequence, each whole or not at all: a change moves the head of the
 * watch on, under the condition that the head is as the worker has read it.
 */
export class DynamoPublications implements Publications.PublicationStore {
  /** Records of applications. */
  readonly applications: DynamoApplications;
  private readonly options: DynamoPublicationsOptions;
  private readonly keys: ReturnType<typeof keysOf>;
  private readonly copies: CopyReader;
  private readonly order: ListOrder;
  private readonly changes = new Map<string, Promise<Change>>();

  constructor(options: DynamoPublicationsOptions) {
    this.options = options;
    this.keys = keysOf(options.crawl);
    this.order = new ListOrder(options);
    this.copies = options.copies ?? new CopyReader();
    this.applications = new DynamoApplications({
      ...options,
      keys: this.keys,
      settle: async () => await this.settle(),
      textAt: async place => await this.textAt(place),
    });
  }

  readonly accept: Publications.PublicationStore['accept'] = async (sightings, readings = []) => {
    const { calls, table, crawl } = this.options;
    return await this.change(async draft => {
      await this.copies.goOn(calls, table, this.keys.copies);
      await this.preload(draft, sightings, readings);
      const mentions = new MentionWriter(draft, crawl, async place => await this.textAt(place));
      const writer = new SightingWriter(draft, this.keys, this.copies.memory, id => this.versionKeys(id), mentions);
      const accepted: Publications.AcceptedSighting[] = [];
      for (const sighting of sightings) accepted.push(await writer.accept(sighting));
      const placeOf = async (source: number, identity: string) => await writer.knownAt(source, identity);
      await new ReadingWriter(draft, this.keys, placeOf).keep(readings);
      return accepted;
    });
  };

  readonly markLost: Publications.PublicationStore['markLost'] = async (source, identity, state, at) => {
    const known = await this.change(async draft => {
      const writer = new SightingWriter(draft, this.keys, this.copies.memory, id => this.versionKeys(id));
      await writer.markLost(source, identity, state, at);
      return await writer.knownAt(source, identity);
    });
    const isGone = known?.identity === identity && known.state === 'gone';
    return isGone ? await this.addresses(known.id) : [];
  };

  async publication(id: number): Promise<Publications.PublicationRow | undefined> {
    await this.settle();
    const row = await this.stored(id);
    return row && shown(row);
  }

  async rows(ids: readonly number[]): Promise<readonly Publications.PublicationRow[]> {
    await this.settle();
    const places = ids.map(id => ({ id }));
    return (await Array.fromAsync(this.at(places, 1_000))).map(shown);
  }

  async publicationAt(source: number, identity: string): Promise<Publications.PublicationRow | undefined> {
    await this.settle();
    const address = await this.options.calls.read(this.options.table, this.keys.address(source, identity));
    const row = address && (await this.stored(Number(address['publication'])));
    return row && shown(row);
  }

  async versions(id: number): Promise<readonly Publications.VersionRow[]> {
    await this.settle();
    const latest = await this.stored(id);
    if (latest === undefined) return [];
    const rows: Publications.VersionRow[] = [];
    for await (const row of this.itemsOf(this.keys.versions(id), `${padded(id)}.`))
      rows.push(shownVersion(versionOf(row)));
    const { version, seenAt, title, publishedAt, language, details } = latest;
    return [...rows, { version, seenAt, title, publishedAt, language, details }];
  }

  async text(id: number, version: number): Promise<string | undefined> {
    await this.settle();
    const latest = await this.stored(id);
    if (latest === undefined) return undefined;
    if (latest.version === version) return await this.textAt(latest.place);
    const row = await this.options.calls.read(this.options.table, this.keys.version(id, version));
    return row && (await this.textAt(versionOf(row).place));
  }

  async addresses(id: number): Promise<readonly string[]> {
    await this.settle();
    const urls: string[] = [];
    for await (const row of this.itemsOf(this.keys.further(id), `${padded(id)}#`))
      if (row['parted'] !== true) urls.push(String(row['url']));
    return urls.sort(compareBytes);
  }

  /** Words are searched for in one text after the other: large stores are searched in their Parquet files. */
  readonly find: Publications.PublicationStore['find'] = async (query, most, before) => {
    const found: Publications.PublicationRow[] = [];
    if (most <= 0) return found;
    const clusters = await this.clusters();
    for await (const row of this.candidates(query, most, before)) {
      if (await this.fits(row, query, clusters)) found.push(shown(row));
      if (found.length >= most) break;
    }
    return found;
  };

  async countFitting(query: Publications.PublicationQuery, mostLooked: number): Promise<Publications.FittingCount> {
    const { since, until, ...others } = query;
    const isByDate = Object.keys(others).length === 0;
    const places = { since, until, before: undefined, sources: undefined };
    let [count, looked] = [0, 0];
    for await (const each of isByDate ? this.placesOf(places, mostLooked + 1) : this.looks(query, mostLooked + 1)) {
      if (looked === mostLooked) return { count, isWhole: false };
      looked += 1;
      if (each !== false) count += 1;
    }
    return { count, isWhole: true };
  }

  /** Whether each candidate fits. */
  private async *looks(query: Publications.PublicationQuery, most: number): AsyncGenerator<boolean> {
    const clusters = await this.clusters();
    for await (const row of this.candidates(query, most)) yield await this.fits(row, query, clusters);
  }

  private async fits(
    row: StoredPublication,
    query: Publications.PublicationQuery,
    clusters: ClusterReader,
  ): Promise<boolean> {
    if (!isInQuery(query, row) || (query.isOriginal === true && (await clusters.isCopy(row)))) return false;
    return query.words === undefined || fitsWords(query.words, row.title, await this.textAt(row.place));
  }

  readonly copiesAmong: Publications.PublicationStore['copiesAmong'] = async rows => {
    const clusters = await this.clusters();
    const copies = await Promise.all(rows.map(async row => ((await clusters.isCopy(row)) ? [row.id] : [])));
    return new Set(copies.flat());
  };

  async count(): Promise<number> {
    return (await this.settle()).last;
  }

  async countBySource(): Promise<ReadonlyMap<number, number>> {
    await this.settle();
    const counts = new Map<number, number>();
    for await (const row of this.itemsOf(this.keys.sources, '')) counts.set(Number(row['sk']), Number(row['count']));
    return counts;
  }

  async lostBySource(): Promise<ReadonlyMap<number, Publications.LostCounts>> {
    await this.settle();
    const counts = new Map<number, Publications.LostCounts>();
    for await (const row of this.itemsOf(this.keys.sources, '')) {
      const lost = lostOf(row);
      if (Object.keys(lost).length > 0) counts.set(Number(row['sk']), lost);
    }
    return counts;
  }

  /** Publications first seen from `since` on and before `until`, the newest first. */
  async *firstSeen(since: number, until: number): AsyncGenerator<Publications.PublicationRow> {
    const { last } = await this.settle();
    const first = await this.firstAt(since - mostOutOfOrderMs, last);
    const end = await this.firstAt(until + mostOutOfOrderMs, last);
    for await (const row of this.byNumber(end)) {
      if (row.id < first) return;
      if (row.firstSeenAt >= since && row.firstSeenAt < until) yield shown(row);
    }
  }

  /** A number below which hardly any publication was seen at `instant` or later, by halving. */
  private async firstAt(instant: number, last: number): Promise<number> {
    let [low, high] = [1, last + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((await this.stored(middle))!.firstSeenAt < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Publications first seen from `since` on, by source and day (UTC). */
  async newByDay(since: number): Promise<readonly { source: number; day: string; count: number }[]> {
    const found: { source: number; day: string; count: number }[] = [];
    const { calls, table } = this.options;
    for (const source of (await this.countBySource()).keys()) {
      const days = new Map<string, number>();
      const rows = calls.query(table, this.keys.found(source), padded(0), ':', undefined, 'backwards');
      for await (const row of rows) {
        const at = Number(row['firstSeenAt']);
        if (at < since - mostOutOfOrderMs) break;
        const day = dayOf(at);
        if (at >= since) days.set(day, (days.get(day) ?? 0) + 1);
      }
      for (const [day, count] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) found.push({ source, day, count });
    }
    return found;
  }

  /** Plans a change on what is stored, and makes it; anew where another worker was quicker. */
  async change<T>(plan: (draft: ChangeDraft) => Promise<T>): Promise<T> {
    const { calls, table, objects, clock, ids } = this.options;
    for (let look = 0; look < mostLooks; look += 1) {
      const head = await this.settle();
      if (head.isRemoved) throw new Error(`the watch ${this.options.crawl} was deleted`);
      const number = head.number + 1;
      const object = `publications/${padded(number)}.${randomUUID()}`;
      const read = async (key: ItemKey): Promise<Row | undefined> => await calls.read(table, key);
      const draft = new ChangeDraft({ number, last: head.last, object, read });
      const planned = await plan(draft);
      if (draft.isEmpty) return planned;
      if (draft.marks.length > 0) draft.put(this.keys.copied(number), { marks: packMarks(draft.marks) });
      await objects.put(object, [draft.encode()]);
      const isNext = head.number === 0 ? 'attribute_not_exists(#number)' : '#number = :seen';
      const answer = await calls.write({
        ...{
          table,
          key: this.keys.head,
          set: { number, last: draft.last, object, isOpen: true, ...(head.number === 0 && { isIndexed: true }) },
        },
        condition: `${isNext} AND attribute_not_exists(#isOpen)`,
        ...(head.number !== 0 && { values: { seen: head.number } }),
      });
      if (answer.kind === 'written') {
        await this.writeOut(object);
        return planned;
      }
      // The answer to a call may be lost, and its repeat refused: then the change has happened.
      if (answer.row?.['object'] === object || (await this.isWritten(object))) return planned;
      if (answer.row?.['number'] === number || answer.row?.['isRemoved'] === true) await objects.remove(object);
      await clock.sleep(ids.fraction() * lookMs * Math.min(look + 1, 10));
    }
    throw new Error(
      `publications of crawl ${this.options.crawl} were changed ${mostLooks} times while a turn was kept`,
    );
  }

  /** Whether an item of the change is stored. */
  private async isWritten(object: string): Promise<boolean> {
    const { calls, table, objects } = this.options;
    const { items } = decodeChange(await objects.get(object));
    const keys = items.map(({ key }) => key);
    return (await calls.readAll(table, keys, true)).some(row => row?.['by'] === object);
  }

  /** The head, once nothing is left to be written out. */
  async settle(): Promise<Head> {
    const { calls, table, clock, ids } = this.options;
    let waited: { readonly object: string; readonly since: number } | undefined;
    for (;;) {
      const row = await calls.read(table, this.keys.head);
      const [number, last] = [Number(row?.['number'] ?? 0), Number(row?.['last'] ?? 0)];
      const head = { number, last, isIndexed: row?.['isIndexed'] === true, isRemoved: row?.['isRemoved'] === true };
      if (row?.['isOpen'] !== true) return head;
      const open = String(row['object']);
      if (waited?.object !== open) waited = { object: open, since: clock.monotonic() };
      if (clock.monotonic() - waited.since >= patienceMs) await this.writeOut(open);
      else await clock.sleep(lookMs * (0.5 + ids.fraction()));
    }
  }

  /** Any number of workers may do so at the same time: an item of a later change is left alone. */
  private async writeOut(object: string): Promise<void> {
    const { calls, table } = this.options;
    const { number, items } = decodeChange(await this.options.objects.get(object));
    await inParallel(items, async ({ key, set, remove }) => {
      await calls.write({
        ...{ table, key, set: { ...set, change: number, by: object } },
        remove: remove.map(name => `#${name}`),
        condition: 'attribute_not_exists(#change) OR #change < :change',
      });
    });
    const isStill = { condition: '#object = :object', values: { object } };
    await calls.write({ table, key: this.keys.head, remove: ['#isOpen'], ...isStill });
  }

  private async preload(
    draft: ChangeDraft,
    sightings: readonly Publications.Sighting[],
    readings: readonly PageReading[],
  ): Promise<void> {
    const { calls, table } = this.options;
    const load = async (keys: readonly ItemKey[]): Promise<readonly (Row | undefined)[]> => {
      const rows = await calls.readAll(table, keys, true);
      for (const [index, key] of keys.entries()) draft.knows(key, rows[index]);
      return rows;
    };
    const known = await load([
      ...sightings.map(({ source, identity }) => this.keys.address(source, identity)),
      ...sightings.map(({ source, index }) => this.keys.text(source, index.key)),
    ]);
    await load([
      ...readings.map(({ source, identity }) => this.keys.readAt(source, identity)),
      ...new Set(readings.map(({ application }) => application.name)).values().map(this.keys.application),
    ]);
    const ids = new Set(known.flatMap(row => (row === undefined ? [] : [Number(row['publication'])])));
    if (ids.size > 0) await load([...ids].map(id => this.keys.publication(id)));
  }

  private async versionKeys(id: number): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const row of this.itemsOf(this.keys.versions(id), `${padded(id)}.`)) keys.push(String(row['textKey']));
    return keys;
  }

  private async stored(id: number): Promise<StoredPublication | undefined> {
    if (!Number.isSafeInteger(id) || id < 1) return undefined;
    const row = await this.options.calls.read(this.options.table, this.keys.publication(id));
    return row && publicationOf(row);
  }

  /** The text at a place of a change that has happened. */
  async textAt({ object, index }: TextPlace): Promise<string> {
    const known = this.changes.get(object);
    const change = known ?? this.options.objects.get(object).then(decodeChange);
    if (known === undefined) remember(this.changes, object, change, mostObjects);
    try {
      return (await change).texts[index] ?? '';
    } catch (error) {
      this.changes.delete(object);
      throw error;
    }
  }

  private itemsOf(pk: string, prefix: string): AsyncGenerator<Row> {
    return this.options.calls.query(this.options.table, pk, prefix === '' ? '!' : prefix, `${prefix}~`);
  }

  /** The newest first, those behind `before`; more than fit the query. */
  private async *candidates(
    query: Publications.PublicationQuery,
    most: number,
    before?: Publications.ListPlace,
  ): AsyncGenerator<StoredPublication> {
    const size = query.words === undefined ? Math.max(1, Math.min(most, 1_000)) : searchedAtOnce;
    if (query.cluster !== undefined) return yield* await this.inCluster(query.cluster, before);
    const { sources, since, until } = query;
    yield* this.at(this.placesOf({ since, until, before, sources }, size), size);
  }

  /** Places in the order of lists, the newest first, `size` read at a time. */
  async *placesOf(query: PlaceQuery, size: number): AsyncGenerator<Publications.ListPlace> {
    const { isIndexed } = await this.settle();
    if (query.sources === undefined && isIndexed) yield* this.order.byDate(query, size);
    else yield* await this.order.bySource(query.sources ?? (await this.sources()), query);
  }

  /** A reader of clusters for one call, also of watches whose earlier version wrote no items for them. */
  async clusters(organizationsOf?: OrganizationsOf): Promise<ClusterReader> {
    const { isIndexed } = await this.settle();
    const copied = isIndexed ? undefined : async () => await this.order.copiedBy(await this.sources());
    return new ClusterReader({ ...this.options, copied }, organizationsOf);
  }

  private async sources(): Promise<readonly number[]> {
    return [...(await this.countBySource()).keys()];
  }

  /** Gives a watch of an earlier version these items, without which each list reads all that sources have. A repeat does nothing. */
  async indexEarlier(): Promise<void> {
    const { calls, table } = this.options;
    const { number, isIndexed } = await this.settle();
    if (isIndexed || number === 0) return;
    await this.order.index(await this.sources());
    await calls.write({ table, key: this.keys.head, set: { isIndexed: true }, condition: 'attribute_exists(#number)' });
  }

  /** From a number down. */
  private async *byNumber(before: number): AsyncGenerator<StoredPublication> {
    const { calls, table } = this.options;
    for (let block = blockOf(before - 1); block >= 0 && before > 1; block -= 1) {
      const to = padded(Math.min(before, firstOf(block + 1)) - 1);
      const rows = calls.query(table, this.keys.publications(block), padded(firstOf(block)), to, 1_000, 'backwards');
      for await (const row of rows) yield publicationOf(row);
    }
  }

  private async *at(
    places: AsyncIterable<Publications.ListPlace> | Iterable<Pick<Publications.ListPlace, 'id'>>,
    size: number,
  ): AsyncGenerator<StoredPublication> {
    const { calls, table } = this.options;
    for await (const some of chunksOf<Pick<Publications.ListPlace, 'id'>>(places, size)) {
      const keys = some.map(({ id }) => this.keys.publication(id));
      for (const row of await calls.readAll(table, keys, true)) if (row !== undefined) yield publicationOf(row);
    }
  }

  private async inCluster(
    cluster: number,
    before: Publications.ListPlace | undefined,
  ): Promise<readonly StoredPublication[]> {
    if (!Number.isSafeInteger(cluster) || cluster < 1) return [];
    const rows = await clusterMembers(this.options, cluster);
    return rows
      .filter(row => before === undefined || Publications.newestFirst(before, row) < 0)
      .toSorted(Publications.newestFirst);
  }
}

function isInQuery(
  { sources, cluster, language, since, until }: Publications.PublicationQuery,
  row: Pick<StoredPublication, 'id' | 'source' | 'datedAt' | 'cluster' | 'language'>,
): boolean {
  if (sources?.includes(row.source) === false) return false;
  if (cluster !== undefined && row.cluster !== cluster) return false;
  if (language !== undefined && !`${row.language ?? ''}-`.toLowerCase().startsWith(`${language}-`)) return false;
  if (since !== undefined && row.datedAt < since) return false;
  return until === undefined || row.datedAt < until;
}
