import type { LinkKind } from '../../../domain/link-rows.ts';
import { BadInput, refusal } from '../../../domain/refusal/refusal.ts';
import { systemFaultOf } from '../../../domain/refusal/system-fault.ts';
import { demandRegular } from '../files/regular-file.ts';
import { demandOwnObjects, type OwnSchema } from './own-objects.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { withSystemReason } from './sqlite-open.ts';
import { scheduleSchema } from './sqlite-schedule.ts';

/** Written into `crawl.db` as `PRAGMA user_version`; to be raised by every change that older or newer code misreads. */
const stateFormat = 3;
/** The same with objects as rows, which versions of before would miss. */
const formatWithObjects = 4;

/** Tables of `crawl.db`, one crawl each; documented for readers of the file in `docs/formats/crawl-directory.md`. */
const crawlSchema = `
  CREATE TABLE IF NOT EXISTS crawl (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, started_at INTEGER NOT NULL, deadline INTEGER,
    stop TEXT, stop_cause TEXT, active_sites INTEGER NOT NULL, deletions INTEGER NOT NULL DEFAULT 0, finish_reason TEXT,
    finished_at INTEGER, ran_ms INTEGER, run_started_at INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS specs (crawl TEXT PRIMARY KEY, spec TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS sites (
    site INTEGER PRIMARY KEY, status TEXT NOT NULL, same_as INTEGER, origin TEXT NOT NULL, start TEXT NOT NULL,
    redirected_from TEXT NOT NULL, turn INTEGER NOT NULL, done_by TEXT NOT NULL, parsed_turn INTEGER NOT NULL,
    parsed_by TEXT NOT NULL, level INTEGER NOT NULL, round INTEGER NOT NULL, cursor_turn INTEGER NOT NULL,
    cursor_offset INTEGER NOT NULL, waiting TEXT NOT NULL, parked INTEGER NOT NULL, page_grant INTEGER,
    used INTEGER NOT NULL, due INTEGER NOT NULL, counters TEXT NOT NULL, delay_ms INTEGER NOT NULL,
    max_downloads INTEGER NOT NULL, max_level INTEGER, robots TEXT, jar TEXT, trouble TEXT NOT NULL,
    unlinked_from INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS pending (
    site INTEGER NOT NULL, turn INTEGER NOT NULL, attempt TEXT NOT NULL, PRIMARY KEY (site, turn)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS origins (origin TEXT PRIMARY KEY, site INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS pages (
    site INTEGER NOT NULL, url TEXT NOT NULL, level INTEGER NOT NULL, turn INTEGER NOT NULL, found_on TEXT NOT NULL,
    status TEXT NOT NULL, reason TEXT, http_status INTEGER, target TEXT, attempts INTEGER NOT NULL, type TEXT,
    PRIMARY KEY (site, url)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS contents (
    site INTEGER NOT NULL, hash TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (site, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS frontier (
    site INTEGER NOT NULL, level INTEGER NOT NULL, round INTEGER NOT NULL, turn INTEGER NOT NULL, seq INTEGER NOT NULL,
    url TEXT NOT NULL, address TEXT NOT NULL, attempt INTEGER NOT NULL, via TEXT, found_on TEXT NOT NULL,
    pick TEXT, PRIMARY KEY (site, level, round, turn, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS external_claims (
    site INTEGER NOT NULL, url TEXT NOT NULL, turn INTEGER NOT NULL, page TEXT NOT NULL, level INTEGER NOT NULL,
    anchor TEXT NOT NULL, occurrences INTEGER NOT NULL DEFAULT 0, type TEXT, PRIMARY KEY (site, url)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS bad_claims (
    site INTEGER NOT NULL, text TEXT NOT NULL, turn INTEGER NOT NULL, page TEXT NOT NULL, level INTEGER NOT NULL,
    reason TEXT NOT NULL, PRIMARY KEY (site, text)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tombstones (
    kind TEXT NOT NULL, site INTEGER NOT NULL, link TEXT NOT NULL, PRIMARY KEY (kind, site, link)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS patterns (
    site INTEGER NOT NULL, pattern TEXT NOT NULL, before INTEGER NOT NULL, turn INTEGER NOT NULL,
    added INTEGER NOT NULL, PRIMARY KEY (site, pattern)
  ) STRICT, WITHOUT ROWID;
`;

/** Tables that came later, made in files without them: who does not know them misreads nothing. */
const laterSchema = `
  CREATE TABLE IF NOT EXISTS robots (
    address TEXT PRIMARY KEY, at INTEGER NOT NULL, finding TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS turns (
    site INTEGER NOT NULL, turn INTEGER NOT NULL, level INTEGER NOT NULL, round INTEGER NOT NULL,
    from_turn INTEGER NOT NULL, from_offset INTEGER NOT NULL, to_turn INTEGER NOT NULL, to_offset INTEGER NOT NULL,
    pages INTEGER NOT NULL, PRIMARY KEY (site, turn)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lost_turns (
    site INTEGER NOT NULL, turn INTEGER NOT NULL, what TEXT NOT NULL, state TEXT NOT NULL, why TEXT NOT NULL,
    attempt TEXT, PRIMARY KEY (site, turn)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS watched (
    site INTEGER NOT NULL, url TEXT NOT NULL, address TEXT, kind TEXT NOT NULL, due INTEGER, fields TEXT NOT NULL,
    state TEXT NOT NULL, PRIMARY KEY (site, url)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS watch_due (
    site INTEGER NOT NULL, due INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (site, due, url)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS watch_memory (site INTEGER PRIMARY KEY, memory TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS watch_settings (site INTEGER PRIMARY KEY, settings TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS looks (
    site INTEGER NOT NULL, level INTEGER NOT NULL, url TEXT NOT NULL, look TEXT NOT NULL, PRIMARY KEY (site, level, url)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sum_laps (id INTEGER PRIMARY KEY, lap TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS signatures (kind TEXT PRIMARY KEY, signature TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parse_notes (site INTEGER PRIMARY KEY, note TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS site_hosts (
    site INTEGER NOT NULL, origin TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (site, origin)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS damages (damage TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS small_objects (
    name TEXT PRIMARY KEY, checksum INTEGER NOT NULL, bytes BLOB NOT NULL
  ) STRICT;
`;

/** The views that people query, live: five tables of a target set, without what was deleted. */
const peoplesViews = `
  CREATE VIEW IF NOT EXISTS settings (name, value) AS
    SELECT key, CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE value END
    FROM specs, json_each(spec) WHERE key <> 'sites';
  CREATE VIEW IF NOT EXISTS seeds (number, name, short_name, start, status, same_as, origin, level, pages, tags) AS
    SELECT site, seed.value ->> 'name', seed.value ->> 'shortName', seed.value ->> 'url', status, same_as, origin, level,
      used, (SELECT group_concat(tag.value, '; ') FROM json_each(seed.value, '$.tags') AS tag)
    FROM specs, json_each(spec, '$.sites') AS seed JOIN sites ON site = seed.value ->> 'number';
`;

/** Those which the program reads itself. */
const views = `
  CREATE VIEW IF NOT EXISTS internal_links (link, site, page, level, status, reason, type) AS
    SELECT url, pages.site, found_on, pages.level,
      CASE WHEN pages.status = 'waiting' AND sites.status = 'removed' THEN 'skipped' ELSE pages.status END,
      CASE WHEN pages.status = 'waiting' AND sites.status = 'removed' THEN 'removed' ELSE reason END,
      type
    FROM pages JOIN sites ON sites.site = pages.site WHERE ${isShown('internal', 'pages', 'url')};
  CREATE VIEW IF NOT EXISTS external_links (link, site, page, level, anchor, occurrences, type) AS
    SELECT url, site, page, level, anchor, occurrences, type FROM external_claims
    WHERE ${isShown('external', 'external_claims', 'url')};
  CREATE VIEW IF NOT EXISTS bad_links (text, site, page, level, reason) AS
    SELECT text, site, page, level, reason FROM bad_claims WHERE ${isShown('bad', 'bad_claims', 'text')};
`;

/** Not deleted, and not of a site that is the same as an earlier site: those links belong to the earlier site. */
function isShown(kind: LinkKind, table: string, key: string): string {
  return `NOT EXISTS (
      SELECT 1 FROM tombstones WHERE kind = '${kind}' AND tombstones.site = ${table}.site AND link = ${table}.${key}
    ) AND NOT EXISTS (SELECT 1 FROM sites AS other WHERE other.site = ${table}.site AND other.status = 'same-as')`;
}

/** The token table: one file per user, shared by all crawls of this machine. */
const tokenSchema = `
  CREATE TABLE IF NOT EXISTS tokens (
    host TEXT PRIMARY KEY, crawl TEXT, site INTEGER, turn INTEGER, attempt TEXT, until INTEGER, message TEXT,
    process TEXT, next_allowed_at INTEGER NOT NULL, last_delay_ms INTEGER NOT NULL,
    wanted_crawl TEXT, wanted_site INTEGER, wanted_until INTEGER
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Columns that came later, by table: rows of earlier versions lack them, and other versions may use the file at the same
 * time, so they may be NULL.
 */
type LaterColumns = Readonly<Record<string, readonly string[]>>;
const laterColumns: LaterColumns = {
  crawl: ['ran_ms INTEGER', 'run_started_at INTEGER'],
  sites: ['jar TEXT', 'unlinked_from INTEGER'],
  frontier: ['pick TEXT'],
  pages: ['type TEXT'],
  external_claims: ['type TEXT'],
};
/**
 * How long the next allowed instant and the end of the wish were ahead when they were written; the former as the holder has found it.
 */
const laterTokenColumns: LaterColumns = { tokens: ['wait_ms INTEGER', 'wanted_ms INTEGER', 'before INTEGER'] };

const ownCrawl: OwnSchema = {
  ...{ always: `${crawlSchema}${scheduleSchema}`, later: `${laterSchema}${views}` },
  laterColumns: [...definitionsOf(laterColumns), 'url text primary key', 'address text primary key'],
};
const ownTokens: OwnSchema = {
  ...{ always: tokenSchema, later: '' },
  laterColumns: definitionsOf(laterTokenColumns),
};

function definitionsOf(columns: LaterColumns): readonly string[] {
  return Object.values(columns).flatMap(own => own.map(each => each.toLowerCase()));
}

/** Statements that add what is not there. */
function additions(db: SqliteDatabase, columns: LaterColumns, schema: 'main' | 'tokens'): readonly string[] {
  return Object.entries(columns).flatMap(([table, own]) => {
    const known = db.all(`PRAGMA ${schema}.table_info(${table})`).map(({ name }) => name);
    const missing = own.filter(column => !known.includes(column.split(' ')[0]!));
    return missing.map(column => `ALTER TABLE ${schema}.${table} ADD COLUMN ${column}`);
  });
}

/** Makes what is not there in the open file. Throws `BadInput` where another version made `path`. */
export function prepareTables(db: SqliteDatabase, path: string): void {
  if (!hasTables(db, path)) db.transaction(() => createTables(db, path), 'immediate');
  db.exec(laterSchema);
  renameLater(db);
  if (additions(db, laterColumns, 'main').length > 0) db.transaction(() => addLater(db), 'immediate');
}

/** Views of earlier files have no types of links. */
function addLater(db: SqliteDatabase): void {
  for (const addition of additions(db, laterColumns, 'main')) db.exec(addition);
  db.exec(`DROP VIEW IF EXISTS internal_links; DROP VIEW IF EXISTS external_links; ${views}`);
}

/** The columns that earlier versions of this format named otherwise. */
function renameLater(db: SqliteDatabase): void {
  const isOld = (): boolean => db.all('PRAGMA main.table_info(robots)').some(({ name }) => name === 'url');
  if (!isOld()) return;
  db.transaction(() => {
    if (isOld()) db.exec('ALTER TABLE main.robots RENAME COLUMN url TO address');
  }, 'immediate');
}

/** Files of earlier versions have links without types; who writes them next has none to write. */
export function hasLinkTypes(db: SqliteDatabase): boolean {
  return db.all('PRAGMA main.table_info(external_claims)').some(({ name }) => name === 'type');
}

/** Whether the open file has the tables; it has none before a crawl begins. Throws `BadInput` as `prepareTables`. */
export function hasTables(db: SqliteDatabase, path: string): boolean {
  const found = formatOf(db);
  if (found === stateFormat || found === formatWithObjects) {
    demandOwnObjects(db, path, ownCrawl);
    return true;
  }
  if (found !== 0 || db.get('SELECT 1 FROM main.sqlite_schema') !== undefined) throw otherVersion(path, found);
  return false;
}

/** Opens the user's token table beside it, as `tokens`, and makes what is not there. Throws `BadInput` where it is damaged. */
export function attachTokens(db: SqliteDatabase, path: string): void {
  try {
    withSystemReason(path, () => {
      demandRegular([path, `${path}-journal`, `${path}-wal`, `${path}-shm`]);
      db.run('ATTACH DATABASE ? AS tokens', path);
      db.exec('PRAGMA tokens.journal_mode = WAL; PRAGMA tokens.synchronous = NORMAL;');
      if (db.get('SELECT 1 FROM tokens.sqlite_schema') !== undefined) demandOwnObjects(db, path, ownTokens, 'tokens');
      if (additions(db, laterTokenColumns, 'tokens').length > 0) db.transaction(() => createTokens(db), 'immediate');
    });
  } catch (error) {
    const fault = systemFaultOf(error);
    if (fault?.kind !== 'damaged') throw error;
    throw new BadInput([refusal('tokens-damaged', { file: path, fault: fault.code })]);
  }
}

function createTokens(db: SqliteDatabase): void {
  db.exec(tokenSchema.replace('tokens (', 'tokens.tokens ('));
  for (const addition of additions(db, laterTokenColumns, 'tokens')) db.exec(addition);
}

/** In a single transaction: a process that opens the file meanwhile sees all changes or no change. */
function createTables(db: SqliteDatabase, path: string): void {
  if (hasTables(db, path)) return;
  db.exec(`${crawlSchema} ${scheduleSchema} ${peoplesViews} ${views} PRAGMA main.user_version = ${stateFormat};`);
}

function formatOf(db: SqliteDatabase): number {
  return Number(db.get('PRAGMA main.user_version')?.['user_version']);
}

/** Whether any object was ever put as a row. */
export function keepsObjects(db: SqliteDatabase): boolean {
  return formatOf(db) === formatWithObjects && db.hasTable('small_objects');
}

/** Inside the transaction that puts the first. */
export function markObjects(db: SqliteDatabase): void {
  db.exec(`PRAGMA main.user_version = ${formatWithObjects}`);
}

function otherVersion(path: string, found: number): BadInput {
  return new BadInput([refusal('other-version', { file: path, found, own: formatWithObjects })]);
}
