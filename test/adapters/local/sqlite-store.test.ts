import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../shared/adapters/local/sqlite/sqlite-database.ts';
import { SqliteLinkTables } from '../../../shared/adapters/local/sqlite/sqlite-link-tables.ts';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { TokenTake } from '../../../shared/ports.ts';
import { crawlStoreContract } from '../../contract/crawl-store.contract.ts';
import { linkTablesContract } from '../../contract/link-tables.contract.ts';
import { crawlOf, siteRow } from '../../contract/sample-state.ts';
import { scheduleStoreContract } from '../../contract/schedule-store.contract.ts';
import { siteSetContract } from '../../contract/site-set.contract.ts';

const inOneProcess = { self: 'this', isAlive: () => true };

function openFolder(): { folder: string; paths: { crawl: string; tokens: string } } {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-store-'));
  return { folder, paths: { crawl: join(folder, 'crawl.db'), tokens: join(folder, 'tokens.db') } };
}

describe('the SQLite store, two connections to the same files', () => {
  const open = () => {
    const { folder, paths } = openFolder();
    const [first, second] = [new SqliteStore(paths, inOneProcess), new SqliteStore(paths, inOneProcess)];
    return {
      first,
      second,
      close: () => {
        first.close();
        second.close();
        rmSync(folder, { recursive: true });
      },
    };
  };
  crawlStoreContract(open);
  describe('the set of sites', () => siteSetContract(open));
  describe('tables of links', () => linkTablesContract(open));
  describe('the schedule', () => scheduleStoreContract(open));
});

test('occurrences of external links are added to the live table once a turn', async () => {
  const { folder, paths } = openFolder();
  const store = new SqliteStore(paths, inOneProcess);
  await store.createCrawl(crawlOf('c', 1), [siteRow('c', 1)]);
  change(paths.crawl, "INSERT INTO pending (site, turn, attempt) VALUES (1, 1, 'a1'), (1, 2, 'a2')");
  await store.claimLinks('c', 1, 'external', 1, [{ key: 'x', page: 'p', level: 0, detail: '' }]);
  const commit = { message: 'm', add: siteRow('c', 1).counters, due: 0, occurrences: [{ url: 'x', count: 2 }] };
  for (const turn of [1, 1, 2]) await store.commitParse('c', 1, { ...commit, turn });
  expect((await store.listLinks('c', 'external', { most: 9 })).links).toMatchObject([{ link: 'x', occurrences: 4 }]);
  store.close();
  rmSync(folder, { recursive: true });
});

test('a page of links begins where it stands in its table: nothing before it is looked at', () => {
  const { folder, paths } = openFolder();
  new SqliteStore(paths, inOneProcess).close();
  const db = new SqliteDatabase(paths.crawl);
  const asked: string[] = [];
  const all = db.all.bind(db);
  db.all = (sql, ...values) => {
    asked.push(...all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => String(detail)));
    return all(sql, ...values);
  };
  const tables = new SqliteLinkTables(db);
  for (const site of [{}, { site: 1 }]) tables.list('external', { ...site, after: { site: 1, key: 'x' }, most: 9 });
  db.close();
  rmSync(folder, { recursive: true });
  expect(asked.filter(line => line.includes('external_claims'))).toEqual([
    'SEARCH external_claims USING PRIMARY KEY ((site,url)>(?,?))',
    'SEARCH external_claims USING PRIMARY KEY (site=? AND url>?)',
  ]);
});

describe('the lease of a process', () => {
  const alive = new Set(['one', 'two']);
  const take: TokenTake = {
    ...{ host: 'example.org', crawl: 'c', site: 1, turn: 1, attempt: 'a1' },
    ...{ message: 'm', now: 1_000_000, delayMs: 4_000, idle: false },
  };
  let opened: ReturnType<typeof openFolder>;
  let stores: SqliteStore[];

  beforeEach(() => {
    opened = openFolder();
    stores = ['one', 'two'].map(self => new SqliteStore(opened.paths, { self, isAlive: name => alive.has(name) }));
  });
  afterEach(() => {
    for (const store of stores) store.close();
    alive.add('one');
    rmSync(opened.folder, { recursive: true });
  });

  test('keeps others away as long as the process lives', async () => {
    await stores[0]!.takeToken(take);
    expect(await stores[1]!.takeToken({ ...take, attempt: 'a2' })).toMatchObject({ why: 'leased' });
  });

  test('is free at once when the store is closed in the middle of a turn, and the successor waits a whole delay', async () => {
    await stores[0]!.takeToken(take);
    stores.shift()!.abandon();
    expect(await stores[0]!.takeToken({ ...take, attempt: 'a2', now: take.now + 5 })).toEqual({
      ...{ kind: 'taken', nextAllowedAt: take.now + 5 + 4_000, lastDelayMs: 0 },
    });
  });

  test('is free at once when the process is dead, and its successor waits a whole delay', async () => {
    await stores[0]!.takeToken(take);
    alive.delete('one');
    expect(await stores[1]!.takeToken({ ...take, attempt: 'a2', now: take.now + 5 })).toEqual({
      ...{ kind: 'taken', nextAllowedAt: take.now + 5 + 4_000, lastDelayMs: 0 },
    });
  });
});

describe('a state file', () => {
  test.each([
    { what: 'of a newer version', sql: 'PRAGMA user_version = 99', format: 99 },
    { what: 'of before formats were numbered', sql: 'PRAGMA user_version = 0', format: 0 },
  ])('$what is refused with both formats, and stays as it is', ({ sql, format }) => {
    const { folder, paths } = openFolder();
    new SqliteStore(paths, inOneProcess).close();
    change(paths.crawl, sql);
    const before = readFileSync(paths.crawl);
    const sentence = `another version of Orbweaver (state format ${format}, this one reads 2)`;
    expect(() => new SqliteStore(paths, inOneProcess)).toThrow(sentence);
    expect(readFileSync(paths.crawl)).toEqual(before);
    rmSync(folder, { recursive: true });
  });

  test('of this version is opened again with what it holds', async () => {
    const { folder, paths } = openFolder();
    const store = new SqliteStore(paths, inOneProcess);
    await store.createCrawl(crawlOf('c', 1), [siteRow('c', 1)]);
    store.close();
    const again = new SqliteStore(paths, inOneProcess);
    expect(await again.onlyCrawl()).toEqual(crawlOf('c', 1));
    again.close();
    rmSync(folder, { recursive: true });
  });
});

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
