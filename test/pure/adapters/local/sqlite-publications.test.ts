import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { SqlitePublications } from '../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { describeMentionStore } from '../../../contract/mention-store.contract.ts';
import { describePublicationStore } from '../../../contract/publication-store.contract.ts';

describePublicationStore('SQLite', opened);

describeMentionStore('SQLite', () => {
  const { first, second, close } = opened();
  const stores = (publications: SqlitePublications) => ({ publications, mentions: publications.mentions });
  return { first: stores(first), second: stores(second), close };
});

test.each(['write', 'read'] as const)(
  'a file of another format is refused in one sentence and left as it is (%s)',
  way => {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-publications-'));
    try {
      const path = join(folder, 'watch.db');
      const older = new DatabaseSync(path);
      older.exec('CREATE TABLE publications (publication INTEGER PRIMARY KEY); PRAGMA user_version = 2');
      older.close();
      expect(() => new SqlitePublications(path, way)).toThrow(/holds publications in format 2, .* reads format 4 only/);
      const after = new DatabaseSync(path);
      expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
      expect(after.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'publications' }]);
      after.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-publications-'));
  const path = join(folder, 'watch.db');
  const [first, second] = [new SqlitePublications(path), new SqlitePublications(path)];
  return {
    first,
    second,
    close: () => {
      first.close();
      second.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
