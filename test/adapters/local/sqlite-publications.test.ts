import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlitePublications } from '../../../shared/adapters/local/publications/sqlite-publications.ts';
import { describePublicationStore } from '../../contract/publication-store.contract.ts';

describePublicationStore('SQLite', () => {
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
});
