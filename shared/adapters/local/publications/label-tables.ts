/**
 * Tables of labels and models in `watch.db`; documented for readers of the file in `docs/formats/watch.md`. Rows are added only, which
 * the triggers keep other clients to as well.
 */
export const labelTables = `
  CREATE TABLE IF NOT EXISTS labels (
    label INTEGER PRIMARY KEY, publication INTEGER NOT NULL, version INTEGER NOT NULL, organization TEXT NOT NULL,
    field TEXT, start INTEGER, "end" INTEGER, class TEXT, withdraws INTEGER, is_adjudication INTEGER NOT NULL,
    annotator TEXT NOT NULL, at INTEGER NOT NULL, sampling TEXT NOT NULL,
    model TEXT, model_class TEXT, is_shown INTEGER, note TEXT, key TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE INDEX IF NOT EXISTS labels_by_publication ON labels (publication);
  CREATE TRIGGER IF NOT EXISTS labels_stay BEFORE UPDATE ON labels
    BEGIN SELECT raise(ABORT, 'labels are never changed'); END;
  CREATE TRIGGER IF NOT EXISTS labels_remain BEFORE DELETE ON labels
    BEGIN SELECT raise(ABORT, 'labels are never removed'); END;
  CREATE TABLE IF NOT EXISTS models (
    model INTEGER PRIMARY KEY, language TEXT NOT NULL, event TEXT NOT NULL, name TEXT NOT NULL, parent TEXT NOT NULL,
    at INTEGER NOT NULL, by TEXT NOT NULL, last_label INTEGER NOT NULL, report TEXT NOT NULL, bytes BLOB
  ) STRICT;
`;
