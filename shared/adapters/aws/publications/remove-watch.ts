/**
 * The end of a watch that is deleted. Its items expire by themselves nowhere, so all of them are removed: some at a time, and in an
 * order in which a repeat goes on.
 */
import type { ItemKey, Row } from '../dynamo/calls/dynamo-tables.ts';
import {
  type Removal,
  type RemovalPlace,
  type RemovedItems,
  removeParts,
  removeRows,
  removeSites,
} from '../dynamo/calls/remove-crawl.ts';
import { labelKeysOf } from './dynamo-labels.ts';
import { mentionKeysOf } from './mention-items.ts';
import { blockOf, firstOf, keysOf } from './publication-items.ts';

/** Removes what a watch has in the tables until `isOver`. */
export async function removeWatch(place: RemovalPlace, crawl: string, isOver: () => boolean): Promise<RemovedItems> {
  const parts = [closeHead, removePublications, removeSources, removeRecords, removeRows];
  return await removeParts(place, crawl, isOver, parts);
}

/** So long after the beginning of a removal nobody writes out a change any more that was made before, s. */
const writingSeconds = 60;
const waitMs = 500;

/**
 * Ends the changes of looks that are under way: the head gets another number and a mark, and stays until these looks are over. False
 * while an earlier change is written out.
 */
async function closeHead(removal: Removal, crawl: string): Promise<boolean> {
  const { calls, tables, ttl } = removal.place;
  const head = { table: tables.publications, key: keysOf(crawl).head };
  const assign = ['#number = if_not_exists(#number, :none) + :one', '#closed = if_not_exists(#closed, :ttl)'];
  const closing = { ...head, set: { isRemoved: true }, assign, values: { none: 0, one: 1, ttl } };
  const { row } = await calls.write({ ...closing, condition: 'attribute_not_exists(#ttl)' }, 'ALL_NEW');
  if (row?.['isOpen'] !== true) return true;
  if (ttl - Number(row['closed']) < writingSeconds) {
    if (!removal.isOver()) await new Promise(resolve => setTimeout(resolve, waitMs));
    return false;
  }
  await calls.write({ ...head, remove: ['#isOpen'] });
  return true;
}

/** From the last block of publications to the first: the head says how far a removal has come. */
async function removePublications(removal: Removal, crawl: string): Promise<boolean> {
  const { calls, tables } = removal.place;
  const table = tables.publications;
  const [keys, mentionKeys] = [keysOf(crawl), mentionKeysOf(crawl)];
  const head = await calls.read(table, keys.head);
  if (head?.['last'] === undefined) return true;
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
    if (block > 0) await calls.write({ table, key: keys.head, set: { last: id - 1 }, condition: '#last >= :last' });
  }
  return true;
}

/** Removes the items of each source. */
async function removeSources(removal: Removal, crawl: string): Promise<boolean> {
  const keys = keysOf(crawl);
  return await removeSites(removal, crawl, site => [
    ...[keys.address(site, '').pk, keys.text(site, '').pk, keys.found(site), keys.read(site)],
  ]);
}

/** Removes the items that belong to no source alone; the head expires. */
async function removeRecords(removal: Removal, crawl: string): Promise<boolean> {
  const { calls, tables, ttl } = removal.place;
  const table = tables.publications;
  const [keys, labelKeys] = [keysOf(crawl), labelKeysOf(crawl)];
  const ofPublication = (row: Row): readonly ItemKey[] => {
    const { publication } = JSON.parse(String(row['row'])) as { readonly publication: number };
    return [labelKeys.labelOf(publication, Number(row['sk']))];
  };
  if (!(await removal.partition(table, labelKeys.labels, ofPublication))) return false;
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
    labelKeys.keys,
    labelKeys.models,
  ])
    if (!(await removal.partition(table, pk))) return false;
  if (!(await removal.partition(table, keys.head.pk, undefined, sk => sk === keys.head.sk))) return false;
  await calls.write({ table, key: keys.head, set: { ttl }, remove: ['#last', '#object'] });
  return true;
}
