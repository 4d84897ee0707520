/** A look at an entry of a source: the addresses that it names, and the entry's next state. One decision a test. */
import { describe, expect, test } from 'vitest';
import {
  challenge,
  type Fetched,
  hourMs,
  namedPaths,
  noon,
  origin,
  outcomeOf,
  page,
  story,
  WatchedSource,
} from './watched-source.ts';

const known = Array.from({ length: 6 }, (_, n) => `${origin}/large/story-${n}.html`);
const paths = known.map(address => address.slice(origin.length));

const links = (...targets: readonly string[]): string =>
  targets.map(target => `<a href="${target}">A link of the page</a>`).join(' ');
const xml = (body: string) => page(body, { contentType: 'application/xml' });
const rss = (items: string, head = '') =>
  page(`<rss version="2.0"><channel><title>News</title>${head}${items}</channel></rss>`, {
    contentType: 'application/rss+xml',
  });
const item = (link: string, more = ''): string => `<item><link>${link}</link>${more}</item>`;
const map = (...addresses: readonly string[]) =>
  xml(`<urlset>${addresses.map(address => `<url><loc>${address}</loc></url>`).join('')}</urlset>`);

describe('a list of links', () => {
  const calendar = ['/2026/05/04/', '/?page=2'];

  function withList(...given: ConstructorParameters<typeof WatchedSource>): WatchedSource {
    const source = new WatchedSource(given[0], { known, ...given[1] });
    source.entry('/', 'page');
    return source;
  }

  test('with a form that chooses a month leads to its parts once, if old publications are wanted', async () => {
    const form =
      '<form action="/list"><select name="m"><option value="8">April 2026<option value="7">March 2026</select></form>';
    for (const archive of [true, false]) {
      using source = withList({ archive });
      const kept = await source.looks({ '/': links('/large/story-7.html') + form });
      expect(namedPaths(kept)).toEqual(['/large/story-7.html', ...(archive ? ['/list?m=8', '/list?m=7'] : [])]);
      if (!archive) continue;
      const parts = await source.finds({ '/list?m=8': links('/large/story-3.html') + form, '/list?m=7': form });
      expect([namedPaths(parts), outcomeOf(parts, '/list?m=7')]).toEqual([['/large/story-3.html'], 'not-publication']);
      expect(parts.memory.archives).toBe(2);
    }
  });

  test('leads to parts that scripts request, until a part repeats what another named', async () => {
    using source = withList({ archive: true });
    const json = (value: unknown) =>
      ({ kind: 'page', contentType: 'application/json', body: Buffer.from(JSON.stringify(value)) }) as const;
    const button = '<button data-url="/api?page=2">Load more</button>';
    const kept = await source.looks({ '/': links('/large/story-7.html') + button });
    expect(namedPaths(kept)).toEqual(['/large/story-7.html', '/api?page=2']);
    const same = json([{ title: 'Snow', url: '/large/story-3.html' }]);
    expect(namedPaths(await source.finds({ '/api?page=2': same }))).toEqual(['/large/story-3.html', '/api?page=3']);
    expect(namedPaths(await source.finds({ '/api?page=3': same }))).toEqual(['/large/story-3.html']);
    expect(namedPaths(await source.finds({ '/api?page=4': json([]) }))).toEqual([]);
    const failed = await source.finds({ '/large/story-5.html': json({ error: 'busy' }) });
    expect(outcomeOf(failed, '/large/story-5.html')).toBe('content-type');
  });

  test.each([
    ['rss', '/rss?paged=2', (next: string) => `<atom:link rel="next" href="${next}"/>`],
    ['a mark', '/rss?cursor=YXQ', (next: string) => `<atom:link rel="next" href="${next}"/>`],
    ['a file', '/archive-3.xml', (next: string) => `<atom:link rel="prev-archive" href="${next}"/>`],
  ])('a feed with %s leads to its older items, if old publications are wanted', async (_, next, head) => {
    for (const archive of [true, false]) {
      using source = new WatchedSource({ archive }, { known });
      source.entry('/rss', 'feed');
      const kept = await source.looks({ '/rss': rss(item('/large/story-7.html'), head(next)) });
      expect(namedPaths(kept)).toEqual(['/large/story-7.html', ...(archive ? [next] : [])]);
      if (!archive) continue;
      const older = rss(item('/large/story-8.html', '<title>Snow</title>'), head('/rss?paged=3'));
      const parts = await source.finds({ [next]: older });
      expect(namedPaths(parts)).toEqual(['/large/story-8.html', '/rss?paged=3']);
      const failed = await source.finds({ '/large/story-5.html': older });
      expect(outcomeOf(failed, '/large/story-5.html')).toBe('content-type');
    }
  });

  test('names addresses that look like publications, and counts the others by kind', async () => {
    using source = withList();
    const targets = [
      '/large/story-7.html',
      '/about',
      '/sport/',
      '/a.pdf',
      'https://other.example/x',
      '/a/b/c',
      '/?page=2',
    ];
    const kept = await source.looks({ '/': links(...targets) });
    expect(namedPaths(kept)).toEqual(['/large/story-7.html']);
    expect(source.last('/')).toMatchObject({
      ...{ outcome: 'read', items: 1, fresh: 1 },
      faults: { service: 1, list: 1, file: 1, 'other-host': 1, unknown: 1, archive: 1 },
    });
  });

  test('leads on to its further parts only where the watch wants archives', async () => {
    using plain = withList();
    expect(namedPaths(await plain.looks({ '/': links(...calendar) }))).toEqual([]);
    expect(plain.last('/').faults).toEqual({ archive: 2 });
    using source = withList({ archive: true });
    const kept = await source.looks({ '/': links(...calendar) });
    expect(namedPaths(kept)).toEqual(calendar);
    expect(kept.memory.archives).toBe(2);
  });

  test.each([
    [4_998, 2, undefined],
    [4_999, 1, { 'archive-limit': 1 }],
    [5_000, 0, { 'archive-limit': 2 }],
  ])('of which %i parts were named before names %i more', async (archives, count, faults) => {
    using source = withList({ archive: true }, { archives });
    const kept = await source.looks({ '/': links(...calendar) });
    expect(namedPaths(kept).length).toBe(count);
    expect(source.last('/').faults).toEqual(faults);
    expect(kept.memory.archives).toBe(Math.min(5_000, archives + 2));
  });

  test('of a month leads to that of the month before, until a month has no publication', async () => {
    using source = withList({ archive: true });
    await source.looks({ '/': links('/2026/01/') });
    const part = { level: 1, foundOn: `${origin}/` };
    const full = await source.finds({ '/2026/01/': links('/large/story-7.html') }, part);
    expect(namedPaths(full)).toEqual(['/large/story-7.html', '/2025/12/']);
    const empty = await source.finds({ '/2025/12/': links('/about') }, { level: 2, foundOn: `${origin}/2026/01/` });
    expect(namedPaths(empty)).toEqual([]);
  });

  test('whose further part has a publication leads on from there', async () => {
    using source = withList({ archive: true });
    const part = links('/large/story-7.html', '/?page=3');
    const kept = await source.finds({ '/?page=2': part }, { foundOn: `${origin}/?page=1` });
    expect(namedPaths(kept)).toEqual(['/large/story-7.html', '/?page=3']);
  });

  test('whose further part has no publication leads no further: an empty calendar has no end', async () => {
    using source = withList({ archive: true });
    const kept = await source.finds({ '/2026/05/04/': links('/2026/05/03/') }, { foundOn: `${origin}/2026/05/05/` });
    expect(namedPaths(kept)).toEqual([]);
    expect(kept.memory.left).toEqual({ archive: 1 });
  });

  test('whose first further part has no publication leads on: the page of today may be empty', async () => {
    using source = withList({ archive: true });
    const kept = await source.finds({ '/2026/05/05/': links('/2026/05/04/') }, { foundOn: `${origin}/` });
    expect(namedPaths(kept)).toEqual(['/2026/05/04/']);
  });

  test('teaches by its headlines where no publication is known, and only there', async () => {
    const headline = (n: number): string =>
      `<a href="/world/item-${n}-of-the-day">The council has decided on bridge ${n} at last</a>`;
    const body = [1, 2, 3].map(headline).join('');
    using empty = withList({}, { known: [] });
    expect(namedPaths(await empty.looks({ '/': body })).length).toBe(3);
    using source = withList();
    expect(namedPaths(await source.looks({ '/': body }))).toEqual([]);
  });

  test('that asks for proof of a person names nothing', async () => {
    using source = withList();
    const kept = await source.looks({ '/': `${challenge}${links('/large/story-7.html')}` });
    expect([namedPaths(kept), source.last('/').outcome]).toEqual([[], 'challenge']);
  });
});

describe('a feed', () => {
  function withFeed(): WatchedSource {
    const source = new WatchedSource({}, { known });
    source.entry('/feed', 'feed');
    return source;
  }

  test('names its items whatever they look like, files and other hosts left out', async () => {
    using source = withFeed();
    const items = [item('/a'), item('/b.pdf'), item('https://other.example/c'), item('/tag/d')];
    const kept = await source.looks({ '/feed': rss(items.join('')) });
    expect(namedPaths(kept)).toEqual(['/a', '/tag/d']);
    expect(source.last('/feed')).toMatchObject({ items: 2, faults: { file: 1, 'other-host': 1 } });
    expect(kept.reading.elsewhere).toMatchObject([{ identity: 'https://other.example/c', watched: { due: noon } }]);
  });

  test('gives each item what it says of it', async () => {
    using source = withFeed();
    const more = `<title>The bridge</title><category>Town</category><category>Rivers</category>
      <author>Ann Lee</author><pubDate>Mon, 04 May 2026 10:00:00 GMT</pubDate>`;
    const { memory } = await source.looks({ '/feed': rss(item('/a', more)) });
    expect(memory.hints[`${origin}/a`]).toMatchObject({
      ...{ title: 'The bridge', section: 'Town', authors: ['Ann Lee'] },
      published: { at: '2026-05-04T10:00:00.000Z' },
    });
  });

  test('gives the time of an update only to an item that tells no time of publication', async () => {
    using source = withFeed();
    const updated = '<updated>2026-05-04T10:00:00Z</updated>';
    const entry = (path: string, times: string): string =>
      `<entry><id>${path}</id><title>x</title><link href="${path}"/>${times}</entry>`;
    const published = '<published>2026-05-01T10:00:00Z</published>';
    const body = `<feed xmlns="http://www.w3.org/2005/Atom">${entry('/a', updated)}${entry('/b', published + updated)}</feed>`;
    const { memory } = await source.looks({ '/feed': xml(body) });
    expect(memory.hints[`${origin}/a`]).toMatchObject({ updated: { at: '2026-05-04T10:00:00.000Z' } });
    expect(memory.hints[`${origin}/b`]).not.toHaveProperty('updated');
  });

  test('asks to be left alone for its ttl or for what its answer says, whichever is longer', async () => {
    const left = async (ttl: number, cacheControl: string): Promise<number> => {
      using source = withFeed();
      const feed = rss(item('/a'), `<ttl>${ttl}</ttl>`) as Extract<Fetched, { kind: 'page' }>;
      await source.looks({ '/feed': { ...feed, validators: { cacheControl } } });
      return source.hoursLeft('/feed')!;
    };
    expect(await left(300, 'max-age=3600')).toBe(5);
    expect(await left(60, 'max-age=18000')).toBe(5);
  });

  test('is left alone in the hours that it names', async () => {
    using source = withFeed();
    const hours = [13, 14, 15].map(hour => `<hour>${hour}</hour>`).join('');
    await source.looks({ '/feed': rss(item('/a'), `<skipHours>${hours}</skipHours>`) });
    expect(source.hoursLeft('/feed')).toBe(4);
  });

  test('teaches what publications of the source look like, by its own addresses', async () => {
    using source = new WatchedSource();
    source.entry('/feed', 'feed');
    const { memory } = await source.looks({ '/feed': rss(item('/a-1') + item('https://other.example/b-2')) });
    expect(memory.known).toEqual([`${origin}/a-1`]);
  });

  test('that names an address by which nobody shall go is remembered with the reason', async () => {
    using source = withFeed();
    const { memory } = await source.looks({ '/feed': rss(item(`/${'a/'.repeat(60)}b`)) });
    expect(memory.skipped).toEqual({ 'too-deep': 1 });
  });

  test('counts as new only what no look named before', async () => {
    using source = withFeed();
    const body = rss(item('/a') + item('/b'));
    const { reading } = await source.looks({ '/feed': body });
    expect(source.last('/feed')).toMatchObject({ items: 2, fresh: 2 });
    const { watched } = await reading.keep({ fresh: new Set([reading.named[1]!.identity]), left: new Map() });
    expect(JSON.parse(watched[0]!.state)).toMatchObject({ last: { items: 2, fresh: 1 } });
  });

  test('that is cut counts as failed, and the next request asks for what has changed since the last whole one', async () => {
    using source = withFeed();
    const whole = page('<rss><channel></channel></rss>', { validators: { etag: '"whole"' } });
    await source.looks({ '/feed': whole });
    await source.looks({ '/feed': page(`<rss><channel>${item('/a')}<item><li`, { validators: { etag: '"cut"' } }) });
    expect(source.state('/feed')).toMatchObject({ failures: 1, last: { outcome: 'truncated', items: 1 } });
    expect(source.watched.get(`${origin}/feed`)!.fields).toEqual({ 'if-none-match': '"whole"' });
  });

  test('that is a sitemap by now is read as one', async () => {
    using source = withFeed();
    expect(namedPaths(await source.looks({ '/feed': map('/large/story-7.html', '/about') }))).toEqual([
      '/large/story-7.html',
    ]);
    expect(source.last('/feed')).toMatchObject({ outcome: 'read', items: 1 });
  });
});

describe('a sitemap', () => {
  function withMap(given: ConstructorParameters<typeof WatchedSource>[1] = { known }): WatchedSource {
    const source = new WatchedSource({}, given);
    source.entry('/map.xml', 'sitemap');
    return source;
  }
  const news = (address: string): string =>
    `<url><loc>${address}</loc><news:news><news:title>The bridge</news:title></news:news></url>`;
  const newsMap = (...addresses: readonly string[]) =>
    xml(`<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">${addresses.map(news).join('')}</urlset>`);

  test('names only addresses that look like publications', async () => {
    using source = withMap();
    const kept = await source.looks({ '/map.xml': map(`${origin}/large/story-7.html`, `${origin}/sport/`) });
    expect(namedPaths(kept)).toEqual(['/large/story-7.html']);
    expect(source.last('/map.xml')).toMatchObject({ items: 1, faults: { list: 1 } });
  });

  test('of news names whatever is no file, with its title', async () => {
    using source = withMap();
    const kept = await source.looks({ '/map.xml': newsMap(`${origin}/sport/`, `${origin}/a.pdf`) });
    expect(namedPaths(kept)).toEqual(['/sport/']);
    expect(kept.memory.hints).toEqual({ [`${origin}/sport/`]: { title: 'The bridge' } });
    expect(source.last('/map.xml').faults).toEqual({ file: 1 });
  });

  test('of news hands what is of other hosts on as publications, and another sitemap does not', async () => {
    using source = withMap();
    const other = 'https://other.example/large/story-1.html';
    expect((await source.looks({ '/map.xml': newsMap(other) })).reading.elsewhere).toMatchObject([
      { identity: other, watched: { kind: 'publication' } },
    ]);
    expect((await source.looks({ '/map.xml': map(other) })).reading.elsewhere).toEqual([]);
  });

  test('of a source without a known publication is judged after the lists, whose headlines teach', async () => {
    using source = withMap({});
    source.entry('/', 'page');
    const headline = (n: number): string =>
      `<a href="/large/story-${n}.html">The council has decided on bridge ${n}</a>`;
    const body = [1, 2, 3].map(headline).join('');
    const kept = await source.looks({ '/map.xml': map(`${origin}/large/story-9.html`), '/': body });
    expect(namedPaths(kept)).toContain('/large/story-9.html');
    using alone = withMap({});
    await alone.looks({ '/map.xml': map(`${origin}/large/story-9.html`) });
    expect(alone.last('/map.xml')).toMatchObject({ outcome: 'read', items: 0, faults: { unknown: 1 } });
  });

  test('is judged by what was known when it was found, where no list teaches, until it was read', async () => {
    using source = new WatchedSource();
    source.entry('/map.xml', 'sitemap', { known });
    await source.looks({ '/map.xml': 503 });
    expect(source.state('/map.xml').known).toEqual(known);
    const kept = await source.looks({ '/map.xml': map(`${origin}/large/story-9.html`, `${origin}/sport/`) });
    expect(namedPaths(kept)).toEqual(['/large/story-9.html']);
    expect(source.state('/map.xml').known).toBeUndefined();
    expect(kept.memory.known).toEqual(known);
  });

  test('that is a feed by now is read as one', async () => {
    using source = withMap();
    expect(namedPaths(await source.looks({ '/map.xml': rss(item('/a')) }))).toEqual(['/a']);
  });

  test.each([
    [100, 100, undefined],
    [101, 100, { 'too-many': 1 }],
  ])('that is an index of %i sitemaps brings %i of them, those that changed last', async (count, taken, faults) => {
    using source = withMap();
    const sitemap = (n: number): string =>
      `<sitemap><loc>${origin}/map-${n}.xml</loc><lastmod>${new Date(noon - (count - n) * hourMs).toISOString()}</lastmod></sitemap>`;
    const body = Array.from({ length: count }, (_, n) => sitemap(n)).join('');
    const { changes } = await source.looks({ '/map.xml': xml(`<sitemapindex>${body}</sitemapindex>`) });
    const added = changes.added.map(({ identity }) => identity);
    expect([added.length, added[0]]).toEqual([taken, `${origin}/map-${count - 1}.xml`]);
    expect(source.last('/map.xml').faults).toEqual(faults);
  });

  test('that is an index leaves sitemaps of other hosts out', async () => {
    using source = withMap();
    const body = xml('<sitemapindex><sitemap><loc>https://other.example/m.xml</loc></sitemap></sitemapindex>');
    const { changes } = await source.looks({ '/map.xml': body });
    expect([changes.added, source.last('/map.xml').faults]).toEqual([[], { 'other-host': 1 }]);
  });
});

describe('a look at an entry', () => {
  const elsewhere = 'https://other.example/feed';

  test.each<[string, Fetched, object]>([
    ['304', 304, { outcome: 'unchanged', status: 304 }],
    ['401', 401, { outcome: 'refused', status: 401 }],
    ['403', 403, { outcome: 'refused', status: 403 }],
    ['406', 406, { outcome: 'refused', status: 406 }],
    ['451', 451, { outcome: 'refused', status: 451 }],
    ['404', 404, { outcome: 'http-status', status: 404 }],
    ['503 to the end', 503, { outcome: 'http-status', status: 503 }],
    ['with nothing', { kind: 'skipped', reason: 'timeout' }, { outcome: 'timeout' }],
    ['with a page', '<html><title>Moved</title><p>There is no feed any more.', { outcome: 'no-feed-html' }],
    ['by proof of a person', challenge, { outcome: 'challenge' }],
    [
      'by the address of another host',
      { kind: 'redirect', status: 301, target: elsewhere },
      { outcome: 'moved-away', status: 301, target: elsewhere },
    ],
  ])('that is answered %s says so', async (_, fetched, last) => {
    using source = new WatchedSource({}, { known });
    source.entry('/feed', 'feed');
    await source.looks({ '/feed': fetched });
    expect(source.last('/feed')).toEqual({ at: noon, items: 0, fresh: 0, ...last });
    expect(source.state('/feed').failures).toBe(fetched === 304 ? 0 : 1);
  });

  test.each<[string, Fetched]>([
    ['to be repeated', { kind: 'retry', reason: 'timeout' }],
    ['redirected within the source', { kind: 'redirect', status: 301, target: `${origin}/rss` }],
  ])('that is %s is not over', async (_, fetched) => {
    using source = new WatchedSource();
    source.entry('/feed', 'feed');
    const { changes } = await source.looks({ '/feed': fetched });
    expect(changes.watched.filter(({ due }) => due !== noon)).toEqual([]);
    expect([source.state('/feed').looks, source.last('/feed')]).toEqual([0, undefined]);
  });

  describe('that is redirected within the source', () => {
    const to = (status: number, target: string): Fetched => ({
      kind: 'redirect',
      status,
      target: `${origin}${target}`,
    });
    /** A look at the feed over these redirects, and what the last address answers; where the next look begins. */
    async function led(source: WatchedSource, hops: readonly [number, string][], answer: Fetched): Promise<string> {
      for (const [status, target] of hops) {
        await source.looks({ '/feed': to(status, target) });
        source.redirects.set('/feed', target);
      }
      await source.looks({ '/feed': answer });
      source.redirects.clear();
      return source.watched.get(`${origin}/feed`)!.address.slice(origin.length);
    }
    const withFeed = (): WatchedSource => {
      const source = new WatchedSource({}, { known });
      source.entry('/feed', 'feed');
      return source;
    };
    const body = rss(item('/a'));

    test.each<[string, [number, string][], Fetched, string]>([
      ['for good, begins there from then on', [[301, '/rss']], body, '/rss'],
      ['for good by 308, and nothing is new there', [[308, '/rss']], 304, '/rss'],
      [
        'for good twice, begins at the last address',
        [
          [301, '/rss'],
          [308, '/rss.xml'],
        ],
        body,
        '/rss.xml',
      ],
      [
        'for good and then for now, begins where it was for good',
        [
          [301, '/rss'],
          [302, '/now'],
        ],
        body,
        '/rss',
      ],
      [
        'for now and then for good, begins at the old address',
        [
          [307, '/now'],
          [301, '/rss'],
        ],
        body,
        '/feed',
      ],
      ['for now, begins at the old address', [[302, '/rss']], body, '/feed'],
      ['for good to what cannot be had, begins at the old address', [[301, '/rss']], 404, '/feed'],
      ['for good to what names nothing, begins at the old address', [[301, '/rss']], rss(''), '/feed'],
      [
        'in a circle, begins at the old address',
        [[301, '/rss']],
        { kind: 'skipped', reason: 'redirects', status: 301 },
        '/feed',
      ],
    ])('%s', async (_, hops, answer, next) => {
      using source = withFeed();
      expect(await led(source, hops, answer)).toBe(next);
      expect(source.state('/feed').movedFrom).toBe(next === '/feed' ? undefined : `${origin}/feed`);
      expect(source.state('/feed').moving).toBeUndefined();
    });

    test('and has moved again, keeps its first address, and goes back there after a failure', async () => {
      using source = withFeed();
      await led(source, [[301, '/rss']], body);
      expect(await led(source, [[301, '/rss.xml']], body)).toBe('/rss.xml');
      expect(source.state('/feed').movedFrom).toBe(`${origin}/feed`);
      expect(await led(source, [], 503)).toBe('/feed');
      expect(source.state('/feed').movedFrom).toBeUndefined();
    });

    test('in a circle is a failed look that says so', async () => {
      using source = withFeed();
      await led(source, [[301, '/rss']], { kind: 'skipped', reason: 'redirects', status: 301 });
      expect([source.last('/feed').outcome, source.state('/feed').failures]).toEqual(['redirects', 1]);
    });
  });

  test.each(['feed', 'sitemap', 'page'] as const)('at a %s that is gone for good is the last one', async kind => {
    using source = new WatchedSource({}, { known });
    source.entry('/entry', kind);
    await source.looks({ '/entry': 404 });
    expect(source.hoursLeft('/entry')).toBeLessThan(24);
    await source.looks({ '/entry': 410 });
    expect([source.hoursLeft('/entry'), source.last('/entry').status]).toEqual([Number.POSITIVE_INFINITY, 410]);
  });

  test('that ends its reader costs that entry only', async () => {
    using source = new WatchedSource({}, { known });
    source.entry('/feed', 'feed');
    source.entry('/other', 'feed');
    const body = rss(item('/a'));
    const kept = await source.looks({ '/feed': body, '/other': body }, { killers: [0] });
    expect([source.last('/feed').outcome, source.last('/other').outcome]).toEqual(['parser', 'read']);
    expect(namedPaths(kept)).toEqual(['/a']);
  });

  test('at a page that is clicked through fails without a browser, and its links are taken all the same', async () => {
    using source = new WatchedSource({}, { known });
    source.entry('/', 'traversal');
    const fetched = page(links('/large/story-7.html'), { rendering: { kind: 'no-browser' } });
    expect(namedPaths(await source.looks({ '/#clicks': fetched }))).toEqual(['/large/story-7.html']);
    expect(source.state('/#clicks')).toMatchObject({ failures: 1, last: { outcome: 'no-browser', items: 1 } });
    await source.looks({ '/#clicks': links('/large/story-7.html') });
    expect(source.last('/#clicks').outcome).toBe('binary');
  });

  test('at a page that is clicked through takes what presses brought to light, and never asks for changes alone', async () => {
    using source = new WatchedSource({}, { known });
    source.entry('/', 'traversal');
    const clicks = { found: Buffer.from(`${origin}/large/story-8.html\n${origin}/about`), states: Buffer.from('{}') };
    const raw = { raw: Buffer.from('<p>'), rawType: 'text/html', went: [] };
    const rendering = { kind: 'rendered', clicks, ...raw } as const;
    const kept = await source.looks({ '/#clicks': page('<p>', { rendering, validators: { etag: '"1"' } }) });
    expect(namedPaths(kept)).toEqual(['/large/story-8.html']);
    expect(source.state('/#clicks')).toMatchObject({ failures: 0, last: { outcome: 'read' } });
    expect(source.watched.get(`${origin}/#clicks`)!.fields).toEqual({});
  });

  test('at feeds comes before that at lists, whose addresses the feeds explain', async () => {
    using source = new WatchedSource();
    source.entry('/', 'page');
    source.entry('/feed', 'feed');
    const items = paths.map(path => item(path)).join('');
    const kept = await source.looks({ '/': links('/large/story-9.html'), '/feed': rss(items) });
    expect(namedPaths(kept)).toEqual([...paths, '/large/story-9.html']);
  });

  test('names hosts with and without www. as the source has it', async () => {
    using source = new WatchedSource({}, { known });
    source.entry('/feed', 'feed');
    const kept = await source.looks({ '/feed': rss(item('http://www.news.example/a')) });
    expect(kept.reading.named).toMatchObject([{ address: `${origin}/a` }]);
  });

  test('that names an address twice knows the entry that named it first', async () => {
    using source = new WatchedSource({}, { known });
    source.entry('/feed', 'feed');
    source.entry('/rss', 'feed');
    const kept = await source.looks({ '/rss': rss(item('/a#1')), '/feed': rss(item('/b') + item('/a#2')) });
    expect(kept.reading.named).toMatchObject([
      { identity: `${origin}/a`, page: 0 },
      { identity: `${origin}/b`, page: 1 },
    ]);
  });
});

test('an address that was named is remembered with its first hint until its page is read', async () => {
  using source = new WatchedSource({}, { known });
  source.entry('/feed', 'feed');
  const body = rss(item('/a', '<title>First</title>') + item('/a?', '<title>Second</title>'));
  expect((await source.looks({ '/feed': body })).memory.hints[`${origin}/a`]).toEqual({ title: 'First' });
  expect((await source.finds({ '/a': story('the bridge') })).memory.hints).toEqual({});
});
