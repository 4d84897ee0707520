import { createHash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/**
 * The tables. Each has a partition key `pk` and a sort key `sk` (both strings), is paid per request, and forgets
 * items after `ttl` (seconds since the epoch). `Watched` has a local secondary index `byDue` by the number `due`; there are no
 * other indexes. Their items:
 *
 *   table   pk                      sk                                            item for each
 *   Crawls  <crawl>                 crawl                                         crawl: state, stop, active sites
 *   Crawls  <crawl>                 spec#<hash>#<piece>                           spec, deflated, at most 300 KB a piece
 *   Crawls  <crawl>                 site#<site>                                   site
 *   Crawls  <crawl>                 lap                                           how far the sums over its sites have come
 *   Crawls  <crawl>                 origin#<origin>                               origin: the site that keeps it
 *   Crawls  <crawl>                 robots#<URL>                                  robots.txt address: what it answered
 *   Crawls  <crawl>#<site>#host     <origin>                                      host of a site of several hosts: robots, trouble
 *   Crawls  <crawl>                 schedule                                      how the page budget is shared, deflated
 *   Crawls  <crawl>#schedule#<name> <group>                                       6 site numbers of a schedule, deflated
 *   Crawls  <crawl>#choices         <last step>                                   choices of one write, deflated
 *   Crawls  <crawl>#<site>          pattern#<pattern>                             pattern of addresses
 *   Tokens  <host>                  token                                         host: lease, next allowed instant
 *   Pages   <crawl>#<site>#url      <URL>                                         claimed URL, with its live status
 *   Pages   <crawl>#<site>#content  <SHA-256>                                     claimed content
 *   Pages   <crawl>#<site>#chunk    <level>.<round>.<turn>.<first entry>.<piece>  64 entries of the frontier, deflated
 *   Pages   <crawl>#<site>#status   <level>.<turn>.<first entry>                  live status of links claimed by a turn, packed
 *   Pages   <crawl>#<site>#turn     <turn>                                        turn: which entries it has taken
 *   Pages   <crawl>#<site>#rewards  <pages up to the turn's last>                 new external links on a turn's pages
 *   Pages   <crawl>#<site>#deleted  external=<URL>, bad=<text>                    link that a person deleted
 *   Pages   <crawl>#record#<name>   record                                        small turn record, deflated
 *   Links   <crawl>#<site>#external #<number>                                     external links that a turn was the first to bring, deflated
 *   Links   <crawl>#<site>#external =<URL>                                        the same of a watch, an item for each
 *   Links   <crawl>#<site>#bad      #<number>                                     the same of bad links
 *   Watched <crawl>#<site>          <URL>                                         address that a watch looks at again
 *   Watched <crawl>#<site>#memory   memory                                        the object that has what a watch remembers of a source, its
 *                                                                                looks at publications, and the first of these
 *   Watched <crawl>#<site>#memory   settings                                      what a person has set for a source
 *   Watched wake#<shard>            <crawl>#<site>                                source: when it is to be woken
 *
 * A partition takes 1,000 write units a second and is split by DynamoDB where its sort keys stay hot. A site at a polite
 * rate (a page a second, three writes a page) needs a few; the burst of claims after a turn (50 pages, some thousand
 * links at worst) is throttled for seconds at most, which the calls wait out. The rows of one crawl's sites are written
 * about seven units a turn of 50 pages, so one partition of them carries some 7,000 pages a second.
 */

export interface DynamoTables {
  readonly crawls: string;
  readonly tokens: string;
  readonly pages: string;
  readonly links: string;
  readonly watched: string;
}

/** Index by `due` of the table `Watched`; it holds keys alone. */
export const dueIndex = 'byDue';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

export const crawlKey = (crawl: string): ItemKey => ({ pk: crawl, sk: 'crawl' });
export const siteKey = (crawl: string, site: number): ItemKey => ({ pk: crawl, sk: `site#${padded(site)}` });
export const lapKey = (crawl: string): ItemKey => ({ pk: crawl, sk: 'lap' });
export const originKey = (crawl: string, origin: string): ItemKey => ({ pk: crawl, sk: `origin#${origin}` });
export const robotsKey = (crawl: string, url: string): ItemKey => ({ pk: crawl, sk: textKey(`robots#${url}`).key });
export const hostPartition = (crawl: string, site: number): string => `${crawl}#${site}#host`;

export function hostKey(crawl: string, site: number, origin: string): ItemKey {
  return { pk: hostPartition(crawl, site), sk: textKey(origin).key };
}

export const tokenKey = (host: string): ItemKey => ({ pk: host, sk: 'token' });

export function specKey(crawl: string, hash: string, piece: number): ItemKey {
  return { pk: crawl, sk: `spec#${hash}#${padded(piece)}` };
}

export const scheduleKey = (crawl: string): ItemKey => ({ pk: crawl, sk: 'schedule' });

/** `generation`: the name of the groups that were written together. */
export function scheduleGroupKey(crawl: string, generation: string, group: number): ItemKey {
  return { pk: `${crawl}#schedule#${generation}`, sk: padded(group) };
}

/** `end`: the last step in the item. */
export const choicesKey = (crawl: string, end: number): ItemKey => ({ pk: `${crawl}#choices`, sk: padded(end) });

/** `end`: pages of the site up to the last one of the turn. */
export function rewardsKey(crawl: string, site: number, end: number): ItemKey {
  return { pk: `${crawl}#${site}#rewards`, sk: padded(end) };
}

export function patternKey(crawl: string, site: number, pattern: string): ItemKey {
  return { pk: `${crawl}#${site}`, sk: `pattern#${textKey(pattern).key}` };
}

export function urlKey(crawl: string, site: number, url: string): ItemKey {
  return { pk: urlPartition(crawl, site), sk: textKey(url).key };
}

export const urlPartition = (crawl: string, site: number): string => `${crawl}#${site}#url`;

export function contentKey(crawl: string, site: number, hash: string): ItemKey {
  return { pk: `${crawl}#${site}#content`, sk: hash };
}

export function takenKey(crawl: string, site: number, turn: number): ItemKey {
  return { pk: `${crawl}#${site}#turn`, sk: padded(turn) };
}

export const chunkPartition = (crawl: string, site: number): string => `${crawl}#${site}#chunk`;

/** `turn` and `level`: of the claims and their chunk. `first`: the first entry of the part. */
export function statusKey(crawl: string, site: number, level: number, turn: number, first: number): ItemKey {
  return { pk: `${crawl}#${site}#status`, sk: `${padded(level)}.${padded(turn)}.${padded(first)}` };
}

type OutsideKind = 'external' | 'bad';

export function linkKey(crawl: string, site: number, kind: OutsideKind, text: string): ItemKey {
  return { pk: linkPartition(crawl, site, kind), sk: `=${textKey(text).key}` };
}

export const linkPartition = (crawl: string, site: number, kind: OutsideKind): string => `${crawl}#${site}#${kind}`;

/** In the table of pages, because the step that writes results reads no links there. */
export function tombstoneKey(crawl: string, site: number, kind: OutsideKind, text: string): ItemKey {
  return { pk: tombstonePartition(crawl, site), sk: `${kind}=${textKey(text).key}` };
}

export const tombstonePartition = (crawl: string, site: number): string => `${crawl}#${site}#deleted`;

export const watchedPartition = (crawl: string, site: number): string => `${crawl}#${site}`;

export function watchedKey(crawl: string, site: number, url: string): ItemKey {
  return { pk: watchedPartition(crawl, site), sk: textKey(url).key };
}

export const memoryKey = (crawl: string, site: number): ItemKey => ({ pk: `${crawl}#${site}#memory`, sk: 'memory' });

export const settingsKey = (crawl: string, site: number): ItemKey => ({
  pk: `${crawl}#${site}#memory`,
  sk: 'settings',
});

/** Number of partitions of the index of due sources. */
export const wakeShards = 16;

export const wakePartition = (shard: number): string => `wake#${shard}`;

export function wakeKey(crawl: string, site: number): ItemKey {
  const sk = `${crawl}#${site}`;
  return { pk: wakePartition(createHash('sha256').update(sk).digest().readUInt32BE(0) % wakeShards), sk };
}

/** Whether the key of a text holds only a part of it. */
export function isCut(text: string): boolean {
  return textKey(text).group !== undefined;
}

/** Each record has its own partition, because they are written as fast as turns are fetched. */
export const recordKey = (crawl: string, name: string): ItemKey => ({ pk: `${crawl}#record#${name}`, sk: 'record' });

/** As text with leading zeros, so that numbers sort by value. */
export function padded(number: number): string {
  return String(number).padStart(9, '0');
}

/** A sort key holds 1,024 bytes; longer texts are cut here, with their hash behind. */
const longestText = 960;

/**
 * The sort key of a text, in the order of its bytes. Long texts with equal first 960 bytes share a `group`. Their keys
 * follow each other, behind the text of only those bytes (a space sorts before every character of a URL), in the order
 * of hashes. Identities are ASCII (the URL standard, section 4.5, serializes nothing else), so a cut never splits a
 * character.
 */
export function textKey(text: string): { readonly key: string; readonly group?: string } {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= longestText) return { key: text.toWellFormed() };
  const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, longestText), { stream: true });
  const group = `${start} `;
  return { key: `${group}${createHash('sha256').update(bytes).digest('base64url')}`, group };
}

/** Values of items: plain data without `undefined`. */
export type Value = string | number | boolean | Uint8Array | readonly Value[] | { readonly [name: string]: Value };
export type Row = Readonly<Record<string, Value>>;
export type Item = Record<string, AttributeValue>;

export function itemOf(row: Readonly<Record<string, Value | undefined>>): Item {
  const entries = Object.entries(row).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, attributeOf(value)]));
}

export function rowOf(item: Item): Row {
  return Object.fromEntries(Object.entries(item).map(([name, attribute]) => [name, plainOf(attribute)]));
}

/** Throws for a number that is not finite: a missing limit must be a missing attribute. */
function attributeOf(value: Value): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`the number ${value} cannot be stored in DynamoDB`);
    return { N: String(value) };
  }
  if (value instanceof Uint8Array) return { B: value };
  if (isList(value)) return { L: value.map(attributeOf) };
  return { M: itemOf(value) };
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function plainOf(attribute: AttributeValue): Value {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.B !== undefined) return attribute.B;
  if (attribute.L !== undefined) return attribute.L.map(plainOf);
  if (attribute.M !== undefined) return rowOf(attribute.M);
  throw new Error(`an attribute of the type ${Object.keys(attribute).join()} is none of ours`);
}

/*
 * Texts in the order of their bytes. The sort keys of items cut long texts (`textKey`): a group of long texts comes in the order
 * of hashes, and is sorted here.
 */

const firstText = '\u0001';
export const lastText = '\u{10FFFF}';

/** Sort key at which a query begins if its first text is the one after `after`, or the very first. */
export function textStart(prefix: string, after: string | undefined): string {
  if (after === undefined) return prefix === '' ? firstText : prefix;
  const { key, group = key } = textKey(after);
  return `${prefix}${group}`;
}

/** `rows` begin at `textStart`; texts that are not behind `after` are left out. */
export async function* inTextOrder(
  rows: AsyncIterable<Row>,
  textOf: (row: Row) => string,
  after: string | undefined,
): AsyncGenerator<{ readonly text: string; readonly row: Row }> {
  let group: { readonly text: string; readonly row: Row }[] = [];
  let name: string | undefined;
  for await (const row of rows) {
    const text = textOf(row);
    const groupNow = textKey(text).group;
    if (groupNow === undefined || groupNow !== name) {
      yield* inByteOrder(group);
      group = [];
    }
    name = groupNow;
    if (after === undefined || compareBytes(text, after) > 0) group.push({ text, row });
  }
  yield* inByteOrder(group);
}

function inByteOrder<T extends { readonly text: string }>(group: readonly T[]): readonly T[] {
  return group.length < 2 ? group : group.toSorted((a, b) => compareBytes(a.text, b.text));
}

/** As SQLite orders texts. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
