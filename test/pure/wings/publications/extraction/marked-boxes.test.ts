import { expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const now = Date.UTC(2026, 2, 20);
const title = 'The bridge will be repaired before winter';
const [one, two, three] = [
  'The council of the small town met in the evening and decided, after a long debate, that the old bridge will be repaired.',
  'Engineers had warned in spring that two of the pillars could no longer bear the weight of lorries, and the road was closed.',
  'The works will cost about two million and take five months; half of the sum comes from the region, said the mayor.',
] as const;
const teaser =
  'After the rain of the weekend many cellars are full of water, and the pumps have run for hours without a pause.';

function extracted(body: string, head = `<title>${title}</title>`) {
  return extractPage({ html: `<html><head>${head}</head><body>${body}</body></html>`, url: 'http://n.example/a', now });
}

function textOf(inside: string): string {
  return extracted(`<article><h1>${title}</h1>${inside}</article>`).text;
}

test.each([
  `<div class="c-embed"><p>Lesen Sie auch</p><a href="/b"><h3>Flood in the valley</h3></a><p>${teaser}</p></div>`,
  `<section><header><h2>Read more</h2></header><article><h3><a href="/b">Flood in the valley</a></h3><p>${teaser}</p></article></section>`,
  `<div class="x"><div><b>Читайте также:</b></div><div><p><a href="/b">Flood</a> ${teaser}</p></div></div>`,
  '<p>See also:</p><a href="/b"><h3>Flood in the valley and what the fire service says</h3></a>',
])('a box that a line introduces as other articles is no text: %s', box => {
  expect(textOf(`<p>${one}</p><p>${two}</p>${box}<p>${three}</p>`)).toBe([one, two, three].join('\n\n'));
});

const boxes = [
  '<p>Sign up for our newsletter to get the best stories every morning.</p>',
  '<p><a href="/n">Subscribe to our daily newsletter</a> and never miss a story again.</p>',
  '<p>Jetzt unseren Newsletter abonnieren: Die wichtigsten Nachrichten jeden Morgen direkt in Ihr Postfach.</p>',
  '<p>Подпишитесь на нашу рассылку, чтобы получать главные новости каждое утро.</p>',
  '<p><em>If you value our reporting, please consider making a donation. Every contribution, however small, helps.</em></p>',
  '<p>Поддержите нашу редакцию: <a href="/d">сделайте пожертвование</a>, чтобы мы могли работать дальше.</p>',
  '<p>Download our app for <a href="/ios">iOS</a> or <a href="/android">Android</a> to read the news on the go.</p>',
  `<div class="ai-summary"><h3>AI summary</h3><ul><li>The bridge is old.</li></ul><p>${teaser}</p></div>`,
  `<section><h2>AI-generated summary</h2><p>${teaser}</p></section>`,
  '<div class="summary"><h3>Краткий пересказ от YandexGPT</h3><p>Совет решил отремонтировать старый мост до зимы, работы займут пять месяцев.</p></div>',
  '<div class="box"><h3>KI-Zusammenfassung</h3><p>Der Rat lässt die alte Brücke vor dem Winter für zwei Millionen reparieren.</p></div>',
  '<p class="note">This summary was created with the help of artificial intelligence and reviewed by editors.</p>',
];

test.each(boxes)('a box for readers, or a summary of a program, is no text wherever it is: %s', box => {
  const whole = [one, two, three].join('\n\n');
  expect(textOf(`<p>${one}</p><p>${two}</p>${box}<p>${three}</p>`)).toBe(whole);
  expect(textOf(`${box}<p>${one}</p><p>${two}</p><p>${three}</p>`)).toBe(whole);
  expect(textOf(`<p>${one}</p><p>${two}</p><p>${three}</p>${box}`)).toBe(whole);
});

test.each([
  'Newsletters are read by one in three of the people whom the council asked, and the rest looks at its page.',
  'Support for independent journalism has grown in the region, as the survey of the university shows.',
  'The app for iOS is used by half of the town, and the council pays for it.',
])('a sentence about newsletters, support or applications is text: %s', sentence => {
  expect(textOf(`<p>${one}</p><p>${sentence}</p><p>${three}</p>`)).toBe([one, sentence, three].join('\n\n'));
});

test('the rest of an article that is offered to subscribers', () => {
  const offer = `<div class="offer"><h3>Jetzt mit Plus weiterlesen</h3><p>${teaser}</p><p><a href="/login">Hier anmelden</a></p></div>`;
  const { text, access, article } = extracted(`<article><h1>${title}</h1><p>${one}</p>${offer}</article>`);
  expect({ text, access, article }).toEqual({ text: one, access: 'paywalled', article: true });
});

test.each([
  (n: number) => `<div class="u-msg"><b>User${n}</b><p>I think ${n} that ${teaser}</p></div>`,
  (n: number) => `<li><div class="nick">User ${n}</div><div>I think ${n} that ${teaser}</div></li>`,
])('what a heading counts are readers if each element begins with a name', contribution => {
  const talk = `<div class="talk"><h3>10 readers said</h3>${[1, 2, 3, 4].map(contribution).join('')}</div>`;
  const { text } = extracted(
    `<div class="wrap"><div class="art"><h1>${title}</h1><p>${one}</p><p>${two}</p></div>${talk}</div>`,
  );
  expect(text).toBe(`${one}\n\n${two}`);
});

test('elements that begin with headings are of the article, though a heading counts them', () => {
  const items = [one, two, three].map((text, i) => `<div class="i"><h4>Reason ${i}</h4><p>${text}</p></div>`);
  const text = textOf(`<p>${teaser}</p><div><h2>The 3 reasons</h2>${items.join('')}</div>`);
  for (const each of [teaser, one, two, three]) expect(text).toContain(each);
});

const other = `<p>${teaser}</p><p>The fire service carried thirty people out of their houses, it said on Friday.</p>`;

test.each([
  `<article class="s"><header><h1>Flood in the valley</h1></header>${other}</article>`,
  `<article class="s"><h2>Flood in the valley</h2>${other.repeat(3)}</article>`,
])('of several articles in a page the one with its headline is taken', further => {
  const own = `<article class="s"><header><h1>${title}</h1></header><p>${one}</p><p>${two}</p><p>${three}</p></article>`;
  expect(extracted(`<main>${own}${further}${further}</main>`).text).toBe([one, two, three].join('\n\n'));
});

test.each([
  [
    'in another box',
    (own: string, further: string) => `<main><div>${own}</div><div><div>${further}</div></div></main>`,
  ],
  ['behind the main element', (own: string, further: string) => `<main>${own}</main><div id="more">${further}</div>`],
])('an article that an endless page brings %s is none of its text', (_, page) => {
  const own = `<article><h1>${title}</h1><p>${one}</p><p>${two}</p><p>${three}</p></article>`;
  const further = `<article class="loaded"><h1>Flood in the valley</h1>${other.repeat(2)}</article>`;
  expect(extracted(page(own, further)).text).toBe([one, two, three].join('\n\n'));
  const entries = [one, two, three].map((text, n) => `<article><h2>1${n}:20 Part ${n}</h2><p>${text}</p></article>`);
  const live = extracted(
    `<main><article><h1>${title}</h1><p>${teaser}</p></article><div>${entries.join('')}</div></main>`,
  );
  for (const each of [one, two, three]) expect(live.text).toContain(each);
});

test('sections with headings of the first level are one article', () => {
  const sections = [one, two, three].map((text, i) => `<section><h1>Part ${i}</h1><p>${text}</p></section>`).join('');
  const text = textOf(`<p>${teaser}</p>${sections}`);
  for (const each of [teaser, one, two, three]) expect(text).toContain(each);
});

test.each(['style="display: none"', 'hidden'])('paragraphs behind "Read more" are read: %s', attribute => {
  const body = `<p>${one}</p><div class="body" ${attribute}><p>${two}</p><p>${three}</p></div><a href="#">Read more</a>`;
  expect(textOf(body)).toBe([one, two, three].join('\n\n'));
});

test('what is hidden beside a whole article stays hidden', () => {
  const whole = `<p>${one}</p><p>${two}</p><p>${three}</p><p>${teaser}</p>`;
  expect(textOf(`${whole}<div style="display:none"><p>${other}</p></div>`)).not.toContain('fire service');
});

test.each(['<p>The bridge in pictures.</p>', ''])('a gallery has its captions: %s', line => {
  const pictures = [one, two, three].map(text => `<figure><img src="/p.jpg"><figcaption>${text}</figcaption></figure>`);
  const page = extracted(`<article class="gallery"><h1>${title}</h1>${line}${pictures.join('')}</article>`);
  expect(page.captions).toEqual([one, two, three]);
  expect(page.text).toBe(line.replace(/<[^>]+>/g, ''));
});

test.each([
  (n: number) => `<li><time>1${n}.15</time><h3>Entry ${n}</h3>`,
  (n: number) => `<li><h3>Entry ${n}</h3><time>1${n}h15</time>`,
  (n: number) => `<li><p class="t">1${n}:15</p>`,
])('entries of a live blog keep their time and heading, the first one too', entry => {
  const entries = [one, two, three].map((text, n) => `${entry(n)}<p>${text}</p></li>`);
  const { text } = extracted(
    `<h1>${title}</h1><main><p class="intro">${teaser}</p><ol>${entries.join('')}</ol></main>`,
  );
  expect(text.startsWith(teaser)).toBe(true);
  for (const n of [0, 1, 2]) {
    expect(text).toMatch(new RegExp(`1${n}[.:h]15`));
    if (entry(n).includes('Entry')) expect(text).toContain(`Entry ${n}`);
  }
});

test('tags and references in the text of JSON-LD are read, though they are written twice', () => {
  const articleBody = `&lt;p&gt;${one} Br&uuml;cke.&lt;/p&gt; ${two}`;
  const ld = `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: title, articleBody })}</script>`;
  expect(extracted('<div id="root"></div>', ld).text).toBe(`${one} Brücke. ${two}`);
});
