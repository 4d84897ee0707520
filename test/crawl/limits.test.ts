import { afterEach, expect, test } from 'vitest';
import { ruleNames } from '../../shared/domain/spec/rules.ts';
import { type LoopbackSite, page, redirect, startSite } from '../servers/loopback-site.ts';
import { begin, crawl, finish, newDirectory, resume } from './crawl-run.ts';

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

/** A start page with links to `size - 1` more, of which each has links to a further one. */
async function siteOf(size: number, answerAfterMs = 0): Promise<LoopbackSite> {
  const numbers = Array.from({ length: size - 1 }, (_, n) => `/p${String(n).padStart(4, '0')}`);
  const site = await startSite(
    { '/': page('start', ...numbers), '*': ({ path }) => page(path, '/') },
    { answerAfterMs },
  );
  open.push(site);
  return site;
}

const used = (site: LoopbackSite): number => site.paths().length;

test('fetches exactly as many pages as the limit says, and names what was left', async () => {
  const site = await siteOf(30);
  const { summary, results } = await crawl(`${site.origin}/`, { limit: 12 });
  expect(summary).toMatchObject({ finishReason: 'page-budget', outcomes: { found: 30, nodes: 12, skipped: 18 } });
  expect(used(site)).toBe(12);
  expect(results.skipped()[0]).toEqual({
    Url: '/p0011',
    Level: '1',
    FoundOn: '/',
    Reason: 'page-budget',
    Status: '',
    Attempts: '0',
    Class: '',
    Detail: '',
  });
});

test('a limit that is just enough ends for want of work', async () => {
  const site = await siteOf(10);
  const { summary } = await crawl(`${site.origin}/`, { limit: 10 });
  expect(summary).toMatchObject({ finishReason: 'no-work', outcomes: { nodes: 10 } });
});

test('redirects, robots.txt and what is never asked for are no pages of the limit', async () => {
  const site = await startSite({
    '/': page('start', '/moved', '/a.pdf', '/missing', '/b', '/c'),
    '/moved': redirect('/target'),
    '*': ({ path }) => page(path),
    '/missing': { status: 404 },
  });
  open.push(site);
  const { summary } = await crawl(`${site.origin}/`, { limit: 4 });
  expect(summary.outcomes).toEqual({ found: 7, nodes: 3, redirects: 1, duplicates: 0, skipped: 3 });
  expect(site.paths()).toEqual(['/', '/moved', '/missing', '/b', '/c']);
});

test('`equal` splits a limit equally over sites, and what small ones leave goes to one of the others: exactly the limit', async () => {
  const sites = [await siteOf(3), await siteOf(50), await siteOf(5), await siteOf(50)];
  const { summary } = await crawl(
    sites.map(({ origin }) => `${origin}/`),
    { limit: 61, rule: 'equal' },
  );
  // 15 pages each; the rest goes to the best site, and of equals to the lowest number.
  expect(sites.map(used)).toEqual([3, 38, 5, 15]);
  expect(summary.sites.map(({ finishReason }) => finishReason)).toEqual([
    'no-work',
    'page-budget',
    'no-work',
    'page-budget',
  ]);
  expect(summary.finishReason).toBe('page-budget');
});

test.each(ruleNames)('%s uses exactly the limit as long as any site has pages', async rule => {
  const sites = [await siteOf(2), await siteOf(8), await siteOf(14), await siteOf(100)];
  await crawl(
    sites.map(({ origin }) => `${origin}/`),
    { limit: 124 - 20, rule, ruleOptions: { grant: 3, quantumSeconds: 1 } },
  );
  expect(sites.map(used).reduce((sum, count) => sum + count, 0)).toBe(104);
});

test('a limit smaller than the number of sites leaves some without a page', async () => {
  const sites = [await siteOf(9), await siteOf(9), await siteOf(9)];
  const { summary } = await crawl(
    sites.map(({ origin }) => `${origin}/`),
    { limit: 2 },
  );
  expect(sites.map(used)).toEqual([1, 1, 0]);
  expect(sites[2]!.asked).toEqual([]);
  expect(summary.sites.map(({ finishReason }) => finishReason)).toEqual(['page-budget', 'page-budget', 'page-budget']);
  expect(summary.sites.map(({ outcomes }) => outcomes.found)).toEqual([9, 9, 1]);
});

test('a limit larger than all sites together ends for want of work', async () => {
  const sites = [await siteOf(2), await siteOf(3)];
  const { summary } = await crawl(
    sites.map(({ origin }) => `${origin}/`),
    { limit: 1_000 },
  );
  expect(summary).toMatchObject({ finishReason: 'no-work', outcomes: { nodes: 5 } });
});

test('site limits hold for each site, its own before that of all, also when a limit is shared out', async () => {
  const sites = [await siteOf(20), await siteOf(20), await siteOf(20)];
  const [first, second, third] = sites.map(({ origin }) => `${origin}/`);
  await crawl([first!, { url: second!, limit: 7 }, third!], { siteLimit: 4 });
  expect(sites.map(used)).toEqual([4, 7, 4]);
  await crawl([first!, { url: second!, limit: 2 }, third!], { limit: 30, rule: 'equal' });
  expect(sites.map(used)).toEqual([4 + 18, 7 + 2, 4 + 10]);
});

test('a site that cannot be loaded leaves its share to the others', async () => {
  const good = await siteOf(30);
  const down = await startSite({ '/robots.txt': { status: 500 } });
  open.push(down);
  const { summary } = await crawl([`${down.origin}/`, `${good.origin}/`], { limit: 20 });
  expect(used(good)).toBe(20);
  expect(summary.sites.map(({ finishReason }) => finishReason)).toEqual(['not-available', 'page-budget']);
});

test('each site has its depth', async () => {
  const pages = { '/': page('start', '/1'), '/1': page('one', '/2'), '/2': page('two') };
  const [a, b] = [await startSite(pages), await startSite(pages)];
  open.push(a, b);
  await crawl([{ url: `${a.origin}/`, maxLevel: 0 }, `${b.origin}/`], { maxLevel: 1 });
  expect([a.paths(), b.paths()]).toEqual([['/'], ['/', '/1']]);
});

test('the time limit ends a crawl, which still writes its results; more time gives those of a crawl without the limit', async () => {
  // One page after the other takes 6 s at least, on any machine.
  const site = await siteOf(40, 150);
  const settings = { maxDownloads: 1 };
  const directory = newDirectory();
  const limited = await finish(
    directory,
    await begin(directory, `${site.origin}/`, { ...settings, timeLimitSeconds: 3 }),
  );
  expect(limited.summary.finishReason).toBe('time-limit');
  const { nodes, skipped } = limited.summary.outcomes;
  expect(nodes).toBeGreaterThan(0);
  expect(nodes).toBeLessThan(40);
  expect(nodes + skipped).toBe(40);
  expect(new Set(Object.values(limited.results.reasons()))).toEqual(new Set(['time-limit']));

  const same = await resume(directory);
  expect(same.summary).toMatchObject({ unchanged: true, finishReason: 'time-limit' });
  const longer = await resume(directory, { timeLimitSeconds: 60 });
  expect(longer.summary.finishReason).toBe('no-work');
  expect(longer.results.files()).toEqual((await crawl(`${site.origin}/`, settings)).results.files());
});

test.each([
  { what: 'limit', low: { limit: 7 }, high: { limit: 23 } },
  { what: 'depth', low: { maxLevel: 1 }, high: { maxLevel: 3 } },
  { what: 'limit and depth', low: { limit: 5, maxLevel: 1 }, high: { limit: 25, maxLevel: 2 } },
])(
  'a resumed crawl with a larger $what has the very files of a crawl that had it from the start',
  async ({ low, high }) => {
    const site = await startSite({
      '/': page('start', '/a', '/b', '/moved'),
      '/moved': redirect('/a/a'),
      '*': ({ path }) =>
        path.length > 11 ? page('leaf') : page(path, `${path}/a`, `${path}/b`, '/', `${path}/../moved`),
    });
    open.push(site);
    const directory = newDirectory();
    await finish(directory, await begin(directory, `${site.origin}/`, low));
    const raised = await resume(directory, high);
    const fresh = await crawl(`${site.origin}/`, high);
    expect(raised.summary.outcomes).toEqual(fresh.summary.outcomes);
    expect(raised.results.files()).toEqual(fresh.results.files());
  },
);

test('what a larger limit adds is shared over the sites that have pages left', async () => {
  const sites = [await siteOf(3), await siteOf(50), await siteOf(50)];
  const starts = sites.map(({ origin }) => `${origin}/`);
  const directory = newDirectory();
  const settings = { limit: 15, rule: 'equal' } as const;
  await finish(directory, await begin(directory, starts, settings));
  expect(sites.map(used)).toEqual([3, 7, 5]);
  const raised = await resume(directory, { limit: 41 });
  expect(sites.map(used)).toEqual([3, 7 + 13, 5 + 13]);
  expect(raised.summary).toMatchObject({ finishReason: 'page-budget', outcomes: { nodes: 41 } });
  const again = await resume(directory, { limit: 200 });
  expect(again.summary).toMatchObject({ finishReason: 'no-work', outcomes: { nodes: 103 } });
});

test('a finished crawl stays as it is when it is resumed, down to when its files were written', async () => {
  const site = await siteOf(5);
  const { directory, results } = await crawl(`${site.origin}/`);
  const [times, before] = [results.times(), site.asked.length];
  const again = await resume(directory);
  expect(again.summary).toMatchObject({ unchanged: true, finishReason: 'no-work', outcomes: { nodes: 5 } });
  expect(again.results.times()).toEqual(times);
  expect(site.asked).toHaveLength(before);
});
