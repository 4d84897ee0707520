import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { SqlitePublications } from '../../../shared/adapters/local/publications/sqlite-publications.ts';
import { describePublicationStore } from '../../contract/publication-store.contract.ts';

describe.each([
  ['SQLite', {}],
  ['SQLite with many texts', { mostForms: 1 }],
])('%s', (name, options) => describePublicationStore(name, () => opened(options)));

function opened(options: { readonly mostForms?: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-publications-'));
  const path = join(folder, 'watch.db');
  const [first, second] = [
    new SqlitePublications(path, 'write', options),
    new SqlitePublications(path, 'write', options),
  ];
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
