import { expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const title = 'The bridge will be repaired before winter';
const own = [
  'The council of the small town met in the evening and decided, after a long debate, that the old bridge will be repaired.',
  'Engineers had warned in spring that two of the pillars could no longer bear the weight of lorries, and the road was closed.',
  'The works will cost about two million and take five months; half of the sum comes from the region, said the mayor.',
];
const headlines = ['Flood in the valley after heavy rain', 'A new school for the north', 'Club wins its ninth match'];
const numbers = [0, 1, 2];
const further = (n: number) => [
  `After the rain of weekend ${n} many cellars are full of water, and the pumps have run for hours without a pause, said firemen.`,
  `The fire service carried thirty people out of their houses, it said on day ${n}, and the school hall was opened for the night.`,
  `Nobody was hurt in the flood ${n}, but the harvest of the lower fields is lost, and the farmers ask the region for its help.`,
];
const paragraphs = (texts: readonly string[]) => texts.map(text => `<p>${text}</p>`).join('');
const mine = paragraphs(own);
const others = (item: (n: number, text: string) => string) =>
  numbers.map(n => item(n, paragraphs(further(n)))).join('');
const linked = (n: number, level: number) => `<h${level}><a href="/f${n}">${headlines[n]}</a></h${level}>`;

function textOf(body: string, url = 'http://n.example/a'): string {
  const html = `<html><head><title>${title} - Town News</title></head><body><main>${body}</main></body></html>`;
  return extractPage({ html, url, now: Date.UTC(2026, 2, 20) }).text;
}

test.each([
  `<div class="post"><h1>${title}</h1>${mine}</div>${others((n, text) => `<div class="post">${linked(n, 2)}${text}</div>`)}`,
  `<div class="one"><h1>${title}</h1>${mine}</div><div id="more">${others((n, text) => `<div class="i">${linked(n, 3)}${text}</div>`)}</div>`,
  `<section><h1>${title}</h1><div>${mine}</div></section>${others((n, text) => `<section class="next">${linked(n, 2)}<div>${text}</div></section>`)}`,
  `<article><h1>${title}</h1><div>${mine}</div></article>${others((n, text) => `<article class="next">${linked(n, 3)}<div>${text}</div></article>`)}`,
  `<div class="one"><h1>${title}</h1>${mine}</div><ul>${others((n, text) => `<li>${linked(n, 2)}${text}</li>`)}</ul>`,
  `<div class="one"><h1>${title}</h1>${mine}</div>${others((n, text) => `<div class="m"><a href="/f${n}"><h2>${headlines[n]}</h2></a>${text}</div>`)}`,
  `<div class="one"><h1>${title}</h1>${mine}</div>${others((n, text) => `<div class="one ajax"><div class="t"><a href="/f${n}">${headlines[n]}</a></div>${text}</div>`)}`,
  `<div class="post"><h2>${title}</h2>${mine}</div>${others((n, text) => `<div class="post"><h2>${headlines[n]}</h2>${text}</div>`)}`,
  `<div class="one"><h1>${title}</h1>${mine}</div>${others((n, text) => `<div data-url="/f${n}"><h2>${headlines[n]}</h2>${text}</div>`)}`,
  `<div class="one" id="post-17"><h1>${title}</h1>${mine}</div>${others((n, text) => `<div class="one" id="post-${n}"><h3>${headlines[n]}</h3>${text}</div>`)}`,
  `<div class="n"><h1>${title}</h1><p>10 March 2026, 10:00</p>${mine}</div>${others((n, text) => `<div class="n"><h2>${headlines[n]}</h2><p>${n + 1} March 2026, 11:00</p>${text}</div>`)}`,
  `<div itemscope itemtype="http://schema.org/NewsArticle"><h1>${title}</h1>${mine}</div>${others((n, text) => `<div itemscope itemtype="http://schema.org/NewsArticle"><h2>${headlines[n]}</h2>${text}</div>`)}`,
  `<h1>${title}</h1>${mine}${others((n, text) => linked(n, 2) + text)}`,
  `<h2>${title}</h2>${mine}${others((n, text) => linked(n, 2) + text)}`,
  `<h1>${title}</h1>${mine}${numbers.map(n => linked(n, 2) + further(n).join('<br><br>')).join('')}`,
  `<h2>${title}</h2>10 March 2026<br>${mine}${others((n, text) => `<h2>${headlines[n]}</h2>${n + 1} March 2026<br>${text}`)}`,
])('articles that a page loads behind its own are none of its text: %#', body => {
  expect(textOf(body)).toBe(own.join('\n\n'));
});

test('a page that is chosen by a parameter loads those of other values', () => {
  const loaded = others(
    (n, text) => `<div class="i"><h2><a href="/news.php?id=${n}">${headlines[n]}</a></h2>${text}</div>`,
  );
  const body = `<div class="one"><h1>${title}</h1>${mine}</div>${loaded}`;
  expect(textOf(body, 'http://n.example/news.php?id=77')).toBe(own.join('\n\n'));
});

test.each([
  `<div class="block"><h1>${title}</h1>${mine}</div>${others((n, text) => `<div class="block"><h2>${headlines[n]}</h2>${text}</div>`)}`,
  `<div class="block"><h1>${title}</h1>${mine}</div>${others((n, text) => `<div class="block" id="s${n}"><h2><a href="#s${n}">${headlines[n]}</a></h2>${text}</div>`)}`,
  `<h1>${title}</h1>${mine}${others((n, text) => `<div class="pick">${linked(n, 2)}${text}</div>`)}`,
  `<article><h1>${title}</h1>${mine}</article><div>${others((n, text) => `<div class="e"><b>1${n}:15</b>${linked(n, 2)}${text}</div>`)}</div>`,
  `<article><h1>${title}</h1>${mine}</article><div>${others((n, text) => `<div class="e"><h2><a href="/a?entry=${n}">${headlines[n]}</a></h2>${text}</div>`)}</div>`,
  `<h1>${title}</h1>${mine}${numbers.map(n => `${linked(n, 2)}<p>${further(n).join(' ')}</p>`).join('')}`,
  `<h1>${title}</h1>${mine}${others((n, text) => `<h2>${headlines[n]}</h2>${text}`)}`,
])('chapters, items and entries of the article itself stay in it: %#', body => {
  const text = textOf(body);
  for (const each of [...own, ...numbers.flatMap(further)]) expect(text).toContain(each);
});
