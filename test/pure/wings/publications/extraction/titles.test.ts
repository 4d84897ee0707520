import { expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const text =
  'The flood has reached the lower streets. Since noon the fire service has carried people out of their houses by boat, and the bridge is closed. '.repeat(
    3,
  );
const ld = (headline: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline })}</script>`;
const card = (title: string) => `<meta property="og:title" content="${title}">`;

function titleOf(head: string, heading: string): string | null {
  const html = `<head>${head}</head><body><article>${heading}<p>${text}</p></article></body>`;
  return extractPage({ html, now: Date.UTC(2026, 2, 1) }).title;
}

const flood = 'The flood has reached the lower streets';
const short = 'The flood reached the streets';

test('a title has no hyphens that are not shown', () => {
  expect(titleOf('', '<h1>The flood has reached the low\u00ader streets</h1>')).toBe(flood);
});

test.each([
  ['the heading, where the card says the same', ld(short) + card(flood), `<h1>${flood}</h1>`, flood],
  [
    'JSON-LD and the tab before heading and card',
    `<title>${short} | Town News</title>${ld(short)}${card(flood)}`,
    `<h1>${flood}</h1>`,
    short,
  ],
  [
    'the heading, where each says something else',
    `<title>Flood: ${short} now</title>${ld(`${short}, says the mayor`)}${card('Streets of the town: The flood has reached the lower ones')}`,
    `<h1>${flood}</h1>`,
    flood,
  ],
  [
    'no heading of a part of the page, where tab and card agree',
    `<title>${short}</title>${card(short)}`,
    `<h1>Our ticker</h1><h2>${flood}:</h2>`,
    short,
  ],
  [
    'a kicker and a headline with a blank between them, where no title is without the kicker',
    card(`Brookhaven: ${flood} now`),
    `<h1><span>Brookhaven</span>${flood}</h1>`,
    `Brookhaven ${flood}`,
  ],
  [
    'the headline without its kicker, where a title says it so',
    `<title>${flood} - Town News</title>`,
    `<h1><a href="/1"><span class="kicker">Brookhaven</span> <em>${flood}</em></a></h1>`,
    flood,
  ],
  [
    'the line that is all of the tab beside a name in front of it, whatever its element',
    `<title>The Lark: ${flood}</title>`,
    `<b>${flood}</b>`,
    flood,
  ],
  [
    'the same in front of a day and a name',
    `<title>${flood} - 12 марта 2026 - Town News</title>`,
    `<div class="eTitle">${flood}</div>`,
    flood,
  ],
  [
    'whole behind a quotation in it',
    '<title>Завод ремонтирует «синий трамвай» после паводка | Town</title>',
    '<h3>Завод ремонтирует «синий трамвай» после паводка</h3>',
    'Завод ремонтирует «синий трамвай» после паводка',
  ],
  ['the text behind a kicker, where a title says it so', card(flood), `<h2><span>Roads</span> ${flood}</h2>`, flood],
  [
    'a picture in the heading of the first level, where the tab is the name of the site',
    '<title>Town News</title>',
    `<h1><img src="/t.png" alt="${flood}"></h1>`,
    flood,
  ],
  [
    'the words of a picture in the heading',
    card(`${flood} - Town News`),
    `<h1><img src="/t.png" alt="${flood}"></h1>`,
    flood,
  ],
])('the title is %s', (_, head, heading, title) => {
  expect(titleOf(head, heading)).toBe(title);
});

test('the name of a section in the first heading is no title, though the text has few words of the headline', () => {
  const lines = Array.from(
    { length: 4 },
    (_, n) =>
      `Міська рада на засіданні ${n} вирішила, що міст у кварталі буде закрито на кілька тижнів, бо коштів бракує.`,
  );
  const made = (heading: string) =>
    `<title>Новини міста</title><h1>Новини</h1><div class=news-detail><h3>${heading}</h3>${lines.join('<br><br>')}</div>`;
  const found = (heading: string) => extractPage({ html: made(heading), now: Date.UTC(2026, 10, 29) });
  expect(found('У місті закривають міст номер 5 на ремонт').title).toBe('У місті закривають міст номер 5 на ремонт');
  expect(found('Погода на завтра і курси валют').title).toBe('Новини');
});
