import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const now = Date.parse('2026-03-20T12:00:00Z');
const text = [
  'The council of the small town met in the evening and decided, after a long debate, that the old bridge will be repaired.',
  'Engineers had warned in spring that two of the pillars could no longer bear the weight of lorries, and the road was closed.',
  'The works will cost about two million and take five months; half of the sum comes from the region, said the mayor.',
];

function publishedOn(language: string, line: string, head = '', url = 'http://n.example/a'): string | undefined {
  const body = `<article><h1>The bridge will be repaired</h1>${line}<p>${text.join('</p><p>')}</p></article>`;
  const html = `<html lang="${language}"><head><title>The bridge will be repaired</title>${head}</head><body>${body}</body></html>`;
  return extractPage({ html, url, now }).published?.at.slice(0, 16);
}

test.each([
  ['de', '<p class="info">Was heute wichtig ist</p>'],
  ['de', '<p>Alle Bilder gibt es hier.</p>'],
  ['en', '<p class="info">What matters today</p>'],
  ['en', '<div class="meta">Read it here today for free</div>'],
  ['ru', '<p class="info">Что важно сегодня</p>'],
  ['en', '<p>Yesterday the council of the town met</p>'],
  ['en', '<figure><img src="/a.jpg"><figcaption>The bridge on 3 January 2026</figcaption></figure>'],
  ['en', '<p class="date">Updated: 15 March 2026, 09:00</p>'],
  ['uk', '<p class="date">Оновлено: 15.03.2026 09:00</p>'],
  ['ja', '<p class="date">更新日 2026年3月15日</p>'],
  [
    'de',
    '<div class="bild"><img src="/a.jpg"><span class="bildunterschrift">Die Brücke am 3. Januar 2026</span></div>',
  ],
  ['ru', '<div class="photo"><img src="/a.jpg"><div class="photo__desc">Мост, 3 января 2026 года</div></div>'],
  ['en', '<div class="related"><a href="/x">Other story</a> <span>11 March 2026</span></div>'],
  ['en', '<p class="info">Today in Town</p>'],
  [
    'en',
    '<div class="related"><p>Ann Lee <a href="/x">Other story of the town</a> <span class="date">2 days ago</span></p></div>',
  ],
  ['en', '<div><span class="date">11.03.2026</span> <a href="/x">Another story about a school</a></div>'],
  ['ru', '<ul><li><a href="/x">Школу у моста откроют осенью</a> <time>11 марта 2026, 09:00</time></li></ul>'],
])('no date of publication, in %s: %s', (language, line) => {
  expect(publishedOn(language, line)).toBeUndefined();
});

test.each([
  ['en', '<p class="date">Today</p>', '2026-03-20T00:00'],
  ['en', '<p>Published yesterday at 10:15</p>', '2026-03-19T10:15'],
  ['en', '<abbr class="timeago" title="2026-03-12T10:15:00Z">8 days ago</abbr>', '2026-03-12T10:15'],
  ['en', '<relative-time datetime="2026-03-12T10:15:00Z">last week</relative-time>', '2026-03-12T10:15'],
  ['de', '<p>Stand: 15. März 2026 · Erstveröffentlichung: 12. März 2026</p>', '2026-03-12T00:00'],
  ['uk', '<p>Опубліковано 12.03.2026 10:15 · Оновлено 15.03.2026</p>', '2026-03-12T10:15'],
  ['en', '<div class="post-image"><img src="/a.jpg"><span>12 March 2026</span></div>', '2026-03-12T00:00'],
  ['fr', '<p class="info">hier</p>', '2026-03-19T00:00'],
  ['kk', '<p>2026 ж. 12 наурызда 10:15</p>', '2026-03-12T10:15'],
  ['en', '<span class="date" data-timestamp="1773310500">x</span>', '2026-03-12T10:15'],
  ['en', '<span class="post-date" data-time="1773310500000"></span>', '2026-03-12T10:15'],
  ['en', '<time datetime="2026-03-12">12 March 2026, 10:15</time>', '2026-03-12T10:15'],
  ['en', '<time datetime="2026-03-12">12 March</time><p>Updated: 12 March 2026, 18:00</p>', '2026-03-12T00:00'],
  ['ru', '<p>Сегодня, 10:15</p>', '2026-03-20T10:15'],
  ['ru', '<span class="date">2 ч назад</span>', '2026-03-20T10:00'],
  ['fr', '<span class="date">il y a 2 heures</span>', '2026-03-20T10:00'],
  ['uk', '<span class="date">10 годин тому</span>', '2026-03-20T02:00'],
  ['de', '<span class="date">vor einer Stunde</span>', '2026-03-20T11:00'],
  ['en', '<p><span class="author">Ann Lee</span> <span class="date">2 days ago</span></p>', '2026-03-18T00:00'],
  ['pl', '<p><b>Jan Sowa</b> <span class="date">przedwczoraj</span></p>', '2026-03-18T00:00'],
  ['en', '<p class="byline">By Ann Lee, today</p>', '2026-03-20T00:00'],
  ['en', '<p class="byline">By Ann Lee | Yesterday</p>', '2026-03-19T00:00'],
  ['en', '<p class="date">Edited: 15.03.2026 09:00, created: 12.03.2026 10:15</p>', '2026-03-12T10:15'],
  ['en', '<p class="date">UPD 15 March 2026, 09:00 — posted 12 March 2026, 10:15</p>', '2026-03-12T10:15'],
  [
    'en',
    '<p class="date">Updated: 15 March 2026, 09:00. First published: 12 March 2026, 10:15.</p>',
    '2026-03-12T10:15',
  ],
  ['ru', '<p class="date">Обновлено 15 марта 2026, 09:00 · Опубликовано 12 марта 2026, 10:15</p>', '2026-03-12T10:15'],
  ['de', '<p class="date">Stand: 15.03.2026 | Veröffentlicht am 12.03.2026</p>', '2026-03-12T00:00'],
  [
    'en',
    '<p>Updated <time datetime="2026-03-15T09:00Z">x</time> Posted <time datetime="2026-03-12T10:15Z">y</time></p>',
    '2026-03-12T10:15',
  ],
  ['en', '<p class="date">Thu Mar 12 10:15:34 CET 2026</p>', '2026-03-12T09:15'],
])('the date of publication, in %s: %s', (language, line, at) => {
  expect(publishedOn(language, line)).toBe(at);
});

test('words such as "2 days ago" count beside a headline that themes mark by its class, as beside one of the first level', () => {
  const html = `<html lang="en"><title>The bridge is open again</title><h1>Town news</h1><div><h2 class="entry-title">The bridge is open again</h2>
    <p><span class="author">Ann Lee</span> <span class="date">2 days ago</span></p><p>${'The council met beside the river. '.repeat(12)}</p></div>`;
  expect(extractPage({ html, now: Date.UTC(2026, 2, 20, 12) }).published?.at.slice(0, 10)).toBe('2026-03-18');
});

const article = (more: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', ...more })}</script>`;
const other = article({ headline: 'Bakeries open', url: 'http://n.example/other', datePublished: '2025-01-02' });
const own = article({
  headline: 'The bridge will be repaired',
  url: 'http://n.example/a',
  datePublished: '2026-03-12',
});
const canonical = '<link rel="canonical" href="http://n.example/a">';

test.each([
  ['/world/2026/mar/07/bridge', '2026-03-07T00:00'],
  ['/2026/feb/28/', '2026-02-28T00:00'],
  ['/2026/eng/07/bridge', undefined],
  ['/2026/feb/31/bridge', undefined],
])('an address with the name of a month: %s', (path, at) => {
  expect(publishedOn('en', '', '', `http://n.example${path}`)).toBe(at);
});

test.each([
  ['the second object has the address and the headline of the page', canonical + other + own, '2026-03-12T00:00'],
  ['an object of another page is of no use', canonical + other, undefined],
  ['an object that names neither counts', article({ datePublished: '2026-03-12' }), '2026-03-12T00:00'],
])('of the objects of JSON-LD that of this page counts: %s', (_, head, at) => {
  expect(publishedOn('en', '', head)).toBe(at);
});

test('a number behind a month in an address is a day only where nothing but the date is there', () => {
  expect(publishedOn('en', '', own, 'http://n.example/2026/03/15-prairie-story')).toBe('2026-03-12T00:00');
  const exact = article({ headline: 'The bridge will be repaired', datePublished: '2026-03-06T13:00:00+03:00' });
  expect(publishedOn('en', '', exact, 'http://n.example/2026/03/15-prairie-council-story')).toBe('2026-03-06T10:00');
  expect(publishedOn('en', '', exact, 'http://n.example/2026/03/07/prairie-council-story')).toBe('2026-03-06T10:00');
  expect(publishedOn('en', '', '', 'http://n.example/2026/03/15/prairie-story')).toBe('2026-03-15T00:00');
  expect(publishedOn('en', '', '', 'http://n.example/2026-03-15-prairie-story')).toBe('2026-03-15T00:00');
});

test('the date of a card in a list of related articles is not that of the page', () => {
  const card =
    '<div class="related"><div itemscope><meta itemprop="datePublished" content="2020-01-01T00:00:00Z"></div></div>';
  expect(publishedOn('en', `${card}<meta itemprop="datePublished" content="2026-03-12T10:15:00Z">`)).toBe(
    '2026-03-12T10:15',
  );
});

test.each([
  ['en', 'an address with numbers of one digit', '', '', 'http://n.example/2026/3/9/bridge'],
  ['en', 'an address with the day first', '', '', 'http://n.example/news/09-03-2026'],
  ['de', 'a label in the line before', '<dl><dt>Datum</dt><dd>09.03.2026</dd></dl>', '', undefined],
  [
    'de',
    'a label behind the date',
    '<div><p>Der Beitrag wurde am 9. März 2026 um 10:03 Uhr gepostet</p></div>',
    '',
    undefined,
  ],
  [
    'de',
    'a label in the footer',
    '<footer><p>Letzte Änderung: 10.03.2026<br>Erschienen am: 09.03.2026</p></footer>',
    '',
    undefined,
  ],
  [
    'en',
    'a time above a change of the microformat',
    '<span class="updated" title="2026-03-09T10:15:00Z"></span>',
    '',
    undefined,
  ],
  [
    'en',
    'a time in an element named so',
    '<p class="publication">On <time datetime="2026-03-09T10:15Z">x</time></p>',
    '',
    undefined,
  ],
  [
    'fr',
    'what readers are shown beside another time',
    '<time datetime="2026-03-14T10:18:46Z">Publié le 9 mars 2026</time>',
    '',
    undefined,
  ],
  [
    'en',
    'a meta of the site with a telling name',
    '',
    '<meta property="example_site:uploaded" content="2026-03-09T10:15:00Z">',
    undefined,
  ],
  [
    'en',
    'JSON-LD whose script names no type',
    '',
    '<script>{"@context":"https://schema.org","@type":"NewsArticle","datePublished":"2026-03-09"}</script>',
    undefined,
  ],
  [
    'en',
    'the state of a page',
    '',
    '<script type="application/json">{"id":7,"publishedAt":"2026-03-09T10:15:00+01:00"}</script>',
    undefined,
  ],
  ['en', 'milliseconds behind a colon', '', article({ datePublished: '2026-03-09T10:15:08:684Z' }), undefined],
  [
    'en',
    'instructions',
    '',
    '<script type="application/ld+json">{"@type":"HowTo","datePublished":"2026-03-09"}</script>',
    undefined,
  ],
  [
    'de',
    'microdata before a meta that says not of what',
    '<time itemprop="datePublished" datetime="2026-03-09">x</time>',
    '<meta name="date" content="2026-03-02">',
    undefined,
  ],
])('the day of publication is read, in %s: %s', (language, _, line, head, url) => {
  expect(publishedOn(language, line, head, url)?.slice(0, 10)).toBe('2026-03-09');
});

test('a text may begin with its date', () => {
  const dated = text[0]!.replace('The', '(09.03.2026) The');
  const html = `<article><h1>The bridge will be repaired</h1><p>${[dated, ...text.slice(1)].join('</p><p>')}</p></article>`;
  expect(extractPage({ html, now }).published).toMatchObject({ at: '2026-03-09T00:00:00.000Z', source: 'text' });
});

test.each([
  ['ru', 'ВЕРХНЕОЗЁРСК, 12 мар — РИА Ларь. ', '2026-03-12'],
  ['ru', 'НИЖНИЙ ЛАРЬСК, 12 марта. /ЛАРЬ/. ', '2026-03-12'],
  ['ru', 'НИЖНИЙ ЛАРЬСК, 12 марта (Ларь) – ', '2026-03-12'],
  ['en', 'BROOKHAVEN, March 12 (Lark) — ', '2026-03-12'],
  ['en', 'LONDON, 12 March 2025 - ', '2025-03-12'],
  ['de', 'BERLIN, 12. März (lrk) - ', '2026-03-12'],
  ['en', 'BROOKHAVEN, May 12 (Lark) — ', '2025-05-12'],
  ['en', 'Brookhaven, March 12 — ', undefined],
  ['en', 'NASA, 12 engineers and the mayor - ', undefined],
  ['en', 'THE BRIDGE OF MARCH 12 - ', undefined],
])('a dateline has the date where nothing else has one, in %s: %s', (language, line, day) => {
  const body = `<p>${line}${text.join('</p><p>')}</p>`;
  const page = (head: string) =>
    `<html lang="${language}">${head}<article><h1>The bridge will be repaired</h1>${body}</article></html>`;
  expect(extractPage({ html: page(''), now }).published?.at.slice(0, 10)).toBe(day);
  const published = '<meta property="article:published_time" content="2026-03-11T10:00:00Z">';
  expect(extractPage({ html: page(published), now }).published?.at.slice(0, 10)).toBe('2026-03-11');
});

test('of a figure that has the headline the line above it is no caption, and of a picture the line below it is one', () => {
  const body = `<p>${text.join('</p><p>')}</p>`;
  const date = '<small>09.03.2026</small>';
  const figure = `<figure><img src="a.jpg"><figcaption>${date}<h1>The bridge will be repaired</h1></figcaption></figure>`;
  expect(extractPage({ html: `<article>${figure}${body}</article>`, now }).published?.at.slice(0, 10)).toBe(
    '2026-03-09',
  );
  const picture = '<a href="/a"><img src="a.jpg"></a><div class="caption">The bridge, Monday, January 6, 2025</div>';
  const page = `<article><h1>The bridge will be repaired</h1>${picture}${body}</article>`;
  expect(extractPage({ html: page, now }).published).toBeNull();
});

describe('the order of trust', () => {
  const ld = article({ datePublished: '2026-03-11T10:00:00+01:00' });
  const meta = '<meta property="article:published_time" content="2026-03-12T10:00:00+01:00">';
  const time = '<time class="published" datetime="2026-03-13T10:00:00+01:00">x</time>';
  const line = '<p class="date">14 March 2026</p>';
  const url = 'http://n.example/2026/03/14/bridge';
  test.each([
    ['JSON-LD of the page', ld + meta, time + line, '2026-03-11', 'http://n.example/a'],
    ['metas', meta, time + line, '2026-03-12', 'http://n.example/a'],
    ['elements for a time', '', time + line, '2026-03-13', 'http://n.example/a'],
    ['what readers are shown', '', line, '2026-03-14', 'http://n.example/a'],
    ['the address', '', '', '2026-03-14', url],
    ['the address, where the others are far from its day', ld, '', '2026-03-14', url],
  ])('%s', (_, head, shown, day, address) => {
    expect(publishedOn('en', shown, head, address)?.slice(0, 10)).toBe(day);
  });
});

describe('of an instant in UTC the offset is that of the clock', () => {
  const instant = article({ datePublished: '2026-03-09T23:11:00Z' });
  const offsetOf = (line: string, url: string, language = 'en') => {
    const body = `<article><h1>The bridge will be repaired</h1>${line}<p>${text.join('</p><p>')}</p></article>`;
    return extractPage({ html: `<html lang="${language}">${instant}<body>${body}`, url, now }).published?.offset;
  };
  test.each([
    ['in a line', '<p>March 9, 2026 | 3:11pm</p>', 'http://n.example/a', -480],
    [
      'of an element that names its zone',
      '<time datetime="2026-03-10T00:11:00+01:00">x</time>',
      'http://n.example/a',
      60,
    ],
    ['of the country, where it gives the day that is shown', '<p>10 March 2026</p>', 'http://n.example.it/a', 60],
    ['of the country, where it gives the day in the address', '', 'http://n.example.it/2026/03/10/a', 60],
    [
      'of Greenwich, where the country has another day than the page',
      '<p>9 March 2026</p>',
      'http://n.example.it/a',
      0,
    ],
    ['of Greenwich, where the page shows none', '', 'http://n.example.it/a', 0],
  ])('%s', (_, line, url, offset) => {
    expect(offsetOf(line, url)).toBe(offset);
  });
});

test('a day has the clock of the instant that a browser shows above it', () => {
  const line = '<div><span title="2026-03-12 10:15:00 +0000 UTC">March 12, 2026</span> · 1 min</div>';
  const html = `<article><h1>The bridge will be repaired</h1>${line}<p>${text.join('</p><p>')}</p></article>`;
  expect(extractPage({ html, now }).published).toMatchObject({ at: '2026-03-12T10:15:00.000Z', precision: 'second' });
});

test('of microdata the article with the headline counts, wherever the cards of other articles are', () => {
  const card =
    '<div itemscope><meta itemprop="datePublished" content="2020-01-01"><a itemprop="url" href="/o">Older</a></div>';
  const html = `<div class="x">${card}</div><article itemscope><h1>The bridge will be repaired</h1><meta itemprop="datePublished" content="2026-03-12T10:15Z"><p>${text.join('</p><p>')}</p></article>`;
  expect(extractPage({ html, now }).published?.at).toBe('2026-03-12T10:15:00.000Z');
  const shown = html.replaceAll(
    /<meta itemprop="datePublished" content="([^"]+)">/g,
    '<i itemprop="datePublished">$1</i>',
  );
  expect(extractPage({ html: shown, now }).published?.at).toBe('2026-03-12T10:15:00.000Z');
});

test('a time that the words before it call a change is that of the change', () => {
  const line =
    '<p>Last updated <time datetime="2026-03-15T09:00:00Z">15 March</time> Published <time datetime="2026-03-12T10:15:00Z">12 March</time></p>';
  const html = `<article><h1>The bridge will be repaired</h1>${line}<p>${text.join('</p><p>')}</p></article>`;
  const { published, modified } = extractPage({ html, now });
  expect([published?.at, modified?.at]).toEqual(['2026-03-12T10:15:00.000Z', '2026-03-15T09:00:00.000Z']);
});

test.each([
  ['Updated 2 hours ago</p><p>Published 12 March 2026', '2026-03-12', 7_200_000],
  ['12 mar 2026 | aktualizacja: 15 mar 2026, 09:00', '2026-03-12', now - Date.UTC(2026, 2, 15, 9)],
])('a line says when it was changed: %s', (line, day, agoMs) => {
  const html = `<article><h1>The bridge will be repaired</h1><p>${line}</p><p>${text.join('</p><p>')}</p></article>`;
  const { published, modified } = extractPage({ html, now });
  expect([published?.at.slice(0, 10), modified && now - Date.parse(modified.at)]).toEqual([day, agoMs]);
});

test.each([
  '<div class="weather"><span class="date">Today</span> <b>12°</b></div>',
  '<header><span class="date">Today</span><a href="/">Home</a></header>',
  '<div class="video"><span class="title">Watch the bridge</span><span class="date">3 weeks ago</span></div>',
])('words in an element for a date that is not beside the headline are no date of the page: %s', box => {
  const body = `<main><article><h1>The bridge will be repaired</h1><p>${text.join('</p><p>')}</p></article></main>`;
  const html = (before: string, after: string) =>
    `<html lang="en"><head><title>The bridge will be repaired</title></head><body>${before}${body}${after}</body></html>`;
  const pages = [html(box, ''), html('', box)];
  expect(pages.map(page => extractPage({ html: page, url: 'http://n.example/a', now }).published)).toEqual([
    null,
    null,
  ]);
});
