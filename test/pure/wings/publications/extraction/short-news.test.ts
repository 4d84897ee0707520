/** News of a few words: what a feed, a news sitemap or a rule names has the text behind its headline, in whatever form. */
import { describe, expect, test } from 'vitest';
import { defined } from '../../../../../shared/domain/defined.ts';
import { extractPage, extractWithTexts } from '../../../../../shared/wings/publications/extraction/extract-page.ts';
import {
  type HostTemplate,
  learnPage,
} from '../../../../../shared/wings/publications/extraction/text/host-template.ts';

interface Words {
  readonly language: string;
  readonly title: string;
  /** Two sentences, each shorter than a paragraph has to be elsewhere. */
  readonly lines: readonly [string, string];
  readonly date: string;
  readonly author: string;
  readonly others: string;
  readonly about: string;
}

const languages: readonly Words[] = [
  {
    language: 'en',
    title: 'Ferry stays in port today',
    lines: ['The ferry stays in port.', 'A bus leaves at nine.'],
    date: '12 March 2026, 10:15',
    author: 'Jane Porter',
    others: 'Other news',
    about: 'The Harbour Gazette is printed every Friday and can be had at all kiosks of the town and of the islands.',
  },
  {
    language: 'de',
    title: 'Fähre bleibt heute im Hafen',
    lines: ['Die Fähre bleibt im Hafen.', 'Ein Bus fährt um neun.'],
    date: '12. März 2026, 10:15 Uhr',
    author: 'Jana Hafner',
    others: 'Weitere Meldungen',
    about:
      'Der Hafenbote erscheint jeden Freitag und ist an allen Kiosken der Stadt und der Inseln erhältlich, auch sonntags.',
  },
  {
    language: 'ru',
    title: 'Паром сегодня стоит в порту',
    lines: ['Паром стоит в порту.', 'Автобус уйдёт в девять.'],
    date: '12 марта 2026, 10:15',
    author: 'Анна Гавань',
    others: 'Другие новости',
    about:
      'Газета «Портовый вестник» выходит по пятницам и продаётся во всех киосках города и на островах, даже зимой.',
  },
];

/** How a page has its news: its markup from the headline on. `text`: what is expected where it is not a paragraph for each line. */
interface Shape {
  readonly name: string;
  body(words: Words): string;
  text?(words: Words): string;
}

const paragraphs = ({ lines }: Words) => lines.join('\n\n');
const inLines = ({ lines }: Words) => lines.join('\n');
const inOne = ({ lines }: Words) => lines.join(' ');

const shapes: readonly Shape[] = [
  { name: 'one paragraph', body: w => `<article><h1>${w.title}</h1><p>${inOne(w)}</p></article>`, text: inOne },
  { name: 'two paragraphs', body: w => `<main><h1>${w.title}</h1><p>${w.lines[0]}</p><p>${w.lines[1]}</p></main>` },
  {
    name: 'text in a div, with line breaks',
    body: w => `<div class="c1"><h1>${w.title}</h1><div>${w.lines.join('<br>')}</div></div>`,
    text: inLines,
  },
  {
    name: 'text behind the headline in the same div',
    body: w => `<div class="c1"><h1>${w.title}</h1>${w.lines.join('<br><br>')}</div>`,
    text: inLines,
  },
  {
    name: 'a list',
    body: w => `<article><h1>${w.title}</h1><ul><li>${w.lines.join('</li><li>')}</li></ul></article>`,
    text: inLines,
  },
  {
    name: 'a table',
    body: w =>
      `<article><h1>${w.title}</h1><table><tr><td>${w.lines.join('</td></tr><tr><td>')}</td></tr></table></article>`,
    text: inLines,
  },
  {
    name: 'a quotation',
    body: w => `<article><h1>${w.title}</h1><blockquote><p>${w.lines.join('</p><p>')}</p></blockquote></article>`,
  },
  {
    name: 'a list of terms',
    body: w => `<article><h1>${w.title}</h1><dl><dt>${w.lines[0]}</dt><dd>${w.lines[1]}</dd></dl></article>`,
    text: inLines,
  },
  {
    name: 'preformatted lines',
    body: w => `<article><h1>${w.title}</h1><pre>${w.lines.join('\n')}</pre></article>`,
    text: inLines,
  },
  {
    name: 'a headline of the second level',
    body: w => `<section><h2>${w.title}</h2><p>${w.lines.join('</p><p>')}</p></section>`,
  },
  {
    name: 'a headline that is no heading',
    body: w =>
      `<div class="c1"><div class="c2"><b>${w.title}</b></div><div class="c3">${w.lines.join('<br>')}</div></div>`,
    text: inLines,
  },
  {
    name: 'a header with date and author before it',
    body: w =>
      `<article><header><h1>${w.title}</h1><span class="c9">${w.author}</span> <i>${w.date}</i></header><section><p>${w.lines.join('</p><p>')}</p></section></article>`,
  },
  {
    name: 'a date line between headline and text',
    body: w => `<main><h1>${w.title}</h1><p>${w.date}</p><p>${w.lines.join('</p><p>')}</p></main>`,
  },
  {
    name: 'one line that is a link to its source',
    body: w => `<main><h1>${w.title}</h1><p><a href="https://port.example/n">${inOne(w)}</a></p></main>`,
    text: inOne,
  },
  {
    name: 'an element with the name of a box',
    body: w => `<main><h1>${w.title}</h1><div class="news-info"><p>${w.lines.join('</p><p>')}</p></div></main>`,
  },
  {
    name: 'headline and text in an element with the name of a box',
    body: w => `<div class="hot-news"><h1>${w.title}</h1><p>${w.lines.join('</p><p>')}</p></div>`,
  },
  {
    name: 'two headings of the first level, of which one is the name of the site',
    body: w => `<h1>Gazette</h1><div class="c1"><h1>${w.title}</h1><p>${w.lines.join('</p><p>')}</p></div>`,
  },
  {
    name: 'the body of an old page',
    body: w => `<h1>${w.title}</h1><p>${w.lines.join('<p>')}<hr>`,
  },
  {
    name: 'an old page of tables',
    body: w =>
      `<table><tr><td><a href="/">Home</a></td><td><font size="5">${w.title}</font><br>${w.lines.join('<br>')}</td></tr></table>`,
    text: inLines,
  },
  {
    name: 'words that are no sentence',
    body: w => `<main><h1>${w.title}</h1><p>${w.lines[0].slice(0, -1)}</p></main>`,
    text: w => w.lines[0].slice(0, -1),
  },
  {
    name: 'a lead as its only sentence',
    body: w => `<article><h1>${w.title}</h1><div class="lead"><strong>${inOne(w)}</strong></div></article>`,
    text: inOne,
  },
  {
    name: 'pictures with captions, and a line',
    body: w =>
      `<article><h1>${w.title}</h1><p>${w.lines[0]}</p><figure><img src="/1.jpg"><figcaption>${w.about}</figcaption></figure></article>`,
    text: w => w.lines[0],
  },
];

/** Menu, other news, and a standing paragraph that is longer than the news. */
function pageOf(words: Words, { body }: Shape): string {
  const menu = Array.from({ length: 12 }, (_, i) => `<li><a href="/s/${i}">${words.others} ${i}</a></li>`).join('');
  const teasers = Array.from({ length: 5 }, (_, i) => `<li><a href="/n/${i}">${words.about.slice(0, 50 + i)}</a></li>`);
  const [head, foot] = [
    `<nav><ul>${menu}</ul></nav>`,
    `<section class="b7"><h3>${words.others}</h3><ul>${teasers.join('')}</ul></section><footer>${words.about}</footer>`,
  ];
  return `<!doctype html><html lang="${words.language}"><head><title>${words.title} - Gazette</title></head><body>${head}${body(words)}${foot}</body></html>`;
}

describe.each(languages)('short news in $language', words => {
  test.each(shapes)('$name', shape => {
    const html = pageOf(words, shape);
    const { text, title } = extractPage({ html, url: 'https://gazette.example/n/7', now: 0, isNamed: true });
    expect(text).toBe((shape.text ?? paragraphs)(words));
    expect(title).toBe(words.title);
  });
});

describe('a page that nobody names', () => {
  const [words] = languages;

  test('needs more: one word behind a headline is no text', () => {
    const html = pageOf(words!, { name: '', body: w => `<main><h1>${w.title}</h1><p>Closed</p></main>` });
    const read = (isNamed: boolean) => extractPage({ html, url: 'https://gazette.example/n/7', now: 0, isNamed }).text;
    expect(read(true)).toBe('Closed');
    expect(read(false)).not.toBe('Closed');
  });

  test('of which a source has standing paragraphs on each page, the news alone is the text', () => {
    const standing = words!.about;
    const release = (n: number) =>
      `<title>Release ${n} of the port</title><div class="t"><h1>Release ${n} of the port</h1><p>Crane ${n} was set up on Monday by men from the yard.</p><p>${standing}</p><p>${standing} It has no adverts.</p></div>`;
    let template: HostTemplate | undefined;
    for (let n = 1; n < 6; n += 1) {
      const page = { html: release(n), url: `https://gazette.example/n/${n}`, now: 0, isNamed: true };
      const { extraction, learnt } = extractWithTexts({ ...page, ...defined({ template }) });
      template = learnPage(template, learnt);
      if (n > 3) expect(extraction.text).toBe(`Crane ${n} was set up on Monday by men from the yard.`);
    }
  });
});

describe('a headline in an element that is named as if it were beside the article', () => {
  const story = Array.from(
    { length: 4 },
    (_, i) => `<p>In part ${i} the council says why the ferry has to wait for the repair of the pier.</p>`,
  );
  const others = Array.from(
    { length: 12 },
    (_, i) => `<p>The bakery number ${i} has won a prize for its rye bread and its cakes on Friday.</p>`,
  );

  test.each(['news-info', 'article-media', 'content-author', 'single-photo', 'hot-news', 'date-content', 'print-area'])(
    '%s',
    name => {
      const html = `<title>Why the ferry waits for the pier</title><div class="${name}"><h1>Why the ferry waits for the pier</h1>${story.join('')}</div><div class="k"><div>${others.join('')}</div></div>`;
      const { text } = extractPage({ html, url: 'https://gazette.example/n/7', now: 0 });
      expect(text.split('\n\n')).toHaveLength(4);
      expect(text).not.toContain('bakery');
    },
  );
});
