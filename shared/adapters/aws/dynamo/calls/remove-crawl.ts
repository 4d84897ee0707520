/**
 * The end of a crawl that is deleted: its items in all tables are removed, some at a time, in an order in which a repeat of the
 * request goes on. Some items expire: groups of a schedule, and the rows by which a repeat finds the crawl.
 */
import { turnRecordName } from '../../../../domain/turn/turn-record.ts';
import type { DynamoCalls } from './dynamo-calls.ts';
import type { Row } from './dynamo-tables.ts';
import * as itemKeys from './dynamo-tables.ts';

export interface RemovalPlace {
  readonly calls: DynamoCalls;
  readonly tables: Omit<itemKeys.DynamoTables, 'tokens'> & { readonly publications: string };
  /** Seconds since the epoch at which the last rows expire: until then a repeat finds the crawl. */
  readonly ttl: number;
  /** Sites up to this number have items also without a row. */
  readonly sources?: number;
}

export interface RemovedItems {
  readonly removed: number;
  /** Nothing is left. */
  readonly isDone: boolean;
  /** Functions that were at work when the removal began may write until then; what they write is removed last. */
  readonly waitSeconds?: number;
}

/** So long a function may work that was at work when a removal came to its end, s. */
const longestWorkSeconds = 960;

/** Items that are removed in one go. */
const atOnce = 1_000;

/** The removals of one request of the API, and the rest for the next. */
export class Removal {
  readonly place: RemovalPlace;
  removed = 0;
  readonly isOver: () => boolean;
  /** How often the sites were cleared when this pass is over. */
  readonly pass: number;

  constructor(place: RemovalPlace, isOver: () => boolean, pass: number) {
    this.place = place;
    this.isOver = isOver;
    this.pass = pass;
  }

  /** Whether nothing is left of the partition. `besides`: keys of other items that go with one, and go first. */
  async partition(
    table: string,
    pk: string,
    besides: (row: Row) => readonly itemKeys.ItemKey[] = () => [],
    isKept: (sk: string) => boolean = () => false,
  ): Promise<boolean> {
    let keys: itemKeys.ItemKey[] = [];
    let others: itemKeys.ItemKey[] = [];
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

  async remove(table: string, ...groups: readonly (readonly itemKeys.ItemKey[])[]): Promise<void> {
    for (const keys of groups) {
      await this.place.calls.removeAll(table, keys);
      this.removed += keys.length;
    }
  }
}

/** Removes what a crawl has in the tables until `isOver`. */
export async function removeCrawl(place: RemovalPlace, crawl: string, isOver: () => boolean): Promise<RemovedItems> {
  return await removeParts(place, crawl, isOver, [removeSites, removeRows]);
}

type RemovalPart = (removal: Removal, crawl: string) => Promise<boolean>;

/**
 * Removes each part, and once more where the crawl had not finished: its turns and unloads may be under way. Their sites are marked as
 * removed, so no turn begins or commits any more.
 */
export async function removeParts(
  place: RemovalPlace,
  crawl: string,
  isOver: () => boolean,
  parts: readonly RemovalPart[],
): Promise<RemovedItems> {
  const { calls, tables, ttl } = place;
  const row = { table: tables.crawls, key: itemKeys.crawlKey(crawl) };
  const { state = 'finished', cleared } = (await calls.read(row.table, row.key)) ?? {};
  const waitSeconds = Number(cleared) + longestWorkSeconds - ttl;
  if (waitSeconds > 0) return { removed: 0, isDone: false, waitSeconds };
  const isLast = state === 'finished' || cleared !== undefined;
  const removal = new Removal(place, isOver, isLast ? 2 : 1);
  for (const part of parts) if (!(await part(removal, crawl))) return { removed: removal.removed, isDone: false };
  const { removed } = removal;
  if (isLast) return { removed, isDone: true };
  await calls.write({ ...row, set: { cleared: ttl, ttl: ttl + longestWorkSeconds } });
  return { removed, isDone: false, waitSeconds: longestWorkSeconds };
}

/**
 * Removes the items of each site, `more` of its partitions included. Its row then expires, so a repeat passes it over: a crawl
 * has up to 100,000 sites, and one call has no time to look whether nothing is left of all of them.
 */
export async function removeSites(
  removal: Removal,
  crawl: string,
  more: (site: number) => readonly string[] = () => [],
): Promise<boolean> {
  const { calls, tables, ttl } = removal.place;
  for (const site of await sitesOf(removal, crawl)) {
    if (removal.isOver()) return false;
    const row = { table: tables.crawls, key: itemKeys.siteKey(crawl, site) };
    // A turn that comes late is not pending, so it is neither parsed nor committed.
    if (removal.pass === 1) await calls.write({ ...row, set: { status: 'removed', pending: {} } });
    for (const pk of more(site)) if (!(await removal.partition(tables.publications, pk))) return false;
    // The record of a turn that is small is an item too.
    const turns = itemKeys.takenKey(crawl, site, 0).pk;
    const recordOf = ({ sk, attempt }: Row): readonly itemKeys.ItemKey[] =>
      attempt === undefined ? [] : [itemKeys.recordKey(crawl, turnRecordName(site, Number(sk), String(attempt)))];
    for (const [table, pks] of partitionsOf(tables, crawl, site))
      for (const pk of pks)
        if (!(await removal.partition(table, pk, pk === turns ? recordOf : undefined))) return false;
    await removal.remove(tables.watched, [itemKeys.wakeKey(crawl, site)]);
    await calls.write({ ...row, set: { ttl, cleared: removal.pass, pending: {} } });
  }
  return true;
}

/** Partitions of a site; the claims of addresses last, because they are the most. */
function partitionsOf(
  { crawls, pages, links, watched }: RemovalPlace['tables'],
  crawl: string,
  site: number,
): readonly (readonly [table: string, pks: readonly string[]])[] {
  const ofPages = [
    itemKeys.takenKey(crawl, site, 0).pk,
    itemKeys.rewardsKey(crawl, site, 0).pk,
    itemKeys.statusKey(crawl, site, 0, 0, 0).pk,
    itemKeys.tombstonePartition(crawl, site),
    itemKeys.chunkPartition(crawl, site),
    itemKeys.contentKey(crawl, site, '').pk,
    itemKeys.urlPartition(crawl, site),
  ];
  return [
    [watched, [itemKeys.watchedPartition(crawl, site), itemKeys.memoryKey(crawl, site).pk]],
    [crawls, [`${crawl}#${site}`, itemKeys.hostPartition(crawl, site)]],
    [links, [itemKeys.linkPartition(crawl, site, 'external'), itemKeys.linkPartition(crawl, site, 'bad')]],
    [pages, ofPages],
  ];
}

export async function removeRows(removal: Removal, crawl: string): Promise<boolean> {
  const { calls, tables, ttl } = removal.place;
  // A repeated request finds the watch by these rows.
  const isLast = (sk: string): boolean => sk === 'crawl' || sk.startsWith('spec#') || sk.startsWith('site#');
  if (!(await removal.partition(tables.crawls, crawl, undefined, isLast))) return false;
  for await (const row of calls.query(tables.crawls, crawl, ' ', '~'))
    if (Number(row['ttl'] ?? Number.POSITIVE_INFINITY) > ttl)
      await calls.write({ table: tables.crawls, key: { pk: crawl, sk: String(row['sk']) }, set: { ttl } });
  return true;
}

/** Those of which something may be left. */
async function sitesOf(removal: Removal, crawl: string): Promise<readonly number[]> {
  const { calls, tables, sources = 0 } = removal.place;
  const [first, last] = [itemKeys.siteKey(crawl, 0).sk, itemKeys.siteKey(crawl, 999_999_999).sk];
  const cleared = new Map(Array.from({ length: sources }, (_, index) => [index + 1, 0]));
  for await (const row of calls.query(tables.crawls, crawl, first, last))
    cleared.set(Number(String(row['sk']).slice('site#'.length)), Number(row['cleared'] ?? 0));
  return [...cleared].filter(([, passes]) => passes < removal.pass).map(([site]) => site);
}
