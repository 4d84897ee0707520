/** The verdict on a document of an entry: a table over documents and what is known. */
import { describe, expect, test } from 'vitest';
import { PublicationRules } from '../../../../../shared/wings/publications/finding/publication-rules.ts';
import { type EntryKnown, judgeEntry, taughtBy } from '../../../../../shared/wings/publications/watch/judge-entry.ts';
import { readEntry } from '../../../../../shared/wings/publications/watch/read-entry.ts';

const origin = 'https://news.example';
const at = Date.parse('2026-05-05T12:00:00Z');
const stories = Array.from({ length: 6 }, (_, n) => `${origin}/large/story-${n}.html`);
const usual: EntryKnown = {
  rules: new PublicationRules(['news.example'], stories),
  ...{ isUntaught: false, archive: false, isFirst: true, isPart: false, at },
};

const links = (...targets: readonly string[]): string => targets.map(each => `<a href="${each}">more</a>`).join(' ');
const map = (...entries: readonly string[]): string =>
  `<urlset>${entries.map(each => `<url><loc>${origin}${each}</loc></url>`).join('')}</urlset>`;
const rss = (...items: readonly string[]): string =>
  `<rss version="2.0"><channel>${items.map(each => `<item>${each}</item>`).join('')}<ttl>5</ttl></channel></rss>`;

async function documentOf(kind: 'feed' | 'sitemap' | 'list', text: string) {
  const contentType = kind === 'list' ? 'text/html' : 'application/xml';
  return await readEntry(kind, { body: Buffer.from(text), contentType }, `${origin}/`, at);
}

async function verdictOn(kind: 'feed' | 'sitemap' | 'list', text: string, known: Partial<EntryKnown> = {}) {
  const verdict = judgeEntry(await documentOf(kind, text), { ...usual, ...known });
  if (verdict.kind !== 'read') return verdict;
  const { items, parts, sitemaps, left } = verdict;
  const paths = (addresses: readonly string[]) => addresses.map(address => address.replace(origin, ''));
  return { items: paths(items.map(({ address }) => address)), parts: paths(parts), sitemaps: paths(sitemaps), left };
}

const none = { items: [], parts: [], sitemaps: [], left: {} };

describe('the verdict on', () => {
  const part = '/large/?page=2';
  test.each<[string, Parameters<typeof verdictOn>, object]>([
    [
      'a list: its publications, and the rest by kind',
      ['list', links('/large/story-9.html', '/about', '/a.pdf', 'https://other.example/')],
      { ...none, items: ['/large/story-9.html'], left: { service: 1, file: 1, 'other-host': 1 } },
    ],
    [
      'a list without wish for old ones: its parts are counted',
      ['list', links(part)],
      { ...none, left: { archive: 1 } },
    ],
    [
      'a feed of all pages: none that the law demands',
      [
        'feed',
        rss(...['/impressum/', '/posts/privacy', '/a/datenschutz'].map(path => `<link>${origin}${path}</link>`)),
      ],
      { ...none, items: ['/posts/privacy'], left: { service: 2 } },
    ],
    ['a list with wish for old ones', ['list', links(part), { archive: true }], { ...none, parts: [part] }],
    [
      'an empty part behind the first one: it leads no further',
      ['list', links(part), { archive: true, isFirst: false, isPart: true }],
      { ...none, left: { archive: 1 } },
    ],
    [
      'a part with a publication leads further',
      ['list', links(part, '/large/story-8.html'), { archive: true, isFirst: false, isPart: true }],
      { ...none, items: ['/large/story-8.html'], parts: [part] },
    ],
    [
      'a feed: each item but files',
      ['feed', rss(`<link>${origin}/x</link>`, `<link>${origin}/a.pdf</link>`)],
      { ...none, items: ['/x'], left: { file: 1 } },
    ],
    ['a sitemap in place of a feed', ['feed', map('/large/story-7.html')], { ...none, items: ['/large/story-7.html'] }],
    ['a feed in place of a sitemap', ['sitemap', rss(`<link>${origin}/x</link>`)], { ...none, items: ['/x'] }],
    [
      'a sitemap: what looks like publications',
      ['sitemap', map('/large/story-7.html', '/team/')],
      { ...none, items: ['/large/story-7.html'], left: { list: 1 } },
    ],
    [
      'a sitemap before any lesson',
      ['sitemap', map('/large/story-7.html'), { isUntaught: true }],
      { kind: 'deferred' },
    ],
    [
      'a list before any lesson, which taught nothing itself',
      ['list', '<a href="/large/story-7.html">Story</a>', { isUntaught: true }],
      { kind: 'deferred' },
    ],
    [
      'an index before any lesson: it is none of publications',
      ['sitemap', `<sitemapindex><sitemap><loc>${origin}/1.xml</loc></sitemap></sitemapindex>`, { isUntaught: true }],
      { ...none, sitemaps: ['/1.xml'] },
    ],
    [
      'a page in place of a feed',
      ['feed', '<!doctype html><html><p>Sorry</html>'],
      { kind: 'failed', outcome: 'no-feed-html' },
    ],
    ['a page in place of a sitemap', ['sitemap', '<!doctype html><p>Sorry'], { kind: 'failed', outcome: 'no-sitemap' }],
  ])('%s', async (_, given, expected) => {
    expect(await verdictOn(...given)).toEqual(expected);
  });
});

test('a news sitemap and a feed teach all that they name, a list its headlines where nothing is known', async () => {
  const news = `<url><loc>${origin}/n</loc><news:news><news:title>N</news:title></news:news></url>`;
  const headline = (n: number) => `<p><a href="/x/story-${n}.html">A headline that is long enough to be one</a></p>`;
  const list = await documentOf('list', [1, 2, 3].map(headline).join(''));
  const documents = [
    await documentOf('sitemap', `<urlset xmlns:news="n"><url><loc>${origin}/m</loc></url>${news}</urlset>`),
    await documentOf('feed', rss(`<link>${origin}/f</link>`)),
  ];
  expect(documents.map(each => taughtBy(each, false).publications)).toEqual([[`${origin}/n`], [`${origin}/f`]]);
  expect([true, false].map(byHeadlines => taughtBy(list, byHeadlines).publications.length)).toEqual([3, 0]);
});
