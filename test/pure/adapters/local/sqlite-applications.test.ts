/** Records of applications in the file of the publications. */
import { expect, test } from 'vitest';
import { SqlitePublications } from '../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { describeApplicationRecords } from '../../../contract/application-records.contract.ts';

describeApplicationRecords('SQLite', () => new SqlitePublications(':memory:'));

test('a column that held something else is refused before anything is asked for', async () => {
  const store = new SqlitePublications(':memory:');
  const prices = { name: 'prices', digest: '0123456789abcdef', hasAccepted: false } as const;
  try {
    await store.applications.declare([{ ...prices, columns: { price: 'real' } }]);
    const other = store.applications.declare([{ ...prices, columns: { price: 'text' } }]);
    await expect(other).rejects.toThrow('column price of "prices" holds real in the table that is there, and text now');
  } finally {
    store.close();
  }
});
