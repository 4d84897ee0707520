import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { type LoopbackSite, type Pages, page, redirect, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

async function serve(pages: Pages | ((origin: string) => Pages)): Promise<LoopbackSite> {
  const site = await startSite(pages);
  open.push(site);
  return site;
}

test.each([301, 302, 303, 307, 308])('a page that answers %i is replaced by its target', async status => {
  const site = await serve({
    '/': page('start', '/old', '/new'),
    '/old': redirect('/new', status),
    '/new': page('new'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/new'] });
  expect(results.arcs()).toEqual(['/ /new 2']);
  const row = { Url: '/old', Kind: 'redirect', KeptUrl: '/new', Evidence: String(status), Address: '' };
  expect(results.merges()).toEqual([row]);
});

test('follows a chain of ten at the same level and skips a longer one, whose beginnings lead nowhere (adverse 10)', async () => {
  const chain = (name: string, length: number): [string, ReturnType<typeof redirect>][] =>
    Array.from({ length }, (_, n) => [`/${name}${n}`, redirect(`/${name}${n + 1}`)]);
  const site = await serve({
    '/': page('start', '/ten0', '/eleven0'),
    ...Object.fromEntries([...chain('ten', 10), ...chain('eleven', 11)]),
    '/ten10': page('end of ten'),
    '/eleven11': page('end of eleven'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/ten10'] });
  expect(results.reasons()).toEqual({ '/eleven10': 'redirects' });
  expect(results.merges()).toHaveLength(20);
  expect(results.merges().find(({ Url }) => Url === '/ten0')).toMatchObject({ KeptUrl: '/ten10' });
  expect(site.paths()).not.toContain('/eleven11');
});

test('a chain of a thousand is left after ten (adverse 10)', async () => {
  const site = await serve({
    '/': page('start', '/hop0'),
    '*': ({ path }) => redirect(`/hop${Number(path.slice(4)) + 1}`),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(site.paths()).toHaveLength(12);
  expect(results.reasons()).toEqual({ '/hop10': 'redirects' });
});

test('leaves loops of one, two and three, each with one address skipped (adverse 10)', async () => {
  const site = await serve({
    '/': page('start', '/self', '/a', '/x'),
    '/self': redirect('/self'),
    '/a': redirect('/b'),
    '/b': redirect('/a'),
    '/x': redirect('/y'),
    '/y': redirect('/z'),
    '/z': redirect('/x'),
  });
  const { results, summary } = await crawl(`${site.origin}/`);
  expect(results.reasons()).toEqual({ '/self': 'redirects', '/b': 'redirects', '/z': 'redirects' });
  expect(summary.outcomes).toEqual({ found: 7, nodes: 1, redirects: 3, duplicates: 0, skipped: 3 });
  expect(site.paths().length).toBeLessThanOrEqual(10);
});

test('a redirect to itself that a cookie does not end is a loop, seen after a second request (adverse 10)', async () => {
  const site = await serve({
    '/': page('start', '/login'),
    '/login': { status: 302, headers: { location: '/login', 'set-cookie': 'seen=1' } },
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.reasons()).toEqual({ '/login': 'redirects' });
  expect(site.paths()).toEqual(['/', '/login', '/login']);
});

test('a redirect to another address of the same page is asked for there', async () => {
  const site = await serve({
    '/': page('start', '/p?b=1&a=2'),
    '/p?b=1&a=2': redirect('/p?a=2&b=1'),
    '/p?a=2&b=1': page('the page'),
  });
  const { results, summary } = await crawl(`${site.origin}/`);
  expect(results.nodes()).toMatchObject([{ Url: '/' }, { Url: '/p?a=2&b=1', FetchedUrl: '/p?a=2&b=1' }]);
  expect(summary.outcomes).toMatchObject({ found: 2, nodes: 2, redirects: 0 });
});

test('a redirect out of the site becomes an external link (adverse 11)', async () => {
  const site = await serve({ '/': page('start', '/out'), '/out': redirect('http://other.example/there') });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.external()).toMatchObject([{ Url: 'http://other.example/there', Page: '/out', Occurrences: '1' }]);
  expect(results.merges()).toMatchObject([{ Url: '/out', KeptUrl: 'http://other.example/there' }]);
  expect(results.levels()).toEqual({ 0: ['/'] });
});

test('redirects out of the site count beside links to there, in whichever turns they are fetched', async () => {
  const there = 'http://other.example/there';
  // A level of its own turn, and one turn that holds link and redirects.
  const site = await serve({
    '/': page('start', '/a', '/out', '/out2', there),
    '/a': page('a', there, '/deep'),
    '/out': redirect(there),
    '/out2': redirect(there),
    '/deep': page('deep', '/out3'),
    '/out3': redirect(there),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.external()).toMatchObject([{ Url: there, Page: '/', Occurrences: '5' }]);
});

test('a redirect to another port of a private address is an external link and never asked for (adverse 11)', async () => {
  const secret = await serve({ '*': page('secret') });
  const site = await serve({ '/': page('start', '/in'), '/in': redirect(`${secret.origin}/admin`) });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.external()).toMatchObject([{ Page: '/in', Occurrences: '1' }]);
  expect(secret.asked).toEqual([]);
});

test('checks target of redirects for robots.txt, extension and traps (adverse 11)', async () => {
  const long = `/${'x'.repeat(3_000)}`;
  const site = await serve({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
    '/': page('start', '/to-private', '/to-pdf', '/to-trap', '/to-long'),
    '/to-private': redirect('/private/page'),
    '/to-pdf': redirect('/paper.pdf'),
    '/to-trap': redirect('/a/b/a/b/a/b'),
    '/to-long': redirect(long),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.reasons()).toEqual({
    '/private/page': 'robots',
    '/paper.pdf': 'extension',
    '/a/b/a/b/a/b': 'repeating',
    [results.skipped().find(({ Reason }) => Reason === 'too-long')?.['Url'] ?? '']: 'too-long',
  });
  expect(results.merges().find(({ Url }) => Url === '/to-long')?.['KeptUrl']).toMatch(
    /^\/x+#cut-of-3\d\d\d-characters-/,
  );
  expect(site.paths()).toHaveLength(5);
});

test('refuses targets that are no web addresses, and reads odd ones as the URL standard says (adverse 11, 12)', async () => {
  const site = await serve({
    '/': page('start', '/file', '/script', '/data', '/gopher', '/none', '/spaces', '/relative', '/utf8'),
    '/file': redirect('file:///etc/passwd'),
    '/script': redirect('javascript:alert(1)'),
    '/data': redirect('data:text/html,x'),
    '/gopher': redirect('gopher://other.example/'),
    '/none': { status: 301 },
    '/spaces': redirect('  /with space  '),
    '/relative': redirect('../next?x'),
    '/utf8': redirect(Buffer.from('/страница').toString('latin1')),
    '*': ({ path }) => page(`at ${path}`),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.reasons()).toEqual({
    '/file': 'bad-location',
    '/script': 'bad-location',
    '/data': 'bad-location',
    '/gopher': 'bad-location',
    '/none': 'bad-location',
  });
  expect(results.levels()[1]).toEqual([
    '/%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B8%D1%86%D0%B0',
    '/next?x',
    '/with%20space',
  ]);
});

test('targets on another scheme or with credentials are stripped of them in all files (adverse 33)', async () => {
  const site = await serve(origin => ({
    '/': page('start', '/to'),
    '/to': redirect(origin.replace('//', '//user:secret@').concat('/there')),
    '/there': page('there', origin.replace('//', '//user:secret@').concat('/link')),
    '/link': page('link'),
  }));
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/there'], 2: ['/link'] });
  expect(JSON.stringify([results.files(), results.json(), results.raw('logs/common.csv')])).not.toContain('secret');
});

describe('the start address', () => {
  test('that redirects to another origin makes that origin the site, and says so', async () => {
    const target = await serve({ '/home': page('home', '/a'), '/a': page('a', '/home') });
    const site = await serve({ '/': redirect(`${target.origin}/home`) });
    const { results, summary } = await crawl(`${site.origin}/`, { allowHosts: [new URL(target.origin).host] });
    expect(summary.sites[0]).toMatchObject({ origin: target.origin, redirectedFrom: [`${site.origin}/`] });
    expect(results.levels(target.fileName)).toEqual({ 0: ['/home'], 1: ['/a'] });
    expect(results.merges(target.fileName)).toMatchObject([{ Kind: 'redirect', KeptUrl: '/home' }]);
    expect(target.asked.map(({ path }) => path)).toEqual(['/robots.txt', '/home', '/a']);
  });

  test('that redirects within the site and then out of it moves too', async () => {
    const target = await serve({ '/': page('home') });
    const site = await serve({ '/': redirect('/next'), '/next': redirect(`${target.origin}/`) });
    const { results, summary } = await crawl(`${site.origin}/`, { allowHosts: [new URL(target.origin).host] });
    expect(summary.sites[0]).toMatchObject({ origin: target.origin });
    expect(results.levels(target.fileName)).toEqual({ 0: ['/'] });
  });

  test('that redirects to a private host nobody named is not followed there', async () => {
    const target = await serve({ '/': page('secret') });
    const site = await serve({ '/': redirect(`${target.origin}/`) });
    const { results, summary } = await crawl(`${site.origin}/`);
    expect(target.asked).toEqual([]);
    expect(summary.outcomes.nodes).toBe(0);
    expect(summary.finishReason).toBe('not-available');
    expect(Object.values(results.reasons())).toEqual(['private-address']);
    const { host } = new URL(target.origin);
    expect(summary.sites[0]?.why).toBe(`${host} is not on the public Internet; add --allow-host ${host} to ask it`);
    // Not tried again: it would only be refused again.
    expect(results.raw('logs/errors.csv').match(/,private-address,/g)).toHaveLength(1);
  });

  test.each([
    { order: 'the redirect first', turn: (sites: readonly string[]) => sites },
    { order: 'the target first', turn: (sites: readonly string[]) => [...sites].reverse() },
  ])('two that meet in one origin are one site, which the lower number keeps: $order', async ({ turn }) => {
    const target = await serve({ '/': page('home', '/a', 'http://other.example/'), '/a': page('a') });
    const site = await serve({ '/': redirect(`${target.origin}/`) });
    const { directory, results, summary } = await crawl(turn([`${site.origin}/`, `${target.origin}/`]));
    expect(summary.sites.map(({ number, finishReason, sameAs }) => [number, finishReason, sameAs])).toEqual([
      [1, 'no-work', undefined],
      [2, 'same-as', 1],
    ]);
    expect(results.levels(target.fileName)).toEqual({ 0: ['/'], 1: ['/a'] });
    const names = Object.keys(results.files()).filter(
      name => !name.startsWith('fragment/') && !/^reports\/(?:indicators|issues)\./.test(name),
    );
    expect(names.every(name => name.includes(target.fileName))).toBe(true);
    const database = new DatabaseSync(join(directory, 'crawl.db'), { readOnly: true });
    const sites = database.prepare('SELECT site FROM internal_links UNION SELECT site FROM external_links').all();
    database.close();
    expect(sites, 'the tables show each link once').toEqual([{ site: 1 }]);
  });

  test('is fetched whatever its extension', async () => {
    const site = await serve({ '/start.pdf': page('a page all the same', '/a'), '/a': page('a') });
    const { results } = await crawl(`${site.origin}/start.pdf`, { exclude: ['start'] });
    expect(results.levels()).toEqual({ 0: ['/start.pdf'], 1: ['/a'] });
  });
});
