/** Records of applications in the file of the publications: kept once, in their order, and handed over behind a cursor. */
import { expect, test } from 'vitest';
import { SqlitePublications } from '../../../shared/adapters/local/publications/sqlite-publications.ts';
import type { PageReading } from '../../../shared/wings/publications/applications/application-records.ts';
import type { ApplicationFacts } from '../../../shared/wings/publications/applications/application-runner.ts';
import { rowsKey, type StoredRow } from '../../../shared/wings/publications/applications/checked-records.ts';
import { indexText } from '../../../shared/wings/publications/store/indexed-text.ts';
import type { Sighting } from '../../../shared/wings/publications/store/publication-store.ts';

const noon = Date.UTC(2026, 10, 1, 12);
const prices: ApplicationFacts = {
  ...{ name: 'prices', digest: '0123456789abcdef', hasAccepted: true },
  columns: { price: 'real', sold: 'boolean', until: 'instant' },
};
const address = (n: number): string => `https://news.example/${n}`;

function sighting(n: number): Sighting {
  const [title, text] = [`Story ${n}`, `Words of story ${n}.`];
  const version = { title, text, publishedAt: undefined, language: 'en', canonical: undefined, details: '{}' };
  const place = { source: 1, identity: address(n), address: address(n), by: 'feed' as const };
  return { ...place, seenAt: noon, version, index: indexText(title, text) };
}

function reading(n: number, rows: readonly StoredRow[], seenAt = noon): PageReading {
  const gave = { rows, key: rowsKey(prices.columns!, rows) };
  return { application: prices, source: 1, identity: address(n), address: address(n), seenAt, gave };
}

async function recordsOf(store: SqlitePublications) {
  const found: unknown[] = [];
  for await (const { address: at, publication, version, values } of store.applications.records('prices', {}))
    found.push([at, publication, version, ...values]);
  return found;
}

async function withStore(work: (store: SqlitePublications) => Promise<void>): Promise<void> {
  const store = new SqlitePublications(':memory:');
  try {
    await work(store);
  } finally {
    store.close();
  }
}

test('a turn that is kept twice adds its records once, and names the publications of the turn', () =>
  withStore(async store => {
    for (let n = 0; n < 2; n += 1)
      await store.accept(
        [sighting(1)],
        [
          reading(1, [
            [1.5, 1, noon],
            [2, null, null],
          ]),
          reading(2, [[3, 0, null]]),
        ],
      );
    expect(await recordsOf(store)).toEqual([
      [address(1), 1, 1, 1.5, 1, noon],
      [address(1), 1, 1, 2, null, null],
      [address(2), undefined, undefined, 3, 0, null],
    ]);
  }));

test('other records are new rows, equal ones are not, and a look of before changes nothing', () =>
  withStore(async store => {
    await store.accept([], [reading(1, [[1, null, null]])]);
    await store.accept([], [reading(1, [[1, null, null]], noon + 1)]);
    await store.accept([], [reading(1, [[2, null, null]], noon + 2)]);
    await store.accept([], [reading(1, [[7, null, null]], noon + 1)]);
    expect((await recordsOf(store)).map(row => (row as unknown[])[3])).toEqual([1, 2]);
  }));

test('a failure marks its page until the page is read', () =>
  withStore(async store => {
    const failed = { failed: 'time-limit', detail: 'it took more than 5 s' } as const;
    await store.accept([], [reading(1, [[1, null, null]]), { ...reading(2, []), gave: failed }]);
    expect(await store.applications.marks({}, 10)).toMatchObject([{ address: address(2), reason: 'time-limit' }]);
    await store.accept([], [reading(2, [[2, null, null]], noon + 1)]);
    expect(await store.applications.marks({}, 10)).toEqual([]);
    expect((await recordsOf(store)).length).toBe(2);
  }));

test('each commit is a batch; the next one comes when the one before was taken, with what it set', () =>
  withStore(async store => {
    const { applications } = store;
    await store.accept([], [reading(1, [[1, 1, noon]])]);
    await store.accept([], [reading(2, [[2, null, null]])]);
    const first = (await applications.nextBatch('prices'))!;
    expect(first.records.map(({ values }) => values)).toEqual([
      { price: 1, sold: true, until: '2026-11-01T12:00:00.000Z' },
    ]);
    await first.failed({ at: noon, digest: prices.digest, reason: 'threw', detail: 'no network' });
    const again = (await applications.nextBatch('prices'))!;
    expect([again.number, again.acceptance.failures]).toEqual([1, 1]);
    await again.taken({ sum: '1', other: null });
    const second = (await applications.nextBatch('prices'))!;
    expect([second.number, second.values, second.acceptance.failures]).toEqual([2, { sum: '1' }, 0]);
    await second.taken({ sum: null });
    expect(await applications.nextBatch('prices')).toBeUndefined();
  }));

test('a column more is added, and a column that held something else is refused', () =>
  withStore(async store => {
    await store.accept([], [reading(1, [[1, null, null]])]);
    const more = { ...prices, columns: { ...prices.columns, shop: 'text' as const } };
    await store.applications.declare([more]);
    expect((await store.applications.applications())[0]!.columns).toEqual(more.columns);
    expect(await recordsOf(store)).toEqual([[address(1), undefined, undefined, 1, null, null, null]]);
    const other = store.applications.declare([{ ...prices, columns: { price: 'text' } }]);
    await expect(other).rejects.toThrow('column price of "prices" holds real in the table that is there, and text now');
  }));
