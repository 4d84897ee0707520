import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import {
  type LoopbackSite,
  type PageAnswer,
  type Pages,
  page,
  redirect,
  type SitePage,
  startSite,
} from '../servers/loopback-site.ts';
import { begin, crawl, finish, newDirectory, resume } from './crawl-run.ts';

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

async function serve(pages: Pages | ((origin: string) => Pages)): Promise<LoopbackSite> {
  const site = await startSite(pages);
  open.push(site);
  return site;
}

const has = (headers: IncomingHttpHeaders, cookie: string): boolean =>
  (headers.cookie ?? '').split('; ').includes(cookie);

function away(location: string, cookie?: string, status = 302): PageAnswer {
  return { status, headers: { location, ...(cookie !== undefined && { 'set-cookie': cookie }) } };
}

/** A page behind a cookie; without it the visitor is sent away. */
const behind =
  (cookie: string, location: string, title: string, ...links: readonly string[]): SitePage =>
  ({ headers }) =>
    has(headers, cookie) ? page(title, ...links) : away(location, `${cookie}; Path=/`);

/** Each gate, and the paths that are asked on the way. */
const gates: Readonly<Record<string, readonly [Pages, readonly string[]]>> = {
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map(status => [
      `to itself with ${status}`,
      [
        { '/a': ({ headers }) => (has(headers, 'ok=1') ? page('A') : away('/a', 'ok=1', status)) },
        ['/a', '/a'],
      ] as const satisfies readonly [Pages, readonly string[]],
    ]),
  ),
  'to itself, once to each visitor, without a cookie': [
    { '/a': ({ nth }) => (nth > 1 ? page('A') : redirect('/a')) },
    ['/a', '/a'],
  ],
  'over an address that sets the cookie and knows the way back': [
    {
      '/a': ({ headers }) => (has(headers, 'ok=1') ? page('A') : redirect('/check?back=%2Fa')),
      '/check?back=%2Fa': away('/a', 'ok=1; Path=/'),
    },
    ['/a', '/check?back=%2Fa', '/a'],
  ],
  'over an address that knows the way back by a cookie': [
    {
      '/a': ({ headers }) => (has(headers, 'ok=1') ? page('A') : away('/check', 'from=/a; Path=/')),
      '/check': ({ headers }) => (has(headers, 'from=/a') ? away('/a', 'ok=1; Path=/') : page('lost')),
    },
    ['/a', '/check', '/a'],
  ],
  'over itself with a parameter': [
    {
      '/a': ({ headers }) => (has(headers, 'ok=1') ? page('A') : redirect('/a?tried=1')),
      '/a?tried=1': away('/a', 'ok=1; Max-Age=60'),
    },
    ['/a', '/a?tried=1', '/a'],
  ],
  'to itself, two cookies one after the other': [
    {
      '/a': ({ headers }) =>
        has(headers, 'two=2') ? page('A') : has(headers, 'one=1') ? away('/a', 'two=2') : away('/a', 'one=1'),
    },
    ['/a', '/a', '/a'],
  ],
  'to itself, and then over another address': [
    {
      '/a': ({ headers }) =>
        has(headers, 'two=2') ? page('A') : has(headers, 'one=1') ? redirect('/check?to=/a') : away('/a', 'one=1'),
      '/check?to=/a': away('/a', 'two=2'),
    },
    ['/a', '/a', '/check?to=/a', '/a'],
  ],
};

test.each(Object.entries(gates))('a page behind a gate is read: %s', async (_, [pages, paths]) => {
  const site = await serve({ '/': page('start', '/a'), ...pages });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a'] });
  expect(site.paths()).toEqual(['/', ...paths]);
  expect(results.reasons()).toEqual({});
});

test('a site behind a gate is opened once, and its later turns bring the cookie', async () => {
  const site = await serve({
    '/': behind('ok=1', '/check', 'start', '/a', '/b'),
    '/check': redirect('/'),
    '/a': behind('ok=1', '/a', 'A', '/c'),
    '/b': behind('ok=1', '/b', 'B'),
    '/c': behind('ok=1', '/c', 'C'),
  });
  const { results, directory } = await crawl(`${site.origin}/`, { warc: true });
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a', '/b'], 2: ['/c'] });
  expect(site.paths()).toEqual(['/', '/check', '/', '/a', '/b', '/c']);
  const row = new DatabaseSync(join(directory, 'crawl.db')).prepare('SELECT jar FROM sites').get();
  const cookie = { name: 'ok', value: '1', domain: '127.0.0.1', path: '/', hostOnly: true };
  expect(JSON.parse(String(row?.['jar']))).toEqual([cookie]);
  expect(filesWith(directory, 'ok=1')).toEqual([]);
  expect(filesWith(directory, '"name":"ok"')).toEqual([]);

  const archive = readdirSync(join(directory, 'archive')).filter(name => name.endsWith('.warc.gz'));
  const fromWarc = archive.map(name => join(directory, 'archive', name));
  const replayed = await crawl(`${site.origin}/`, { fromWarc });
  expect(replayed.results.nodes()).toEqual(results.nodes());
  expect(replayed.results.arcs()).toEqual(results.arcs());
});

/** Files beside state and archive that hold the text. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    name =>
      statSync(join(directory, name)).isFile() &&
      !/^(?:crawl\.db|archive|state)/.test(name) &&
      readFileSync(join(directory, name)).includes(text),
  );
}

test('a gate that leads on to another page is one, and that page gets its cookie', async () => {
  const site = await serve({
    '/': ({ headers }) => (has(headers, 'ok=1') ? redirect('/home') : away('/', 'ok=1')),
    '/home': behind('ok=1', '/', 'home', '/a'),
    '/a': page('A'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/home'], 1: ['/a'] });
});

test('a gate that never opens is left: the site says so, and a new cookie each time does not help', async () => {
  const site = await serve({
    '/': page('start', '/a', '/b'),
    '/a': ({ nth }) => away('/a', `visit=${nth}`),
    '/b': away('/b', 'x=1; Domain=other.example'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.reasons()).toEqual({ '/a': 'redirects', '/b': 'redirects' });
  expect(site.paths().filter(path => path === '/a')).toHaveLength(4);
  expect(site.paths().filter(path => path === '/b')).toHaveLength(2);
});

test('a redirect with a cookie that leads elsewhere stays a redirect, and its cookie is not kept', async () => {
  const site = await serve({
    '/': page('start', '/a', '/b'),
    '/a': away('/c', 'seen=1; Path=/'),
    '/b': ({ headers }) => page(`B ${headers.cookie ?? 'without'}`),
    '/c': ({ headers }) => page(`C ${headers.cookie ?? 'without'}`),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.merges()).toMatchObject([{ Url: '/a', KeptUrl: '/c', Evidence: '302' }]);
  expect(results.nodes().map(({ Title }) => Title)).toEqual(['start', 'B without', 'C without']);
});

test('a walk asks for nothing that robots.txt forbids', async () => {
  const site = await serve({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /check' },
    '/': page('start', '/a'),
    '/a': redirect('/check?back=/a'),
    '/check?back=/a': away('/a', 'ok=1'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(site.paths()).toEqual(['/', '/a']);
  expect(results.reasons()).toEqual({ '/check?back=/a': 'robots' });
});

test('a robots.txt behind a gate is obeyed', async () => {
  const rules = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /a' };
  const site = await serve({
    '/robots.txt': ({ headers }) => (has(headers, 'ok=1') ? rules : away('/robots.txt', 'ok=1')),
    '/': page('start', '/a'),
    '/a': page('A'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.reasons()).toEqual({ '/a': 'robots' });
});

test('a robots.txt behind a gate over another address is obeyed, and what it costs is counted', async () => {
  const rules = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /a' };
  const site = await serve({
    '/robots.txt': ({ headers }) => (has(headers, 'ok=1') ? rules : redirect('/check')),
    '/check': away('/robots.txt', 'ok=1'),
    '/': page('start', '/a'),
    '/a': page('A'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.reasons()).toEqual({ '/a': 'robots' });
  expect(site.paths()).toEqual(['/check', '/check', '/']);
});

test('without cookies every gate is a circle', async () => {
  const site = await serve({ '/': page('start', '/a'), '/a': behind('ok=1', '/a', 'A') });
  const { results } = await crawl(`${site.origin}/`, { noCookies: true });
  expect(results.reasons()).toEqual({ '/a': 'redirects' });
  expect(site.paths()).toEqual(['/', '/a']);
});

test('of gates in one turn the later entry counts, whichever is answered first', async () => {
  const slow = new Map([['/p0', 60]]);
  let last = '/';
  const site = await startSite(
    {
      '/': page('start', '/p0', '/p1', '/p2', '/end'),
      ...Object.fromEntries(
        ['/p0', '/p1', '/p2'].map(path => [
          path,
          ({ headers }) => ((headers.cookie ?? '').includes('who=') ? page(path) : away(path, `who=${path}; Path=/`)),
        ]),
      ),
      '/end': page('end', '/after'),
      '/after': ({ headers }) => page(`after ${headers.cookie}`),
    },
    { onAsked: ({ path }) => (last = path), answerAfterMs: () => slow.get(last) ?? 0 },
  );
  open.push(site);
  const { results } = await crawl(`${site.origin}/`, { maxDownloads: 4 });
  expect(results.nodes().map(({ Title }) => Title)).toContain('after who=/p2');
});

test('a stopped crawl goes on with the cookies that it had', async () => {
  const site = await serve({
    '/': behind('ok=1', '/', 'start', '/a'),
    '/a': behind('ok=1', '/a', 'A', '/b'),
    '/b': behind('ok=1', '/b', 'B'),
  });
  const directory = newDirectory();
  await finish(directory, await begin(directory, `${site.origin}/`, { limit: 1 }));
  const { results } = await resume(directory, { limit: 10 });
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a'], 2: ['/b'] });
  expect(site.paths()).toEqual(['/', '/', '/a', '/b']);
});

test('external links behind gates are no circles, each in a jar of its own', async () => {
  const other = await serve({
    '/self': behind('ok=1', '/self', 'self'),
    '/lasting': ({ headers }) => (has(headers, 'ok=2') ? page('lasting') : away('/lasting', 'ok=2', 301)),
    '/over': ({ headers }) => (has(headers, 'ok=3') ? page('over') : away('/check', 'from=/over')),
    '/check': ({ headers }) => (has(headers, 'from=/over') ? away('/over', 'ok=3') : away('/nowhere')),
    '/plain': ({ headers }) => (headers.cookie === undefined ? page('plain') : { status: 400 }),
  });
  const links = ['/self', '/lasting', '/over', '/plain'].map(path => `${other.origin}${path}`);
  const site = await serve({ '/': page('start', ...links) });
  const { results } = await crawl(`${site.origin}/`, {
    checkExternal: true,
    allowHosts: [other.origin.replace('http://', '')],
  });
  expect(results.external()).toHaveLength(links.length);
  const name = `reports/${site.fileName}.external-checks.csv`;
  expect(results.raw(name).trimEnd().split('\n')).toHaveLength(1);
  expect(other.paths()).toHaveLength(2 + 2 + 3 + 1);
});
