import { expect, test } from 'vitest';
import { BrokenAddresses } from '../../../functions/console/broken/broken-rows.ts';
import type { TablePage } from '../../../functions/console/page/api-types.ts';

const columns = ['Url', 'State', 'Status', 'Target', 'Page', 'Anchor'];

/** A file of `count` addresses with three links each, read 100 rows at a time. */
function fileOf(count: number) {
  const rows = Array.from({ length: 3 * count }, (_, row) => {
    const place = Math.floor(row / 3);
    return [`https://example.org/${place}`, 'dead', '404 Not Found', '', `https://example.com/${row}`, `text ${row}`];
  });
  const read: string[] = [];
  const addresses = new BrokenAddresses(async (cursor = '0'): Promise<TablePage> => {
    read.push(cursor);
    const to = Number(cursor) + 100;
    const next = to < rows.length ? { next: String(to) } : {};
    return { columns, rows: rows.slice(Number(cursor), to), total: rows.length, ...next };
  });
  return { addresses, read };
}

test('a long file is read as far as its first addresses go, and none of them lacks a link', async () => {
  const { addresses, read } = fileOf(1_000);
  await addresses.readTo({ addresses: 50 });
  // The 34th address goes on in the second hundred of rows.
  expect([read, addresses.known.length, addresses.isCut, addresses.links]).toEqual([['0', '100'], 66, true, 3_000]);
  expect(addresses.known.every(({ links }) => links.length === 3)).toBe(true);
  expect(addresses.known[33]).toEqual({
    ...{ url: 'https://example.org/33', status: '404 Not Found', reason: '', state: 'dead', refusal: '', target: '' },
    links: [99, 100, 101].map(row => ({ page: `https://example.com/${row}`, anchor: `text ${row}` })),
  });
  await addresses.readTo({ rows: 150 });
  expect(read).toHaveLength(2);
  await addresses.readTo({});
  expect([addresses.known.length, addresses.isCut]).toEqual([1_000, false]);
});

test('a file without rows is read once', async () => {
  const { addresses, read } = fileOf(0);
  await addresses.readTo({ addresses: 50 });
  expect([addresses.known, addresses.isCut, read]).toEqual([[], false, ['0']]);
});
