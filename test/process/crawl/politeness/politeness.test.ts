import { afterEach, expect, test } from 'vitest';
import { crawl, newDirectory } from '../../../crawl/crawl-run.ts';
import { leastGapMs, mostEarlyMs } from '../../../servers/arrivals.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../../../servers/loopback-site.ts';
import { runChild } from '../child-crawl.ts';

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

async function siteOf(size: number, more: Pages = {}, answerAfterMs = 0): Promise<LoopbackSite> {
  const links = Array.from({ length: size - 1 }, (_, n) => `/${n}`);
  const pages = { '/': page('start', ...links), '*': ({ path }: { path: string }) => page(path), ...more };
  const site = await startSite(pages, { answerAfterMs });
  open.push(site);
  return site;
}

test('starts downloads the delay apart, robots.txt too, over turns and levels', async () => {
  const site = await siteOf(12, { '/3': page('three', '/x', '/y') });
  await crawl(`${site.origin}/`, { delayMs: 200 });
  expect(site.asked).toHaveLength(15);
  expect(leastGapMs(site.asked, 150)).toBeGreaterThanOrEqual(200);
});

test.each([1, 3])('has at most %i downloads open at once, and uses them', async maxDownloads => {
  const site = await siteOf(20, {}, 20);
  await crawl(`${site.origin}/`, { maxDownloads });
  expect(site.mostOpen).toBe(maxDownloads);
});

test('each site has a delay and downloads of its own, and none waits for another (adverse 4)', async () => {
  const [slow, quick] = [await siteOf(5, {}, 20), await siteOf(40, {}, 5)];
  await crawl([
    { url: `${slow.origin}/`, delayMs: 250, maxDownloads: 1 },
    { url: `${quick.origin}/`, delayMs: 0, maxDownloads: 4 },
  ]);
  // The other site keeps the event loop of both busy.
  expect(leastGapMs(slow.asked, 200)).toBeGreaterThanOrEqual(250);
  expect([slow.mostOpen, quick.mostOpen]).toEqual([1, 4]);
  // One that waited for the other would be asked as often until then.
  const slowEnd = slow.asked.at(-1)!.atMs;
  expect(quick.asked.filter(({ atMs }) => atMs < slowEnd).length).toBeGreaterThan(2 * slow.asked.length);
});

test('two crawls of one host by two processes are together as polite as one (adverse 58)', async () => {
  const site = await siteOf(8, {}, 5);
  const one = (): ReturnType<typeof runChild> =>
    runChild('crawl', `${site.origin}/`, '--delay', '200', '--out', newDirectory(), '--quiet');
  const ends = await Promise.all([one(), one()]);
  expect(ends.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(site.paths()).toHaveLength(16);
  // Two that knew nothing of each other would be early by half of 3.4 s.
  expect(mostEarlyMs(site.asked, 200)).toBeLessThan(800);
  expect(site.mostOpen).toBe(1);
});

test('obeys Retry-After of a 429 in seconds and loses nothing (adverse 14)', async () => {
  const busy: Pages[string] = ({ nth }) =>
    nth === 1 ? { status: 429, headers: { 'retry-after': '2' } } : page('at last', '/after');
  const site = await siteOf(3, { '/0': busy });
  const { results } = await crawl(`${site.origin}/`, { maxDownloads: 1 });
  const busyAt = site.asked.findIndex(({ path }) => path === '/0');
  expect(site.asked[busyAt + 1]!.atMs - site.asked[busyAt]!.atMs).toBeGreaterThanOrEqual(2_000);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/0', '/1'], 2: ['/after'] });
});

test.each([
  ['a past date', 'Thu, 01 Jan 1998 00:00:00 GMT'],
  ['a negative number', '-100'],
  ['text', 'soon'],
])('takes a Retry-After of %s for none (adverse 14)', async (_, value) => {
  const busy: Pages[string] = ({ nth }) =>
    nth === 1 ? { status: 503, headers: { 'retry-after': value } } : page('at last');
  const site = await siteOf(3, { '/0': busy });
  const { summary } = await crawl(`${site.origin}/`);
  expect(summary.outcomes.nodes).toBe(3);
  expect(summary.elapsedMs).toBeLessThan(60_000);
});

test('a Retry-After of ten years holds a crawl for an hour at most, and a stop ends it at once (adverse 14)', async () => {
  const { begin, finish } = await import('../../../crawl/crawl-run.ts');
  let stop = (): void => undefined;
  // Once the page has been asked for, however late a busy machine does that.
  const busy: Pages[string] = () => {
    setTimeout(() => stop(), 2_000);
    return { status: 503, headers: { 'retry-after': '315360000' } };
  };
  const site = await siteOf(3, { '/0': busy });
  const directory = newDirectory();
  const running = await begin(directory, `${site.origin}/`, { maxDownloads: 1 });
  stop = () => running.stop();
  const { summary } = await finish(directory, running);
  expect(summary.finishReason).toBe('stopped');
  expect(summary.elapsedMs).toBeLessThan(60_000);
  const { DatabaseSync } = await import('node:sqlite');
  const tokens = new DatabaseSync(`${process.env['ORBWEAVER_STATE']}/tokens.db`, { readOnly: true });
  const row = tokens.prepare('SELECT next_allowed_at AS at FROM tokens WHERE host = ?').get(new URL(site.origin).host);
  tokens.close();
  const waitMs = Number(row?.['at']) - Date.now();
  expect(waitMs).toBeGreaterThan(3_500_000);
  expect(waitMs).toBeLessThanOrEqual(3_600_000);
});
