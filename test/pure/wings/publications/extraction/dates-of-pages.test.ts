import { expect, test } from 'vitest';
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
])('no date of publication, in %s: %s', (language, line) => {
  expect(publishedOn(language, line)).toBeUndefined();
});

test.each([
  ['en', '<p class="date">Today</p>', '2026-03-20T00:00'],
  ['en', '<p>Published yesterday at 10:15</p>', '2026-03-19T10:15'],
  ['fr', '<p class="info">hier</p>', '2026-03-19T00:00'],
  ['ru', '<p>Сегодня, 10:15</p>', '2026-03-20T10:15'],
  ['ru', '<span class="date">2 ч назад</span>', '2026-03-20T10:00'],
  ['fr', '<span class="date">il y a 2 heures</span>', '2026-03-20T10:00'],
  ['uk', '<span class="date">10 годин тому</span>', '2026-03-20T02:00'],
  ['de', '<span class="date">vor einer Stunde</span>', '2026-03-20T11:00'],
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
  ['the second object has the address and the headline of the page', canonical + other + own, '2026-03-12T00:00'],
  ['an object of another page is of no use', canonical + other, undefined],
  ['an object that names neither counts', article({ datePublished: '2026-03-12' }), '2026-03-12T00:00'],
])('of the objects of JSON-LD that of this page counts: %s', (_, head, at) => {
  expect(publishedOn('en', '', head)).toBe(at);
});

test('a number behind a month in an address is a day only where nothing but the date is there', () => {
  expect(publishedOn('en', '', own, 'http://n.example/2026/03/15-prairie-story')).toBe('2026-03-12T00:00');
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
