import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { SqlitePublications } from '../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { describeLabelStore } from '../../../contract/label-store.contract.ts';

describeLabelStore('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-labels-'));
  const path = join(folder, 'watch.db');
  const [first, second] = [new SqlitePublications(path), new SqlitePublications(path)];
  return {
    first: first.labels,
    second: second.labels,
    close: () => {
      first.close();
      second.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

test('no client of the file can change or remove a label, and older files are read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-labels-'));
  const path = join(folder, 'watch.db');
  const store = new SqlitePublications(path);
  const label = { publication: 1, version: 1, organization: 'msu', class: 'neutral', isAdjudication: false } as const;
  await store.labels.addLabels([{ ...label, annotator: 'anna', at: 1, sampling: 'search' }]);
  store.close();
  const other = new DatabaseSync(path);
  expect(() => other.exec("UPDATE labels SET class = 'positive'")).toThrow('labels are never changed');
  expect(() => other.exec('DELETE FROM labels')).toThrow('labels are never removed');
  other.exec('DROP TABLE labels; DROP TABLE models;');
  other.close();
  const older = new SqlitePublications(path, 'read');
  expect(await older.labels.labels(0, 10)).toEqual([]);
  expect(await older.labels.models()).toEqual([]);
  older.close();
  rmSync(folder, { recursive: true });
});
