import type { SQLInputValue } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import type { PublicationRow, VersionRow } from '../../../wings/publications/store/publication-store.ts';
import type { Row } from '../sqlite/sqlite-rows.ts';

/** A publication with its latest version, as `publicationOf` reads it. */
export const publicationColumns = `publications.publication, source, url, address, found_by, first_seen_at, state, gone_at,
  publications.version, cluster, seen_at, title, published_at, language, canonical, details`;
export const withVersion = 'JOIN versions USING (publication, version)';

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
    details: String(row['details']),
  };
}

export function textOf(row: Row): string {
  return zstdDecompressSync(row['text'] as Uint8Array).toString();
}
