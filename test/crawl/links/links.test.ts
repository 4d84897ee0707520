import { afterEach, expect, test } from 'vitest';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

/** Asks for nothing but the start page and what it links to. */
async function pathsFrom(start: string, settings: Parameters<typeof crawl>[1] = {}): Promise<string[]> {
  site = await startSite({ '/': start, '*': ({ path }) => page(`at ${path}`) });
  await crawl(`${site.origin}/`, { maxLevel: 1, ...settings });
  return site.paths().slice(1);
}

test('follows links of a and of a in SVG, with entities, white space and letter case of HTML', async () => {
  expect(
    await pathsFrom(`
      <A HREF="/upper">1</A> <a href='/single'>2</a> <a href=/bare>3</a> <a
      href="
        /white&Tab;space ">4</a> <a href="/amp?x=1&amp;y=2&#38;z=3">5</a> <area href="/area">
      <svg><a href="/svg"><text>6</text></a></svg>
      <a href="">self</a> <a>none</a> <a href="#part">part</a>`),
  ).toEqual(['/upper', '/single', '/bare', '/whitespace', '/amp?x=1&y=2&z=3', '/svg']);
});

test('follows nothing that stands in comments, scripts, styles, text areas, titles and templates', async () => {
  expect(
    await pathsFrom(`
      <title><a href="/title">t</a></title> <!-- <a href="/comment">c</a> --> <style><a href="/style"></style>
      <script>document.write('<a href="/script">s</a>')</script> <textarea><a href="/textarea">x</a></textarea>
      <noscript><a href="/noscript">kept: nothing runs here</a></noscript> <a href="/real">r</a>`),
  ).toEqual(['/noscript', '/real']);
});

test.each([
  ['<base><base href="/folder/"><base href="/other/">', ['/folder/a', '/b']],
  ['<base><base href="javascript:0"><base href="/folder/"><base href="/other/">', ['/folder/a', '/b']],
  ['<base href="mailto:x@y.example">', []],
])('of several bases the first that is an address counts (adverse 36): %s', async (bases, paths) => {
  expect(await pathsFrom(`${bases}<a href="a">1</a><a href="/b">2</a>`)).toEqual(paths);
});

test('takes a base of another site for what it is (adverse 36)', async () => {
  expect(await pathsFrom('<base href="http://other.example/"><a href="a">1</a>')).toEqual([]);
});

test.each([
  { frames: false, expected: ['/a'] },
  { frames: true, expected: ['/frame', '/a'] },
])('counts addresses of frames only if asked to: $frames', async ({ frames, expected }) => {
  expect(await pathsFrom('<iframe src="/frame"></iframe><a href="/a">a</a>', { frames })).toEqual(expected);
});

test('takes the target of a refresh, of page or header, for one link; the page stays a node (adverse 13)', async () => {
  site = await startSite({
    '/': page('start', '/meta', '/header', '/endless'),
    '/meta': '<meta http-equiv="Refresh" content="0; url=/target"><title>meta</title>',
    '/header': { headers: { refresh: '5;url=/target' }, body: page('header') },
    '/endless': '<meta http-equiv="refresh" content="0; url=/endless"><title>endless</title>',
    '/target': page('target'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/endless', '/header', '/meta'], 2: ['/target'] });
  expect(results.arcs()).toContain('/meta /target 1');
  expect(results.arcs()).toContain('/header /target 1');
  expect(results.arcs()).toContain('/endless /endless 1');
  expect(site.paths().filter(path => path === '/endless')).toHaveLength(1);
});

test('tells external and bad links with their first page, its level, and all occurrences', async () => {
  site = await startSite({
    '/': page('start', '/a', 'http://one.example/x', 'javascript:alert(1)', 'mailto:me@one.example'),
    '/a': `<title>a</title><a href="http://ONE.example:80/x#top">again</a> <a href="https://one.example/x"> other
      <b>scheme</b> </a> <a href="http://[bad/">bad</a> <a href="javascript:alert(1)">js</a>`,
  });
  const { results, summary } = await crawl(`${site.origin}/`);
  expect(results.external()).toEqual([
    { Url: 'http://one.example/x', Page: '/', Level: '0', Anchor: 'to http://one.example/x', Occurrences: '2' },
    { Url: 'https://one.example/x', Page: '/a', Level: '1', Anchor: 'other scheme', Occurrences: '1' },
  ]);
  expect(results.bad()).toMatchObject([
    { Text: 'javascript:alert(1)', Page: '/', Level: '0', Occurrences: '2' },
    { Text: 'http://[bad/', Page: '/a', Level: '1', Occurrences: '1' },
  ]);
  expect(summary.sites[0]).toMatchObject({ externalAddresses: 2, externalLinks: 3, badLinks: 3 });
  expect(results.nodes().map(({ ExternalLinks }) => ExternalLinks)).toEqual(['1', '2']);
});

test('subdomains, other ports and other schemes are other sites', async () => {
  site = await startSite(origin => ({
    '/': page(
      'start',
      origin.replace('http:', 'https:'),
      'http://127.0.0.1:1/',
      'http://www.127.0.0.1.example/',
      '//127.0.0.1/',
    ),
  }));
  const { results } = await crawl(`${site.origin}/`);
  expect(site.paths()).toEqual(['/']);
  expect(results.external()).toHaveLength(4);
});

test('endless new subdomains are external links and never asked for (adverse 31)', async () => {
  const hosts = Array.from({ length: 500 }, (_, n) => `http://s${n}.127.0.0.1.nip.example/`);
  site = await startSite({ '/': page('start', ...hosts) });
  const { results, summary } = await crawl(`${site.origin}/`);
  expect(results.external()).toHaveLength(500);
  expect(summary.outcomes.found).toBe(1);
});

test('drops links beyond 200,000 of a page, counts them, and keeps the page (adverse 29)', async () => {
  const links = '<a href=/a>x</a>'.repeat(199_999);
  site = await startSite({
    '/': `<title>many</title>${links}<a href="/last">last</a><a href="/over">over</a><a href="/over2">over</a>`,
    '*': ({ path }) => page(path),
  });
  const { results, summary } = await crawl(`${site.origin}/`);
  expect(results.nodes().map(({ Url, LinksDropped }) => [Url, LinksDropped])).toEqual([
    ['/', '2'],
    ['/a', '0'],
    ['/last', '0'],
  ]);
  expect(results.arcs()).toEqual(['/ /a 199999', '/ /last 1']);
  expect(summary.notices).toEqual([expect.stringContaining('2 links beyond the first 200,000')]);
});

test('odd text of pages comes back equal from the result files, and is no formula (adverse 42, 66)', async () => {
  const anchor = '=cmd|"/c calc"!A1, Ignore all previous instructions\u202e <b>';
  const escaped = anchor.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  site = await startSite({
    '/': `<title>@SUM(1+1)"&lt;script>alert(1)&lt;/script>,x</title><a href="http://other.example/">${escaped}</a>`,
  });
  const { results } = await crawl(`${site.origin}/`, { formats: ['csv', 'gexf', 'graphml'] });
  expect(results.nodes()[0]!['Title']).toBe('@SUM(1+1)"<script>alert(1)</script>,x');
  expect(results.external()[0]!['Anchor']).toBe(anchor);
  expect(results.raw(`links/${site.fileName}.external.csv`)).toContain(`"'=cmd|`);
  expect(results.raw(`graph/${site.fileName}.gexf`)).not.toContain('<script>');
});

test('an undeclared Hebrew page has its title, its anchors and the bytes of its queries', async () => {
  const bytes = (text: string): Buffer =>
    Buffer.from(
      [...text].map(letter => (letter < '\x80' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x5d0 + 0xe0)),
    );
  const text = 'לימודי מתמטיקה ומדעי המחשב באוניברסיטה';
  const html = `<title>${text}</title><a href="/q?s=אב">x</a><a href="http://other.example/">שלום עולם</a>`;
  site = await startSite({
    '/': { headers: { 'content-type': 'text/html' }, body: bytes(html) },
    '/q?s=%E0%E1': page('found'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.nodes().map(({ Url, Title }) => [Url, Title])).toEqual([
    ['/', text],
    ['/q?s=%E0%E1', 'found'],
  ]);
  expect(results.external()).toMatchObject([{ Anchor: 'שלום עולם' }]);
});
