import { afterEach, expect, test } from 'vitest';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { crawl, resume } from './crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

test('BeeBot follows every element with href and frames, and takes addresses in any case for one', async () => {
  site = await startSite(origin => ({
    '/': `<base href="/"><link rel="stylesheet" href="/Style.CSS"><link rel="next" href="/Next">
      <meta http-equiv="refresh" content="9;url=/refreshed">
      <a href="/Docs/">1</a> <a href="/docs">2</a> <a href="${origin.toUpperCase()}/DOCS/#top">3</a>
      <map><area href="/Map"></map> <iframe src="/Inner"></iframe>
      <a href="${origin.replace('http:', 'https:')}/secure.PDF">other scheme, same site</a>`,
    '/Docs/': page('docs', '/'),
    '/Map': page('map', '/inner/'),
    '/Inner': page('inner'),
    '/Next': page('next'),
  }));
  const { results, summary } = await crawl(`${site.origin}/`, { profile: 'beebot' });
  expect(site.paths()).toEqual(['/', '/Next', '/Docs/', '/Map', '/Inner']);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/docs', '/inner', '/map', '/next'] });
  expect(results.nodes().map(({ FetchedUrl }) => FetchedUrl)).toEqual(['/', '/Docs/', '/Inner', '/Map', '/Next']);
  expect(results.arcs()).toEqual(['/ /docs 3', '/ /inner 1', '/ /map 1', '/ /next 1', '/docs / 1', '/map /inner 1']);
  expect(results.reasons()).toEqual({
    '/style.css': 'extension',
    [`https://127.0.0.1:${new URL(site.origin).port}/secure.pdf`]: 'extension',
  });
  expect(summary).toMatchObject({ finishReason: 'no-work', outcomes: { found: 7, nodes: 5, skipped: 2 } });
});

test('BeeBot calls a frame that leads out of the site an external link with the anchor "frame"', async () => {
  site = await startSite({
    '/': `<iframe src="http://Frame.example/A/"></iframe><a href="http://other.example/X/">other</a>`,
    '*': '',
  });
  const { results } = await crawl(`${site.origin}/`, { profile: 'beebot' });
  expect(results.external()).toEqual([
    { Url: 'http://frame.example/a', Page: '/', Level: '0', Anchor: 'frame', Occurrences: '1' },
    { Url: 'http://other.example/x', Page: '/', Level: '0', Anchor: 'other', Occurrences: '1' },
  ]);
});

test('BeeBot counts an external link once, however its address is written; another port is another site', async () => {
  site = await startSite({
    '/': page(
      'start',
      'http://out.example/A',
      'HTTP://OUT.example:80/a/',
      'https://out.example/a',
      'http://127.0.0.1:1/',
    ),
  });
  const { results } = await crawl(`${site.origin}/`, { profile: 'beebot' });
  expect(results.external().map(({ Url, Occurrences }) => `${Url} ${Occurrences}`)).toEqual([
    'http://out.example/a 2',
    'https://out.example/a 1',
    '/ 1',
  ]);
});

test('explicit settings count before the profile', async () => {
  site = await startSite({
    '/': '<link href="/Link"><area href="/Area"><iframe src="/Frame"></iframe><a href="/A/">a</a>',
    '*': ({ path }) => page(path),
  });
  await crawl(`${site.origin}/`, { profile: 'beebot', frames: false, normalization: { lowerCase: false } });
  expect(site.paths()).toEqual(['/', '/Link', '/Area', '/A/']);
});

test('a page that redirects to its address with a slash is one page', async () => {
  site = await startSite({
    '/': page('start', '/dir'),
    '/dir': { status: 301, headers: { location: '/dir/' } },
    '/dir/': page('dir', 'file'),
    '/dir/file': page('file'),
  });
  const { results } = await crawl(`${site.origin}/`, { profile: 'beebot' });
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/dir'], 2: ['/dir/file'] });
  expect(results.nodes()[1]).toMatchObject({ Url: '/dir', FetchedUrl: '/dir/' });
});

test('a site that cannot be loaded is not available and left alone, also when the crawl is resumed', async () => {
  site = await startSite({ '/': page('start', '/a'), '/a': page('a') });
  const gone = await startSite({});
  await gone.close();
  const { directory, summary } = await crawl([`${gone.origin}/`, `${site.origin}/`], { profile: 'beebot' });
  const reasons = ['not-available', 'no-work'];
  expect(summary.sites.map(({ finishReason }) => finishReason)).toEqual(reasons);
  const back = await startSite({ '*': page('back') }, { port: Number(new URL(gone.origin).port) });
  const { summary: again } = await resume(directory);
  await back.close();
  expect(again.unchanged).toBe(true);
  expect(again.sites.map(({ finishReason }) => finishReason)).toEqual(reasons);
  expect(back.asked).toEqual([]);
});
