/** A directory may come from anybody, and a query of its files may never end: the others are served all the same. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openLocalPublications } from '../../../shared/adapters/local/open.ts';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { runCli } from '../cli/run-cli.ts';
import { serveChangingSource } from '../watch/changing-source.ts';
import { makeEndless } from './endless-table.ts';
import { ServedConsole } from './served-console.ts';

const served = new ServedConsole();
let site: LoopbackSite;
let whole: string;

beforeAll(async () => {
  site = await startSite({ '/': page('start', '/a'), '/a': page('a', '/') });
  // A request that reads much may take a minute, in which a query that never ends keeps a processor busy.
  await served.start({ scanMs: 5_000 });
  whole = await served.startCrawl(site);
  await served.until(whole, 'finished');
}, 60_000);
afterAll(async () => {
  await served.close();
  await site.close();
});

const directory = (id: string, folder = served.root): string => join(folder, id);
afterEach(() => {
  for (const id of ['bad', 'other', 'endless', 'sourceless']) rmSync(directory(id), { recursive: true, force: true });
});
const refusedFor = (id: string) => new RegExp(`${id} is not read here: .*; allowed is to read it by the command line`);

/** Another crawl of the folder, with an endless table. */
function endless(id: string, table: string, folder = served.root): void {
  cpSync(directory(whole), directory(id, folder), { recursive: true });
  makeEndless(join(directory(id, folder), 'crawl.db'), table);
}

/** A publication without a version: a query goes on to the next. */
function addRow(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("INSERT INTO publications VALUES (1, 1, 'http://a.example/', NULL, 'feed', 1, 1, 'live', NULL, 1, 1)");
  database.exec("INSERT INTO models VALUES (1, 'en', 'shipped', 'shipped', '', 1, 'a', 0, '{}', NULL)");
  database.close();
}

test('a query that never ends is refused in words, and calls of others that waited with it are answered', async () => {
  endless('bad', 'sites');
  const [sites, , other, list] = await Promise.all([
    served.call('GET', '/crawls/bad/sites'),
    served.call('GET', '/crawls/bad/sites'),
    sleep(50).then(async () => await served.call('GET', `/crawls/${whole}/sites`)),
    sleep(50).then(async () => await served.call('GET', '/crawls')),
  ]);
  expect(sites.status).toBeGreaterThanOrEqual(400);
  expect(sites.text).toMatch(refusedFor('bad'));
  expect([other.status, list.status]).toEqual([200, 200]);
  expect(other.body).toMatchObject({ sites: [{ status: 'no-work', used: 2 }] });
  // From then on nobody waits for it. A machine that is busy may hold one call as long, and not each of three.
  const tookMs: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    const began = performance.now();
    expect((await served.call('GET', '/crawls/bad/sites')).text).toMatch(refusedFor('bad'));
    tookMs.push(performance.now() - began);
  }
  expect(Math.min(...tookMs)).toBeLessThan(5_000);
}, 90_000);

test('the list shows beside the others a watch whose sources never come, and tables that never end', async () => {
  const news = await serveChangingSource();
  news.publish(3);
  const env = { ORBWEAVER_STATE: join(served.root, '.state') };
  const made = await runCli(
    ['watch', 'new', directory('other'), '--source', news.url, '--delay', '0', '--quiet', '--no-browser'],
    { env, cwd: served.root },
  );
  expect([made.exitCode, made.stderr]).toEqual([0, expect.anything()]);
  await news.close();
  (await openLocalPublications(directory('other'))).close();
  addRow(join(directory('other'), 'watch.db'));
  for (const id of ['sourceless', 'endless', 'damaged']) cpSync(directory('other'), directory(id), { recursive: true });
  makeEndless(join(directory('sourceless'), 'crawl.db'), 'sites');
  // Publications that never end are known as damage before they are read; models are read as they are.
  makeEndless(join(directory('damaged'), 'watch.db'), 'publications');
  makeEndless(join(directory('endless'), 'watch.db'), 'models');
  const quality = served.call('GET', '/watches/endless/quality');
  const [list, watches, other] = await Promise.all(
    ['/crawls', '/watches', '/watches/other'].map(async path => await served.call('GET', path)),
  );
  expect([list, watches, other].map(answer => answer?.status)).toEqual([200, 200, 200]);
  expect(JSON.stringify(watches?.body)).toContain('"other"');
  const found = list?.body['crawls'] as readonly { readonly id: string }[];
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([whole, 'other', 'endless', 'sourceless']));
  expect(JSON.stringify(found.find(({ id }) => id === 'sourceless'))).toMatch(refusedFor('sourceless'));
  expect((await quality).text).toMatch(refusedFor('endless'));
  const damaged = await served.call('GET', '/watches/damaged/publications');
  expect([damaged.status, damaged.text]).toEqual([409, expect.stringContaining('watch.db is missing or damaged')]);
}, 180_000);

test('the server ends at once while a query runs that never ends', async () => {
  const other = new ServedConsole();
  await other.start();
  endless('last', 'sites', other.root);
  const asked = other.call('GET', '/crawls/last/sites').catch(() => undefined);
  await sleep(1_000);
  const began = performance.now();
  await other.close();
  expect(performance.now() - began).toBeLessThan(5_000);
  await asked;
}, 60_000);
