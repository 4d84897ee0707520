/** Verdicts of a watch on the page behind an address, by the facts known of the address: one decision a test. */
import { describe, expect, test } from 'vitest';
import { listDigest } from '../../../../../shared/wings/publications/mentioned/list-digest.ts';
import { Dictionary } from '../../../../../shared/wings/publications/mentions/dictionary.ts';
import { readOrganizations } from '../../../../../shared/wings/publications/mentions/read-organizations.ts';
import { readRecheck, unseenAddress } from '../../../../../shared/wings/publications/watch/recheck.ts';
import {
  challenge,
  type Fetched,
  hourMs,
  namedPaths,
  noon,
  origin,
  outcomeOf,
  page,
  shortPage,
  story,
  WatchedSource,
} from './watched-source.ts';

const path = '/news/bridge-1.html';
const feed = `${origin}/feed`;
const timed = (words: string): string => `<p class=date>${words}</p>`;
const meta = '<meta property="article:published_time" content="2026-05-04T10:00:00Z">';
const ld = '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2026-05-04"}</script>';
/** A page that tells nothing but a text. */
const untitled = shortPage(60).replace(/<title>.*<\/title>/, '');

/** A source that has seen one publication. */
async function withStory(options: ConstructorParameters<typeof WatchedSource>[0] = {}): Promise<WatchedSource> {
  const source = new WatchedSource(options);
  await source.finds({ [path]: story('the bridge') });
  return source;
}

describe('a page that was found by a link', () => {
  // The score of `articleScore` is 0.19 with 204 characters and 0.20 with 205.
  test.each([
    ['of a score of 0.19 is no publication', shortPage(204), false],
    ['of a score of 0.20 is a publication', shortPage(205), true],
    ['that is an article beyond doubt is a publication', story('the bridge'), true],
    ['that is short and tells its time in a meta is a publication', shortPage(60, { head: meta }), true],
    ['that is short and tells its day in JSON-LD is a publication', shortPage(60, { head: ld }), true],
    ['that is short and shows its minute is a publication', shortPage(60, { body: timed('4 May 2026, 10:00') }), true],
    ['that is short and shows a day is no publication', shortPage(60, { body: timed('4 May 2026') }), false],
    ['without any text is no publication', `<title>The bridge</title>${meta}`, false],
    ['that asks for proof of a person is no publication', challenge, false],
  ])('%s', async (_, body, isPublication) => {
    using source = new WatchedSource();
    const kept = await source.finds({ [path]: body });
    expect(await source.kept()).toEqual(isPublication ? [`${path} live 1`] : []);
    expect(outcomeOf(kept, path)).toBe(isPublication ? 'node' : 'no-article');
  });

  test('is tried later where it asks for proof of a person, and counted as no article otherwise', async () => {
    using source = new WatchedSource();
    const { memory } = await source.finds({ '/news/a-1.html': challenge, '/news/b-2.html': shortPage(60) });
    expect(memory.skipped).toEqual({ 'no-article': 1 });
    expect(Object.values(memory.failed!)).toMatchObject([{ why: 'challenge', tries: 1 }]);
  });

  test('is no publication where its bytes are no text', async () => {
    using source = new WatchedSource();
    const kept = await source.finds({ [path]: Buffer.from('%PDF-1.4\n\u0000\u0001\u0002') });
    expect([outcomeOf(kept, path), await source.kept()]).toEqual(['binary', []]);
  });

  test('is no publication where it is the start page', async () => {
    using source = new WatchedSource();
    const kept = await source.finds({ '/': story('the bridge') }, { level: 0 });
    expect([outcomeOf(kept, '/'), await source.kept()]).toEqual(['not-publication', []]);
  });

  test('is no publication where its address is that of a further part of a list', async () => {
    using source = new WatchedSource({ archive: true });
    const kept = await source.finds({ '/news/?page=2': story('the bridge') });
    expect([outcomeOf(kept, '/news/?page=2'), await source.kept()]).toEqual(['not-publication', []]);
    expect(kept.memory.skipped).toEqual({ list: 1 });
  });

  test('costs only itself where whatever read it died', async () => {
    using source = new WatchedSource();
    const turn = { killers: [0] };
    const kept = await source.finds({ [path]: story('the bridge'), '/news/b-2.html': story('a tower') }, turn);
    expect(await source.kept()).toEqual(['/news/b-2.html live 1']);
    expect(kept.reading.unread).toEqual([{ page: 0, why: 'whatever read it died' }]);
    expect(outcomeOf(kept, path)).toBe('parser');
  });

  test('is counted as moved away where it redirects to another host, and not where it redirects within', async () => {
    using source = new WatchedSource();
    const to = (target: string) => ({ kind: 'redirect', status: 301, target }) as const;
    const pages = { '/news/a-1.html': to('https://other.example/a'), '/news/b-2.html': to(`${origin}/b`) };
    expect((await source.finds(pages)).memory.skipped).toEqual({ 'moved-away': 1 });
  });

  test('teaches the source what its publications look like, and nothing where it is none', async () => {
    using source = new WatchedSource();
    const { memory } = await source.finds({ [path]: story('the bridge'), '/news/b-2.html': shortPage(60) });
    expect(memory.known).toEqual([`${origin}${path}`]);
  });

  test('is looked at again after each of the times of the watch', async () => {
    using source = await withStory({ recheckS: [3_600, 7_200] });
    expect(source.hoursLeft(path)).toBe(1);
  });
});

describe('a page that an entry names as a publication', () => {
  test.each([
    ['is one however short', shortPage(60), true],
    ['is none without a text', '<title>The bridge</title>', false],
    ['is none where it asks for proof of a person', challenge, false],
  ])('%s', async (_, body, isPublication) => {
    using source = new WatchedSource({}, { hints: { [`${origin}${path}`]: { title: 'The old bridge' } } });
    await source.finds({ [path]: body });
    expect(await source.kept()).toEqual(isPublication ? [`${path} live 1`] : []);
  });

  test('has the word behind its headline as its text, also at later looks', async () => {
    using source = new WatchedSource();
    const flash = (word: string) =>
      `<title>Bridge</title><nav><a href="/">Home</a></nav><main><h1>Bridge</h1><p>${word}</p></main><footer>${'The Gazette comes out on Friday. '.repeat(4)}</footer>`;
    source.entry('/feed', 'feed');
    await source.finds({ [path]: flash('Closed') }, { foundOn: feed });
    const { id } = await source.only();
    expect(await source.publications.text(id, 1)).toBe('Closed');
    source.at += hourMs;
    await source.looks({ [path]: flash('Closed') });
    expect(await source.kept()).toEqual([`${path} live 1`]);
  });

  test('is one however short where a feed named it without a word', async () => {
    using source = new WatchedSource();
    source.entry('/feed', 'feed');
    await source.finds({ [path]: shortPage(60) }, { foundOn: feed });
    expect(await source.only()).toMatchObject({ by: 'feed', state: 'live' });
  });

  test('is judged like any other where a sitemap named it without a word', async () => {
    using source = new WatchedSource();
    source.entry('/map.xml', 'sitemap');
    const pages = { [path]: shortPage(60), '/news/b-2.html': story('a tower') };
    await source.finds(pages, { foundOn: `${origin}/map.xml` });
    expect(await source.only()).toMatchObject({ by: 'sitemap', identity: `${origin}/news/b-2.html` });
  });

  test('has from the entry what the page does not tell', async () => {
    const published = { at: '2026-05-03T08:00:00.000Z', precision: 'second', words: 'x', offsetMinutes: 0 } as const;
    const hint = { title: 'The old bridge', published, authors: ['Ann Lee and Bo Ek, Reporter'], section: 'Town' };
    using source = new WatchedSource({}, { hints: { [`${origin}${path}`]: hint } });
    await source.finds({ [path]: untitled });
    const row = await source.only();
    expect([row.title, row.publishedAt]).toEqual(['The old bridge', Date.parse(published.at)]);
    expect(JSON.parse(row.details)).toMatchObject({ authors: ['Ann Lee', 'Bo Ek'], section: 'Town' });
  });

  test('has from the entry nothing that the page tells itself', async () => {
    const hint = { title: 'The old bridge', authors: ['Ann Lee'], section: 'Town' };
    using source = new WatchedSource({}, { hints: { [`${origin}${path}`]: hint } });
    const facts = '<meta name=author content="Bo Ek"><meta property="article:section" content="Rivers">';
    await source.finds({ [path]: `${facts}${story('the bridge')}` });
    const row = await source.only();
    expect(row.title).toBe('The council speaks of the bridge');
    expect(JSON.parse(row.details)).toMatchObject({ authors: ['Bo Ek'], section: 'Rivers' });
  });

  test.each([
    ['a list, where old publications are wanted', true, ['/node/21', '/node/22', '/node/3?page=1']],
    ['none', false, []],
  ])('is %s, if it has the headlines of many and no article', async (_, archive, paths) => {
    const items = Array.from(
      { length: 9 },
      (_, n) => `<h2><a href="/node/${21 + n}">The bridge has been opened</a></h2>`,
    );
    const known = ['/node/31', '/node/32', '/node/33'].map(path => `${origin}${path}`);
    using source = new WatchedSource({ archive }, { known });
    source.entry('/', 'page');
    const found = await source.finds({ '/node/3': `<h1>Town</h1>${items.join('')}<a href="?page=1">Next</a>` });
    expect(namedPaths(found)).toEqual(archive ? expect.arrayContaining(paths) : []);
    expect(outcomeOf(found, '/node/3')).toBe(archive ? 'not-publication' : 'no-article');
  });

  test('is dated by the update of its entry where neither page nor entry tells more', async () => {
    const updated = { at: '2026-05-03T08:00:00.000Z', precision: 'second', words: 'x', offsetMinutes: 0 } as const;
    using source = new WatchedSource({}, { hints: { [`${origin}${path}`]: { updated } } });
    await source.finds({ [path]: story('the bridge') });
    const { publishedAt, details } = await source.only();
    expect(publishedAt).toBe(Date.parse(updated.at));
    expect(JSON.parse(details)).toMatchObject({ published: { source: 'feed-updated' } });
  });

  test.each([
    ['UTC where nothing is known', {}, '2026-05-04T10:00:00.000Z'],
    ["a person's", { timeZone: 'Europe/Berlin' }, '2026-05-04T08:00:00.000Z'],
  ])('has without a zone the clock that is %s', async (_, options, at) => {
    using source = new WatchedSource(options);
    const { memory } = await source.finds({ [path]: shortPage(60, { body: timed('4 May 2026, 10:00') }) });
    expect((await source.only()).publishedAt).toBe(Date.parse(at));
    expect(memory).toMatchObject({ unzoned: 1, aheadHours: {}, languages: { und: 1 } });
  });

  test.each<[string, Fetched, boolean]>([
    ['stays remembered while its request is to be repeated', { kind: 'retry', reason: 'timeout' }, true],
    ['is forgotten once it was read', story('the bridge'), false],
    ['is forgotten once its address gives no page', 404, false],
    ['is forgotten once it is no publication', challenge, false],
  ])('%s', async (_, fetched, isRemembered) => {
    using source = new WatchedSource({}, { hints: { [`${origin}${path}`]: { title: 'The old bridge' } } });
    const { memory } = await source.finds({ [path]: fetched });
    expect(Object.keys(memory.hints)).toEqual(isRemembered ? [`${origin}${path}`] : []);
  });
});

describe('a publication that is looked at again', () => {
  test('whose address answers 410 is gone for good', async () => {
    using source = await withStory();
    source.at += hourMs;
    await source.looks({ [path]: 410 });
    expect(await source.kept()).toEqual([`${path} gone 1`]);
    expect((await source.only()).goneAt).toBe(noon + hourMs);
    expect(source.hoursLeft(path)).toBeUndefined();
  });

  test('whose address answers 404 is gone, and is looked at again for its whole page', async () => {
    using source = await withStory();
    const tagged = (body: string) => page(body, { validators: { etag: '"1"' } });
    const fields = () => source.watched.get(`${origin}${path}`)!.fields;
    source.at += hourMs;
    await source.looks({ [path]: tagged(story('the bridge')) });
    expect(fields()).toEqual({ 'if-none-match': '"1"' });
    source.at += 5 * hourMs;
    await source.looks({ [path]: 404 });
    expect(await source.kept()).toEqual([`${path} gone 1`]);
    expect([source.hoursLeft(path), fields()]).toEqual([18, {}]);
    source.at += 18 * hourMs;
    await source.looks({ [path]: tagged(challenge) });
    expect(fields()).toEqual({});
  });

  test('is live again where the page is back, with the text of before too', async () => {
    using source = await withStory();
    source.at += hourMs;
    await source.looks({ [path]: 404 });
    source.at += 5 * hourMs;
    await source.looks({ [path]: story('the bridge') });
    expect(await source.kept()).toEqual([`${path} live 1`]);
    expect(readRecheck(source.watched.get(`${origin}${path}`)!).gone).toBeUndefined();
  });

  test('stays gone where what is back is no publication', async () => {
    using source = await withStory();
    source.at += hourMs;
    await source.looks({ [path]: 404 });
    source.at += 5 * hourMs;
    await source.looks({ [path]: challenge });
    expect(await source.kept()).toEqual([`${path} gone 1`]);
    expect(readRecheck(source.watched.get(`${origin}${path}`)!).gone).toBe(true);
  });

  test.each<[string, Fetched]>([
    ['answers 403', 403],
    ['answers 500', 500],
    ['answers 304', 304],
    ['answers 451', 451],
    ['gives a document of another kind', { kind: 'skipped', reason: 'content-type', status: 200 }],
    ['gives no answer', { kind: 'skipped', reason: 'timeout' }],
    ['has the text of before', story('the bridge')],
    ['asks for proof of a person', challenge],
  ])('stays what it was where its address %s, and that was a look', async (_, fetched) => {
    using source = await withStory();
    source.at += hourMs;
    await source.looks({ [path]: fetched });
    expect(await source.kept()).toEqual([`${path} live 1`]);
    expect(source.hoursLeft(path)).toBe(5);
  });

  test.each<[string, Fetched]>([
    ['is to be asked once more', { kind: 'retry', reason: 'http-status', status: 503 }],
    ['redirects within the source', { kind: 'redirect', status: 301, target: `${origin}/bridge` }],
  ])('was not looked at yet where its address %s', async (_, fetched) => {
    using source = await withStory();
    source.at += hourMs;
    const { changes } = await source.looks({ [path]: fetched });
    expect([changes.watched, changes.ended]).toEqual([[], []]);
    expect(source.hoursLeft(path)).toBe(0);
  });

  test.each([
    ['text', story('the bridge').replace('In sentence 7', 'In the last sentence')],
    ['title', story('the bridge').replaceAll('The council speaks of', 'The council has spoken of')],
  ])('with another %s has a new version', async (_, body) => {
    using source = await withStory();
    source.at += hourMs;
    await source.looks({ [path]: body });
    expect(await source.kept()).toEqual([`${path} live 2`]);
    expect(source.hoursLeft(path)).toBe(5);
  });

  test('has a new version however short the page has become', async () => {
    using source = await withStory();
    source.at += hourMs;
    await source.looks({ [path]: shortPage(60) });
    expect(await source.kept()).toEqual([`${path} live 2`]);
  });

  test('keeps how it was found', async () => {
    using source = new WatchedSource();
    source.entry('/feed', 'feed');
    await source.finds({ [path]: story('the bridge') }, { foundOn: feed });
    source.at += hourMs;
    await source.looks({ [path]: story('the new bridge') });
    expect(await source.only()).toMatchObject({ by: 'feed', version: 2 });
  });

  test('is not looked at any more after its last time, and stays', async () => {
    using source = await withStory({ recheckS: [3_600, 7_200] });
    const left = [source.hoursLeft(path)];
    for (let look = 0; look < 2; look += 1) {
      source.at += hourMs;
      await source.looks({ [path]: story('the bridge') });
      left.push(source.hoursLeft(path));
    }
    expect(left).toEqual([1, 1, undefined]);
    expect(await source.kept()).toEqual([`${path} live 1`]);
  });

  test('has its next time after a sleep, not one for each that was slept through', async () => {
    using source = await withStory({ recheckS: [3_600, 7_200, 36_000] });
    source.at += 3 * hourMs;
    await source.looks({ [path]: story('the bridge') });
    expect(source.hoursLeft(path)).toBe(7);
  });

  test('asks only for what has changed since the last page', async () => {
    using source = await withStory();
    const fields = () => source.watched.get(`${origin}${path}`)?.fields;
    expect(fields()).toEqual({});
    source.at += hourMs;
    await source.looks({ [path]: page(story('the bridge'), { validators: { etag: '"2"' } }) });
    expect(fields()).toEqual({ 'if-none-match': '"2"' });
    source.at += hourMs;
    await source.looks({ [path]: 304 });
    expect(fields()).toEqual({ 'if-none-match': '"2"' });
    source.at += hourMs;
    await source.looks({ [path]: story('the bridge') });
    expect(fields()).toEqual({});
  });

  test('is left alone where somebody took it from the watch meanwhile', async () => {
    using source = await withStory();
    source.watched.clear();
    for (const fetched of [410, story('a tower')]) await source.looks({ [path]: fetched });
    expect([await source.kept(), source.watched.size]).toEqual([[`${path} live 1`], 0]);
  });

  test('which is another address of a publication of the source is not looked at again', async () => {
    using source = await withStory();
    await source.finds({ '/print/bridge-1.html': story('the bridge') });
    expect(source.hoursLeft('/print/bridge-1.html')).toBeUndefined();
    expect(source.hoursLeft(path)).toBe(1);
    expect(await source.kept()).toEqual([`${path} live 1`]);
  });
});

test('a watch of before tracking parameters left identities fetches an address once more, and keeps one publication', async () => {
  using source = new WatchedSource();
  const old = `${path}?utm_source=rss&utm_medium=rss`;
  await source.finds({ [old]: story('the bridge') });
  source.entry('/feed', 'feed');
  const rss = `<rss version="2.0"><channel><item><link>${origin}${old.replace('&', '&amp;')}</link></item></channel></rss>`;
  const { reading } = await source.looks({ '/feed': rss });
  expect(reading.named.map(({ identity }) => identity)).toEqual([`${origin}${path}`]);
  await source.finds({ [path]: story('the bridge') });
  expect(await source.kept()).toEqual([`${old} live 1`]);
  // Only one of the two is looked at again, and a change of its text is a version of the one publication.
  expect([source.hoursLeft(old), source.hoursLeft(path)]).toEqual([1, undefined]);
  source.at += hourMs;
  await source.looks({ [old]: story('the bridge', 12) });
  expect(await source.kept()).toEqual([`${old} live 2`]);
});

describe('an address whose first look fails', () => {
  const failing: Fetched = { kind: 'skipped', reason: 'http-status', status: 503 };
  const rss = (...paths: string[]): string =>
    `<rss version="2.0"><channel>${paths.map(each => `<item><title>A bridge</title><link>${origin}${each}</link></item>`).join('')}</channel></rss>`;

  async function failed(): Promise<WatchedSource> {
    const source = new WatchedSource();
    source.entry('/feed', 'feed');
    await source.looks({ '/feed': rss(path) });
    await source.finds({ [path]: failing }, { foundOn: feed });
    return source;
  }

  test('is tried again after 10 minutes, 1 hour, 6 hours, then daily for 14 days, and then given up', async () => {
    using source = await failed();
    const waits: (number | undefined)[] = [];
    let skipped: unknown;
    for (let tries = 0; tries < 17; tries += 1) {
      const hours = source.hoursLeft(path)!;
      waits.push(hours);
      source.at += hours * hourMs;
      ({
        memory: { skipped },
      } = await source.looks({ [path]: failing }));
      if (tries < 16) expect(skipped).toBeUndefined();
    }
    expect(waits).toEqual([1 / 6, 5 / 6, 5, 18, ...Array.from({ length: 13 }, () => 24)]);
    expect([source.hoursLeft(path), skipped]).toEqual([undefined, { 'status-503': 1 }]);
    expect(Object.values(source.memory.failed!)).toMatchObject([{ tries: 18, why: 'status-503' }]);
    expect(Object.values(source.memory.failed!)[0]!.due).toBeUndefined();
  });

  test('is a publication of its entry as soon as a look sees it', async () => {
    using source = await failed();
    source.at += hourMs / 6;
    await source.looks({ [path]: untitled });
    expect(await source.only()).toMatchObject({ by: 'feed', title: 'A bridge' });
    expect([source.memory.failed, source.memory.skipped, source.hoursLeft(path)]).toEqual([undefined, undefined, 1]);
  });

  test('is tried again while its entry names it, and no longer', async () => {
    using source = await failed();
    source.at += hourMs / 20;
    await source.looks({ '/feed': rss(path, '/news/b-2.html') });
    expect(source.hoursLeft(path)).toBeCloseTo(1 / 6 - 1 / 20);
    await source.looks({ '/feed': 304 });
    expect(source.hoursLeft(path)).toBeDefined();
    await source.looks({ '/feed': rss('/news/b-2.html') });
    expect([source.hoursLeft(path), source.memory.skipped]).toEqual([undefined, { 'status-503': 1 }]);
  });

  test.each<[string, Fetched]>([
    ['fails', failing],
    [
      'is a wall of consent',
      '<title>Privacy</title><h1>We value your privacy</h1><p>We and our partners use cookies.</p>',
    ],
  ])('is tried again from its beginning where a redirect led to what %s', async (_, fetched) => {
    using source = new WatchedSource();
    source.entry('/feed', 'feed');
    const items = rss(path).replace('A bridge', 'The council speaks of the bridge');
    await source.looks({ '/feed': items });
    source.redirects.set(path, '/gate');
    source.memory = { ...source.memory, hints: { [`${origin}/gate`]: Object.values(source.memory.hints)[0]! } };
    await source.finds({ [path]: fetched }, { foundOn: feed });
    expect([await source.kept(), Object.keys(source.memory.failed!)]).toEqual([[], [`${origin}${path}`]]);
    source.at += hourMs / 20;
    await source.looks({ '/feed': items });
    expect(source.hoursLeft(path)).toBeCloseTo(1 / 6 - 1 / 20);
    source.redirects.clear();
    source.at += hourMs / 6;
    await source.looks({ [path]: story('the bridge') });
    expect([await source.kept(), source.memory.failed]).toEqual([[`${path} live 1`], undefined]);
  });

  test.each<[string, Fetched]>([
    ['redirects to the home page', { kind: 'redirect', status: 302, target: `${origin}/` }],
    ['redirects in a circle', { kind: 'skipped', reason: 'redirects', status: 302 }],
    ['is JSON', { kind: 'skipped', reason: 'content-type', status: 200, detail: 'json' }],
  ])('is tried again where it %s', async (_, fetched) => {
    using source = new WatchedSource();
    source.entry('/feed', 'feed');
    await source.looks({ '/feed': rss(path) });
    await source.finds({ [path]: fetched }, { foundOn: feed });
    expect(Object.values(source.memory.failed!)).toMatchObject([{ tries: 1 }]);
    source.at += hourMs / 6;
    await source.looks({ [path]: fetched });
    expect(Object.values(source.memory.failed!)).toMatchObject([{ tries: 2 }]);
    source.at += hourMs;
    await source.looks({ [path]: story('the bridge') });
    expect([await source.kept(), source.memory.failed]).toEqual([[`${path} live 1`], undefined]);
  });

  test.each<[string, Fetched]>([
    ['is a document of another kind', { kind: 'skipped', reason: 'content-type', status: 200 }],
    ['is forbidden by robots.txt', { kind: 'skipped', reason: 'robots' }],
    ['answers 410', 410],
  ])('is not tried again where it %s', async (_, fetched) => {
    using source = new WatchedSource();
    const { memory } = await source.finds({ [path]: fetched });
    expect([source.hoursLeft(path), memory.failed]).toEqual([undefined, undefined]);
  });
});

describe('an address that another source names as a publication', () => {
  const hint = { title: 'The old bridge', authors: ['Ann Lee'] };

  function withNamed(): WatchedSource {
    const source = new WatchedSource();
    const address = `${origin}${path}`;
    source.watch(unseenAddress({ identity: address, address }, { at: noon, by: 'feed', hint }));
    source.at += hourMs;
    return source;
  }

  test('is one however short, with what the entry said of it', async () => {
    using source = withNamed();
    await source.looks({ [path]: untitled });
    const row = await source.only();
    expect(row).toMatchObject({ by: 'feed', title: 'The old bridge', state: 'live', version: 1 });
    expect(JSON.parse(row.details)).toMatchObject({ authors: ['Ann Lee'] });
  });

  test('is looked at again from when its page was first seen, as any other', async () => {
    using source = withNamed();
    await source.looks({ [path]: story('the bridge') });
    const state = readRecheck(source.watched.get(`${origin}${path}`)!);
    expect([source.hoursLeft(path), state.first, state.named]).toEqual([1, noon + hourMs, undefined]);
  });

  test.each<[string, Fetched, string]>([
    ['whose page has no text', '<title>The bridge</title>', 'no-article'],
    ['whose address answers 404', 404, 'status-404'],
    ['whose address answers 403', 403, 'status-403'],
  ])('%s is tried again later, and listed until it is seen', async (_, fetched, why) => {
    using source = withNamed();
    const { memory } = await source.looks({ [path]: fetched });
    expect([await source.kept(), source.hoursLeft(path), memory.skipped]).toEqual([[], 5, undefined]);
    expect(memory.failed).toEqual({
      [`${origin}${path}`]: {
        ...{ address: `${origin}${path}`, foundOn: '', why, first: source.at, last: source.at, tries: 1 },
        due: source.at + 5 * hourMs,
      },
    });
    source.at += 5 * hourMs;
    const { memory: later } = await source.looks({ [path]: untitled });
    expect([later.failed, (await source.only()).by]).toEqual([undefined, 'feed']);
  });

  test('is given up where its address answers 410, and is not gone', async () => {
    using source = withNamed();
    const { memory } = await source.looks({ [path]: 410 });
    expect([await source.kept(), source.hoursLeft(path)]).toEqual([[], undefined]);
    expect([memory.skipped, memory.failed]).toEqual([{ 'status-410': 1 }, undefined]);
  });

  test('is asked again later where it asks for proof of a person', async () => {
    using source = withNamed();
    const { memory } = await source.looks({ [path]: challenge });
    expect([await source.kept(), memory.skipped]).toEqual([[], undefined]);
    expect(source.hoursLeft(path)).toBe(5);
    source.at += 5 * hourMs;
    await source.looks({ [path]: story('the bridge') });
    expect(await source.only()).toMatchObject({ by: 'feed' });
  });
});

describe('the clock of a source', () => {
  const shown = (time: string, about: string): string => story(about).replace('<p>', `<p class=date>${time}</p><p>`);
  const fed = (at: string) => ({ published: { at, precision: 'second', words: at, offsetMinutes: 0 } as const });

  test('is learnt from pages that agree with their entries, and tells the times of the others', async () => {
    const [first, second] = [`${origin}/news/a-1.html`, `${origin}/news/b-2.html`];
    const hints = { [first]: fed('2026-05-05T07:30:00.000Z'), [second]: fed('2026-05-05T08:10:00.000Z') };
    using source = new WatchedSource({}, { hints });
    const { memory } = await source.finds({
      '/news/a-1.html': shown('5 May 2026, 10:30', 'a tower'),
      '/news/b-2.html': shown('5 May 2026, 11:10', 'a garden'),
      '/news/c-3.html': shown('5 May 2026, 09:00', 'a market'),
    });
    expect(memory.zone).toBe(180);
    const times = (await source.rows()).map(row => [row.title.split(' ').at(-1), row.publishedAt]);
    expect(times).toContainEqual(['market', Date.UTC(2026, 4, 5, 6)]);
  });

  test('stays as it was where a turn tells nothing of it', async () => {
    using source = new WatchedSource({}, { zone: 60 });
    expect((await source.finds({ [path]: story('the bridge') })).memory.zone).toBe(60);
  });
});

test('what pages of a source have in common is left out, as it was known before the turn', async () => {
  using source = new WatchedSource();
  const about = ['a tower', 'a garden', 'a market', 'a harbour'];
  const turn = (line: string, from: number): Record<string, string> =>
    Object.fromEntries(
      about.map((each, n) => [
        `/news/${each.slice(2)}-${n + from}.html`,
        story(`${each} of ${from}`).replace('</article>', `<p>${line}</p></article>`),
      ]),
    );
  await source.finds(turn('Whoever reads this line has read all of the news of today.', 1));
  await source.finds(turn('Whoever reads that line has read all of the news of yesterday.', 5));
  const rows = await source.rows();
  const texts = await Promise.all(rows.map(async ({ id }) => (await source.publications.text(id, 1))!));
  expect(texts.filter(text => text.includes('this line'))).toEqual([]);
  expect(texts.filter(text => text.includes('that line')).length).toBe(4);
});

describe('rules of a source', () => {
  const type = { name: 'story', match: '//article', fields: { text: { xpath: '//article' } } };
  const redesigned = (about: string): string => story(about).replaceAll('article>', 'section>');

  function withRules(): WatchedSource {
    const source = new WatchedSource();
    const validFrom = new Date(noon).toISOString();
    source.settings = { version: 1, rules: [{ revision: 1, rules: { types: [type] }, validFrom, validUntil: null }] };
    return source;
  }
  const pages = (from: number, count: number, of: (about: string) => string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`/news/s-${from + n}.html`, of(`river ${from + n}`)]));

  test('are judged by new pages alone, and a page that they fit says so', async () => {
    using source = withRules();
    const { memory } = await source.finds({ [path]: story('the bridge') });
    expect(memory.rules?.health).toMatchObject({ tried: 1, matched: 1 });
    expect(JSON.parse((await source.only()).details)).toMatchObject({ rules: 1, method: 'grabber' });
    source.at += hourMs;
    const { memory: later } = await source.looks({ [path]: redesigned('the bridge') });
    expect(later.rules?.health).toMatchObject({ tried: 1, matched: 1 });
  });

  test('that name a zone for a time say it better than the clock of the source and a feed', async () => {
    using source = withRules();
    const published = { xpath: '//i', date: { language: 'ru', zone: 'MSK' } };
    const rules = { types: [{ ...type, fields: { ...type.fields, published } }] };
    source.settings = { version: 1, rules: [{ ...source.settings.rules![0]!, rules }], timeZone: 'Asia/Omsk' };
    const hinted = { at: '2026-05-05T09:00:00.000Z', precision: 'second', words: 'x', offsetMinutes: 0 } as const;
    source.memory = { ...source.memory, hints: { [`${origin}${path}`]: { published: hinted } } };
    await source.finds({ [path]: `${story('the bridge')}<i>05.05.2026 09:00</i>` });
    expect((await source.only()).publishedAt).toBe(Date.UTC(2026, 4, 5, 6));
  });

  test('that no page fits any more raise an alarm once, and it is known since when', async () => {
    using source = withRules();
    const { reading } = await source.finds(pages(1, 10, story));
    expect(reading.notes).toEqual([]);
    source.at += hourMs;
    const { reading: raised, memory } = await source.finds(pages(11, 2, redesigned));
    expect(raised.notes).toMatchObject([{ reason: 'rules-alarm' }]);
    expect(raised.notes![0]!.detail).toContain('10 of the last 12 new pages');
    expect(memory.rules?.alarmSince).toBe(noon + hourMs);
    source.at += hourMs;
    const { reading: after, memory: last } = await source.finds(pages(13, 1, redesigned));
    expect([after.notes, last.rules?.alarmSince]).toEqual([[], noon + hourMs]);
  });
});

test('a text is searched with the names that held on the day of its publication, or of its first look', async () => {
  const value = [
    { id: 'old', name: 'Old Bridge Company', aliases: [{ text: 'River Works', validTo: '2026-05-04' }] },
    { id: 'new', name: 'New Bridge Company', aliases: [{ text: 'River Works', validFrom: '2026-05-05' }] },
  ];
  const organizations = readOrganizations({ value, nameOf: String });
  const found = async (head: string): Promise<readonly string[]> => {
    using source = new WatchedSource();
    source.search = {
      ...{ list: listDigest(organizations), dictionary: new Dictionary(organizations) },
      teller: { name: 'none', tell: async asked => asked.map(() => undefined) },
    };
    await source.finds({ [path]: story('the bridge of River Works').replace('<title>', `${head}<title>`) });
    const { id } = await source.only();
    const mentions = await source.publications.mentions.mentions(id, 1);
    return [...new Set(mentions.map(({ organization }) => organization))];
  };
  expect(await found('')).toEqual(['new']);
  expect(await found(meta)).toEqual(['old']);
});

describe('a page that a browser loaded', () => {
  const shell = '<title>Post</title><div id="root"></div><script src="/app.js"></script>';
  const regret = '<title>Post</title><div id="root"><p>The article could not be loaded. Try again.</p></div>';
  const loaded = (body: string, isCut: boolean, raw = shell) => {
    const sent = { raw: Buffer.from(raw), rawType: 'text/html; charset=utf-8', went: [] };
    return page(`${body}<script src="/app.js"></script>`, {
      rendering: { kind: 'rendered', ...sent, ...(isCut ? { isCut } : {}) },
    });
  };

  test.each([
    ['is tried later where requests of its scripts failed and it is empty', loaded(shell, true), 'undrawn'],
    ['is tried later where they failed and it has words of regret', loaded(regret, true), 'undrawn'],
    ['is tried later where all were answered and it is empty', loaded(shell, false), 'no-article'],
    ['is a publication where they failed beside a text that was sent', loaded(regret, true, regret), undefined],
    ['is a publication where they failed beside an article', loaded(story('the bridge'), true), undefined],
  ])('%s', async (_, fetched, why) => {
    using source = new WatchedSource();
    source.entry('/feed', 'feed');
    const { memory } = await source.finds({ [path]: fetched }, { foundOn: feed });
    expect(Object.values(memory.failed ?? {}).map(each => each.why)).toEqual(why === undefined ? [] : [why]);
    expect(source.hoursLeft(path)).toBeCloseTo(why === undefined ? 1 : 1 / 6);
  });

  test('is tried after 10 minutes, an hour and six where its scripts fail, and found by a link too', async () => {
    using source = new WatchedSource();
    await source.finds({ [path]: loaded(shell, true) });
    const due: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      due.push(source.hoursLeft(path)! + (source.at - noon) / hourMs);
      source.at += source.hoursLeft(path)! * hourMs;
      await source.looks({ [path]: loaded(shell, true) });
    }
    expect(due.map(hours => Math.round(hours * 6))).toEqual([1, 6, 36]);
    await source.looks({ [path]: loaded(story('the bridge'), false) });
    expect(await source.kept()).toEqual([`${path} live 1`]);
    source.at += hourMs;
    await source.looks({ [path]: loaded(regret, true) });
    expect(await source.kept()).toEqual([`${path} live 1`]);
  });
});
