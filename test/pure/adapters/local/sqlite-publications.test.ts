import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isCopyInMentions } from '../../../../shared/adapters/local/publications/publication-rows.ts';
import { SqlitePublications } from '../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { parseSearch } from '../../../../shared/wings/publications/search/search-query.ts';
import { indexText } from '../../../../shared/wings/publications/store/indexed-text.ts';
import type { Sighting } from '../../../../shared/wings/publications/store/publication-store.ts';
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

test('few or many publications may have the words: the newest come first, and pages miss none', {
  timeout: 300_000,
}, async () => {
  const { first: store, close } = opened();
  const [day, noon] = [86_400_000, Date.UTC(2026, 10, 1, 12)];
  const seen = (path: string, text: string, source: number, days: number): Sighting => ({
    ...{ source, identity: `https://e.test${path}`, address: `https://e.test${path}`, by: 'feed', seenAt: noon },
    version: { title: path, publishedAt: noon - days * day, language: 'en', canonical: undefined, text, details: '{}' },
    index: indexText(path, text),
  });
  const idsOf = async (words: string, ...[query, most, before]: Partial<Parameters<SqlitePublications['find']>>) =>
    (await store.find({ ...query, words: parseSearch(words) }, most ?? 3, before)).map(({ id }) => id);
  try {
    await store.accept(Array.from({ length: 1_010 }, (_, at) => seen(`/${at}`, `everywhere ${at}`, 1, 9)));
    await store.accept([
      seen('/x', 'seldom everywhere', 2, 1),
      seen('/y', 'seldom', 3, 12),
      seen('/z', 'seldom everywhere', 2, 5),
    ]);
    for (const words of ['everywhere', '"everywhere"']) {
      expect(await idsOf(words)).toEqual([1_011, 1_013, 1_010]);
      expect(await idsOf(words, {}, 2, { datedAt: noon - 9 * day, id: 3 })).toEqual([2, 1]);
      expect(await idsOf(words, { sources: [2], until: noon - 2 * day })).toEqual([1_013]);
    }
    for (const words of ['seldom', '"seldom"']) {
      expect(await idsOf(words)).toEqual([1_011, 1_013, 1_012]);
      expect(await idsOf(words, {}, 3, { datedAt: noon - 5 * day, id: 1_013 })).toEqual([1_012]);
    }
    expect(await idsOf('everywhere -seldom', {}, 1)).toEqual([1_010]);
  } finally {
    close();
  }
});

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

test('whether a mention is of a copy is looked up among the few of its cluster, not among all of its organization', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'orbweaver-plan-')), 'watch.db');
  new SqlitePublications(path).close();
  const db = new DatabaseSync(path);
  const sql = `EXPLAIN QUERY PLAN SELECT ${isCopyInMentions} FROM publications JOIN mentioned USING (publication)`;
  const plan = db
    .prepare(sql)
    .all()
    .map(({ detail }) => String(detail));
  db.close();
  rmSync(dirname(path), { recursive: true });
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH other USING .*publications_by_cluster/));
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH beside USING PRIMARY KEY \(publication=\?/));
});
