/** robots.txt of forty sites redirected to one host, as that host sees it. */
import { afterEach, expect, test } from 'vitest';
import { CrawlResults, newDirectory } from '../../../crawl/crawl-run.ts';
import { longestStallMs, mostEarlyMs } from '../../../servers/arrivals.ts';
import { type LoopbackSite, type Pages, page, redirect, startSite } from '../../../servers/loopback-site.ts';
import { type ChildEnd, startChild } from '../child-crawl.ts';

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

const delayMs = 100;

interface World {
  /** The host that all are sent to. */
  readonly shared: LoopbackSite;
  readonly sites: readonly LoopbackSite[];
  readonly args: readonly string[];
}

/** `fileOf`: where the n-th site's robots.txt is sent to. */
async function startWorld(
  count: number,
  fileOf: (site: number) => string,
  onAsked: () => void = () => undefined,
): Promise<World> {
  const rules = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /closed\n' };
  const serve = async (pages: Pages): Promise<LoopbackSite> => {
    const site = await startSite(pages, { onAsked });
    open.push(site);
    return site;
  };
  const shared = await serve({ '*': rules, '/robots.txt': rules });
  const sites = await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      serve({
        '/robots.txt': redirect(`${shared.origin}${fileOf(index)}`),
        '/': page(`start ${index}`, '/a', '/closed'),
        '/a': page(`a ${index}`),
        '/closed': page('closed'),
      }),
    ),
  );
  const starts = sites.map(({ origin }) => `${origin}/`);
  const allowed = ['--allow-host', new URL(shared.origin).host];
  return { shared, sites, args: [...starts, ...allowed, '--delay', String(delayMs), '--format', 'csv', '--quiet'] };
}

function expectWhole({ sites }: World, { exitCode, stderr }: ChildEnd): void {
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  for (const site of sites) expect([...new Set(site.paths())].sort()).toEqual(['/', '/a']);
}

test('forty files of one host are asked for one after the other, each its delay after the one before', async () => {
  const world = await startWorld(40, site => `/robots/${site}.txt`);
  expectWhole(world, await startChild('crawl', ...world.args, '--out', newDirectory()).ended);
  expect(world.shared.asked).toHaveLength(40);
  // Sites that ask whenever they come to it would be early by all of 3.9 s.
  expect(mostEarlyMs(world.shared.asked, delayMs)).toBeLessThan(1_000 + longestStallMs());
  // One that does not wait is early by two delays. A few may seem so: each began with forty requests of one process.
  const early = world.sites.filter(({ asked }) => mostEarlyMs(asked, delayMs) > delayMs + longestStallMs());
  expect(early.length).toBeLessThan(world.sites.length / 2);
});

test('one file for forty sites is asked for once', async () => {
  const world = await startWorld(40, () => '/robots.txt');
  const directory = newDirectory();
  expectWhole(world, await startChild('crawl', ...world.args, '--out', directory).ended);
  expect(world.shared.asked.map(({ path }) => path)).toEqual(['/robots.txt']);
  const [first] = world.sites;
  expect(new CrawlResults(directory).reasons(first!.fileName)).toEqual({ '/closed': 'robots' });
});

test('a crawl that is killed again and again asks that host no sooner', async () => {
  let requests = 0;
  let onRequest: () => void = () => undefined;
  const world = await startWorld(
    20,
    site => `/robots/${site}.txt`,
    () => {
      requests += 1;
      onRequest();
    },
  );
  const directory = newDirectory();
  for (const most of [15, 30, 45]) {
    const command = requests === 0 ? ['crawl', ...world.args, '--out', directory] : ['resume', directory, '--quiet'];
    const child = startChild(...command);
    onRequest = () => {
      if (requests >= most) child.process.kill('SIGKILL');
    };
    expect((await child.ended).signal).toBe('SIGKILL');
  }
  onRequest = () => undefined;
  expectWhole(world, await startChild('resume', directory, '--quiet').ended);
  expect(world.shared.asked.length).toBeGreaterThanOrEqual(20);
  expect(mostEarlyMs(world.shared.asked, delayMs)).toBeLessThan(1_000 + longestStallMs());
});
