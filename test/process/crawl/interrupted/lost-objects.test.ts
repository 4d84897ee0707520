/** Bodies and segments that a disk lost, or gives back with other bytes: their turns are fetched again. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../../../functions/cli/terminal/exit-codes.ts';
import { exportLocalCrawl } from '../../../../functions/embedded/export-crawl.ts';
import { resumeLocalCrawl } from '../../../../functions/embedded/run-crawl.ts';
import { begin, CrawlResults, crawl, finish, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import { type LoopbackSite, page, startSite } from '../../../servers/loopback-site.ts';
import { runChild, until } from '../child-crawl.ts';
import { damages } from './damages.ts';
import { killingPlugin } from './killing-plugin.ts';

let site: LoopbackSite;
let whole: Record<string, string>;

beforeAll(async () => {
  site = await startLayeredSite(3, { answerAfterMs: 1 });
  whole = (await crawl(`${site.origin}/`)).results.files();
});
afterAll(() => site.close());

function objectsIn(directory: string, folder: 'bodies' | 'segments'): string[] {
  const root = join(directory, 'state', folder);
  const found = readdirSync(root, { recursive: true, withFileTypes: true });
  return found.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

/** Stopped when about `pages` more were asked for. */
async function stopAfter(pages: number, settings: Parameters<typeof begin>[2] = {}): Promise<string> {
  const directory = newDirectory();
  const running = await begin(directory, `${site.origin}/`, settings);
  const end = site.asked.length + pages;
  const timer = setInterval(() => {
    if (site.asked.length >= end) running.stop();
  }, 1);
  await running.run().finally(() => clearInterval(timer));
  return directory;
}

describe.each(Object.entries(damages))('a segment that is %s', (what, damage) => {
  test('is fetched again once the rest is there, and every file comes out the same', async () => {
    const directory = await stopAfter(60);
    const [segment] = objectsIn(directory, 'segments').toSorted();
    damage(segment!);
    const { summary, results } = await resume(directory);
    expect(results.files()).toEqual(whole);
    expect(exitCodeOf(summary)).toBe(0);
    const because = what === 'missing' ? 'is missing' : 'is damaged';
    expect(summary.notices).toEqual([
      expect.stringMatching(
        new RegExp(`turn \\d+ was lost \\(${segment} ${because}.*\\); its pages were fetched again`),
      ),
    ]);
    expect(results.json()['notices']).toEqual(summary.notices);
  });
});

test('all segments may be lost', async () => {
  const directory = await stopAfter(80);
  rmSync(join(directory, 'state', 'segments'), { recursive: true });
  const { summary, results } = await resume(directory);
  expect(results.files()).toEqual(whole);
  expect(summary.notices.length).toBeGreaterThan(1);
});

/** Killed with bodies on the disk that were not parsed. */
async function killWithBodies(): Promise<string> {
  const directory = newDirectory();
  const args = ['crawl', `${site.origin}/`, '--delay', '0', '--out', directory, '--quiet', '--format', 'csv'];
  await runChild(...args, '--plugin', killingPlugin(directory, 2), '--analyzer', 'killer');
  // Those of turns that were parsed just before may wait for their removal.
  expect(objectsIn(directory, 'bodies').length).toBeGreaterThan(0);
  return directory;
}

test.each(Object.entries(damages))(
  'bodies that are %s are fetched again before the site goes on',
  async (_, damage) => {
    const directory = await killWithBodies();
    for (const bodies of objectsIn(directory, 'bodies')) damage(bodies);
    const { results } = await resume(directory);
    expect(results.files()).toEqual(whole);
  },
);

/** As where the process was killed when the sites were fetched and their files not yet written. */
function beforeUnload(directory: string): void {
  const db = new DatabaseSync(join(directory, 'crawl.db'));
  db.exec("UPDATE crawl SET state = 'unloading'");
  db.close();
  for (const folder of ['graph', 'links', 'pages', 'reports', 'fragment'])
    rmSync(join(directory, folder), { recursive: true, force: true });
}

test('every site is written before anything is fetched again, which a host that is gone keeps waiting', async () => {
  const gone = await startSite({ '/': page('gone', '/a', '/b'), '*': ({ path }) => page(path) });
  const directory = newDirectory();
  const sites = [`${site.origin}/`, `${gone.origin}/`];
  const first = await finish(directory, await begin(directory, sites, { maxLevel: 1 }));
  await gone.close();
  const files = first.results.files();
  beforeUnload(directory);
  rmSync(join(directory, 'state', 'segments', '2', '2'));
  const running = await resumeLocalCrawl({ directory, raise: {} });
  const ended = running.run();
  await until(
    () => existsSync(join(directory, 'crawl.json')) && existsSync(join(directory, 'fragment', 'report.html')),
  );
  running.stop();
  const summary = await ended;
  expect(summary.notices).toEqual([
    expect.stringMatching(
      /turn 2 was lost \(.*\/state\/segments\/2\/2 is missing\); its pages are missing here, and a resume/,
    ),
  ]);
  const after = new CrawlResults(directory).files();
  const ofFirst = Object.keys(files).filter(name => name.includes(site.fileName));
  expect(ofFirst.length).toBeGreaterThan(3);
  for (const name of ofFirst) expect(after[name], name).toBe(files[name]);
  expect(new CrawlResults(directory).nodes(gone.fileName).map(({ Url }) => Url)).toEqual(['/']);
});

test('a stop leaves lost bodies to the next resume', async () => {
  const directory = await killWithBodies();
  for (const bodies of objectsIn(directory, 'bodies')) rmSync(bodies);
  const running = await resumeLocalCrawl({ directory, raise: {} });
  running.stop();
  const stopped = await running.run();
  expect(stopped.finishReason).toBe('stopped');
  const { results } = await resume(directory);
  expect(results.files()).toEqual(whole);
});

test('a site that has changed since has files that say so', async () => {
  let isNew = false;
  const changing = await startSite({
    '/': page('start', '/a', '/b', '/c'),
    '/a': () => (isNew ? { status: 404, body: 'gone' } : page('a', '/d')),
    '/b': () => (isNew ? page('b', '/e', 'http://new.example/') : page('b', '/d')),
    '*': ({ path }) => page(path),
  });
  const directory = newDirectory();
  await finish(directory, await begin(directory, `${changing.origin}/`));
  beforeUnload(directory);
  rmSync(join(directory, 'state', 'segments', '1', '2'));
  isNew = true;
  const { summary, results } = await resume(directory);
  await changing.close();
  expect(summary.notices).toEqual([expect.stringContaining('its pages were fetched again, as they are now')]);
  expect(results.reasons()).toMatchObject({ '/a': 'http-status' });
  expect(results.nodes().map(({ Url }) => Url)).toEqual(['/', '/b', '/c', '/d']);
});

describe.each(Object.entries(damages))('a segment that is %s after its crawl has finished', (_, damage) => {
  test('is named by an export, and a resume fetches its pages again and writes all files anew', async () => {
    const directory = newDirectory();
    await finish(directory, await begin(directory, `${site.origin}/`));
    const segment = objectsIn(directory, 'segments').toSorted().at(-1)!;
    damage(segment);
    const refused = exportLocalCrawl({ directory, formats: ['net'] });
    await expect(refused).rejects.toThrow(`${segment} is `);
    await expect(refused).rejects.toThrow(`orbweaver resume ${directory}`);
    rmSync(join(directory, 'graph'), { recursive: true });
    const { summary, results } = await resume(directory);
    expect(summary).toMatchObject({ unchanged: false, finishReason: 'no-work' });
    expect(summary.notices).toEqual([expect.stringContaining(`was lost (${segment} is `)]);
    expect(results.files()).toEqual(whole);
    await exportLocalCrawl({ directory, formats: ['csv'] });
    expect((await resume(directory)).summary.unchanged).toBe(true);
  });
});

/** Pages of level 1 whose segment is lost; `answer` says what a page answers when it is asked again. */
async function askedAgain(answer: (path: string, nth: number) => ReturnType<typeof page> | { status: number }) {
  const small = await startSite({
    '/': page('start', '/a', '/b', '/c'),
    '*': ({ path, nth }) => (nth === 1 ? page(path) : answer(path, nth)),
  });
  const directory = newDirectory();
  const before = (await finish(directory, await begin(directory, `${small.origin}/`))).results.files();
  beforeUnload(directory);
  rmSync(join(directory, 'state', 'segments', '1', '2'));
  const { results } = await resume(directory);
  await small.close();
  return { before, results };
}

test('a page that fails at the end of a lost turn is asked for once more', async () => {
  const { before, results } = await askedAgain((path, nth) =>
    path === '/c' && nth === 2 ? { status: 503 } : page(path),
  );
  expect(results.files()).toEqual(before);
});

test('a page that fails before others of a lost turn is skipped, for its host is well', async () => {
  const { results } = await askedAgain(path => (path === '/a' ? { status: 503 } : page(path)));
  expect(results.reasons()).toEqual({ '/a': 'http-status' });
  expect(results.nodes().map(({ Url }) => Url)).toEqual(['/', '/b', '/c']);
});
