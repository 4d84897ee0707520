import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

const anyPage = ({ path }: { path: string }): string => page(path);

test('skips addresses by extension without asking, by the built-in list or one of its own', async () => {
  const links = ['/a.pdf', '/b.ZIP', '/c.css?v=1', '/d.html', '/e.pdf/', '/f?file=g.doc', '/h.xyz'];
  site = await startSite({ '/': page('start', ...links), '*': anyPage });
  const builtIn = await crawl(`${site.origin}/`);
  expect(builtIn.results.reasons()).toEqual({
    '/a.pdf': 'extension',
    '/b.ZIP': 'extension',
    '/c.css?v=1': 'extension',
  });
  const own = await crawl(`${site.origin}/`, { extensions: ['xyz', 'HTML'] });
  expect(own.results.reasons()).toEqual({ '/d.html': 'extension', '/h.xyz': 'extension' });
  expect(builtIn.results.skipped()[0]).toMatchObject({ Level: '1', FoundOn: '/', Status: '', Attempts: '0' });
});

test('fetches what include finds and exclude does not; what is left out is named', async () => {
  site = await startSite({
    '/': page('start', '/docs/', '/docs/private/x', '/blog'),
    '/docs/': page('docs', '/docs/a', '/other'),
    '*': anyPage,
  });
  const { results } = await crawl(`${site.origin}/`, { include: ['/docs/'], exclude: ['/private/'] });
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/docs/'], 2: ['/docs/a'] });
  expect(results.reasons()).toEqual({ '/docs/private/x': 'excluded', '/blog': 'excluded', '/other': 'excluded' });
});

test('an expression that makes other engines backtrack slows nothing (adverse 41)', async () => {
  const long = `/${'a'.repeat(1_900)}!`;
  site = await startSite({ '/': page('start', long, '/b'), '*': anyPage });
  const { results } = await crawl(`${site.origin}/`, { exclude: ['(a+)+$', '(a|aa)+$'] });
  // An engine that backtracks never comes this far.
  expect(results.levels()[1]).toEqual([long, '/b'].sort());
});

test('stops at addresses that are too long, too deep or repeat themselves (adverse 28)', async () => {
  const long = `/${'x'.repeat(2_100)}`;
  const deep = '/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21';
  site = await startSite({ '/': page('start', long, deep, '/a/b/a/b/'), '*': ({ path }) => page(path, 'a/b/') });
  const { results } = await crawl(`${site.origin}/`);
  const cut = results.skipped().find(({ Reason }) => Reason === 'too-long')?.['Url'] ?? '';
  expect(cut).toMatch(/^\/x+#cut-of-2\d\d\d-characters-[0-9a-f]{16}$/);
  expect(results.reasons()).toEqual({ [cut]: 'too-long', [deep]: 'too-deep', '/a/b/a/b/a/b/': 'repeating' });
});

test('an endless relative-link trap ends by itself (adverse 28)', async () => {
  site = await startSite({ '/': page('start', 'n1/'), '*': ({ path }) => page(path, `n${path.length}/`, '../../') });
  const { summary } = await crawl(`${site.origin}/`);
  expect(summary.finishReason).toBe('no-work');
  expect(summary.sites[0]?.skippedBy).toHaveProperty('too-deep');
});

test('an endless calendar is left after N pages of its pattern, and the rest is crawled (adverse 26)', async () => {
  const month = ({ path }: { path: string }): string => {
    const number = Number(new URL(path, 'http://h').searchParams.get('month'));
    return page(path, `/calendar?month=${number + 1}`, '/about');
  };
  site = await startSite({
    '/': page('start', '/calendar?month=1'),
    '/about': page('about', '/contact'),
    '/contact': page('contact'),
    '*': month,
  });
  const { results, summary } = await crawl(`${site.origin}/`, { patternLimit: 5 });
  expect(results.reasons()).toEqual({ '/calendar?month=6': 'pattern-limit' });
  expect(summary.outcomes).toMatchObject({ nodes: 8, skipped: 1 });
  expect(summary.finishReason).toBe('no-work');
});

test('a faceted listing is cut by pattern, in order of discovery (adverse 30)', async () => {
  const filters = Array.from({ length: 6 }, (_, n) => `f${n}`);
  const listing = ({ path }: { path: string }): string => {
    const { searchParams } = new URL(path, 'http://h');
    const more = filters.filter(name => !searchParams.has(name));
    return page(path, ...more.map(name => `/list?${[...searchParams.keys(), name].map(key => `${key}=1`).join('&')}`));
  };
  site = await startSite({
    '/': page('start', '/list?f0=1', '/list?f0=2', '/list?f0=3', '/about'),
    '/about': page('about'),
    '*': listing,
  });
  const { results } = await crawl(`${site.origin}/`, { patternLimit: 2, maxLevel: 1 });
  expect(results.levels()[1]).toEqual(['/about', '/list?f0=1', '/list?f0=2']);
  expect(results.reasons()['/list?f0=3']).toBe('pattern-limit');
});

test('the pattern limit counts over turns and levels', async () => {
  const items = Array.from({ length: 30 }, (_, n) => `/item/${n}`);
  site = await startSite({
    '/': page('start', '/list', ...items.slice(0, 10)),
    '/list': page('list', ...items),
    '*': anyPage,
  });
  const { summary } = await crawl(`${site.origin}/`, { patternLimit: 12 });
  expect(summary.outcomes).toMatchObject({ nodes: 14, skipped: 18 });
});

test.each([
  { what: 'the start page', start: '/item/0' },
  { what: 'the page that the start address redirects to', start: '/' },
  { what: 'the page that a start address of its own pattern redirects to', start: '/item/99' },
])('$what is fetched whatever the pattern limit, and counts as the first of its pattern', async ({ start }) => {
  const items = Array.from({ length: 5 }, (_, n) => `/item/${n}`);
  const first = { status: 302, headers: { location: '/item/0' } };
  site = await startSite({ '/': first, '/item/99': first, '/item/0': page('first', ...items), '*': anyPage });
  const { results } = await crawl(`${site.origin}${start}`, { patternLimit: 2 });
  expect(results.levels()).toEqual({ 0: ['/item/0'], 1: ['/item/1'] });
  const refused = { '/item/2': 'pattern-limit', '/item/3': 'pattern-limit', '/item/4': 'pattern-limit' };
  expect(results.reasons()).toEqual(refused);
});

test('a link of a megabyte and a page of 100,000 nested tags are read like any other (adverse 29, 35)', async () => {
  site = await startSite({
    '/': `${page('start', `/${'y'.repeat(1_000_000)}`)}${'<div>'.repeat(100_000)}<a href="/deep">deep</a><!-- unclosed`,
    '*': anyPage,
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/deep'] });
  expect(Object.values(results.reasons())).toEqual(['too-long']);
});

test('no cell of any file, table or log is longer than an address may be, and long addresses stay apart', async () => {
  const long = (end: string): string => `${'z'.repeat(300_000)}${end}`;
  const links = [
    `/${long('1')}`,
    `/${long('2')}`,
    `http://other.example/${long('1')}`,
    `http://other.example/${long('2')}`,
  ];
  const bad = ['1', '2'].map(end => `javascript:${long(end)}`);
  site = await startSite({
    '/': `${page('start', ...links, ...bad, `${long('')}:x`, `http://${'z'.repeat(2_000)}/`, '/to-long', '/😀')}<title>${'😀'.repeat(1_000)}`,
    '/to-long': { status: 302, headers: { location: `/${'l'.repeat(30_000)}` } },
    '*': anyPage,
  });
  const { results, directory, summary } = await crawl(`${site.origin}/`);
  expect(summary.sites[0]?.skippedBy).toEqual({ 'too-long': 3 });
  expect(results.external()).toHaveLength(2);
  expect(results.bad().map(({ Reason }) => Reason)).toEqual(['script', 'script', 'unparsable']);
  for (const [name, text] of Object.entries({
    ...results.files(),
    common: results.raw('logs/common.csv'),
    errors: results.raw('logs/errors.csv'),
  })) {
    const longest = Math.max(...text.split(/[,"\n]/).map(cell => cell.length));
    expect([name, longest < 2_200]).toEqual([name, true]);
  }
  expect(longestCell(`${directory}/crawl.db`)).toBeLessThan(2_200);
});

/** Characters of the longest text in any table or view, apart from where a redirect led that is still to be asked. */
function longestCell(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").all();
    const rows = names.flatMap(({ name }) =>
      name === 'crawl' ? [] : database.prepare(`SELECT * FROM "${name}"`).all(),
    );
    return Math.max(
      ...rows.flatMap(row => Object.values(row)).map(value => (typeof value === 'string' ? value.length : 0)),
    );
  } finally {
    database.close();
  }
}
