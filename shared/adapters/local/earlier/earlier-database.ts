/**
 * The file in which a crawl takes along what it needs of an earlier one, in its own directory: so the directory of the earlier
 * crawl is not needed any more once the crawl has begun.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FetchResult } from '../../../domain/protocol/classify-answer.ts';
import { type EarlierPage, earlierPageOf } from '../../../domain/turn/kept-page.ts';
import { type KnownEntry, knownResult } from '../../../domain/turn/known-entry.ts';
import { decodeSegment, type Segment } from '../../../domain/turn/segment.ts';
import { TrustedLinks } from '../../../domain/turn/trusted-page.ts';
import type { LinkSite } from '../../../domain/url/link-meaning.ts';
import type { NormalizationRules } from '../../../domain/url/normalization-rules.ts';
import type { EarlierPages } from '../../../ports/request-ports.ts';
import { demandOwnObjects, type OwnSchema } from '../sqlite/own-objects.ts';
import { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { earlierFile, removeEarlierFiles } from './earlier-files.ts';

const tables = `
CREATE TABLE segments (number INTEGER PRIMARY KEY, home TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
CREATE TABLE pages (key BLOB PRIMARY KEY, segment INTEGER NOT NULL, page INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE disbelieved (host TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`;

const outcomes = 'CREATE TABLE outcomes (key BLOB PRIMARY KEY, outcome TEXT NOT NULL) STRICT, WITHOUT ROWID;';

const ownEarlier: OwnSchema = { always: tables, later: outcomes };

/** A segment of an earlier crawl, with the pages that a later crawl can use. */
export interface EarlierSegment {
  readonly home: string;
  readonly bytes: Uint8Array;
  readonly pages: readonly { readonly index: number; readonly identity: string }[];
  /** Of this very crawl, where it requests again what failed. */
  readonly known?: readonly KnownEntry[];
}

/** Writes the file anew, all or nothing. */
export async function writeEarlierPages(directory: string, segments: AsyncIterable<EarlierSegment>): Promise<void> {
  removeEarlierFiles(directory);
  const database = new SqliteDatabase(join(directory, earlierFile));
  try {
    database.run('BEGIN');
    database.exec(tables);
    let number = 0;
    for await (const { home, bytes, pages, known } of segments) {
      number += 1;
      if (known !== undefined && number === 1) database.exec(outcomes);
      for (const { site, identity, address, outcome } of known ?? [])
        database.run(
          'INSERT OR REPLACE INTO outcomes VALUES (?, ?)',
          entryKey(site, identity, address),
          JSON.stringify(outcome),
        );
      database.run('INSERT INTO segments VALUES (?, ?, ?)', number, home, bytes);
      // Of two turns that have the page, the later one was fetched again.
      for (const { index, identity } of pages)
        database.run('INSERT OR REPLACE INTO pages VALUES (?, ?, ?)', keyOf(home, identity), number, index);
    }
    database.run('COMMIT');
  } finally {
    database.close();
  }
}

function keyOf(home: string, identity: string): Uint8Array {
  return hash('sha256', `${home}\n${identity}`, 'buffer').subarray(0, 16);
}

function entryKey(site: number, identity: string, address: string): Uint8Array {
  return hash('sha256', `${site}\n${identity}\n${address}`, 'buffer').subarray(0, 16);
}

export interface LocalEarlierPages extends EarlierPages {
  close(): void;
}

interface PageRules {
  readonly normalization: NormalizationRules;
  /** Values that the spec requests of each page. */
  readonly fieldCount: number;
  /** Only what this very crawl knows counts: it names no other. */
  readonly isItself: boolean;
}

/** Undefined if the crawl takes nothing along. */
export function openEarlierPages(directory: string, rules: PageRules): LocalEarlierPages | undefined {
  if (!existsSync(join(directory, earlierFile))) return undefined;
  const database = new SqliteDatabase(join(directory, earlierFile));
  if (database.hasTable('pages')) {
    demandOwnObjects(database, join(directory, earlierFile), ownEarlier);
    if (rules.isItself && !database.hasTable('outcomes')) {
      database.close();
      return undefined;
    }
    return new EarlierDatabase(database, rules);
  }
  // A process was killed while it made the file.
  database.close();
  return undefined;
}

/** Bytes of segments that are kept unpacked. */
const mostUnpacked = 32_000_000;

interface Unpacked {
  readonly segment: Segment | undefined;
  readonly home: string;
  readonly bytes: number;
}

class EarlierDatabase implements LocalEarlierPages {
  private readonly database: SqliteDatabase;
  private readonly rules: PageRules;
  private readonly trusted = new Map<string, TrustedLinks>();
  /** By number, that which was requested last at the end. */
  private readonly unpacked = new Map<number, Unpacked>();
  private unpackedBytes = 0;
  private readonly disbelieved: Set<string>;
  readonly known?: NonNullable<EarlierPages['known']>;

  constructor(database: SqliteDatabase, rules: PageRules) {
    this.database = database;
    this.rules = rules;
    this.disbelieved = new Set(database.all('SELECT host FROM disbelieved').map(({ host }) => String(host)));
    if (database.hasTable('outcomes')) this.known = (...args) => this.knownOf(...args);
  }

  private knownOf(...[site, home, page]: Parameters<NonNullable<EarlierPages['known']>>): FetchResult | undefined {
    const key = entryKey(site, page.identity, page.address);
    const row = this.database.get('SELECT outcome FROM outcomes WHERE key = ?', key);
    if (row === undefined) return undefined;
    try {
      return knownResult(Object(JSON.parse(String(row['outcome']))), () => this.find(home, page));
    } catch (error) {
      // No crawl writes such a text: the page is requested like any other.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  find(home: string, { identity, address }: Parameters<EarlierPages['find']>[1]): EarlierPage | undefined {
    const row = this.database.get('SELECT segment, page FROM pages WHERE key = ?', keyOf(home, identity));
    if (row === undefined) return undefined;
    const { segment, home: of } = this.segment(Number(row['segment']));
    const page = segment?.pages[Number(row['page'])];
    if (segment === undefined || of !== home || page?.identity !== identity || page.address !== address)
      return undefined;
    try {
      const earlier = earlierPageOf(segment, Number(row['page']));
      return earlier !== undefined && this.trustedAt(home).isPage(earlier) ? earlier : undefined;
    } catch {
      // No crawl writes such a segment: the page is requested like any other.
      return undefined;
    }
  }

  isDisbelieved(host: string): boolean {
    return this.disbelieved.has(host);
  }

  disbelieve(host: string): void {
    this.disbelieved.add(host);
    this.database.run('INSERT OR IGNORE INTO disbelieved VALUES (?)', host);
  }

  close(): void {
    this.database.close();
  }

  private trustedAt(home: string): TrustedLinks {
    let links = this.trusted.get(home);
    if (links === undefined) {
      const { normalization, fieldCount } = this.rules;
      links = new TrustedLinks(JSON.parse(home) as LinkSite, normalization, fieldCount);
      this.trusted.set(home, links);
    }
    return links;
  }

  private segment(number: number): Unpacked {
    const known = this.unpacked.get(number);
    if (known !== undefined) {
      this.unpacked.delete(number);
      this.unpacked.set(number, known);
      return known;
    }
    const read = this.read(number);
    this.unpacked.set(number, read);
    this.unpackedBytes += read.bytes;
    for (const [oldest, { bytes }] of this.unpacked) {
      if (this.unpackedBytes <= mostUnpacked || this.unpacked.size === 1) break;
      this.unpacked.delete(oldest);
      this.unpackedBytes -= bytes;
    }
    return read;
  }

  private read(number: number): Unpacked {
    const row = this.database.get('SELECT home, bytes FROM segments WHERE number = ?', number);
    const bytes = row?.['bytes'];
    const home = String(row?.['home'] ?? '');
    if (!(bytes instanceof Uint8Array)) return { segment: undefined, home, bytes: 0 };
    try {
      return { segment: decodeSegment(bytes), home, bytes: bytes.byteLength };
    } catch {
      return { segment: undefined, home, bytes: 0 };
    }
  }
}
