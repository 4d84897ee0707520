import { expect, test } from 'vitest';
import { page, type SitePage, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

const other = 'http://other.example/new';

test.each<[string, SitePage, RegExp]>([
  [
    'frames',
    '<title>f</title><frameset cols="20%,80%"><frame src="/menu"></frameset>',
    /it has frames, which --frames follows\.$/,
  ],
  [
    'a refresh',
    `<title>r</title><meta http-equiv=refresh content="0;url=${other}">`,
    /visitors to http:\/\/other\.example\/new, another host/,
  ],
  [
    'a header',
    { headers: { refresh: `0; url=${other}` }, body: '<title>h</title>' },
    /visitors to http:\/\/other\.example\/new, another/,
  ],
  ['a script', '<title>s</title><script>location.href="/home"</script>', /its scripts lead elsewhere: --render auto/],
  ['scripts', '<title>s</title><div id=app></div><script src=/app.js></script>', /it has scripts, .* --render auto/],
  [
    'image maps',
    '<title>a</title><map name=m><area href=/a></map>',
    /image maps, which --elements a,area,refresh follows\.$/,
  ],
  ['nothing', '<title>n</title>words', /the start page has no links, so the site is this one page\.$/],
])('a start page that leads nowhere says what it has: %s', async (_, start, sentence) => {
  const site = await startSite({ '/': start });
  try {
    const { summary, results } = await crawl(`${site.origin}/`);
    expect(results.nodes()).toHaveLength(1);
    expect(summary.notices).toEqual([expect.stringMatching(sentence)]);
    expect(results.json()).toMatchObject({ notices: summary.notices });
  } finally {
    await site.close();
  }
});

test('a site of two pages, or of one that others were left out of, gets no such notice', async () => {
  const site = await startSite({ '/': page('start', '/a'), '/a': page('A') });
  try {
    expect((await crawl(`${site.origin}/`)).summary.notices).toEqual([]);
    expect((await crawl(`${site.origin}/`, { maxLevel: 0 })).summary.notices).toEqual([]);
  } finally {
    await site.close();
  }
});
