import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../../shared/adapters/local/sqlite/sqlite-database.ts';
import { SqliteLinkTables } from '../../../../shared/adapters/local/sqlite/sqlite-link-tables.ts';
import { SqliteStore } from '../../../../shared/adapters/local/sqlite/sqlite-store.ts';
import { leaseMs, protocol } from '../../../../shared/domain/protocol/protocol.ts';
import type { TokenTake } from '../../../../shared/ports/ports.ts';
import { beginSchedule, decide } from '../../../../shared/wings/sets/schedule/decide.ts';
import { crawlStoreContract } from '../../../contract/crawl-store.contract.ts';
import { linkTablesContract } from '../../../contract/link-tables.contract.ts';
import { crawlOf, siteRow } from '../../../contract/sample-state.ts';
import { scheduleStoreContract } from '../../../contract/schedule-store.contract.ts';
import { siteHostsContract } from '../../../contract/site-hosts.contract.ts';
import { siteSetContract } from '../../../contract/site-set.contract.ts';
import { watchedAddressesContract } from '../../../contract/watched-addresses.contract.ts';

/** The callers' `now` counts. */
const noClock = (): number => 0;
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
  describe('hosts of sites', () => siteHostsContract(open));
  describe('the set of sites', () => siteSetContract(open));
  describe('tables of links', () => linkTablesContract(open));
  describe('the schedule', () => scheduleStoreContract(open));
  describe('addresses of a watch', () => watchedAddressesContract(open));
});

test('a schedule that no rule has written is damage: its options bound how many decisions are made', async () => {
  const { folder, paths } = openFolder();
  const store = new SqliteStore(paths, inOneProcess);
  const options = { gittinsN: 10, ucbM: 10, quantumSeconds: 60, grant: 10, inFlight: 8 };
  const { schedule } = decide(beginSchedule({ rule: 'adaptive', options, budget: 9, sites: [{ site: 1 }] }), [], 0);
  await store.writeSchedule('c', 0, schedule, []);
  expect((await store.readSchedule('c'))?.schedule).toEqual(schedule);
  const file = new DatabaseSync(paths.crawl);
  for (const change of ["'$.options.inFlight', 1 << 50", "'$.budget', -1", "'$.sites', 1", "'$.underWay', null"]) {
    file.exec(`UPDATE schedule SET schedule = json_set('${JSON.stringify(schedule)}', ${change})`);
    await expect(store.readSchedule('c'), change).rejects.toThrow('a value of the file is damaged');
  }
  file.close();
  store.close();
  rmSync(folder, { recursive: true });
});

test('a file of an earlier version, whose links have no types, gets them when it is opened', async () => {
  const { folder, paths } = openFolder();
  const first = new SqliteStore(paths, inOneProcess);
  await first.createCrawl(crawlOf('c', 1), [siteRow('c', 1)]);
  first.close();
  const file = new DatabaseSync(paths.crawl);
  file.exec(`DROP VIEW internal_links; DROP VIEW external_links;
    ALTER TABLE pages DROP COLUMN type; ALTER TABLE external_claims DROP COLUMN type;
    CREATE VIEW external_links (link, site, page, level, anchor, occurrences) AS
      SELECT url, site, page, level, anchor, occurrences FROM external_claims
      WHERE NOT EXISTS (
        SELECT 1 FROM tombstones WHERE kind = 'external' AND tombstones.site = external_claims.site AND link = external_claims.url
      ) AND NOT EXISTS (
        SELECT 1 FROM sites AS other WHERE other.site = external_claims.site AND other.status = 'same-as'
      );`);
  const old = new SqliteLinkTables(new SqliteDatabase(paths.crawl));
  expect(old.list('external', { most: 10, type: 'script' })).toEqual({ links: [] });
  file.close();
  const again = new SqliteStore(paths, inOneProcess);
  const claim = { key: 'http://e.test/', page: 'p', level: 1, detail: 'd', type: 'script' as const };
  await again.claimLinks('c', 1, 'external', 1, [claim]);
  expect((await again.listLinks('c', 'external', { most: 10, type: 'script' })).links).toMatchObject([
    { type: 'script' },
  ]);
  again.close();
  rmSync(folder, { recursive: true });
});

test('a file of an earlier version, whose answers of robots.txt have another column, keeps them', async () => {
  const { folder, paths } = openFolder();
  const first = new SqliteStore(paths, inOneProcess);
  await first.createCrawl(crawlOf('c', 1), [siteRow('c', 1)]);
  const found = { kind: 'text', at: 5, hash: 'h' } as const;
  await first.keepRobots('c', 'http://e.test/robots.txt', found);
  first.close();
  const file = new DatabaseSync(paths.crawl);
  file.exec('ALTER TABLE robots RENAME COLUMN address TO url');
  file.close();
  for (const at of [5, 6]) {
    const again = new SqliteStore(paths, inOneProcess);
    expect(await again.readRobots('c', 'http://e.test/robots.txt')).toEqual({ ...found, at });
    await again.keepRobots('c', 'http://e.test/robots.txt', { ...found, at: 6 });
    again.close();
  }
  rmSync(folder, { recursive: true });
});

test('the spec is read again after another process has changed it, and not before', async () => {
  const { folder, paths } = openFolder();
  const [store, other] = [new SqliteStore(paths, inOneProcess), new SqliteStore(paths, inOneProcess)];
  const spec = crawlOf('c', 1).spec;
  const [site] = spec.sites;
  await store.createCrawl(crawlOf('c', 1), [siteRow('c', 1)]);
  const before = await store.readCrawl('c');
  await store.requestStop('c', { reason: 'stopped' });
  expect((await store.readCrawl('c'))?.spec).toBe(before?.spec);
  await other.addSites('c', [{ site: { ...site!, number: 3 }, row: siteRow('c', 3) }]);
  expect((await store.readCrawl('c'))?.spec.sites.map(({ number }) => number)).toEqual([1, 2, 3]);
  await store.addSites('c', [{ site: { ...site!, number: 4 }, row: siteRow('c', 4) }]);
  expect((await store.readCrawl('c'))?.spec.sites).toHaveLength(4);
  store.close();
  other.close();
  rmSync(folder, { recursive: true });
});

test('occurrences of external links are added to the live table once a turn', async () => {
  const { folder, paths } = openFolder();
  const store = new SqliteStore(paths, inOneProcess);
  await store.createCrawl(crawlOf('c', 1), [siteRow('c', 1)]);
  change(paths.crawl, "INSERT INTO pending (site, turn, attempt) VALUES (1, 1, 'a1'), (1, 2, 'a2')");
  await store.claimLinks('c', 1, 'external', 1, [{ key: 'x', page: 'p', level: 0, detail: '' }]);
  const commit = { message: 'm', add: siteRow('c', 1).counters, due: 0, occurrences: [{ identity: 'x', count: 2 }] };
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
    stores = ['one', 'two'].map(
      self => new SqliteStore(opened.paths, { self, isAlive: name => alive.has(name) }, noClock),
    );
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
      ...{ kind: 'taken', nextAllowedAt: take.now + 5 + 4_000, lastDelayMs: 0, afterDeath: true },
    });
  });

  test('of a dead process leaves the host what it has asked for', async () => {
    const until = take.now + 600_000;
    await stores[0]!.takeToken(take);
    await stores[0]!.returnToken(take, { nextAllowedAt: until, lastDelayMs: 0, now: take.now });
    // As a turn that only ends, for a stop.
    await stores[0]!.takeToken({ ...take, attempt: 'a2', idle: true });
    alive.delete('one');
    expect(await stores[1]!.takeToken({ ...take, attempt: 'a3' })).toMatchObject({
      ...{ why: 'early', row: { nextAllowedAt: until } },
    });
  });

  test('of a dead process is free after a delay, however long that is and however often it is asked for', async () => {
    const delayMs = 30_000;
    await stores[0]!.takeToken({ ...take, delayMs });
    alive.delete('one');
    const again = { ...take, attempt: 'a2', delayMs };
    expect(await stores[1]!.takeToken(again)).toMatchObject({
      why: 'early',
      row: { nextAllowedAt: take.now + delayMs },
    });
    expect(await stores[1]!.takeToken({ ...again, now: take.now + 6_000 })).toMatchObject({
      ...{ kind: 'taken', nextAllowedAt: take.now + delayMs },
    });
  });

  test('is free at once when the process is dead, and its successor waits a whole delay', async () => {
    await stores[0]!.takeToken(take);
    alive.delete('one');
    expect(await stores[1]!.takeToken({ ...take, attempt: 'a2', now: take.now + 5 })).toEqual({
      ...{ kind: 'taken', nextAllowedAt: take.now + 5 + 4_000, lastDelayMs: 0, afterDeath: true },
    });
  });
});

describe('a clock that was set back', () => {
  const hour = 3_600_000;
  const now = 10 * hour;
  const ahead = now + 2 * hour;
  const alive = new Set(['one', 'two']);
  const take: TokenTake = {
    ...{ host: 'example.org', crawl: 'c', site: 1, turn: 1, attempt: 'a1' },
    ...{ message: 'm', now, delayMs: 1_000, idle: false },
  };
  let opened: ReturnType<typeof openFolder>;
  let one: SqliteStore;
  let two: SqliteStore;

  beforeEach(() => {
    opened = openFolder();
    const open = (self: string) => new SqliteStore(opened.paths, { self, isAlive: name => alive.has(name) }, noClock);
    [one, two] = [open('one'), open('two')];
  });
  afterEach(() => {
    one.close();
    two.close();
    alive.add('one');
    rmSync(opened.folder, { recursive: true });
  });

  /** A turn of process one by a clock that is ahead, after which the host is left alone for `waitMs`. */
  async function turnAhead(waitMs: number): Promise<void> {
    await one.takeToken({ ...take, now: ahead });
    await one.returnToken(take, { nextAllowedAt: ahead + 500 + waitMs, lastDelayMs: 1_000, now: ahead + 500 });
  }

  test('holds a host no longer than its delay', async () => {
    await turnAhead(1_000);
    expect(await two.takeToken({ ...take, attempt: 'a2' })).toEqual({
      ...{ kind: 'taken', nextAllowedAt: now + 1_000, lastDelayMs: 1_000, aheadMs: 2 * hour + 500 },
    });
  });

  test('holds a host as long as it has asked for, counted from when that is noticed, and once', async () => {
    await turnAhead(hour);
    const until = now + hour;
    const again = { ...take, attempt: 'a2' };
    expect(await two.takeToken(again)).toMatchObject({
      why: 'early',
      row: { nextAllowedAt: until },
      aheadMs: 2 * hour + 500,
    });
    const later = await two.takeToken({ ...again, now: now + 600_000 });
    expect(later).toEqual({ kind: 'refused', why: 'early', row: { nextAllowedAt: until, lastDelayMs: 1_000 } });
    expect(await two.takeToken({ ...again, now: until })).toMatchObject({ kind: 'taken', nextAllowedAt: until });
  });

  test('ends the lease of a living process, which may hang, a lease from when that is noticed', async () => {
    await one.takeToken({ ...take, now: ahead });
    const again = { ...take, attempt: 'a2' };
    expect(await two.takeToken(again)).toMatchObject({ why: 'leased', row: { lease: { until: now + leaseMs } } });
    const free = now + leaseMs + protocol.clockSkewMs;
    expect(await two.takeToken({ ...again, now: free - 1 })).toMatchObject({ why: 'leased' });
    expect(await two.takeToken({ ...again, now: free })).toMatchObject({ kind: 'taken' });
  });

  test('ends the lease of a dead process at once, one delay from now', async () => {
    await one.takeToken({ ...take, now: ahead });
    alive.delete('one');
    expect(await two.takeToken({ ...take, attempt: 'a2' })).toMatchObject({
      kind: 'taken',
      nextAllowedAt: now + 1_000,
    });
  });

  test('ends a wish as long from now as it was meant to last', async () => {
    await one.takeToken({ ...take, now: ahead });
    await one.wantToken(take.host, { crawl: 'other', site: 1, until: ahead + 6_000 }, ahead);
    await one.returnToken(take, { nextAllowedAt: ahead, lastDelayMs: 0, now: ahead });
    const again = { ...take, attempt: 'a2' };
    expect(await two.takeToken(again)).toMatchObject({ why: 'wanted', row: { wanted: { until: now + 6_000 } } });
    expect(await two.takeToken({ ...again, now: now + 6_001 })).toMatchObject({ kind: 'taken' });
  });

  test('counts for nothing where it is less than two clocks may be apart', async () => {
    await one.takeToken({ ...take, now: now + 9_000 });
    await one.returnToken(take, { nextAllowedAt: now + 10_000, lastDelayMs: 1_000, now: now + 9_000 });
    expect(await two.takeToken({ ...take, attempt: 'a2' })).toEqual({
      ...{ kind: 'taken', nextAllowedAt: now + 10_000, lastDelayMs: 1_000 },
    });
  });

  test('holds a host an hour and a tenth at most where the row of an earlier version does not tell', async () => {
    await turnAhead(30 * hour);
    change(opened.paths.tokens, 'UPDATE tokens SET wait_ms = NULL');
    expect(await two.takeToken({ ...take, attempt: 'a2' })).toMatchObject({ row: { nextAllowedAt: now + 1.1 * hour } });
  });
});

test('a token table of an earlier version is taken over, and that version goes on with it', async () => {
  const { folder, paths } = openFolder();
  change(
    paths.tokens,
    `CREATE TABLE tokens (
       host TEXT PRIMARY KEY, crawl TEXT, site INTEGER, turn INTEGER, attempt TEXT, until INTEGER, message TEXT,
       process TEXT, next_allowed_at INTEGER NOT NULL, last_delay_ms INTEGER NOT NULL,
       wanted_crawl TEXT, wanted_site INTEGER, wanted_until INTEGER
     ) STRICT, WITHOUT ROWID`,
  );
  const insert = "INSERT INTO tokens (host, next_allowed_at, last_delay_ms) VALUES ('h', 5000, 7)";
  change(paths.tokens, insert);
  const stores = [1, 2].map(() => new SqliteStore(paths, inOneProcess));
  change(paths.tokens, insert.replace("'h'", "'h2'"));
  for (const [index, store] of stores.entries()) {
    const take = { crawl: 'c', site: 1, turn: 1, attempt: `a${index}`, message: 'm', now: 0, delayMs: 0, idle: false };
    const answer = await store.takeToken({ ...take, host: index === 0 ? 'h' : 'h2' });
    expect(answer).toEqual({ kind: 'taken', nextAllowedAt: 5_000, lastDelayMs: 7 });
    store.close();
  }
  rmSync(folder, { recursive: true });
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
    const sentence = `another version of Orbweaver (state format ${format}, this one reads 4)`;
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
