/**
 * The end of a watch that is deleted. Its items expire by themselves nowhere, so all of them are removed: some at a time, and in an
 * order in which a repeat goes on. Claims, chunks and what turns have taken are left, for they expire.
 */
import type { DynamoCalls } from '../dynamo/calls/dynamo-calls.ts';
import {
  type DynamoTables,
  type ItemKey,
  memoryKey,
  siteKey,
  wakeKey,
  watchedPartition,
} from '../dynamo/calls/dynamo-tables.ts';
import type { Row } from '../dynamo/calls/dynamo-values.ts';
import { labelKeysOf } from './dynamo-labels.ts';
import { mentionKeysOf } from './mention-items.ts';
import { blockOf, firstOf, keysOf } from './publication-items.ts';

export interface RemovalPlace {
  readonly calls: DynamoCalls;
  readonly tables: Pick<DynamoTables, 'crawls' | 'watched'> & { readonly publications: string };
  /** Seconds since the epoch at which the last rows expire: until then a repeat finds the watch. */
  readonly ttl: number;
}

export interface RemovedItems {
  readonly removed: number;
  /** Nothing is left. */
  readonly isDone: boolean;
}

/** Items that are removed in one go. */
const atOnce = 1_000;

/** Removes what a watch has in the tables until `isOver`. */
export async function removeWatch(place: RemovalPlace, crawl: string, isOver: () => boolean): Promise<RemovedItems> {
  const removal = new Removal(place, isOver);
  for (const part of [removePublications, removeSites, removeRecords, removeRows])
    if (!(await part(removal, crawl))) return { removed: removal.removed, isDone: false };
  return { removed: removal.removed, isDone: true };
}

class Removal {
  readonly place: RemovalPlace;
  removed = 0;
  readonly isOver: () => boolean;

  constructor(place: RemovalPlace, isOver: () => boolean) {
    this.place = place;
    this.isOver = isOver;
  }

  /** Whether nothing is left of the partition. `besides`: keys of other items that go with one, and go first. */
  async partition(
    table: string,
    pk: string,
    besides: (row: Row) => readonly ItemKey[] = () => [],
    isKept: (sk: string) => boolean = () => false,
  ): Promise<boolean> {
    let keys: ItemKey[] = [];
    let others: ItemKey[] = [];
    for await (const row of this.place.calls.query(table, pk, ' ', '~', atOnce)) {
      const sk = String(row['sk']);
      if (isKept(sk)) continue;
      keys.push({ pk, sk });
      others.push(...besides(row));
      if (keys.length < atOnce) continue;
      if (this.isOver()) return false;
      await this.remove(table, others, keys);
      [keys, others] = [[], []];
    }
    if (keys.length === 0) return true;
    if (this.isOver()) return false;
    await this.remove(table, others, keys);
    return true;
  }

  async remove(table: string, ...groups: readonly (readonly ItemKey[])[]): Promise<void> {
    for (const keys of groups) {
      await this.place.calls.removeAll(table, keys);
      this.removed += keys.length;
    }
  }
}

/** From the last block of publications to the first: the head says how far a removal has come. */
async function removePublications(removal: Removal, crawl: string): Promise<boolean> {
  const { calls, tables } = removal.place;
  const table = tables.publications;
  const [keys, mentionKeys] = [keysOf(crawl), mentionKeysOf(crawl)];
  const head = await calls.read(table, keys.head);
  if (head === undefined) return true;
  const copiesOf = (row: Row): readonly ItemKey[] => {
    const [id, cluster] = [Number(row['sk']), Number(row['cluster'])];
    return cluster === id ? [] : [keys.copyOf(cluster, id)];
  };
  for (let block = blockOf(Number(head['last'])); block >= 0; block -= 1) {
    const id = firstOf(block);
    if (!(await removal.partition(table, keys.versions(id)))) return false;
    if (!(await removal.partition(table, keys.further(id)))) return false;
    for (const pk of [mentionKeys.searchedIn(block), mentionKeys.earlierIn(block)])
      if (!(await removal.partition(table, pk))) return false;
    if (!(await removal.partition(table, keys.publications(block), copiesOf))) return false;
    if (block > 0) await calls.write({ table, key: keys.head, set: { last: id - 1 } });
  }
  return true;
}

/**
 * What each source has. Its row then expires, so a repeat passes it over: a watch has up to 10,000 sources, and one call has no
 * time to look whether nothing is left of all of them.
 */
async function removeSites(removal: Removal, crawl: string): Promise<boolean> {
  const { calls, tables, ttl } = removal.place;
  const keys = keysOf(crawl);
  for (const site of await sitesOf(removal, crawl)) {
    if (removal.isOver()) return false;
    for (const pk of [keys.address(site, '').pk, keys.text(site, '').pk, keys.found(site), keys.read(site)])
      if (!(await removal.partition(tables.publications, pk))) return false;
    for (const pk of [watchedPartition(crawl, site), memoryKey(crawl, site).pk])
      if (!(await removal.partition(tables.watched, pk))) return false;
    await removal.remove(tables.watched, [wakeKey(crawl, site)]);
    if (!(await removal.partition(tables.crawls, `${crawl}#${site}`))) return false;
    await calls.write({ table: tables.crawls, key: siteKey(crawl, site), set: { ttl } });
  }
  return true;
}

/** What belongs to no source alone, the head last. */
async function removeRecords(removal: Removal, crawl: string): Promise<boolean> {
  const { calls, tables } = removal.place;
  const table = tables.publications;
  const [keys, mentionKeys] = [keysOf(crawl), mentionKeysOf(crawl)];
  const labelKeys = labelKeysOf(crawl);
  const ofPublication = (row: Row): readonly ItemKey[] => {
    const { publication } = JSON.parse(String(row['row'])) as { readonly publication: number };
    return [labelKeys.labelOf(publication, Number(row['sk']))];
  };
  if (!(await removal.partition(table, labelKeys.labels, ofPublication))) return false;
  for (const pk of [labelKeys.keys, labelKeys.models]) if (!(await removal.partition(table, pk))) return false;
  // The names of applications are known until their records are gone.
  for await (const { sk: name } of calls.query(table, keys.applications, '!', '~'))
    if (!(await removal.partition(table, keys.records(String(name))))) return false;
  for (const pk of [
    keys.applications,
    keys.acceptances,
    keys.marks,
    keys.sources,
    keys.copies,
    keys.clusters,
    keys.dates,
  ])
    if (!(await removal.partition(table, pk))) return false;
  for (const key of [mentionKeys.organizations, mentionKeys.models, labelKeys.last, keys.head])
    if ((await calls.read(table, key)) !== undefined) await removal.remove(table, [key]);
  return true;
}

async function removeRows(removal: Removal, crawl: string): Promise<boolean> {
  const { calls, tables, ttl } = removal.place;
  // Who asks again finds the watch by these.
  const isLast = (sk: string): boolean => sk === 'crawl' || sk.startsWith('spec#') || sk.startsWith('site#');
  if (!(await removal.partition(tables.crawls, crawl, undefined, isLast))) return false;
  for await (const row of calls.query(tables.crawls, crawl, ' ', '~'))
    if (row['ttl'] === undefined)
      await calls.write({ table: tables.crawls, key: { pk: crawl, sk: String(row['sk']) }, set: { ttl } });
  return true;
}

/** Those of which something may be left. */
async function sitesOf(removal: Removal, crawl: string): Promise<readonly number[]> {
  const { calls, tables } = removal.place;
  const [first, last] = [siteKey(crawl, 0).sk, siteKey(crawl, 999_999_999).sk];
  const numbers: number[] = [];
  for await (const row of calls.query(tables.crawls, crawl, first, last))
    if (row['ttl'] === undefined) numbers.push(Number(String(row['sk']).slice('site#'.length)));
  return numbers;
}
