import { sumTable } from './row-sums.ts';

/** Written into the file as `PRAGMA user_version`. */
export const publicationFormat = 4;
/** The same without sums of rows: it is read as it is, and gets them when it is written. */
export const formatWithoutSums = 3;

/**
 * Tables of publications; documented for readers of the file in `docs/formats/watch.md`. Instants are ms since the epoch.
 * - `addresses` has the key of the address (128 bits of its SHA-256): the address itself is in `publications`, or in `further`.
 * - `bands` is split by the month of publication, because copies appear soon: only the last months of a table are written.
 * - `words` holds no text: `stems` are searched, `marks` have source and month. Eight parts of an index are merged at a time:
 *   four would be written twice as often. `forms` says which texts may have a word as it is written.
 */
export const tablesWithoutSums = `
  CREATE TABLE publications (
    publication INTEGER PRIMARY KEY, source INTEGER NOT NULL, url TEXT NOT NULL, address TEXT, found_by TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL, dated_at INTEGER NOT NULL, state TEXT NOT NULL, gone_at INTEGER,
    version INTEGER NOT NULL, cluster INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX publications_by_cluster ON publications (cluster);
  CREATE INDEX publications_by_source ON publications (source);
  CREATE INDEX publications_by_date ON publications (dated_at);
  CREATE TABLE addresses (
    key BLOB PRIMARY KEY, publication INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE further (
    publication INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (publication, url)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE versions (
    publication INTEGER NOT NULL, version INTEGER NOT NULL, seen_at INTEGER NOT NULL, title TEXT NOT NULL,
    published_at INTEGER, language TEXT, canonical TEXT, text_key BLOB NOT NULL, signature BLOB, details TEXT NOT NULL,
    PRIMARY KEY (publication, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE texts (
    publication INTEGER NOT NULL, version INTEGER NOT NULL, text BLOB NOT NULL, PRIMARY KEY (publication, version)
  ) STRICT;
  CREATE TABLE text_keys (
    key BLOB PRIMARY KEY, publication INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE bands (
    key INTEGER NOT NULL, publication INTEGER NOT NULL, PRIMARY KEY (key, publication)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5 (stems, marks, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE TABLE forms (
    publication INTEGER PRIMARY KEY, filter BLOB NOT NULL
  ) STRICT;
  INSERT INTO words (words, rank) VALUES ('automerge', 8);
`;
export const publicationTables = `${tablesWithoutSums}${sumTable}`;
