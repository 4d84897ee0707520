import { describe, expect, test } from 'vitest';
import { pageTree } from '../../../../../shared/domain/html/page-tree.ts';
import { articleText } from '../../../../../shared/wings/publications/extraction/article-text.ts';
import { textOfBlocks } from '../../../../../shared/wings/publications/extraction/text/text-of-blocks.ts';

const sentence = 'The council of the town has decided on Tuesday to close the old bridge for the whole winter.';
const paragraphs = (count: number, name = 'Paragraph') =>
  Array.from({ length: count }, (_, i) => `<p>${name} ${i + 1}. ${sentence}</p>`).join('');

function textOf(html: string): string {
  return textOfBlocks(articleText(pageTree(html).document).blocks);
}

function articleOf(html: string) {
  return articleText(pageTree(html).document);
}

const menu = `<ul>${Array.from({ length: 30 }, (_, i) => `<li><a href=/${i}>Section number ${i}</a></li>`).join('')}</ul>`;

describe('the article of a page', () => {
  test('is two sentences between a menu and a longer copyright notice', () => {
    const legal = `© 2012 The Daily. All rights reserved. ${'Reprinting without the written consent of the publisher is not allowed. '.repeat(4)}`;
    const html = `<div>${menu}</div><div><h1>Bridge closed</h1><p>The old bridge is closed for the winter.</p><p>It opens again in April, says the mayor of the town.</p></div><div><p>${legal}</p></div>`;
    expect(textOf(html)).toBe(
      'The old bridge is closed for the winter.\n\nIt opens again in April, says the mayor of the town.',
    );
  });

  test('is paragraphs in a div', () => {
    expect(textOf(`${menu}<div>${paragraphs(5)}</div>${menu}`).split('\n\n')).toHaveLength(5);
  });

  test('is lines that breaks part in a table cell', () => {
    const html = `<table><tr><td>${menu}</td><td>One. ${sentence}<br><br>Two. ${sentence}<br>Three. ${sentence}</td></tr></table>`;
    expect(textOf(html)).toBe(`One. ${sentence}\nTwo. ${sentence}\nThree. ${sentence}`);
  });

  test('is paragraphs that are never closed', () => {
    expect(textOf(`<div><p>One. ${sentence}<p>Two. ${sentence}<p>Three. ${sentence}</div>`)).toBe(
      `One. ${sentence}\n\nTwo. ${sentence}\n\nThree. ${sentence}`,
    );
  });

  test('is nothing where there are linked headlines alone', () => {
    const list = Array.from({ length: 40 }, (_, i) => `<h3><a href=/${i}>A headline of the day number ${i}</a></h3>`);
    expect(textOf(`<h1>News</h1>${list.join('')}`)).toBe('');
  });

  test('is one sentence on a page that was not found', () => {
    const html = `${menu}<div><h1>404</h1><p>The page was not found. Try the search of our site.</p></div>${menu}`;
    expect(textOf(html)).toBe('The page was not found. Try the search of our site.');
  });

  test.each([
    'Follow The Daily on Google News and add us as a preferred source of yours.',
    'Got a story? Get in touch with our news team by emailing us.',
    'This site is protected by reCAPTCHA and the Google Privacy Policy and Terms of Service apply.',
    'Hat Ihnen dieser Artikel gefallen? Dann unterstützen Sie uns bitte mit einer Spende.',
    'Заметили ошибку в тексте? Выделите ее мышкой и нажмите ctrl+Enter.',
    'Подписывайтесь на наш канал: там все новости города, и каждый день что-нибудь новое.',
  ])('is without a call on readers behind it, which may be a sentence within it: %s', call => {
    const own = Array.from({ length: 4 }, (_, i) => `Paragraph ${i + 1}. ${sentence}`).join('\n\n');
    const calls = `<p>${call}</p><p>Please keep your comments short and to the point.</p>`;
    expect(textOf(`${menu}<div>${paragraphs(4)}${calls}</div>`)).toBe(own);
    expect(textOf(`${menu}<div>${paragraphs(2)}<p>${call}</p>${paragraphs(2)}</div>`)).toContain(call);
  });

  test('is without a list of other articles, and without who made the picture', () => {
    const others = `<li><a href=/a>The new bridge</a> - it was opened in the spring of last year by the mayor of the town</li>`;
    const html = (line: string) =>
      `${menu}<div>${paragraphs(4)}<p>${line}</p><ul>${others.repeat(4)}</ul><p>фото: press office</p></div>`;
    const own = Array.from({ length: 4 }, (_, i) => `Paragraph ${i + 1}. ${sentence}`).join('\n\n');
    expect(textOf(html('See also:'))).toBe(own);
    expect(textOf(html('Смотрите также:'))).toBe(own);
    expect(textOf(html('What the council found'))).toContain('The new bridge');
  });

  test.each([
    'ADVERTISEMENT',
    'Anzeige',
    '– Реклама –',
    'Publicité',
    '3 min read',
    'Temps de lecture : 2 min',
    '4 мин. чтения',
    'Your browser does not support the video tag.',
    'Found a mistake? Select the text and press Ctrl+Enter.',
  ])('is without a line that is none of it: %s', line => {
    const own = `Paragraph 1. ${sentence}\n\nParagraph 2. ${sentence}`;
    const at = line.startsWith('Found') ? 2 : 1;
    const parts = paragraphs(2).split(/(?<=<\/p>)/);
    const html = `<article>${parts.toSpliced(at, 0, `<p>${line}</p>`).join('')}</article>${menu}`;
    expect(textOf(html)).toBe(own);
  });

  test.each([
    'Wij gebruiken cookies om onze website te verbeteren. Door op accepteren te klikken gaat u akkoord met ons cookiebeleid.',
    'Utilizamos cookies e tecnologias semelhantes de acordo com a nossa Política de Privacidade; ao continuar, você concorda.',
    'Używamy cookies. Klikając przycisk, akceptujesz je i wyrażasz zgodę; więcej mówi nasza polityka prywatności.',
  ])('is without a request for consent of no known manager: %s', request => {
    const html = `<article>${paragraphs(2)}</article><div class="x1"><p>${request}</p></div>`;
    expect(textOf(html)).toBe(`Paragraph 1. ${sentence}\n\nParagraph 2. ${sentence}`);
    expect(textOf(`<article>${paragraphs(2)}<div class="x1"><p>${request}</p></div></article>`)).not.toContain(
      'cookies',
    );
  });

  test('goes up to the notice of a paywall', () => {
    const html = `<article>${paragraphs(2)}<div class=paywall>Subscribe to read on: the first month costs one euro.</div></article>${menu}`;
    expect(textOf(html)).toBe(
      `Paragraph 1. ${sentence}\n\nParagraph 2. ${sentence}\n\nSubscribe to read on: the first month costs one euro.`,
    );
  });

  test('is without 40 comments that are longer than it', () => {
    const html = `<div class=story>${paragraphs(4)}</div><div id=comments><h3>Comments</h3>${paragraphs(40, 'Reader')}</div>`;
    expect(textOf(html)).not.toContain('Reader');
    expect(textOf(html)).toContain('Paragraph 4.');
  });

  test('ends where comments begin that no class tells', () => {
    const html = `<div>${paragraphs(4)}<p>Комментарии (2)</p><p>гость: ${sentence}</p></div>`;
    expect(textOf(html)).not.toContain('гость');
  });

  test('keeps the times of a live blog', () => {
    const entries = Array.from(
      { length: 60 },
      (_, i) =>
        `<div class=entry><span class=x></span><div class=time>12:${10 + (i % 50)}</div><p>Entry ${i}. ${sentence}</p></div>`,
    );
    const text = textOf(`${menu}<article>${entries.join('')}</article>`);
    expect(text.match(/^12:\d\d$/gm)).toHaveLength(60);
    expect(text.match(/Entry \d+/g)).toHaveLength(60);
  });

  test('is without teasers of other articles', () => {
    const teasers = Array.from(
      { length: 6 },
      (_, i) =>
        `<div class=box><h4><a href=/${i}>Another headline number ${i}</a></h4><div class=t>Teaser ${i}. ${sentence}</div></div>`,
    ).join('');
    expect(textOf(`<div class=all><div class=body>${paragraphs(4)}</div>${teasers}</div>`)).not.toContain('Teaser');
  });

  test('is without what stands beside it by its class, and not without a wrapper that has such a name', () => {
    const html = `<div class=comments_page_wrapper><div>${paragraphs(6)}<div class="related-news">Related. ${sentence}</div></div></div>`;
    expect(textOf(html).match(/Paragraph/g)).toHaveLength(6);
    expect(textOf(html)).not.toContain('Related');
  });

  test('has its captions apart', () => {
    const html = `<article>${paragraphs(3)}<figure><img src=a.jpg><figcaption>The bridge in the snow of last January, seen from the north.</figcaption></figure>${paragraphs(2)}</article>`;
    const { blocks, captions } = articleOf(html);
    expect(textOfBlocks(blocks)).not.toContain('snow');
    expect(captions.map(({ text }) => text)).toEqual(['The bridge in the snow of last January, seen from the north.']);
  });

  test('keeps lists, headings, quotations, tables and code, with markup if asked', () => {
    const html = `<article><p>${sentence}</p><h2>Why</h2><ul><li>Ice<li>Wind</ul><blockquote><p>${sentence}</p></blockquote>
      <table><tr><td>Length</td><td>70 m</td></tr><tr><td>Year</td><td>1899</td></tr></table><pre>a\n  b</pre><p>${sentence}</p></article>`;
    const { blocks } = articleOf(html);
    expect(textOfBlocks(blocks)).toBe(
      `${sentence}\n\nWhy\n\nIce\nWind\n\n${sentence}\n\nLength\t70 m\nYear\t1899\n\na\n  b\n\n${sentence}`,
    );
    expect(textOfBlocks(blocks, { markup: true })).toContain('## Why\n\n- Ice\n- Wind\n\n> The council');
  });

  test('is the text of a page without tags', () => {
    expect(textOf(`${sentence} ${sentence}`)).toBe(`${sentence} ${sentence}`);
    expect(textOf('')).toBe('');
  });

  test('is Japanese, where sentences are short', () => {
    const line =
      '先日、不正に改造した電話を販売したとして、商標法違反の疑いで男性が逮捕されたというニュースを耳にしました。';
    expect(textOf(`${menu}<div><p>${line}</p><p>${line}</p></div>`)).toBe(`${line}\n\n${line}`);
  });

  test('is the same for the same page', () => {
    const html = `<div>${paragraphs(3)}</div>${menu}`;
    expect(textOf(html)).toBe(textOf(html));
  });
});

describe('adverse pages', () => {
  test.each([
    ['20,000 nested div', `${'<div>'.repeat(20_000)}${sentence}`, sentence],
    ['20,000 nested span', `${'<span>'.repeat(20_000)}${sentence}`, sentence],
    ['a megabyte in one paragraph', `<p>${'word '.repeat(200_000)}end.</p>`, /^word word .* end\.$/],
    [
      '100,000 words parted by breaks',
      `<div>${`${sentence}<br>`.repeat(20_000)}</div>`,
      /^The council.*\nThe council/s,
    ],
    ['a class of 450 KB', `<div class="${'a '.repeat(225_000)}"><p>${sentence}</p></div>`, sentence],
    ['a tag that never ends', `<p>${sentence}</p><p class="${'x'.repeat(100_000)}`, sentence],
  ])('%s', (_, html, expected) => {
    const text = textOf(html);
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  test('200,000 links are no article', () => {
    expect(textOf('<a href=/x>A link to somewhere</a> '.repeat(200_000))).toBe('');
  });

  test('50,000 paragraphs are all read', () => {
    expect(textOf(`<div>${`<p>${sentence}</p>`.repeat(50_000)}</div>`).split('\n\n')).toHaveLength(50_000);
  });
});
