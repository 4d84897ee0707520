/** Columns of `mention_tones` that earlier versions did not write: words for and against the class, a blank between two. */
export const toneWords = ['words TEXT', 'against TEXT'] as const;

/**
 * Tables of organizations and mentions in `watch.db`; documented for readers of the file in `docs/formats/watch.md`.
 * - `organizations` has the list that is searched for now; `organization_lists` says which lists there were.
 * - `searches` names, for the latest version that was searched, the list and the models: what differs is searched again.
 * - `mentioned` and `publication_tones` are of latest versions only: what the table counts. `nested` 1: with mentions in longer names.
 */
export const mentionTables = `
  CREATE TABLE IF NOT EXISTS organization_lists (
    list INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, set_at INTEGER NOT NULL, is_current INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS organizations (
    organization TEXT PRIMARY KEY, place INTEGER NOT NULL, name TEXT NOT NULL, aliases TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tone_models (models INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS searches (
    publication INTEGER PRIMARY KEY, version INTEGER NOT NULL, list TEXT NOT NULL, models INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS mentions (
    mention INTEGER PRIMARY KEY, publication INTEGER NOT NULL, version INTEGER NOT NULL, organization TEXT NOT NULL,
    alias TEXT NOT NULL, field TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, surface TEXT NOT NULL,
    status TEXT NOT NULL, nested_in TEXT, sentence_start INTEGER NOT NULL, sentence_end INTEGER NOT NULL,
    decided_by TEXT, decided_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS mentions_by_place
    ON mentions (publication, version, field, start, "end", organization);
  CREATE TABLE IF NOT EXISTS mention_tones (
    mention INTEGER NOT NULL, models INTEGER NOT NULL, model TEXT NOT NULL, class TEXT NOT NULL,
    p_negative REAL NOT NULL, p_neutral REAL NOT NULL, p_positive REAL NOT NULL,
    ${toneWords.join(', ')}, PRIMARY KEY (mention, models)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS mentioned (
    publication INTEGER NOT NULL, organization TEXT NOT NULL, version INTEGER NOT NULL,
    certain INTEGER NOT NULL, nested INTEGER NOT NULL, candidates INTEGER NOT NULL,
    PRIMARY KEY (publication, organization)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS dismissed_suggestions (
    dismissed INTEGER PRIMARY KEY, suggestion TEXT NOT NULL UNIQUE, dismissed_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS mentioned_by_organization ON mentioned (organization, publication);
  CREATE TABLE IF NOT EXISTS publication_tones (
    publication INTEGER NOT NULL, organization TEXT NOT NULL, models INTEGER NOT NULL, nested INTEGER NOT NULL,
    score REAL NOT NULL, p_negative REAL NOT NULL, p_neutral REAL NOT NULL, p_positive REAL NOT NULL,
    mixed REAL NOT NULL, mentions INTEGER NOT NULL, PRIMARY KEY (publication, organization, models, nested)
  ) STRICT, WITHOUT ROWID;
`;
