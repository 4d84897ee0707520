import { hash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { BadInput, refusal } from '../../../domain/refusal/refusal.ts';
import { isOtherDay, keyOfDay } from '../../../wings/publications/store/other-day.ts';
import type * as Publications from '../../../wings/publications/store/publication-store.ts';
import { demandOwnObjects, type OwnSchema } from '../sqlite/own-objects.ts';
import { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { OpenWay } from '../sqlite/sqlite-open.ts';
import type { Row } from '../sqlite/sqlite-rows.ts';
import { applicationTables, recordTables } from './application-tables.ts';
import { clusterOfCopy, indexCopies } from './copy-index.ts';
import { labelTables } from './label-tables.ts';
import { mentionTables, toneWords } from './mention-tables.ts';
import * as rowForms from './publication-rows.ts';
import { formatWithoutSums, publicationFormat, publicationTables, tablesWithoutSums } from './publication-tables.ts';
import { RowSums, sumTable } from './row-sums.ts';
import { SqliteApplications } from './sqlite-applications.ts';
import { changeTable, SqliteChanges } from './sqlite-changes.ts';
import { SqliteLabels } from './sqlite-labels.ts';
import { SqliteMentions } from './sqlite-mentions.ts';
import { SqliteSecondTones, secondTables } from './sqlite-second-tones.ts';
import { conditionsOf, defineWordFunctions, indexWords, type WordCondition } from './word-index.ts';

/** Pages of the database that stay in memory, in KB. */
const cacheKb = 64_000;
/** Pages of the journal (32 MB) after which it is written into the file: pages that change often are written once. */
const journalPages = 2_000;
/** Bytes; of a text in smaller pages a seventh more stays empty. */
const pageBytes = 16_384;

/** Pages of several sources are read at once, and one may be parsed long after it was requested. */
const mostOutOfOrderMs = 86_400_000;

const laterTables = `${mentionTables}${labelTables}${applicationTables}${changeTable}${secondTables}`;
const ownPublications: OwnSchema = {
  always: publicationTables,
  later: laterTables,
  families: [recordTables],
  laterColumns: toneWords.map(each => each.toLowerCase()),
};
const ownWithoutSums: OwnSchema = {
  ...ownPublications,
  ...{ always: tablesWithoutSums, later: `${sumTable}${laterTables}` },
};

/** Publications with words of a search that are sorted for each page of it. */
const mostSorted = 1_000;

interface Known {
  readonly publication: number;
  readonly version: number;
  readonly url: string;
  readonly seenAt: number;
  readonly textKey: string;
  readonly state: Publications.PublicationState;
}

/** The publication with the text of a sighting, or the news that only those of other days have it. */
type Twin = { readonly publication: number; readonly version: number } | 'of-other-day';

/** Publications of a watch in one SQLite file. */
export class SqlitePublications implements Publications.PublicationStore {
  private readonly db: SqliteDatabase;
  private readonly sums: RowSums;
  /** It had its tables when it was opened. A file that is only read is of no use without them. */
  readonly isBegun: boolean;
  readonly labels: SqliteLabels;
  readonly second: SqliteSecondTones;
  readonly mentions: SqliteMentions;

  /** Records of the user's applications. */
  readonly applications: SqliteApplications;
  readonly changes: SqliteChanges;

  /** `:memory:` for one that lives as long as the process. Throws `BadInput` for a file of another format. */
  constructor(path: string, way: OpenWay = 'write') {
    this.db = new SqliteDatabase(path, way, pageBytes);
    this.db.exec(`PRAGMA cache_size = -${cacheKb}; PRAGMA wal_autocheckpoint = ${journalPages};`);
    const format = Number(this.db.get('PRAGMA user_version')?.['user_version']);
    if (format !== publicationFormat && format !== formatWithoutSums && format !== 0) {
      this.db.close();
      throw new BadInput([refusal('publications-format', { file: path, format, own: publicationFormat })]);
    }
    this.isBegun = format !== 0;
    if (this.isBegun) this.#demandOwn(path, format === publicationFormat ? ownPublications : ownWithoutSums);
    defineWordFunctions(this.db);
    if (!this.isBegun && way === 'write')
      this.db.transaction(
        () => this.db.exec(`${publicationTables} PRAGMA user_version = ${publicationFormat};`),
        'immediate',
      );
    this.sums = new RowSums(this.db, path, way);
    this.labels = new SqliteLabels(this.db, way, this.sums);
    this.second = new SqliteSecondTones(this.db, this.sums);
    this.mentions = new SqliteMentions(this.db, way, this.sums);
    this.applications = new SqliteApplications(this.db, this.sums, {
      placeOf: (source, identity) => this.#knownAt(source, identity),
      keyOf,
    });
    this.changes = new SqliteChanges(this.db, way, this.sums);
    if (way === 'write') this.#keepSums();
  }

  #keepSums(): void {
    if (!this.sums.areKept)
      this.db.transaction(() => {
        this.sums.makeAnew();
        this.db.exec(`PRAGMA user_version = ${publicationFormat}`);
      }, 'immediate');
    this.sums.keep();
    this.sums.demandKeys();
  }

  #demandOwn(path: string, own: OwnSchema): void {
    try {
      demandOwnObjects(this.db, path, own);
    } catch (error) {
      this.db.close();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }

  close(): void {
    try {
      this.sums.close();
    } finally {
      this.db.close();
    }
  }

  readonly accept: Publications.PublicationStore['accept'] = async (sightings, readings = []) => {
    return this.db.transaction(() => {
      const accepted = sightings.map(each => this.#accept(each));
      this.applications.keep(readings);
      return accepted;
    }, 'immediate');
  };

  #accept(sighting: Publications.Sighting): Publications.AcceptedSighting {
    const known = this.#knownAt(sighting.source, sighting.identity);
    if (sighting.corrects !== undefined) return this.#correct(known, sighting);
    if (known !== undefined) return this.#seeAgain(known, sighting);
    return this.#addTo(this.#withText(sighting), sighting);
  }

  #addTo(twin: Twin | undefined, sighting: Publications.Sighting): Publications.AcceptedSighting {
    if (typeof twin !== 'object') return this.#add(sighting, twin === 'of-other-day');
    const added = this.#addAddress(twin, sighting);
    const known = this.#knownAt(sighting.source, sighting.identity)!;
    return known.state === 'gone' ? this.#seeAgain(known, sighting) : added;
  }

  #knownAt(source: number, url: string): Known | undefined {
    const row = this.db.get(
      `SELECT publications.publication, publications.version, url, state, seen_at, text_key
       FROM addresses JOIN publications USING (publication) ${rowForms.withVersion} WHERE addresses.key = ?`,
      keyOf(source, url),
    );
    if (row === undefined) return undefined;
    return {
      publication: Number(row['publication']),
      version: Number(row['version']),
      url: String(row['url']),
      seenAt: Number(row['seen_at']),
      textKey: Buffer.from(row['text_key'] as Uint8Array).toString('hex'),
      state: row['state'] as Publications.PublicationState,
    };
  }

  /** The publication of the source that has the text of a sighting; of several days that of the same day. */
  #withText(sighting: Publications.Sighting): Twin | undefined {
    const first = this.#underKey(sighting, sighting.index.key);
    if (first === undefined) return undefined;
    const ofDay = keyOfDay(sighting);
    const row = (ofDay === undefined ? undefined : this.#underKey(sighting, ofDay)) ?? first;
    if (row === first && isOtherDay(sighting, first)) return 'of-other-day';
    return { publication: row.id, version: row.version };
  }

  #underKey({ source }: Publications.Sighting, key: string): Publications.PublicationRow | undefined {
    const row = this.db.get('SELECT publication FROM text_keys WHERE key = ?', keyOf(source, key));
    return row && this.#row(Number(row['publication']));
  }

  #keepKeys(publication: number, sighting: Publications.Sighting): void {
    const { index } = sighting;
    const add = (key: string): number =>
      this.db.run('INSERT OR IGNORE INTO text_keys VALUES (?, ?)', keyOf(sighting.source, key), publication);
    if (add(index.key) > 0 || this.#underKey(sighting, index.key)?.id === publication) return;
    const ofDay = keyOfDay(sighting);
    if (ofDay !== undefined) add(ofDay);
  }

  #seeAgain(known: Known, sighting: Publications.Sighting): Publications.AcceptedSighting {
    const { publication, version } = known;
    const isOwnAddress = known.url === sighting.identity;
    if (known.textKey === sighting.index.key || (!isOwnAddress && this.#hadText(publication, sighting.index.key))) {
      if (known.state !== 'live' && sighting.seenAt >= known.seenAt) this.#revive(known, sighting);
      return { outcome: 'same', publication, version };
    }
    if (sighting.seenAt <= known.seenAt) return { outcome: 'late', publication, version };
    return isOwnAddress ? this.#addVersion(known, sighting) : this.#partFrom(publication, sighting);
  }

  #correct(known: Known | undefined, sighting: Publications.Sighting): Publications.AcceptedSighting {
    const { publication = 0, version = 0, url } = known ?? {};
    const isLatest = version === sighting.corrects && url === sighting.identity;
    return isLatest ? this.#addVersion(known!, sighting) : { outcome: 'late', publication, version };
  }

  #hadText(publication: number, key: string): boolean {
    return (
      this.db.get(
        'SELECT 1 FROM versions WHERE publication = ? AND text_key = ?',
        publication,
        Buffer.from(key, 'hex'),
      ) !== undefined
    );
  }

  /** This address takes the place of the one from which the publication is gone. */
  #revive({ publication, url, state }: Known, { identity, address, seenAt }: Publications.Sighting): void {
    const sql = "UPDATE publications SET state = 'live', gone_at = NULL WHERE publication = ? AND gone_at <= ?";
    if (this.db.run(sql, publication, seenAt) === 0 || state !== 'gone' || url === identity) return;
    const own = address === identity ? null : address;
    this.db.run('UPDATE publications SET url = ?, address = ? WHERE publication = ?', identity, own, publication);
    this.db.run('UPDATE further SET url = ? WHERE publication = ? AND url = ?', url, publication, identity);
  }

  /** An address that had the text of a publication has its own text by now. */
  #partFrom(publication: number, sighting: Publications.Sighting): Publications.AcceptedSighting {
    this.db.run('DELETE FROM further WHERE publication = ? AND url = ?', publication, sighting.identity);
    this.db.run('DELETE FROM addresses WHERE key = ?', keyOf(sighting.source, sighting.identity));
    return this.#addTo(this.#withText(sighting), sighting);
  }

  #addAddress(
    { publication, version }: Exclude<Twin, string>,
    { source, identity }: Publications.Sighting,
  ): Publications.AcceptedSighting {
    this.db.run('INSERT INTO addresses VALUES (?, ?)', keyOf(source, identity), publication);
    this.db.run('INSERT INTO further VALUES (?, ?)', publication, identity);
    return { outcome: 'address', publication, version };
  }

  /** `isRepeat`: the source has published the text before, on another day. It is no copy then. */
  #add(sighting: Publications.Sighting, isRepeat: boolean): Publications.AcceptedSighting {
    const { source, identity, address, by, seenAt, index } = sighting;
    const datedAt = sighting.version.publishedAt ?? seenAt;
    const publication = 1 + Number(this.db.get('SELECT max(publication) AS last FROM publications')?.['last'] ?? 0);
    const copied = isRepeat ? undefined : index.signature && clusterOfCopy(this.db, index.signature, datedAt);
    this.db.run(
      "INSERT INTO publications VALUES (?, ?, ?, ?, ?, ?, ?, 'live', NULL, 1, ?)",
      publication,
      source,
      identity,
      address === identity ? null : address,
      by,
      seenAt,
      datedAt,
      copied ?? publication,
    );
    this.db.run('INSERT INTO addresses VALUES (?, ?)', keyOf(source, identity), publication);
    this.#write(publication, 1, datedAt, sighting);
    this.changes.add('new', publication, 1, seenAt);
    return { outcome: 'new', publication, version: 1 };
  }

  #addVersion({ publication, version }: Known, sighting: Publications.Sighting): Publications.AcceptedSighting {
    const next = version + 1;
    const first = this.db.get('SELECT first_seen_at FROM publications WHERE publication = ?', publication);
    const datedAt = sighting.version.publishedAt ?? Number(first?.['first_seen_at']);
    const live = sighting.corrects === undefined ? ", state = 'live', gone_at = NULL" : '';
    const sql = `UPDATE publications SET version = ?, dated_at = ?${live} WHERE publication = ?`;
    this.db.run(sql, next, datedAt, publication);
    this.#write(publication, next, datedAt, sighting);
    if (sighting.corrects === undefined) this.changes.add('changed', publication, next, sighting.seenAt);
    return { outcome: 'version', publication, version: next };
  }

  #write(publication: number, version: number, datedAt: number, sighting: Publications.Sighting): void {
    const { source, seenAt, index, version: read, searched } = sighting;
    this.db.run(
      'INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      publication,
      version,
      seenAt,
      read.title,
      read.publishedAt ?? null,
      read.language ?? null,
      read.canonical ?? null,
      Buffer.from(index.key, 'hex'),
      index.signature?.bytes ?? null,
      read.details,
    );
    this.db.run('INSERT INTO texts VALUES (?, ?, ?)', publication, version, zstdCompressSync(read.text));
    this.#keepKeys(publication, sighting);
    this.sums.openWords();
    indexWords(this.db, publication, index, { source, datedAt, version });
    if (index.signature) indexCopies(this.db, publication, index.signature, datedAt);
    this.mentions.writeNew({ publication, version }, searched);
  }

  readonly markLost: Publications.PublicationStore['markLost'] = async (source, identity, state, at) => {
    const gone = this.db.transaction(() => {
      const known = this.#knownAt(source, identity);
      if (known?.url !== identity) return undefined;
      const { publication, version, seenAt, state: before } = known;
      if (before === 'gone') return publication;
      if (before === state || at <= seenAt) return undefined;
      this.db.run('UPDATE publications SET state = ?, gone_at = ? WHERE publication = ?', state, at, publication);
      if (state === 'gone') this.changes.add('gone', publication, version, at);
      return state === 'gone' ? publication : undefined;
    }, 'immediate');
    return gone === undefined ? [] : await this.addresses(gone);
  };

  async publication(id: number): Promise<Publications.PublicationRow | undefined> {
    for (const table of ['publications', 'versions']) this.sums.demand(table, [id]);
    return this.#row(id);
  }

  #row(id: number): Publications.PublicationRow | undefined {
    const row = this.db.get(
      `SELECT ${rowForms.publicationColumns} FROM publications ${rowForms.withVersion} WHERE publication = ?`,
      id,
    );
    return row && rowForms.publicationOf(row);
  }

  async rows(ids: readonly number[]): Promise<readonly Publications.PublicationRow[]> {
    for (const table of ['publications', 'versions']) this.sums.demand(table, ids);
    const sql = `SELECT ${rowForms.publicationColumns} FROM json_each(?) CROSS JOIN publications ON publication = value ${rowForms.withVersion}`;
    return this.db.all(sql, JSON.stringify(ids)).map(rowForms.publicationOf);
  }

  async publicationAt(source: number, identity: string): Promise<Publications.PublicationRow | undefined> {
    const known = this.#knownAt(source, identity);
    return known && (await this.publication(known.publication));
  }

  async versions(id: number): Promise<readonly Publications.VersionRow[]> {
    this.sums.demand('versions', [id]);
    return this.db.all('SELECT * FROM versions WHERE publication = ? ORDER BY version', id).map(rowForms.versionOf);
  }

  async text(id: number, version: number): Promise<string | undefined> {
    this.sums.demand('texts', [id]);
    const row = this.db.get(
      'SELECT publication, version, text FROM texts WHERE publication = ? AND version = ?',
      id,
      version,
    );
    return row && rowForms.textOf(row);
  }

  /** Publications with this address, as their first or a further one, of whatever source. */
  async publicationsAt(url: string): Promise<readonly number[]> {
    const sources = this.db.all('SELECT DISTINCT source FROM publications ORDER BY source');
    return sources.flatMap(({ source }) => this.#knownAt(Number(source), url)?.publication ?? []);
  }

  async addresses(id: number): Promise<readonly string[]> {
    this.sums.demand('further', [id]);
    return this.db.all('SELECT url FROM further WHERE publication = ? ORDER BY url', id).map(row => String(row['url']));
  }

  readonly find: Publications.PublicationStore['find'] = async (query, most, before) => {
    const words = await this.#conditionsOf(query);
    const from =
      words === undefined
        ? 'publications'
        : this.#isSeldom(words)
          ? fromWords
          : 'publications CROSS JOIN words ON words.rowid = publications.publication';
    const { where, values } = searchOf(query, before, words ?? []);
    const sql = `SELECT ${rowForms.publicationColumns} FROM ${from} ${rowForms.withVersion} ${where} ORDER BY ${rowForms.listOrder} LIMIT ?`;
    const rows = this.db.all(sql, ...values, most);
    for (const table of ['publications', 'versions'])
      this.sums.demand(
        table,
        rows.map(row => Number(row['publication'])),
      );
    return rows.map(rowForms.publicationOf);
  };

  /** A phrase is found in the texts themselves: so many are counted at most. All else is in the indexes. */
  async countFitting(query: Publications.PublicationQuery, mostLooked: number): Promise<Publications.FittingCount> {
    const words = await this.#conditionsOf(query);
    const { where, values } = searchOf(query, undefined, words ?? []);
    const from = words === undefined ? 'publications' : fromWords;
    const version = words === undefined && query.language === undefined ? '' : rowForms.withVersion;
    const most = words === undefined || words.length === 1 ? -1 : mostLooked + 1;
    const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} ${version} ${where} LIMIT ?)`;
    const count = Number(this.db.get(sql, ...values, most)?.['count']);
    return count === most ? { count: mostLooked, isWhole: false } : { count, isWhole: true };
  }

  async #conditionsOf(query: Publications.PublicationQuery): Promise<readonly WordCondition[] | undefined> {
    this.sums.demandIndexes('publications');
    if (query.words !== undefined) this.sums.demandWords();
    else this.sums.demandCount('publications', await this.count());
    return conditionsOf(query);
  }

  async copiesAmong(rows: readonly Pick<Publications.PublicationRow, 'id'>[]): Promise<ReadonlySet<number>> {
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const sql = `SELECT publication FROM publications WHERE publication IN (SELECT value FROM json_each(?)) AND ${rowForms.isCopy}`;
    return new Set(this.db.all(sql, ids).map(row => Number(row['publication'])));
  }

  /** Few publications have the words: they are sorted by date. Otherwise the latest publications are looked at until a page is full. */
  #isSeldom([match]: readonly WordCondition[]): boolean {
    const { sql, values } = match!;
    const counted = `SELECT count(*) AS count FROM (SELECT 1 FROM words WHERE ${sql} LIMIT ?)`;
    return Number(this.db.get(counted, ...values, mostSorted)?.['count']) < mostSorted;
  }

  async countBySource(): Promise<ReadonlyMap<number, number>> {
    const rows = this.db.all('SELECT source, count(*) AS count FROM publications GROUP BY source');
    const counts = new Map(rows.map(row => [Number(row['source']), Number(row['count'])] as const));
    this.sums.demandCount(
      'publications',
      [...counts.values()].reduce((sum, count) => sum + count, 0),
    );
    return counts;
  }

  async lostBySource(): Promise<ReadonlyMap<number, Publications.LostCounts>> {
    const rows = this.db.all(
      "SELECT source, state, count(*) AS count FROM publications WHERE state <> 'live' GROUP BY source, state",
    );
    const bySource = Map.groupBy(rows, row => Number(row['source']));
    return new Map([...bySource].map(([source, each]) => [source, countsOf(each)] as const));
  }

  /** Publications first seen from `since` on, by source and day. They are numbered as they were found, so no other is read. */
  async newByDay(since: number): Promise<readonly { source: number; day: string; count: number }[]> {
    const first = this.#firstSeenFrom(since - mostOutOfOrderMs);
    this.sums.demandSpan('publications', first);
    const rows = this.db.all(
      `SELECT source, date(first_seen_at / 1000, 'unixepoch') AS day, count(*) AS count FROM publications
       WHERE publication >= ? AND first_seen_at >= ? GROUP BY source, day ORDER BY source, day`,
      first,
      since,
    );
    return rows.map(row => ({ source: Number(row['source']), day: String(row['day']), count: Number(row['count']) }));
  }

  /** A number below which hardly any publication was seen at `instant` or later, by halving. */
  #firstSeenFrom(instant: number): number {
    let [low, high] = [1, 1 + Number(this.db.get('SELECT max(publication) AS last FROM publications')?.['last'] ?? 0)];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      // Captures of archives are as old as they are, whenever they were added.
      const row = this.db.get(
        "SELECT first_seen_at FROM publications WHERE publication >= ? AND found_by <> 'archive' LIMIT 1",
        middle,
      );
      if (row !== undefined && Number(row['first_seen_at']) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  async count(): Promise<number> {
    return Number(this.db.get('SELECT count(*) AS count FROM publications')?.['count']);
  }
}

const fromWords = 'words CROSS JOIN publications ON publications.publication = words.rowid';

function countsOf(rows: readonly Row[]): Publications.LostCounts {
  return Object.fromEntries(rows.map(row => [String(row['state']), Number(row['count'])]));
}

/** 128 bits for an address, or for a text, of a source: a table of whole addresses would be the largest of all. */
function keyOf(source: number, what: string): Uint8Array {
  return hash('sha256', `${source} ${what}`, 'buffer').subarray(0, 16);
}

function searchOf(
  query: Publications.PublicationQuery,
  before: Publications.ListPlace | undefined,
  words: readonly WordCondition[],
): { readonly where: string; readonly values: readonly (string | number)[] } {
  const conditions: [sql: string, ...values: (string | number)[]][] = words.map(each => [each.sql, ...each.values]);
  if (before !== undefined) conditions.push([rowForms.behindInList, before.datedAt, before.id]);
  // Of a large source all rows would be sorted for each page: `+` keeps the index of sources out.
  if (query.sources !== undefined)
    conditions.push(['+source IN (SELECT value FROM json_each(?))', JSON.stringify(query.sources)]);
  if (query.cluster !== undefined) conditions.push(['cluster = ?', query.cluster]);
  if (query.language !== undefined)
    conditions.push(["substr(lower(language) || '-', 1, length(?) + 1) = ? || '-'", query.language, query.language]);
  if (query.since !== undefined) conditions.push(['dated_at >= ?', query.since]);
  if (query.until !== undefined) conditions.push(['dated_at < ?', query.until]);
  if (query.isOriginal === true) conditions.push([`NOT ${rowForms.isCopy}`]);
  return {
    where: conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`,
    values: conditions.flatMap(([, ...bound]) => bound),
  };
}
