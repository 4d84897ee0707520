import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { leastGapMs } from '../../servers/arrivals.ts';
import {
  type LoopbackSite,
  type Pages,
  page,
  redirect,
  type SitePage,
  startSite,
} from '../../servers/loopback-site.ts';
import { begin, crawl, finish, newDirectory, resume } from '../crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

const text = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body });

function pagesWith(robots: SitePage): Pages {
  return {
    '/robots.txt': robots,
    '/': page('start', '/open', '/closed/a', '/closed/b.html'),
    '*': ({ path }) => page(path),
  };
}

const rules = text(
  'User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /closed/\nAllow: /closed/b.html$\nCrawl-delay: 0.05',
);

test('obeys the rules, and names what they forbid without asking for it', async () => {
  site = await startSite(pagesWith(rules));
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()[1]).toEqual(['/closed/b.html', '/open']);
  expect(results.skipped()).toMatchObject([{ Url: '/closed/a', Reason: 'robots', Attempts: '0', Status: '' }]);
  expect(site.asked[0]?.path).toBe('/robots.txt');
  expect(site.asked.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
});

test('the group of its own name counts, and the User-Agent header says that name', async () => {
  site = await startSite(pagesWith(text('User-agent: orbweaver\nDisallow: /open\n\nUser-agent: *\nDisallow: /')));
  const { results } = await crawl(`${site.origin}/`, { userAgent: 'Orbweaver/9 (+https://h.example)' });
  expect(results.levels()[1]).toEqual(['/closed/a', '/closed/b.html']);
  expect(new Set(site.asked.map(({ userAgent }) => userAgent))).toEqual(new Set(['Orbweaver/9 (+https://h.example)']));
});

test('pages are requested in the languages that are wanted, robots.txt too; without them the header is not sent', async () => {
  const headers: (string | undefined)[] = [];
  const inLanguage: SitePage = asked => {
    headers.push(asked.headers['accept-language']);
    const language = (asked.headers['accept-language'] ?? 'en').slice(0, 2);
    return page(language, `/in-${language}`);
  };
  site = await startSite({ '/': inLanguage, '/in-de': page('de'), '/in-en': page('en'), '/robots.txt': inLanguage });
  const german = await crawl(`${site.origin}/`, { acceptLanguage: 'de, en;q=0.5' });
  expect(german.results.levels()[1]).toEqual(['/in-de']);
  expect(headers).toEqual(['de, en;q=0.5', 'de, en;q=0.5']);
  const plain = await crawl(`${site.origin}/`);
  expect(plain.results.levels()[1]).toEqual(['/in-en']);
  expect(headers.slice(2)).toEqual([undefined, undefined]);
});

test('disallow-only leaves the Crawl-delay aside; ignore asks for no robots.txt at all', async () => {
  site = await startSite(pagesWith(text('User-agent: *\nDisallow: /closed/\nCrawl-delay: 20')));
  const rulesOnly = await crawl(`${site.origin}/`, { robots: 'disallow-only' });
  expect(rulesOnly.results.levels()[1]).toEqual(['/open']);
  const before = site.asked.length;
  const ignoring = await crawl(`${site.origin}/`, { robots: 'ignore' });
  expect(ignoring.results.levels()[1]).toHaveLength(3);
  expect(site.asked.slice(before).map(({ path }) => path)).not.toContain('/robots.txt');
});

test('waits for the Crawl-delay where it is the larger one, as the server sees it (adverse 25)', async () => {
  site = await startSite(pagesWith(text('User-agent: *\nCrawl-delay: 0.2')));
  await crawl(`${site.origin}/`, { delayMs: 10 });
  expect(site.asked).toHaveLength(5);
  // The delay of the settings would be 10 ms.
  expect(leastGapMs(site.asked, 150)).toBeGreaterThanOrEqual(200);
});

test('clamps a Crawl-delay above 30 s, and says so (adverse 25)', async () => {
  let onAsked = (): void => undefined;
  const pages = { '/robots.txt': text('User-agent: *\nCrawl-delay: 1000000000'), '/': page('start') };
  site = await startSite(pages, { onAsked: () => onAsked() });
  const directory = newDirectory();
  const running = await begin(directory, `${site.origin}/`);
  // Once the file has been asked for, however late a busy machine does that.
  onAsked = () => void setTimeout(() => running.stop(), 1_500);
  const { summary } = await finish(directory, running);
  const cut = `the Crawl-delay of ${site.origin}, 1000000000000 ms, is cut to 30000 ms`;
  expect(summary.notices).toEqual([expect.stringContaining(cut)]);
  expect(summary.finishReason).toBe('stopped');
  expect(summary.elapsedMs).toBeLessThan(29_000);
});

test.each(['0', '-1', 'abc', '1e9x'])('takes a Crawl-delay of %s for none (adverse 25)', async delay => {
  site = await startSite(pagesWith(text(`User-agent: *\nCrawl-delay: ${delay}`)));
  const { summary } = await crawl(`${site.origin}/`);
  expect(summary.outcomes.nodes).toBe(4);
});

test.each([401, 403, 404, 410, 429 - 11])('%i for robots.txt allows everything (adverse 22)', async status => {
  site = await startSite(pagesWith({ status, body: 'User-agent: *\nDisallow: /' }));
  const { summary } = await crawl(`${site.origin}/`);
  expect(summary.outcomes.nodes).toBe(4);
});

test('5xx for robots.txt forbids everything; after three tries the site is not available (adverse 22)', async () => {
  site = await startSite(pagesWith({ status: 503 }));
  const { summary, results } = await crawl(`${site.origin}/`);
  expect(site.asked.map(({ path }) => path)).toEqual(['/robots.txt', '/robots.txt', '/robots.txt']);
  expect(summary).toMatchObject({ finishReason: 'not-available', outcomes: { nodes: 0 } });
  expect(summary.notices).toEqual([expect.stringContaining(`${site.origin}/robots.txt is not available: `)]);
  expect(summary.sites[0]?.why).toContain('robots.txt');
  expect(results.reasons()).toEqual({ '/': 'host-down' });
});

test('a robots.txt that comes at the second try counts (adverse 22)', async () => {
  site = await startSite(pagesWith(({ nth }) => (nth === 1 ? { status: 500 } : rules)));
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()[1]).toEqual(['/closed/b.html', '/open']);
});

test('follows redirects of robots.txt, five of them', async () => {
  const hops = (last: number): Pages =>
    Object.fromEntries(Array.from({ length: last }, (_, n) => [`/robots-${n}`, redirect(`/robots-${n + 1}`)]));
  site = await startSite({ ...pagesWith(redirect('/robots-1')), ...hops(5), '/robots-5': rules });
  const five = await crawl(`${site.origin}/`);
  expect(five.results.levels()[1]).toEqual(['/closed/b.html', '/open']);
  await site.close();
  site = await startSite({
    ...pagesWith(redirect('/robots-0')),
    ...hops(5),
    '/robots-5': text('User-agent: *\nDisallow: /'),
  });
  const six = await crawl(`${site.origin}/`);
  expect(six.summary.outcomes.nodes).toBe(4);
});

test.each([
  { what: 'HTML', robots: '<!doctype html><title>404</title>Disallow: /' },
  {
    what: 'UTF-16 with a byte order mark',
    robots: text(''),
    allowed: true,
    bytes: Buffer.from('\ufeffUser-agent: *\nDisallow: /closed/', 'utf16le'),
  },
  { what: 'binary', robots: text('\u0000\u0001\u0002Disallow: /\u0000') },
  { what: 'runs of wildcards', robots: text(`User-agent: *\nDisallow: /${'*'.repeat(1_000)}zzz$`) },
  { what: '100,000 rules', robots: text(`User-agent: *\n${'Disallow: /x/*/y$\n'.repeat(100_000)}`) },
])('bears a robots.txt that is $what (adverse 21, 23)', async ({ robots, bytes }) => {
  site = await startSite(
    pagesWith(bytes === undefined ? robots : { headers: { 'content-type': 'text/plain' }, body: bytes }),
  );
  const { summary } = await crawl(`${site.origin}/`);
  expect(summary.finishReason).toBe('no-work');
  expect(summary.outcomes.nodes).toBe(bytes === undefined ? 4 : 2);
});

test('reads carriage returns as line ends (adverse 23)', async () => {
  site = await startSite(pagesWith(text('User-agent: *\rDisallow: /closed/\r')));
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()[1]).toEqual(['/open']);
});

test('uses the first 500 KiB of a long robots.txt (adverse 21)', async () => {
  const filler = '# filler\n'.repeat(60_000);
  site = await startSite(pagesWith(text(`User-agent: *\nDisallow: /closed/\n${filler}Disallow: /open\n`)));
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()[1]).toEqual(['/open']);
});

test('a start page that robots.txt forbids is named as the reason for nothing', async () => {
  site = await startSite(pagesWith(text('User-agent: *\nDisallow: /')));
  const { summary } = await crawl(`${site.origin}/`);
  expect(summary.outcomes).toMatchObject({ found: 1, nodes: 0, skipped: 1 });
  expect(summary.sites[0]?.why).toContain('robots.txt forbids it');
});

test('rules that change while a crawl is stopped count once the file is a day old, for queued pages too (adverse 24)', async () => {
  let isClosed = false;
  const links = Array.from({ length: 20 }, (_, n) => `/${n}`);
  site = await startSite({
    '/robots.txt': () => text(isClosed ? 'User-agent: *\nDisallow: /1' : ''),
    '/': page('start', ...links),
    '*': ({ path }) => page(path),
  });
  const directory = newDirectory();
  const limited = await begin(directory, `${site.origin}/`, { limit: 2 });
  await finish(directory, limited);
  isClosed = true;
  const young = await resume(directory, { limit: 3 });
  expect(young.results.levels()[1]).toEqual(['/0', '/1']);

  const database = new DatabaseSync(join(directory, 'crawl.db'));
  const dayMs = 24 * 3_600_000;
  database.exec(`UPDATE sites SET robots = json_set(robots, '$.fetchedAt', robots ->> '$.fetchedAt' - ${dayMs})`);
  database.close();
  const old = await resume(directory, { limit: 50 });
  const forbidden = links.filter(link => link.startsWith('/1') && link !== '/1');
  expect(Object.keys(old.results.reasons()).sort()).toEqual(forbidden.sort());
  expect(site.asked.filter(({ path }) => path === '/robots.txt')).toHaveLength(2);
});
