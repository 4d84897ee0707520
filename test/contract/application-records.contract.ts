import { describe, expect, test } from 'vitest';
import type {
  ApplicationRecords,
  PageReading,
  RecordQuery,
} from '../../shared/wings/publications/applications/application-records.ts';
import type { ApplicationFacts } from '../../shared/wings/publications/applications/application-runner.ts';
import { rowsKey, type StoredRow } from '../../shared/wings/publications/applications/checked-records.ts';
import { indexText } from '../../shared/wings/publications/store/indexed-text.ts';
import type { PublicationStore, Sighting } from '../../shared/wings/publications/store/publication-store.ts';

const noon = Date.UTC(2026, 10, 1, 12);
const hour = 3_600_000;
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

/** A store of publications with the records of applications. */
export interface StoreWithRecords extends PublicationStore {
  readonly applications: Omit<ApplicationRecords, 'declare'>;
}

async function recordsOf(store: StoreWithRecords, query: RecordQuery = {}) {
  const found: unknown[] = [];
  for await (const { address: at, publication, version, values } of store.applications.records('prices', query))
    found.push([at, publication, version, ...values]);
  return found;
}

/** The promises of stores of records: kept once, in their order, and handed over behind a cursor. */
export function describeApplicationRecords(name: string, open: () => StoreWithRecords & { close?(): void }): void {
  const withStore = async (work: (store: StoreWithRecords) => Promise<void>): Promise<void> => {
    const store = open();
    try {
      await work(store);
    } finally {
      store.close?.();
    }
  };

  describe(`records of applications: ${name}`, () => {
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

    test('a column more is empty in older records', () =>
      withStore(async store => {
        await store.accept([], [reading(1, [[1, null, null]])]);
        const columns = { ...prices.columns, shop: 'text' as const };
        const row = [2, null, null, 'corner'];
        const gave = { rows: [row], key: rowsKey(columns, [row]) };
        await store.accept([], [{ ...reading(2, []), application: { ...prices, columns }, gave }]);
        const [kept] = await store.applications.applications();
        expect(kept).toMatchObject({ name: 'prices', columns, records: 2, marks: 0 });
        expect((await recordsOf(store)).map(values => (values as unknown[])[6])).toEqual([null, 'corner']);
      }));

    test('records are chosen by source, by the instants of their looks, and by their numbers', () =>
      withStore(async store => {
        for (let n = 1; n <= 9; n += 1)
          await store.accept([], [{ ...reading(n, [[n, null, null]], noon + n * hour), source: 1 + (n % 2) }]);
        const prices = async (query: RecordQuery) => (await recordsOf(store, query)).map(row => (row as unknown[])[3]);
        expect(await prices({ sources: [2] })).toEqual([1, 3, 5, 7, 9]);
        expect(await prices({ sources: [1, 2], until: noon + 3 * hour })).toEqual([1, 2]);
        expect(await prices({ since: noon + 4 * hour, until: noon + 7 * hour })).toEqual([4, 5, 6]);
        expect(await prices({ after: 7 })).toEqual([8, 9]);
        expect(await prices({ sources: [1], since: noon + 3 * hour, after: 4 })).toEqual([6, 8]);
        expect(await prices({ since: noon + 10 * hour })).toEqual([]);
      }));
  });
}
