import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { type LoopbackSite, type PageAnswer, page, startSite } from '../../servers/loopback-site.ts';
import { begin, crawl, finish, newDirectory, resume } from '../crawl-run.ts';

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

test('five failures in a row leave the host alone until a probe is answered; nothing is lost, other sites go on (adverse 15)', async () => {
  const links = Array.from({ length: 12 }, (_, n) => `/${n}`);
  // From the fourth page on the host is down, until 20 s have passed.
  let downSince: number | undefined;
  const answer = ({ path }: { path: string }): PageAnswer => {
    if (path === '/3') downSince ??= performance.now();
    const isDown = downSince !== undefined && performance.now() - downSince < 20_000;
    return isDown ? { status: 503 } : path === '/' ? page('start', ...links) : page(path);
  };
  const troubled = await startSite({ '/': answer, '*': answer });
  const well = await startSite({ '/': page('start', '/a'), '/a': page('a') });
  open.push(troubled, well);
  const { results, summary } = await crawl([`${troubled.origin}/`, `${well.origin}/`], { maxDownloads: 1 });

  expect(summary.finishReason).toBe('no-work');
  expect(results.nodes(troubled.fileName)).toHaveLength(13);
  expect(well.asked.at(-1)!.atMs - well.asked[0]!.atMs).toBeLessThan(25_000);
  // Up to 3, then five failures (3 to 7), then the start page as the probe, then the five again and the rest.
  expect(troubled.paths()).toEqual(['/', ...links.slice(0, 8), '/', ...links.slice(3)]);
  const [lastFailure, probe] = troubled.asked.slice(9, 11).map(({ atMs }) => atMs);
  expect(probe! - lastFailure!).toBeGreaterThanOrEqual(30_000);
});

test('a page that fails three times is skipped, and the others are not (adverse 1)', async () => {
  const links = Array.from({ length: 6 }, (_, n) => `/${n}`);
  const site = await startSite({ '/': page('start', ...links), '/2': { status: 500 }, '*': ({ path }) => page(path) });
  open.push(site);
  const { results } = await crawl(`${site.origin}/`);
  expect(results.skipped()).toMatchObject([{ Url: '/2', Reason: 'http-status', Status: '500', Attempts: '3' }]);
  expect(results.nodes()).toHaveLength(6);
  expect(site.paths().filter(path => path === '/2')).toHaveLength(3);
});

test('a start page that cannot be loaded after three tries makes the site not available', async () => {
  const site = await startSite({ '/': { status: 503 } });
  open.push(site);
  const { summary, results } = await crawl(`${site.origin}/`);
  expect(summary).toMatchObject({ finishReason: 'not-available', outcomes: { nodes: 0 } });
  expect(site.paths()).toEqual(['/', '/', '/']);
  expect(results.skipped()).toMatchObject([{ Url: '/', Reason: 'http-status', Status: '503', Attempts: '3' }]);
});

test('a page that answers at its second try is a node like any other, at its level', async () => {
  const site = await startSite({
    '/': page('start', '/late', '/b'),
    '/late': ({ nth }) => (nth === 1 ? { status: 502 } : page('late', '/below')),
    '*': ({ path }) => page(path),
  });
  open.push(site);
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/b', '/late'], 2: ['/below'] });
});

describe('a crawl that is stopped while its host is in trouble', () => {
  /** Answers the start page and fails everywhere else until it is well. */
  async function stopped(failure: PageAnswer): Promise<{ site: LoopbackSite; directory: string; heal: () => void }> {
    const state = { isDown: true };
    const links = Array.from({ length: 6 }, (_, n) => `/${n}`);
    const other = ({ path }: { path: string }): PageAnswer => (state.isDown ? failure : page(path));
    const site = await startSite({ '/': page('start', ...links), '*': other });
    open.push(site);
    const directory = newDirectory();
    const running = await begin(directory, `${site.origin}/`, { maxDownloads: 1 });
    const end = finish(directory, running);
    await expect.poll(() => site.paths().length, { timeout: 60_000 }).toBeGreaterThan(1);
    await expect.poll(() => settled(site), { timeout: 60_000, interval: 300 }).toBe(true);
    running.stop();
    expect((await end).summary.finishReason).toBe('stopped');
    const heal = (): void => {
      state.isDown = false;
    };
    return { site, directory, heal };
  }

  /** Nothing has been asked for lately. */
  const settled = (site: LoopbackSite): boolean => performance.now() - site.asked.at(-1)!.atMs > 250;

  test('asks it again as soon as it is resumed', async () => {
    const { site, directory, heal } = await stopped({ status: 500 });
    heal();
    const [resumedAt, before] = [performance.now(), site.asked.length];
    const { results, summary } = await resume(directory);
    expect(summary.finishReason).toBe('no-work');
    expect(results.nodes()).toHaveLength(7);
    // A probe would come after 30 s.
    expect(site.asked[before]!.atMs - resumedAt).toBeLessThan(29_000);
  });

  test('still waits as long as the host itself has asked for', async () => {
    const { site, directory, heal } = await stopped({ status: 503, headers: { 'retry-after': '4' } });
    heal();
    const failedAt = site.asked.at(-1)!.atMs;
    const before = site.asked.length;
    await resume(directory);
    expect(site.asked[before]!.atMs - failedAt).toBeGreaterThanOrEqual(3_900);
  });

  test('waits no longer than that where the clock was two hours ahead then', async () => {
    const { site, directory, heal } = await stopped({ status: 503, headers: { 'retry-after': '4' } });
    heal();
    const aheadMs = 2 * 3_600_000;
    const later = (...names: string[]): string =>
      names.map(name => `'$.hold.${name}', trouble ->> '$.hold.${name}' + ${aheadMs}`).join(', ');
    const crawlDb = new DatabaseSync(join(directory, 'crawl.db'));
    crawlDb.exec(
      `UPDATE sites SET trouble = json_set(trouble, ${later('since', 'until', 'asked')}) WHERE trouble -> '$.hold' IS NOT NULL`,
    );
    crawlDb.close();
    const tokens = new DatabaseSync(join(process.env['ORBWEAVER_STATE'] ?? '', 'tokens.db'));
    const { changes } = tokens
      .prepare('UPDATE tokens SET next_allowed_at = next_allowed_at + ? WHERE host = ?')
      .run(aheadMs, new URL(site.origin).host);
    tokens.close();
    expect(changes).toBe(1);
    const failedAt = site.asked.at(-1)!.atMs;
    const before = site.asked.length;
    const { summary } = await resume(directory);
    expect(summary.finishReason).toBe('no-work');
    expect(site.asked[before]!.atMs - failedAt).toBeGreaterThanOrEqual(3_900);
  });
});

test('a host whose name cannot be resolved is tried again, and named as the reason', async () => {
  const { summary, results } = await crawl('http://nowhere.invalid/');
  expect(summary).toMatchObject({ finishReason: 'not-available', outcomes: { nodes: 0 } });
  expect(summary.sites[0]?.why).toBe('no such host: the name nowhere.invalid could not be resolved');
  expect(results.skipped()).toMatchObject([{ Url: 'http://nowhere.invalid/', Reason: 'dns', Attempts: '0' }]);
  expect(results.raw('logs/errors.csv').match(/,dns,/g)).toHaveLength(3);
});
