import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { StoredFiles } from '../../../functions/aws/life/stored-files.ts';

test('files that were added in any order come back as they were, by name', () => {
  const files = Array.from({ length: 1_000 }, (_, at) => ({
    name: `graph/host-${(at * 7_919) % 1_000}.csv`,
    sizeBytes: at % 3 === 0 ? 2 ** 40 + at : at,
    sha256: createHash('sha256').update(String(at)).digest('hex'),
  }));
  const stored = new StoredFiles();
  for (const file of files) stored.add(file);
  const parts = [...stored.sorted(300)];
  expect(parts.map(({ length }) => length)).toEqual([300, 300, 300, 100]);
  expect(parts.flat()).toEqual(files.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  expect([...new StoredFiles().sorted(10)]).toEqual([]);
});
