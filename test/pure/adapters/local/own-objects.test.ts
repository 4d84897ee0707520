/** A SQLite file of a directory may come from anybody: what it says of its tables is code, and only ours is run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEarlierPages, writeEarlierPages } from '../../../../shared/adapters/local/earlier/earlier-database.ts';
import {
  declareApplication,
  makeApplicationTables,
} from '../../../../shared/adapters/local/publications/application-tables.ts';
import { SqlitePublications } from '../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { SqliteDatabase } from '../../../../shared/adapters/local/sqlite/sqlite-database.ts';
import { SqliteStore } from '../../../../shared/adapters/local/sqlite/sqlite-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-objects-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const processes = { self: () => ({ key: 'me' }), isDead: () => false } as never;

/** Files that come with a directory, made and opened as the program does. */
const files = {
  'watch.db': {
    make: () => new SqlitePublications(join(folder, 'watch.db')).close(),
    open: () => new SqlitePublications(join(folder, 'watch.db'), 'frozen').close(),
  },
  'crawl.db': {
    make: () => new SqliteStore({ crawl: join(folder, 'crawl.db'), tokens: undefined }, processes).close(),
    open: () =>
      new SqliteStore({ crawl: join(folder, 'crawl.db'), tokens: undefined, way: 'frozen' }, processes).close(),
  },
  'tokens.db': {
    make: () => openWithTokens(),
    open: () => openWithTokens(),
  },
  'since.db': {
    make: async () => await writeEarlierPages(folder, noSegments()),
    open: () => openEarlierPages(folder, { normalization: {} as never, fieldCount: 0, isItself: false })?.close(),
  },
};

function openWithTokens(): void {
  new SqliteStore({ crawl: join(folder, 'crawl.db'), tokens: join(folder, 'tokens.db') }, processes).close();
}

async function* noSegments(): AsyncGenerator<never> {}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(join(folder, file), { defensive: false });
  database.exec('PRAGMA trusted_schema = ON');
  database.exec(sql);
  database.close();
}

const endless = '(WITH RECURSIVE k (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM k) SELECT count(*) FROM k)';
const asView = (table: string, where = ''): string =>
  `ALTER TABLE ${table} RENAME TO aside; CREATE VIEW ${table} AS SELECT * FROM aside ${where}`;
const anew = (table: string, from: string | RegExp, to: string): string =>
  `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${table}'`;

const foreign: readonly (readonly [file: keyof typeof files, what: string, sql: string])[] = [
  ['watch.db', 'an endless view in place of a table', asView('publications', `WHERE ${endless} > 0`)],
  ['watch.db', 'a view in place of a table of labels', asView('models')],
  ['watch.db', 'a view in place of a table of mentions', asView('mentioned')],
  [
    'watch.db',
    'a trigger on a table of ours',
    `CREATE TRIGGER t AFTER UPDATE ON publications BEGIN SELECT ${endless}; END`,
  ],
  [
    'watch.db',
    'a trigger on a table of somebody',
    `CREATE TABLE own (a); CREATE TRIGGER t AFTER INSERT ON own BEGIN SELECT 1; END`,
  ],
  [
    'watch.db',
    'another trigger with the name of ours',
    'DROP TRIGGER labels_stay; CREATE TRIGGER labels_stay AFTER INSERT ON labels BEGIN DELETE FROM models; END',
  ],
  ['watch.db', 'a generated column', `ALTER TABLE publications ADD COLUMN g INTEGER AS (${'publication + 1'}) VIRTUAL`],
  ['watch.db', 'a column with a check', 'ALTER TABLE texts ADD COLUMN more TEXT CHECK (length(more) > 0)'],
  [
    'crawl.db',
    'a column whose default is computed',
    anew('robots', 'finding TEXT NOT NULL', 'finding TEXT NOT NULL, more INTEGER DEFAULT (1 + 1)'),
  ],
  ['watch.db', 'a check', anew('forms', 'filter BLOB NOT NULL', 'filter BLOB NOT NULL CHECK (length(filter) > 0)')],
  ['watch.db', 'a default', anew('further', 'url TEXT NOT NULL', 'url TEXT NOT NULL DEFAULT (random())')],
  [
    'watch.db',
    'a reference that removes rows',
    anew(
      'mentions',
      'organization TEXT NOT NULL',
      'organization TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE',
    ),
  ],
  [
    'watch.db',
    'a statement that would take for ever to compare',
    anew('organizations', 'name TEXT NOT NULL', `name TEXT NOT NULL /*${','.repeat(500_000)}*/`),
  ],
  ['watch.db', 'a collation', anew('organizations', 'name TEXT NOT NULL', 'name TEXT NOT NULL COLLATE NOCASE')],
  ['watch.db', 'an index of an expression', `CREATE INDEX e ON versions (length(title))`],
  [
    'watch.db',
    'an index with a condition in place of ours',
    'DROP INDEX publications_by_source; CREATE INDEX publications_by_source ON publications (source) WHERE source > 1',
  ],
  [
    'watch.db',
    'another virtual table',
    "DROP TABLE words; CREATE VIRTUAL TABLE words USING fts5 (stems, marks, content = 'versions')",
  ],
  [
    'watch.db',
    'a virtual table in place of a plain one',
    'DROP TABLE bands; CREATE VIRTUAL TABLE bands USING fts5 (key, publication)',
  ],
  [
    'watch.db',
    'a view behind the virtual table',
    'PRAGMA writable_schema = ON; DROP TABLE words_docsize; CREATE VIEW words_docsize AS SELECT 1 AS id, 2 AS sz, 3 AS origin',
  ],
  ['watch.db', 'a view as the records of an application', 'CREATE VIEW app_mine AS SELECT 1 AS record'],
  [
    'watch.db',
    'records with a generated column',
    'CREATE TABLE app_mine (record INTEGER PRIMARY KEY, batch AS (record))',
  ],
  ['watch.db', 'a table that is gone', 'DROP TABLE texts'],
  ['crawl.db', 'an endless view in place of a table', asView('sites', `WHERE ${endless} > 0`)],
  [
    'crawl.db',
    'another view with the name of ours',
    `DROP VIEW internal_links; CREATE VIEW internal_links AS SELECT ${endless} AS link`,
  ],
  ['crawl.db', 'a trigger', 'CREATE TRIGGER t AFTER UPDATE ON crawl BEGIN SELECT 1; END'],
  ['crawl.db', 'a generated column', 'ALTER TABLE pages ADD COLUMN g INTEGER AS (level + 1)'],
  [
    'crawl.db',
    'a reference that removes rows',
    anew('robots', 'finding TEXT NOT NULL', 'finding TEXT NOT NULL REFERENCES pages ON DELETE CASCADE'),
  ],
  ['crawl.db', 'a view in place of a later table', asView('signatures')],
  ['crawl.db', 'a table that is gone', 'DROP TABLE frontier'],
  ['tokens.db', 'a trigger', 'CREATE TRIGGER t AFTER INSERT ON tokens BEGIN DELETE FROM tokens; END'],
  ['since.db', 'a view in place of a table', asView('segments')],
];

describe('foreign code in a file of a directory', () => {
  test.each(foreign)('%s: %s is refused before anything is read', async (file, _, sql) => {
    await files[file].make();
    change(file, sql);
    expect(() => files[file].open()).toThrow(
      new RegExp(
        `${file.replace('.', '\\.')} is (refused; its \\w+ \\S+ is none that Orbweaver makes|missing or damaged \\(it has no table)`,
      ),
    );
  });
});

describe('what may be there', () => {
  test.each(Object.keys(files) as (keyof typeof files)[])('%s as it is made', async file => {
    await files[file].make();
    expect(() => files[file].open()).not.toThrow();
  });

  test('tables and views of the user, and a file of before that lacks columns', () => {
    files['crawl.db'].make();
    change(
      'crawl.db',
      'CREATE TABLE own (a UNIQUE); CREATE INDEX by_a ON own (a); CREATE VIEW mine AS SELECT * FROM sites',
    );
    change(
      'crawl.db',
      `DROP VIEW internal_links; DROP VIEW external_links; DROP TABLE external_claims; CREATE TABLE external_claims (site INTEGER NOT NULL,
       url TEXT NOT NULL, turn INTEGER NOT NULL, page TEXT NOT NULL, level INTEGER NOT NULL, anchor TEXT NOT NULL, occurrences INTEGER
       NOT NULL DEFAULT 0, PRIMARY KEY (site, url)) STRICT, WITHOUT ROWID;
       CREATE VIEW external_links (link, site, page, level, anchor, occurrences) AS SELECT url, site, page, level, anchor, occurrences
       FROM external_claims WHERE NOT EXISTS (SELECT 1 FROM tombstones WHERE kind = 'external' AND tombstones.site = external_claims.site
       AND link = external_claims.url) AND NOT EXISTS (SELECT 1 FROM sites AS other WHERE other.site = external_claims.site
       AND other.status = 'same-as'); ALTER TABLE robots RENAME COLUMN address TO url; ALTER TABLE crawl DROP COLUMN ran_ms; ALTER TABLE pages DROP COLUMN type;
       ALTER TABLE sites DROP COLUMN jar; ALTER TABLE frontier DROP COLUMN pick`,
    );
    expect(() => files['crawl.db'].open()).not.toThrow();
    expect(() => files['crawl.db'].make()).not.toThrow();
    expect(() => files['crawl.db'].open()).not.toThrow();
  });

  test.each([
    [
      'watch.db',
      'ALTER TABLE texts ADD COLUMN more TEXT; ALTER TABLE publications ADD COLUMN rank INTEGER NOT NULL DEFAULT -1',
    ],
    ['crawl.db', 'ALTER TABLE sites ADD COLUMN more TEXT; ALTER TABLE pages ADD COLUMN score REAL'],
    ['tokens.db', 'ALTER TABLE tokens ADD COLUMN more TEXT'],
  ] as const)('columns of a newer version, without code: %s', async (file, sql) => {
    await files[file].make();
    change(file, sql);
    expect(() => files[file].open()).not.toThrow();
    await files[file].make();
  });

  test('records of applications, also with columns that came later', () => {
    files['watch.db'].make();
    const db = new SqliteDatabase(join(folder, 'watch.db'));
    makeApplicationTables(db);
    declareApplication(db, 'mine', { end: 'text', score: 'real' });
    declareApplication(db, 'mine', { end: 'text', score: 'real', at: 'instant' });
    db.close();
    expect(() => files['watch.db'].open()).not.toThrow();
  });
});
