import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const now = Date.UTC(2026, 2, 1);
const title = 'The harbour will have a new crane';
const lead = 'The port has ordered a crane that lifts sixty tons, and the old one goes to the museum of the town.';
const paragraphs = [
  'The harbour board decided on Monday evening that the new crane will be set up at the northern quay before the summer.',
  'Dockers had asked for it since the old machine broke down twice last winter, and ships had to wait outside for days.',
  'The money comes from the fees of the last five years, said the director, and nobody will have to pay more for it.',
  'On Saturdays visitors may look at the works from the tower of the customs house, where a guide explains every step.',
];
const body = `<p>${paragraphs.join('</p><p>')}</p>`;
const text = paragraphs.join('\n\n');

function extract(content: string, head = '') {
  return extractPage({
    html: `<html lang="en"><head><title>${title}</title>${head}</head><body>${content}</body></html>`,
    now,
  });
}

describe('the lead', () => {
  test.each([
    ['in a heading of its name', `<article><h1>${title}</h1><h2 class="subtitle">${lead}</h2>${body}</article>`],
    [
      'in the header',
      `<article><header><h1>${title}</h1><p>${lead}</p></header><div class="article-body">${body}</div></article>`,
    ],
    ['in a block of its own', `<h1>${title}</h1><div class="announce">${lead}</div><div class="text">${body}</div>`],
    [
      'on a page without a heading of the first level',
      `<h3>${title}</h3><div class="preview_text">${lead}</div><div class="detail_text">${body}</div>`,
    ],
    ['called a teaser', `<article><h1>${title}</h1><p class="article__lead teaser-text">${lead}</p>${body}</article>`],
    ['of one link', `<article><h1>${title}</h1><p><a href="/v"><strong>${lead}</strong></a></p>${body}</article>`],
  ])('%s is of the text', (_, content) => {
    expect(extract(content).text).toBe(`${lead}\n\n${text}`);
  });

  test.each([
    [
      'that the text repeats',
      `<h1>${title}</h1><div class="announce">${paragraphs[0]!.replace('The harbour board', 'It')}</div><div class="text">${body}</div>`,
    ],
    [
      'that is a heading without a name for it',
      `<h1>${title}</h1><div><h3>${lead}</h3></div><div class="text">${body}</div>`,
    ],
    [
      'that offers news by mail',
      `<h1>${title}</h1><div class="signup"><p>${lead}</p></div><div class="text">${body}</div>`,
    ],
  ])('%s is none', (_, content) => {
    expect(extract(content).text).toBe(text);
  });
});

describe('a line of dates at the beginning', () => {
  test.each([
    '<p>Updated: 15 March 2026, 09:00. First published: 12 March 2026, 10:15.</p>',
    '<p class="date">Last updated 15 March 2026 at 09:00 | Published on 12 March 2026 at 10:15 by the desk</p>',
    '<p>Last updated <time datetime="2026-01-15">15 January</time> Published <time datetime="2026-01-12">12 January</time></p>',
    '<p>Четверг, 12 февраля 2026, 10:15</p><p>Обновлено 13.02.2026 в 09:00</p>',
    '<p class="d">2026年2月4日 10時15分</p>',
  ])('%s is not of the text', line => {
    expect(extract(`<article><h1>${title}</h1>${line}${body}</article>`).text).toBe(text);
  });

  test.each([
    'On 12 March 2026 she died.',
    'It was built between 12 March 1911 and 4 May 1912 by Ann Lee.',
    'Since 12.03.2026 nobody has crossed it, neither by day nor by night.',
  ])('"%s" is a sentence of it', sentence => {
    expect(extract(`<article><h1>${title}</h1><p>${sentence}</p>${body}</article>`).text).toBe(
      `${sentence}\n\n${text}`,
    );
  });
});

describe('what is above a page is not its text', () => {
  const consent =
    '<p>We and our partners process personal data, such as cookies and the ids of devices, to show adverts and measure them, for which we need your consent.</p>'.repeat(
      12,
    );
  test.each([
    ['a dialog', `<div role="dialog">${consent}</div>`],
    ['an alert', `<div role="alertdialog">${consent}</div>`],
    ['a modal element', `<section aria-modal="true">${consent}</section>`],
    ['the element of a manager of consent', `<div id="onetrust-consent-sdk">${consent}</div>`],
    ['a wall of consent', `<div class="consent-wall">${consent}</div>`],
  ])('%s, however long', (_, above) => {
    expect(extract(`${above}<article><h1>${title}</h1>${body}</article>`).text).toBe(text);
  });

  test('and a page that has nothing but a wall is no article', () => {
    const wall = `<div class="w"><h1>Read on with adverts</h1>${consent}</div>`;
    expect(extract(wall, '<meta property="og:type" content="article">').article).toBe(false);
  });
});

describe('short and odd pages', () => {
  test('an article of short lines has them', () => {
    const lines = ['The crane is here.', 'It came by ship.', 'It lifts sixty tons.', 'Nobody was hurt.'];
    expect(
      extract(`<nav><a href="/">Home</a></nav><main><h1>${title}</h1><p>${lines.join('</p><p>')}</p></main>`).text,
    ).toBe(lines.join('\n\n'));
  });

  test('an article in an element named as if it were beside it, which says that it is the article', () => {
    const other =
      '<div class="c"><p>The choir of the town sings in the market hall on the first of June, and the tickets are free.</p></div>';
    expect(
      extract(`<div class="articleBody -bottom-space"><h1>${title}</h1>${body}</div>${other.repeat(2)}`).text,
    ).toContain(text);
  });

  test.each([
    ['in one element', '', body, '', text],
    [
      'of two paragraphs',
      '',
      `<p>${paragraphs.slice(0, 2).join('</p><p>')}</p>`,
      '',
      paragraphs.slice(0, 2).join('\n\n'),
    ],
    ['of one paragraph', '', `<p>${paragraphs.join(' ')}</p>`, '', paragraphs.join(' ')],
    ['with a short lead', '', `<p>It lifts sixty tons.</p>${body}`, '', `It lifts sixty tons.\n\n${text}`],
    ['with a headline each', '', `<h1>${title}</h1>${body}`, '', text],
    ['behind one lead', `<p>${lead}</p>`, body, '', `${lead}\n\n${text}`],
    ['with a picture between', '', body, '<figure><img src="/a"><figcaption>The quay.</figcaption></figure>', text],
  ])(
    'an article that the page has twice, for two sizes of screens, is taken once: %s',
    (_, before, one, between, is) => {
      const twice = `<div class="desktop-only">${one}</div>${between}<div class="mobile-only">${one}</div>`;
      const headline = one.includes('<h1>') ? '' : `<h1>${title}</h1>`;
      expect(extract(`<main>${headline}<div class="text">${before}${twice}</div></main>`).text).toBe(is);
    },
  );

  test('a refrain is no second article', () => {
    const refrain = `${lead} ${lead}`;
    const verses = paragraphs.map(each => `<p>${each}</p><p>${refrain}</p>`).join('');
    expect(extract(`<main><h1>${title}</h1>${verses}</main>`).text.split(refrain)).toHaveLength(5);
  });

  test('a list at the end keeps its heading', () => {
    const list = '<h3>The cranes of the port</h3><ul><li>North: sixty tons</li><li>South: ten tons</li></ul>';
    expect(extract(`<article><h1>${title}</h1>${body}${list}</article>`).text).toContain(
      'The cranes of the port\n\nNorth: sixty tons\nSouth',
    );
  });

  test('the text of JSON-LD has no tags and no references', () => {
    const articleBody = `<p>${paragraphs[0]} &Uuml;ber</p><p>${paragraphs[1]}</p>`;
    const ld = `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: title, articleBody })}</script>`;
    expect(extract('<div id="app"></div>', ld).text).toBe(`${paragraphs[0]} Über\n\n${paragraphs[1]}`);
  });

  test('a part that is for subscribers makes a page one of them', () => {
    const ld = `<script type="application/ld+json">{"@type":"NewsArticle","hasPart":{"@type":"WebPageElement","isAccessibleForFree":false}}</script>`;
    expect(extract(`<h1>${title}</h1>${body}`, ld).access).toBe('paywalled');
  });
});

test.each([
  [
    'card and JSON-LD have headlines of their own',
    '<meta property="og:title" content="A crane for the harbour"><meta name="twitter:title" content="A new crane">',
    '',
  ],
  [
    'most of the page is beside the text',
    '',
    `<div><ul>${'<li><a href="/x">Another story of the harbour and its crane</a></li>'.repeat(60)}</ul></div>`,
  ],
])('the confidence falls where %s', (_, head, beside) => {
  const content = `<article><h1>${title}</h1>${body}</article>`;
  const sure = extract(content, `<meta property="og:title" content="${title}">`).confidence;
  expect(extract(`${content}${beside}`, head).confidence).toBeLessThan(sure - 0.1);
});

test('where the page speaks of another text, the confidence falls and a warning says so', () => {
  const content = `<article><h1>${title}</h1>${body}</article>`;
  const summary = (words: string) => `<meta name="description" content="${words}">`;
  const right = extract(
    content,
    summary('The harbour board decided that the new crane will be set up at the northern quay.'),
  );
  const wrong = extract(
    content,
    summary('Four bakers from the valley have won prizes for their rye bread at a national fair in spring.'),
  );
  expect(right.warnings).not.toContain('doubtful-text');
  expect(wrong.warnings).toContain('doubtful-text');
  expect(wrong.confidence).toBeCloseTo(right.confidence / 2, 1);
});
