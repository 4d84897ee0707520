/**
 * The table `Publications`, with the keys of the other tables. `<block>` is a number / 1000, rounded down.
 *
 *   pk                        sk                        item for each
 *   <crawl>                   head                      watch: the last number and the last change
 *   <crawl>#publication#<block> <number>                publication, with its latest version
 *   <crawl>#version#<block>   <number>.<version>        older version
 *   <crawl>#further#<block>   <number>#<URL>            further address of a publication
 *   <crawl>#<source>#address  <hash>                    address: its publication
 *   <crawl>#<source>#text     <hash>                    text of a source: its first publication
 *   <crawl>#<source>#found    <number>                  publication of a source, with its time
 *   <crawl>#dated             <date>#<number>           publication, in the order of lists; `moved`: it has another date by now
 *   <crawl>#cluster#<number>  <number>                  copy of a publication
 *   <crawl>#clusters          <number>                  publication that has copies
 *   <crawl>#sources           <source>                  source: how many publications it has
 *   <crawl>#copies            <change>                  what identifies copies of the publications of a change
 *   <crawl>#applications      <name>                    application with a table: columns, how many records and marks
 *   <crawl>#records#<name>    <number>                  records of a change, by the number of the first of them
 *   <crawl>#<source>#read     <hash>                    address: the last readings of applications
 *   <crawl>#marks             <name>#<source>#<URL>     page at which an application failed; without `reason` the page was read since
 *   <crawl>#accepted          <name>                    last batch that `accepted` of an application took, and the lease
 *
 * Items about organizations and labels: `mention-items.ts`. Texts and records are in objects, all of a change in one. Nothing here expires: a watch goes on
 * for ever.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as Publications from '../../../wings/publications/store/publication-store.ts';
import { type ItemKey, padded, type Row, textKey, type Value } from '../dynamo/calls/dynamo-tables.ts';

/** Where a text is: an object, and the place in its list. */
export interface TextPlace {
  readonly object: string;
  readonly index: number;
}

/** A publication as its item has it. */
export interface StoredPublication extends Publications.PublicationRow {
  readonly datedAt: number;
  readonly textKey: string;
  readonly place: TextPlace;
}

export interface StoredVersion extends Publications.VersionRow {
  readonly textKey: string;
  readonly place: TextPlace;
}

const blockSize = 1_000;
export const blockOf = (id: number): number => Math.floor(id / blockSize);
export const firstOf = (block: number): number => block * blockSize;

/** Keys of one watch. */
export function keysOf(crawl: string) {
  const publications = (block: number): string => `${crawl}#publication#${padded(block)}`;
  const versions = (id: number): string => `${crawl}#version#${padded(blockOf(id))}`;
  const further = (id: number): string => `${crawl}#further#${padded(blockOf(id))}`;
  const found = (source: number): string => `${crawl}#${source}#found`;
  const copiesOf = (cluster: number): string => `${crawl}#cluster#${cluster}`;
  const [sources, copies, clusters] = [`${crawl}#sources`, `${crawl}#copies`, `${crawl}#clusters`];
  const dates = `${crawl}#dated`;
  const [applications, marks, acceptances] = [`${crawl}#applications`, `${crawl}#marks`, `${crawl}#accepted`];
  const records = (name: string): string => `${crawl}#records#${name}`;
  const read = (source: number): string => `${crawl}#${source}#read`;
  return {
    ...{ publications, versions, further, found, copiesOf, sources, copies, clusters, dates },
    ...{ applications, marks, acceptances, records, read },
    application: (name: string): ItemKey => ({ pk: applications, sk: name }),
    acceptance: (name: string): ItemKey => ({ pk: acceptances, sk: name }),
    recordsFrom: (name: string, first: number): ItemKey => ({ pk: records(name), sk: padded(first) }),
    readAt: (source: number, url: string): ItemKey => ({ pk: read(source), sk: hashOf(url) }),
    mark: (name: string, source: number, url: string): ItemKey => ({
      pk: marks,
      sk: `${name}#${padded(source)}#${textKey(url.slice(0, 800)).key}#${hashOf(url)}`,
    }),
    head: { pk: crawl, sk: 'head' },
    publication: (id: number): ItemKey => ({ pk: publications(blockOf(id)), sk: padded(id) }),
    version: (id: number, version: number): ItemKey => ({ pk: versions(id), sk: `${padded(id)}.${padded(version)}` }),
    furtherAddress: (id: number, url: string): ItemKey => ({
      pk: further(id),
      sk: `${padded(id)}#${textKey(url.slice(0, 900)).key}#${hashOf(url)}`,
    }),
    address: (source: number, url: string): ItemKey => ({ pk: `${crawl}#${source}#address`, sk: hashOf(url) }),
    text: (source: number, key: string): ItemKey => ({ pk: `${crawl}#${source}#text`, sk: key }),
    foundBySource: (source: number, id: number): ItemKey => ({ pk: found(source), sk: padded(id) }),
    dated: (place: Publications.ListPlace): ItemKey => ({ pk: dates, sk: dateKey(place) }),
    copyOf: (cluster: number, id: number): ItemKey => ({ pk: copiesOf(cluster), sk: padded(id) }),
    clustered: (cluster: number): ItemKey => ({ pk: clusters, sk: padded(cluster) }),
    source: (source: number): ItemKey => ({ pk: sources, sk: padded(source) }),
    copied: (change: number): ItemKey => ({ pk: copies, sk: padded(change) }),
  };
}

/** Sorts by date, then by number: 16 digits for any date between the years -124,000 and 128,000. */
export function dateKey({ datedAt, id }: Publications.ListPlace): string {
  return `${5e15 + datedAt}#${padded(id)}`;
}

/** The place of an item in the order of lists. */
export function placeAt(row: Row): Publications.ListPlace {
  const [date, id] = String(row['sk']).split('#');
  return { datedAt: Number(date) - 5e15, id: Number(id) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

export type Attributes = Readonly<Record<string, Value | undefined>>;

export function publicationAttributes(row: StoredPublication): Attributes {
  const { id: _, address, identity, by, firstSeenAt, goneAt, cluster, source, state, canonical, datedAt } = row;
  return {
    ...{ source, url: identity, address: address === identity ? undefined : address, foundBy: by, firstSeenAt },
    ...{ state, goneAt, canonical, cluster, datedAt },
    ...versionAttributes(row),
  };
}

export function versionAttributes(row: StoredVersion): Attributes {
  const { version, seenAt, title, publishedAt, language, details, textKey: key, place } = row;
  return {
    ...{ version, seenAt, title, publishedAt, language, textKey: key, object: place.object, index: place.index },
    details: deflateRawSync(details),
  };
}

export function publicationOf(row: Row): StoredPublication {
  const identity = String(row['url']);
  return {
    id: Number(row['sk']),
    source: Number(row['source']),
    identity,
    address: text(row['address']) ?? identity,
    by: row['foundBy'] as Publications.PublicationRow['by'],
    firstSeenAt: Number(row['firstSeenAt']),
    state: row['state'] as Publications.PublicationRow['state'],
    goneAt: number(row['goneAt']),
    canonical: text(row['canonical']),
    cluster: Number(row['cluster']),
    datedAt: Number(row['datedAt']),
    ...versionOf(row),
  };
}

export function versionOf(row: Row): StoredVersion {
  return {
    version: Number(row['version']),
    seenAt: Number(row['seenAt']),
    title: String(row['title']),
    publishedAt: number(row['publishedAt']),
    language: text(row['language']),
    details: inflateRawSync(row['details'] as Uint8Array).toString('utf8'),
    textKey: String(row['textKey']),
    place: { object: String(row['object']), index: Number(row['index']) },
  };
}

/** Of the item of a source. */
export function lostOf(row: Row): Publications.LostCounts {
  const counts = Publications.lostStates.map(state => [state, Number(row[state] ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** The part of a publication that callers see. */
export function shown({ datedAt: _, textKey: __, place: ___, ...row }: StoredPublication): Publications.PublicationRow {
  return row;
}

export function shownVersion({ textKey: _, place: __, ...row }: StoredVersion): Publications.VersionRow {
  return row;
}

function text(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function number(value: Value | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
