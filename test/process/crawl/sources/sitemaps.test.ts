import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { progressBlock } from '../../../../functions/cli/terminal/progress-lines.ts';
import { listLocalSites } from '../../../../functions/embedded/local-sites.ts';
import { readLocalStatus, requestLocalStop } from '../../../../functions/embedded/run-crawl.ts';
import { countLevels } from '../../../../shared/adapters/local/sqlite/sqlite-levels.ts';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { begin, crawl, finish, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { csvRows } from '../../../pure/results/csv-rows.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../../../servers/loopback-site.ts';
import { until } from '../child-crawl.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const xml = { 'content-type': 'application/xml' };
const urlset = (origin: string, paths: readonly string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map(path => `<url><loc>${origin}${path}</loc><lastmod>2026-05-01</lastmod></url>`)
    .join('')}</urlset>`;

/** `/`, `/a`, `/a/b` are linked; `/old`, `/old/deep` and `/c?x=1&y=2` are in sitemaps alone; `/hidden` is found on `/old` alone. */
function pagesAt(origin: string, more: Pages = {}): Pages {
  return {
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: `User-agent: *\nSitemap: ${origin}/index.xml\n` },
    '/index.xml': {
      headers: xml,
      body: `<sitemapindex><sitemap><loc>${origin}/one.xml</loc></sitemap><sitemap><loc>${origin}/two.xml.gz</loc></sitemap>
        <sitemap><loc>${origin}/none.xml</loc></sitemap></sitemapindex>`,
    },
    '/one.xml': { headers: xml, body: urlset(origin, ['/', '/a', '/old', '/moved', '/gone']) },
    '/two.xml.gz': {
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(urlset(origin, ['/c?y=2&x=1', '/old/deep', '/old', '/report.pdf', '/copy'])),
    },
    '/': page('start', '/a'),
    '/a': page('a', '/', '/a/b'),
    '/a/b': page('b', '/'),
    '/old': page('old', '/a', '/hidden'),
    '/hidden': page('hidden', '/old'),
    '/old/deep': page('deep', '/a/b'),
    '/c?y=2&x=1': page('c', '/'),
    '/moved': { status: 301, headers: { location: '/a' } },
    '/copy': page('a', '/', '/a/b'),
    ...more,
  };
}

async function open(more?: Pages): Promise<LoopbackSite> {
  const site = await startSite(origin => pagesAt(origin, more));
  sites.push(site);
  return site;
}

function rowsOf(directory: string, name: string): Record<string, string>[] {
  return csvRows(readFileSync(join(directory, name), 'utf8'));
}

function report(directory: string, { fileName, origin }: LoopbackSite): string[] {
  return rowsOf(directory, `reports/${fileName}.sitemap.csv`).map(({ Url, Kind, Level, Status, Sitemap }) =>
    [Url, Kind, Level, Status, Sitemap].join(' ').replaceAll(origin, ''),
  );
}

function levels(directory: string, { fileName }: LoopbackSite): string[] {
  return rowsOf(directory, `graph/${fileName}.nodes.csv`).map(({ Label, Level }) => `${Label} ${Level}`);
}

test('report compares sitemaps with what was found, and fetches nothing more', async () => {
  const site = await open();
  const { directory, summary } = await crawl(site.origin, { sitemaps: 'report' });
  expect(report(directory, site)).toEqual([
    '/c?x=1&y=2 orphan   /two.xml.gz',
    '/copy orphan   /two.xml.gz',
    '/gone orphan   /one.xml',
    '/moved orphan   /one.xml',
    '/old orphan   /one.xml',
    '/old/deep orphan   /two.xml.gz',
    '/report.pdf orphan   /two.xml.gz',
    '/a/b not-listed 2 node ',
    '/ linked 0 node /one.xml',
    '/a linked 1 node /one.xml',
  ]);
  const times = rowsOf(directory, `reports/${site.fileName}.sitemap.csv`).map(({ LastModified }) => LastModified);
  expect(new Set(times)).toEqual(new Set(['2026-05-01T00:00:00Z', '']));
  expect(levels(directory, site)).toEqual(['/ 0', '/a 1', '/a/b 2']);
  expect(summary.notices).toContain(`Site 1: ${site.origin}/none.xml was not read: it answers 404.`);
  // Every request is in the log, also those for sitemaps.
  const logged = rowsOf(directory, 'logs/common.csv').map(({ address = '' }) => address.replace(site.origin, ''));
  expect(logged.toSorted()).toEqual(site.asked.map(({ path }) => path).toSorted());
  const plain = await crawl(site.origin);
  // Issues know orphans.
  for (const name of plain.summary.files.filter(file => file !== 'crawl.json' && !file.includes('issue')))
    expect(readFileSync(join(plain.directory, name)).equals(readFileSync(join(directory, name)))).toBe(true);
});

const addedLevels = ['/ 0', '/a 1', '/a/b 2', '/c?x=1&y=2 -1', '/hidden -1', '/old -1', '/old/deep -1'];

test('add crawls what no click leads to, without a level; levels of the other pages stay least clicks', async () => {
  const site = await open();
  const { directory, summary } = await crawl(site.origin, { sitemaps: 'add' });
  expect(levels(directory, site)).toEqual(addedLevels);
  expect(report(directory, site).slice(0, 7)).toEqual([
    '/c?x=1&y=2 orphan  node /two.xml.gz',
    '/copy orphan  duplicate /two.xml.gz',
    '/gone orphan  http-status /one.xml',
    '/moved orphan  redirect /one.xml',
    '/old orphan  node /one.xml',
    '/old/deep orphan  node /two.xml.gz',
    '/report.pdf orphan  extension /two.xml.gz',
  ]);
  const counts = rowsOf(directory, `reports/${site.fileName}.levels.csv`);
  expect(counts.at(-1)).toMatchObject({
    Level: '-1',
    Found: '8',
    Nodes: '4',
    Redirects: '1',
    Duplicates: '1',
    Skipped: '2',
  });
  expect(summary.sites[0]).toMatchObject({ levels: 2 });
  expect(site.paths().filter(path => path === '/a')).toHaveLength(1);
});

test('only fetches what is listed', async () => {
  const site = await open();
  const { directory } = await crawl(site.origin, { sitemaps: 'only' });
  expect(levels(directory, site)).toEqual(['/ 0', '/a 1', '/c?x=1&y=2 -1', '/old -1', '/old/deep -1']);
  expect(site.paths()).not.toContain('/a/b');
  expect(site.paths()).not.toContain('/hidden');
});

test('a stop at any instant and a resume give the bytes of a crawl in one go', async () => {
  const site = await open();
  const whole = await crawl(site.origin, { sitemaps: 'add' });
  const requests = site.asked.length;
  for (const after of [3, 7, 11, requests - 1]) {
    const from = site.asked.length;
    const directory = newDirectory();
    const running = await begin(directory, site.origin, { sitemaps: 'add', delayMs: 20 });
    const first = finish(directory, running);
    await until(() => site.asked.length >= from + after);
    running.stop();
    await first;
    await resume(directory);
    const names = readdirSync(join(whole.directory, 'reports')).map(name => `reports/${name}`);
    for (const name of [...names, `graph/${site.fileName}.nodes.csv`, `graph/${site.fileName}.edges.csv`])
      expect(readFileSync(join(directory, name), 'utf8'), `${name} after ${after}`).toBe(
        readFileSync(join(whole.directory, name), 'utf8'),
      );
  }
});

/** Its sitemap comes without an end for as long as `drips` says so. */
async function openDripping(drips: () => boolean): Promise<LoopbackSite> {
  const site = await startSite(origin => ({
    '/': page('start'),
    '/listed': page('listed'),
    '/sitemap.xml': () =>
      drips()
        ? { headers: xml, body: '<urlset>', drip: `<url><loc>${origin}/listed</loc></url>\n`.repeat(2) }
        : { headers: xml, body: urlset(origin, ['/listed']) },
  }));
  sites.push(site);
  return site;
}

test('a sitemap without an end holds no other site, is shown, and ends with the time limit; a resume gives the same files', async () => {
  let drips = true;
  const slow = await openDripping(() => drips);
  const other = await open();
  const directory = newDirectory();
  const settings = { sitemaps: 'add', timeLimitSeconds: 8 } as const;
  const ended = finish(directory, await begin(directory, [slow.origin, other.origin], settings));
  await until(() => existsSync(join(directory, 'live.json')) && other.paths().includes('/a/b'));
  const waits = async () => (await readLocalStatus(directory)).sites.map(({ waitingFor }) => waitingFor?.kind);
  await vi.waitFor(async () => expect((await waits())[0]).toBe('sitemaps'), 60_000);
  const { summary } = await ended;
  // A sitemap may take ten minutes.
  expect(summary.elapsedMs).toBeLessThan(60_000);
  expect(slow.paths()).not.toContain('/');
  expect(summary.sites.map(({ finishReason }) => finishReason)).toEqual(['time-limit', 'no-work']);
  expect(levels(directory, other)).toContain('/a 1');
  expect(summary.notices).toContain('Crawl: The crawl ended before all sitemaps were read.');
  drips = false;
  await resume(directory, { timeLimitSeconds: 60 });
  const whole = await crawl([slow.origin, other.origin], { sitemaps: 'add' });
  for (const name of ['graph', 'reports'].flatMap(folder =>
    readdirSync(join(whole.directory, folder)).map(file => `${folder}/${file}`),
  ))
    expect(readFileSync(join(directory, name), 'utf8'), name).toBe(readFileSync(join(whole.directory, name), 'utf8'));
});

test('a slow site does not hold what only the sitemaps of another site list', async () => {
  let isOpen = false;
  const other = await open();
  const slow = await startSite({
    '/': page('start', '/slow'),
    '/slow': () => (isOpen ? page('slow') : { status: 503, headers: { 'retry-after': '4' } }),
  });
  sites.push(slow);
  const directory = newDirectory();
  const settings = { sitemaps: 'add', retries: 10 } as const;
  const ended = finish(directory, await begin(directory, [other.origin, slow.origin], settings));
  await until(() => other.paths().includes('/hidden'));
  isOpen = true;
  await ended;
  expect(levels(directory, other)).toEqual(addedLevels);
  expect(levels(directory, slow)).toEqual(['/ 0', '/slow 1']);
});

test('while they are fetched, pages that only sitemaps name are orphans, and no deeper levels', async () => {
  let isOpen = false;
  const site = await open({
    '/hidden': () => (isOpen ? page('hidden') : { status: 503, headers: { 'retry-after': '2' } }),
  });
  const directory = newDirectory();
  const ended = finish(directory, await begin(directory, site.origin, { sitemaps: 'add', retries: 10 }));
  await until(() => site.paths().includes('/hidden'));
  await vi.waitFor(async () => {
    const status = await readLocalStatus(directory);
    expect(status.sites.map(({ level }) => level)).toEqual([-1]);
    const [, totals, ...rest] = progressBlock(status, 5);
    expect(totals).toContain(', orphans, ');
    expect(rest.join('\n')).toMatch(/127\.0\.0\.1:\d+ +orphans /);
  }, 60_000);
  const counts = countLevels(join(directory, 'crawl.db'), 'read', undefined);
  expect(counts.map(({ level, found }) => [level, found])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
    [-1, 8],
  ]);
  isOpen = true;
  await ended;
  expect((await listLocalSites(directory)).map(({ level }) => level)).toEqual([2]);
  expect((await readLocalStatus(directory)).sites[0]!.level).toBe(2);
});

test('a stop ends the reading of sitemaps at once, also from another process', async () => {
  const slow = await openDripping(() => true);
  for (const isFile of [false, true]) {
    const directory = newDirectory();
    const running = await begin(directory, slow.origin, { sitemaps: 'only' });
    const asked = slow.asked.length;
    const ended = finish(directory, running);
    await until(() => slow.asked.length > asked + 1);
    const begun = performance.now();
    if (isFile) await requestLocalStop(directory);
    else running.stop();
    expect((await ended).summary.finishReason).toBe('stopped');
    expect(performance.now() - begun).toBeLessThan(60_000);
  }
  expect(slow.paths()).not.toContain('/');
});

test('a stop does not wait for a robots.txt without an end, and a resume requests it again', async () => {
  let drips = true;
  const site = await startSite({
    '/robots.txt': () => (drips ? { headers: { 'content-type': 'text/plain' }, drip: '# more\n' } : { status: 404 }),
    '/': page('start'),
  });
  sites.push(site);
  const directory = newDirectory();
  const running = await begin(directory, site.origin);
  const ended = finish(directory, running);
  await until(() => site.asked.length > 0);
  await new Promise(resolve => setTimeout(resolve, 300));
  const begun = performance.now();
  running.stop();
  expect((await ended).summary.finishReason).toBe('stopped');
  expect(performance.now() - begun).toBeLessThan(25_000);
  expect(site.asked).toHaveLength(1);
  drips = false;
  expect((await resume(directory)).summary.outcomes.nodes).toBe(1);
});

test('a site without a sitemap is told, and the other sites of a set have theirs', async () => {
  const [one, two] = [await open(), await startSite({ '/': page('alone') })];
  sites.push(two);
  const { directory, summary } = await crawl([one.origin, two.origin], { sitemaps: 'add' });
  expect(summary.notices).toContain('Site 2: no sitemap was found.');
  expect(levels(directory, one)).toEqual(addedLevels);
  expect(report(directory, two)).toEqual(['/ not-listed 0 node ']);
});

test('a feed stands for a sitemap; addresses outside of the site are listed, counted and not requested', async () => {
  const other = 'https://other.example/x';
  const site = await startSite(origin => ({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: `Sitemap: ${origin}/feed\nSitemap: ${origin}/atom\n`,
    },
    '/feed': {
      headers: { 'content-type': 'application/rss+xml' },
      body: `<rss version="2.0"><channel><item><link>${origin}/fed</link><pubDate>Fri, 01 May 2026 00:00:00 GMT</pubDate></item>
        <item><link>${other}</link></item></channel></rss>`,
    },
    '/atom': `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="${origin}/entry"/><updated>2026-05-01T00:00:00Z</updated></entry></feed>`,
    '/': page('start'),
    '/fed': page('fed'),
    '/entry': page('entry'),
  }));
  sites.push(site);
  const { directory, summary } = await crawl(site.origin, { sitemaps: 'add' });
  expect(report(directory, site)).toEqual([
    '/entry orphan  node /atom',
    '/fed orphan  node /feed',
    '/ not-listed 0 node ',
    `${other} elsewhere   /feed`,
  ]);
  expect(summary.notices).toContain(
    `${site.origin}: its sitemaps list 1 address outside of the site, such as ${other}; it was left out. --scope says what belongs to a site.`,
  );
});

test.each(['/sitemap.xml.gz', '/wp-sitemap.xml'])('a sitemap that nobody names is found at %s', async place => {
  const site = await startSite(origin => ({
    [place]: { headers: { 'content-type': 'application/gzip' }, body: gzipSync(urlset(origin, ['/a'])) },
    '/': page('start'),
  }));
  sites.push(site);
  const { directory } = await crawl(site.origin, { sitemaps: 'report' });
  expect(report(directory, site)).toEqual([`/a orphan   ${place}`, '/ not-listed 0 node ']);
});

test('what is missing of a sitemap is reported in words', async () => {
  const site = await startSite(origin => ({
    '/': page('start'),
    '/sitemap.xml': {
      headers: xml,
      body: `<urlset><url><loc>mailto:a@b.example</loc></url><url></url><url></url><url><loc>${origin}/a</loc></url><url>`,
    },
  }));
  sites.push(site);
  const { summary } = await crawl(site.origin, { sitemaps: 'report' });
  const sentences = summary.notices.filter(each => each.includes('/sitemap.xml: '));
  expect(sentences.map(each => each.split('/sitemap.xml: ')[1]).toSorted()).toEqual([
    '1 entry with an address that is none of http or https.',
    '2 entries without an address.',
    'its end is missing; the entries before it were read.',
  ]);
});

test('a packed sitemap that cannot be unpacked is told with its address, also at a usual place', async () => {
  const site = await startSite({
    '/': page('alone'),
    '/sitemap.xml': { headers: { 'content-type': 'application/gzip' }, body: Buffer.from([0x1f, 0x8b, 1, 2, 3]) },
  });
  sites.push(site);
  const { summary } = await crawl(site.origin, { sitemaps: 'report' });
  expect(summary.notices).toContain(`Site 1: ${site.origin}/sitemap.xml is a gzip file that cannot be unpacked.`);
});

test('what cannot go together is refused before anything is asked', () => {
  const refused = (settings: object): readonly string[] => {
    try {
      const sites = [{ url: 'https://a.example/' }, { url: 'https://b.example/' }];
      resolveSpec([readSpec({ sites, ...settings }, path => path.join('.'))]);
      return [];
    } catch (error) {
      if (error instanceof BadInput) return error.sentences;
      throw error;
    }
  };
  expect(refused({ sitemaps: 'report', limit: 5, maxLevel: 2 })).toEqual([]);
  expect(refused({ sitemaps: 'add', maxLevel: 2 })[0]).toContain('allowed is report where a depth is given');
  expect(refused({ sitemaps: 'only', limit: 5 })[0]).toContain('allowed is report where several sites share a limit');
  expect(refused({ sitemaps: 'all' })).toEqual(['sitemaps: "all" is refused; allowed are add, only, report.']);
});
