import type { SQLInputValue } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { BadInput, refusal } from '../../../domain/refusal/refusal.ts';
import type { PublicationRow, VersionRow } from '../../../wings/publications/store/publication-store.ts';
import type { Row } from '../sqlite/sqlite-rows.ts';

/** A publication with its latest version, as `publicationOf` reads it. */
export const publicationColumns = `publications.publication, source, url, address, found_by, first_seen_at, state, gone_at,
  publications.version, cluster, seen_at, title, published_at, language, canonical, details`;
export const withVersion = 'JOIN versions USING (publication, version)';

/** The order of lists (`newestFirst`), which the index of dates has, and what is behind a place in it. */
export const listOrder = 'publications.dated_at DESC, publications.publication DESC';
export const behindInList = '(publications.dated_at, publications.publication) < (?, ?)';

/** Of the members of a cluster the first in this order stands for it: `firstOfCluster` has the same order. */
const orderInCluster = (table: string): string => `(${table}.state <> 'live', ${table}.dated_at, ${table}.publication)`;

/** Whether another publication stands for that of the row. */
export const isCopy = `EXISTS (SELECT 1 FROM publications AS other WHERE other.cluster = publications.cluster
  AND ${orderInCluster('other')} < ${orderInCluster('publications')})`;

/** The same among publications that mention the organization of the row. The few of the cluster come first: of an organization there are many. */
export const isCopyInMentions = `EXISTS (SELECT 1 FROM publications AS other CROSS JOIN mentioned AS beside USING (publication)
  WHERE other.cluster = publications.cluster AND beside.organization = mentioned.organization
  AND ${orderInCluster('other')} < ${orderInCluster('publications')})`;

/** Another publication stands for that of the row, whoever is mentioned. */
export const isCopyEverywhere = `${isCopy} AND NOT EXISTS (SELECT 1 FROM mentioned
  WHERE mentioned.publication = publications.publication AND NOT ${isCopyInMentions})`;

const optional = <T>(value: SQLInputValue | undefined, read: (value: SQLInputValue) => T): T | undefined =>
  value === null || value === undefined ? undefined : read(value);

export function publicationOf(row: Row): PublicationRow {
  const url = String(row['url']);
  return {
    id: Number(row['publication']),
    source: Number(row['source']),
    identity: url,
    address: optional(row['address'], String) ?? url,
    by: row['found_by'] as PublicationRow['by'],
    firstSeenAt: Number(row['first_seen_at']),
    state: row['state'] as PublicationRow['state'],
    goneAt: optional(row['gone_at'], Number),
    canonical: optional(row['canonical'], String),
    cluster: Number(row['cluster']),
    ...versionOf(row),
  };
}

export function versionOf(row: Row): VersionRow {
  return {
    version: Number(row['version']),
    seenAt: Number(row['seen_at']),
    title: String(row['title']),
    publishedAt: optional(row['published_at'], Number),
    language: optional(row['language'], String),
    details: jsonIn(row, 'details').text,
  };
}

/** Far more than a page may have: what is packed in a file of a stranger may be a thousand times as long. */
const mostTextBytes = 100_000_000;

/** Throws `BadInput` where the row is damaged. */
export function textOf(row: Row): string {
  return orDamaged(row, 'text', () =>
    zstdDecompressSync(row['text'] as Uint8Array, { maxOutputLength: mostTextBytes }).toString(),
  );
}

/** A column that was written as JSON. Throws `BadInput`, which names the row, if the column is not JSON. */
export function jsonIn(row: Row, column: string): { readonly text: string; readonly value: unknown } {
  const text = String(row[column]);
  return { text, value: orDamaged(row, column, () => JSON.parse(text) as unknown) };
}

function orDamaged<T>(row: Row, column: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const keys = ['publication', 'version', 'organization', 'name'].filter(key => row[key] !== undefined);
    const place = keys.map(key => `${key} ${row[key]}, `).join('');
    throw new BadInput([
      refusal('crawl-file-damaged', { file: 'watch.db', why: `${place}${column}: ${(error as Error).message}` }),
    ]);
  }
}
