import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqlitePublications } from '../../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { type AlertFilter, changeKinds } from '../../../../../shared/wings/publications/alerts/alert.ts';
import { alertItems, itemLine, latestItems } from '../../../../../shared/wings/publications/alerts/alert-items.ts';
import { indexText } from '../../../../../shared/wings/publications/store/indexed-text.ts';
import { labelledWatch, see, storesOf } from '../labels/labelled-watch.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const long = 'Мельница у реки снова работает после ремонта. '.repeat(30);
let folder: string;
let store: SqlitePublications;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-changes-'));
  store = await labelledWatch(
    [
      { path: '/prize', title: 'Премия', text: 'МГУ получил премию.' },
      { path: '/fine', title: 'Штраф', text: 'МГУ заплатил штраф.' },
      { path: '/geo', title: 'Карта', text: 'Институт географии РАН издал карту.' },
      { path: '/mill', title: 'Мельница', text: long },
    ],
    join(folder, 'watch.db'),
  );
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const stores = () => ({ ...storesOf(store), sources: new Map([[1, 'Вестник']]) });
const fitting = async (filter: AlertFilter, changes = changeKinds as readonly (typeof changeKinds)[number][]) => {
  const items = await alertItems(stores(), { filter, changes }, await store.changes.changes(0, 100));
  return items.map(({ id }) => id);
};

test.each<[AlertFilter, readonly string[]]>([
  [{}, ['1.1.new', '2.1.new', '3.1.new', '4.1.new']],
  [{ organization: 'msu' }, ['1.1.new', '2.1.new']],
  [{ organization: 'msu', tone: ['negative'] }, ['2.1.new']],
  [{ tone: ['neutral', 'positive'] }, ['1.1.new', '3.1.new']],
  [{ organization: ['geo', 'msu'] }, ['1.1.new', '2.1.new', '3.1.new']],
  [{ organization: 'msu', confidence: 0.9 }, ['1.1.new', '2.1.new']],
  [{ organization: 'msu', tone: ['unclassified'], confidence: 0.9 }, ['1.1.new', '2.1.new']],
  [{ query: 'мельницы' }, ['4.1.new']],
  [{ query: '"мельницы"' }, []],
  [{ query: 'премия -карта', source: [1] }, ['1.1.new']],
  [{ source: [2] }, []],
  [{ language: 'ru' }, ['1.1.new', '2.1.new', '3.1.new', '4.1.new']],
  [{ language: 'ru-ru' }, []],
])('%j is about what publications with this filter are', async (filter, ids) => {
  expect(await fitting(filter)).toEqual(ids);
});

test('changes are in the order of their transactions: versions, and publications that are gone, no correction', async () => {
  await see(store, { path: '/fine', title: 'Штраф', text: 'МГУ получил премию за штраф.', hour: 1 });
  await store.markLost(1, 'https://news.example/geo', 'doubtful', noon + 7_200_000);
  await store.markLost(1, 'https://news.example/geo', 'gone', noon + 7_200_000);
  await store.markLost(1, 'https://news.example/geo', 'gone', noon + 7_300_000);
  const corrected = {
    title: 'Премия',
    publishedAt: undefined,
    language: 'ru',
    canonical: undefined,
    text: 'Иначе.',
    details: '{}',
  };
  const identity = 'https://news.example/prize';
  await store.accept([
    {
      source: 1,
      identity,
      address: identity,
      by: 'feed',
      seenAt: noon,
      version: corrected,
      index: indexText('Премия', 'Иначе.'),
      corrects: 1,
    },
  ]);
  expect(await fitting({}, ['changed', 'gone'])).toEqual(['2.2.changed', '3.1.gone']);
  expect(await fitting({ organization: 'geo' }, ['gone'])).toEqual(['3.1.gone']);
  const [latest, before] = await latestItems(store.changes, stores(), { filter: {}, changes: changeKinds });
  expect(itemLine(latest!)).toBe('[gone] Вестник, 2026-01-01 14:00: Карта (Институт географии РАН: neutral)');
  expect(before).toMatchObject({ id: '2.2.changed', at: '2026-01-01T13:00:00.000Z' });
});

test('originals leave out copies', async () => {
  await see(store, { path: '/copy', title: 'Мельница', text: `${long} Так пишут.`, hour: 2 });
  expect(await fitting({ query: 'мельница' })).toEqual(['4.1.new', '5.1.new']);
  expect(await fitting({ query: 'мельница', originals: true })).toEqual(['4.1.new']);
});

test('a feed looks at the last 2,000 changes and has 50', async () => {
  for (let n = 0; n < 55; n += 1) await see(store, { path: `/a/${n}`, title: `Статья ${n}`, text: `Слово ${n}.` });
  const items = await latestItems(store.changes, stores(), { filter: {}, changes: ['new'] });
  expect([items.length, items[0]!.title, items.at(-1)!.title]).toEqual([50, 'Статья 54', 'Статья 5']);
});

test('a file of an earlier version gets the changes of its versions, and its sums hold', async () => {
  await see(store, { path: '/fine', title: 'Штраф', text: 'Другой текст.', hour: 1 });
  store.close();
  const earlier = new DatabaseSync(join(folder, 'watch.db'));
  earlier.exec("DROP TABLE changes; DELETE FROM row_sums WHERE name = 'changes'");
  earlier.close();
  store = new SqlitePublications(join(folder, 'watch.db'), 'read');
  expect([await store.changes.lastChange(), await store.changes.changes(0, 9)]).toEqual([0, []]);
  store.close();
  store = new SqlitePublications(join(folder, 'watch.db'));
  const changes = await store.changes.changes(0, 9);
  expect(changes.map(({ kind, publication, version }) => [kind, publication, version])).toEqual([
    ...[1, 2, 3, 4].map(id => ['new', id, 1]),
    ['changed', 2, 2],
  ]);
  store.close();
  store = new SqlitePublications(join(folder, 'watch.db'), 'read');
  expect(await store.changes.changes(4, 9)).toHaveLength(1);
});
