import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const text =
  'The flood has reached the lower streets. Since noon the fire service has carried people out of their houses by boat, and the bridge is closed. '.repeat(
    3,
  );

function authorsOf(head: string, line = ''): readonly string[] {
  const html = `<head>${head}</head><body><article><h1>The flood has come</h1>${line}<p>${text}</p></article></body>`;
  return extractPage({ html, now: Date.UTC(2026, 2, 1) }).authors;
}

const ld = (more: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', ...more })}</script>`;

describe('authors', () => {
  test('are all names of one element of microdata, without those of employers', () => {
    const name = (each: string) => `<span itemprop="name">${each}</span>`;
    const line = `<dd itemprop="author" itemscope>Written by: ${name('Ann Lee')}, ${name('Zoë García')}<i itemprop="worksFor">${name('Town News')}</i></dd>`;
    expect(authorsOf('', line)).toEqual(['Ann Lee', 'Zoë García']);
  });

  test('are all that the card of a page names, where JSON-LD has the first of them', () => {
    const card = (names: string) =>
      `<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="${names}">`;
    const first = ld({ author: { name: 'Ann Lee' }, contributor: [{ name: 'Zoë García' }] });
    expect(authorsOf(`${first}${card('Ann Lee, Zoë García')}`)).toEqual(['Ann Lee', 'Zoë García']);
    expect(authorsOf(`${first}${card('Web Desk, John Smith')}`)).toEqual(['Ann Lee']);
  });

  test.each([
    ['27 November 2026 — Ann Lee', ['Ann Lee']],
    ['27 November 2026, 14:05 - Ann Lee and Tom Baker', ['Ann Lee', 'Tom Baker']],
    ['Ann Lee – November 27, 2026', ['Ann Lee']],
    ['Anna Müller — 27.11.2026, 14:05 Uhr', ['Anna Müller']],
    ['27 ноября 2026, 14:05 • Анна Кузнецова', ['Анна Кузнецова']],
    ['Анна Кузнецова | 27.11.2026', ['Анна Кузнецова']],
    ['Олеся Бондаренко, Іван Кравець — 30 листопада 2026, 16:43', ['Олеся Бондаренко', 'Іван Кравець']],
    ['New York — 27 November 2026', []],
    ['Нижний Новгород — 27 ноября 2026', []],
    ['Town Council – 27 November 2026', []],
    ['Ann Lee — 27 members', []],
    ['Ближний восток | 27.11.2026', []],
    // Sections and places have a bar before a date, too: a name begins with a given name.
    ['Ann Lee | 27 November 2026', ['Ann Lee']],
    ['Mary-Jane O’Neill, Tom Baker | 27 November 2026 | 14:05', ['Mary-Jane O’Neill', 'Tom Baker']],
    ['27.11.2026 | Jürgen Müller', ['Jürgen Müller']],
    ['Małgorzata Kowalska • 27 listopada 2026', ['Małgorzata Kowalska']],
    ['J. R. Smith / 27 November 2026', ['J. R. Smith']],
    ...['Local News', 'Premier League', 'Rhein Neckar', 'Saint Denis', 'Victoria Park', 'The Gazette'].map(
      (section): [string, string[]] => [`${section} | 27 November 2026`, []],
    ),
  ])('stand beside a date without a word for it: %s', (line, names) => {
    expect(authorsOf('', `<p>${line}</p>`)).toEqual(names);
  });

  test('are not those whom a picture shows', () => {
    expect(authorsOf('', '<img src="/b.jpg"><p class="podpis">Jan Kowalski</p>')).toEqual([]);
  });

  test.each([
    ['<p class="sign">Ann Lee</p>', ['Ann Lee']],
    ['<div class="article-signature">Ann Lee, Tom Baker</div>', ['Ann Lee', 'Tom Baker']],
    ['<p class="podpis">Анна КУЗНЕЦОВА, фото автора</p>', ['Анна КУЗНЕЦОВА']],
    ['<p>Анна КУЗНЕЦОВА</p>', ['Анна КУЗНЕЦОВА']],
    ['<p>— Ann Lee</p>', ['Ann Lee']],
    ['<p>Haber: Ayşe Yılmaz</p>', ['Ayşe Yılmaz']],
    ['<div class="sign">Sign in</div>', []],
    ['<div class="signature">SUGGESTED CITATION</div>', []],
  ])('sign under the text: %s', (line, names) => {
    const html = `<body><article><h1>The flood has come</h1><p>${text}</p>${line}</article></body>`;
    const page = extractPage({ html, now: Date.UTC(2026, 2, 1) });
    expect([page.authors, page.text]).toEqual([names, text.trim()]);
  });

  test.each([
    ['12 March 2026 · 3 min read · Ann Lee', ['Ann Lee']],
    ['12 March 2026&nbsp;·&nbsp;2 Minuten&nbsp;·&nbsp;Ann Lee', ['Ann Lee']],
    ['12 March 2026 · 5 min · 950 words · Ann Lee', ['Ann Lee']],
    ['12 марта 2026 · 4 мин. чтения · Анна Ли', ['Анна Ли']],
    ['12 March 2026 · Premier League', []],
    ['Local News · 3 min read · 12 March 2026', []],
  ])('stand behind the time of reading: %s', (line, names) => {
    expect(authorsOf('', `<div class="entry-info">${line}</div>`)).toEqual(names);
  });

  test.each([
    ['Ann Lee, 12 March 2026, 10:15', ['Ann Lee']],
    ['Άννα Παππά 12 Μαρτίου 2026, 10:15', ['Άννα Παππά']],
    ['Ann Lee | 12.03.2026 10:15 Uhr', ['Ann Lee']],
    ['New York, 12 March 2026', []],
    ['The bridge was closed, 12 March 2026, 10:15', []],
  ])('stand before an instant: %s', (line, names) => {
    expect(authorsOf('', `<div class="entry-info">${line}</div>`)).toEqual(names);
  });

  test.each([
    ['<div class="firma">Por: Ann Lee <span>desk@zonda.example</span></div>', ['Ann Lee']],
    ['<p class="autorzeile">Von <a href="/autoren/ann-lee">Ann Lee</a>, Redaktion Lokales</p>', ['Ann Lee']],
    [
      '<div><span>Par Ann Lee</span><span>Publié le 12 mars 2026 à 15h38</span><span>Mis à jour à 18h</span></div>',
      ['Ann Lee'],
    ],
  ])('are named by a line without the desk, the mail and the date beside them: %s', (line, names) => {
    const html = `<body><main><h1>The flood has come</h1>${line}<div><p>${text}</p><p>${text}</p></div></main></body>`;
    const found = extractPage({ html, now: Date.UTC(2026, 3, 1) });
    expect(found).toMatchObject({ authors: names });
    expect(found.text.startsWith('The flood has')).toBe(true);
  });

  test.each(['', '<br><br>Страницы: 1 <a href="?id=7&part=2">2</a> <a href="?id=7&part=3">3</a>'])(
    'sign a text in a cell of a layout, above readers’ words',
    pages => {
      const cell = `<h1>The flood has come</h1><small>12 мар 2026, 22:07 | Просмотров: 130 | <a href="#c">Комментарии (2)</a></small><br><br>${text}<br><br>${text}${pages}<br><br><i>Ann Lee</i><br><br><b>Комментарии</b><br>Joe (13 мар 2026, 08:15): It was high time.`;
      const html = `<table><tr><td>Menu</td></tr><tr><td width="70%">${cell}</td><td>Weather</td></tr></table>`;
      const found = extractPage({ html, url: 'https://n.example/n.php?id=7', now: Date.UTC(2026, 3, 1) });
      expect(found).toMatchObject({ authors: ['Ann Lee'], published: { at: '2026-03-12T22:07:00.000Z' } });
      expect(found.text.startsWith('The flood has')).toBe(true);
      expect(found.text).not.toMatch(/Lee|Страницы|Просмотров/);
    },
  );

  test('may be in the footer of the article, in front of its text', () => {
    const footer =
      '<div class="footer"><p><span>12.03.2026</span><span class="news-list-author">Erstellt von Ann Lee</span></p></div>';
    const html = `<body><div class="article"><h1>The flood has come</h1>${footer}<p>${text}</p></div></body>`;
    expect(extractPage({ html, now: Date.UTC(2026, 3, 1) }).authors).toEqual(['Ann Lee']);
    const ofSite = `<body><div id="page"><h1>The flood has come</h1><p>${text}</p>${footer}</div></body>`;
    expect(extractPage({ html: ofSite, now: Date.UTC(2026, 3, 1) }).authors).toEqual([]);
  });

  test('and the hour are in the footer of a post whose headline is not of the first level', () => {
    const footer =
      '<div class="post-footer">Autor: <span class="fn">Ewa Kowal</span> o <abbr class="published" title="2026-01-28T14:05:00+01:00">14:05</abbr></div>';
    const html = `<body><h2>28 stycznia 2026</h2><div class="post"><h3 class="post-title">The flood has come</h3><p>${text}</p>${footer}</div></body>`;
    const { authors, published } = extractPage({ html, now: Date.UTC(2026, 3, 1) });
    expect(authors).toEqual(['Ewa Kowal']);
    expect(published).toMatchObject({ at: '2026-01-28T13:05:00.000Z', offset: 60 });
  });

  test.each([
    ['a list of names', { author: { name: ['Mary Miller', 'John Smith'] } }, ['Mary Miller', 'John Smith']],
    ['given and family name', { author: { givenName: 'Mary', familyName: 'Miller' } }, ['Mary Miller']],
    ['names between "og"', { author: { name: 'Anna Berg og Per Dahl' } }, ['Anna Berg', 'Per Dahl']],
    ['names between "i"', { author: 'Anna Nowak i Jan Kowalski' }, ['Anna Nowak', 'Jan Kowalski']],
    [
      'a person and not an organization',
      {
        author: [
          { '@type': 'Organization', name: 'Town News' },
          { '@type': 'Person', name: 'Ann Lee' },
        ],
      },
      ['Ann Lee'],
    ],
    ['an organization alone', { author: { '@type': 'NewsMediaOrganization', name: 'Town News' } }, ['Town News']],
    [
      'a son',
      { author: 'Ann Lee, John Smith Jr. and Tom Baker, Sr.' },
      ['Ann Lee', 'John Smith Jr.', 'Tom Baker, Sr.'],
    ],
    ['a name in a script without capitals', { author: 'मीरा शर्मा' }, ['मीरा शर्मा']],
  ])('of JSON-LD: %s', (_, more, authors) => {
    expect(authorsOf(ld(more))).toEqual(authors);
  });

  test.each([
    ['<p>By Ann Lee</p>', ['Ann Lee']],
    ['<p>27 November 2026 by Ann Lee and Pieter van der Berg</p>', ['Ann Lee', 'Pieter van der Berg']],
    ['<p>Par Jean Dupont</p>', ['Jean Dupont']],
    ['<p>Autor: Jan Kowalski</p>', ['Jan Kowalski']],
    ['<p>Автор материала: Анна Кузнецова</p>', ['Анна Кузнецова']],
    ['<p>Подготовила Анна Кузнецова</p>', ['Анна Кузнецова']],
    ['<p class="byline">BY ANN LEE AND TOM BAKER</p>', ['ANN LEE', 'TOM BAKER']],
    ['<p class="byline">By Ann Lee, Staff Writer</p>', ['Ann Lee']],
    ['<div class="author-card"><span>Ann Lee</span><span>Science correspondent</span></div>', ['Ann Lee']],
    ['<p>By <a href="/staff/ann-lee">Ann Lee</a></p>', ['Ann Lee']],
    ['<p><a href="/author/ann-lee/">Ann Lee</a></p>', ['Ann Lee']],
    ['<div data-testid="author-name">Ann Lee</div>', ['Ann Lee']],
    ['<span class="reporter">Ann Lee</span>', ['Ann Lee']],
    ['<address>Ann Lee</address>', ['Ann Lee']],
    ['<p itemprop="author"><meta itemprop="name" content="Ann Lee"></p>', ['Ann Lee']],
    ['<p>By the river, for weeks</p>', []],
    ['<div>Submitted by <a href="/user/3">Ann Lee</a> on Sat, 11/28/2026 - 14:05</div>', ['Ann Lee']],
    ['<div>Posted by Ann Lee on November 28, 2026 at 14:05</div>', ['Ann Lee']],
    ['<div>Words by Ann Lee 28 Nov 2026</div>', ['Ann Lee']],
    ['<div>28.11.2026 14:05 Uhr von Katrin Weiß</div>', ['Katrin Weiß']],
    [
      '<div><span>30 ноября 2026 г.</span><span>Автор: Анна Кузнецова</span><span>Просмотров: 9</span></div>',
      ['Анна Кузнецова'],
    ],
    ['<div>Von Katrin Weiß, dpa | 28.11.2026, 14:05</div>', ['Katrin Weiß']],
    ['<div>Veröffentlicht am 28. November 2026 von Katrin Weiß in Stadt</div>', ['Katrin Weiß']],
    ['<div>Verfasst von Katrin Weiß am 28. November 2026 - 14:05</div>', ['Katrin Weiß']],
    ['<dl><dt>Détails</dt><dd>Écrit par Zoé d’Arcy</dd><dd>Affichages : 7</dd></dl>', ['Zoé d’Arcy']],
    ['<div>Rédigé par Hélène Lefèvre le samedi 28 novembre 2026</div>', ['Hélène Lefèvre']],
    ['<div>Escrito por María Núñez el 28 noviembre, 2026</div>', ['María Núñez']],
    ['<div>di Paolo Rossi 28 novembre 2026</div>', ['Paolo Rossi']],
    ['<div>Autor: Ewa Kowal o 14:05</div>', ['Ewa Kowal']],
    ['<div>Общество Вчера, 20:18 Просмотров: 9 Автор: Анна Кузнецова Комментариев: 0</div>', ['Анна Кузнецова']],
    ['<div>Опубликовала Анна Кузнецова 28.11.2026 14:05</div>', ['Анна Кузнецова']],
    ['<div>Text: Anna Svensson Publicerad 28 november 2026</div>', ['Anna Svensson']],
    ['<div>Napsal Jan Novák 28. listopadu 2026</div>', ['Jan Novák']],
    ['<div>Category: Town Views: 12 28 November 2026</div>', []],
    ['<p class="byline">By JOHN SMITH JR.</p>', ['JOHN SMITH JR.']],
    [
      '<ul class="authors"><li>Ann Lee</li>\n<li>Tom Baker</li><li>Mary Miller</li></ul>',
      ['Ann Lee', 'Tom Baker', 'Mary Miller'],
    ],
    ['<div class="byline">By Ann Lee ann@lark.example</div>', ['Ann Lee']],
    ['<p class="author">Propos recueillis par Jean Dupont</p>', ['Jean Dupont']],
    ['<p class="author">Корреспондент Анна Кузнецова</p>', ['Анна Кузнецова']],
    ['<p class="author">Das Gespräch führte Anna Berg</p>', ['Anna Berg']],
    ['<p class="byline"><time>Last updated: 12.03.26</time></p>', []],
    ['<p class="byline">Erstellt am 12.03.26 um 07:39</p>', []],
    ['<div class="author">Share this article</div>', []],
    ['<p>Автор проекта: Анна Кузнецова</p>', []],
    ['<p>Подготовили Москву к зиме</p>', []],
    ['<ul><li><a href="/authors/">Authors</a></li></ul>', []],
    ['<address>12 Main Street</address>', []],
  ])('of the line %s', (line, authors) => {
    expect(authorsOf('', line)).toEqual(authors);
  });

  test('as catalogues name them, and without the site that the title names', () => {
    expect(authorsOf('<meta name="DC.creator" content="Miller, Mary">')).toEqual(['Mary Miller']);
    const line = '<div class="byline">By Ann Lee and Tom Baker, Lark Post</div>';
    expect(authorsOf('<title>The flood has come | Lark Post</title>', line)).toEqual(['Ann Lee', 'Tom Baker']);
  });

  test('as plugins of WordPress write them into metas', () => {
    const metas = (label: string) =>
      `<meta name="twitter:label1" content="${label}"><meta name="twitter:data1" content="Ann Lee">`;
    expect(authorsOf(metas('Verfasst von'))).toEqual(['Ann Lee']);
    expect(authorsOf(metas('Geschätzte Lesezeit'))).toEqual([]);
  });

  test.each([
    [
      'an element for each',
      '<p><span class="author">Mary Miller</span><span class="author">John Smith</span></p>',
      ['Mary Miller', 'John Smith'],
    ],
    [
      'a name without the job behind it',
      '<p itemprop="author"><span itemprop="name">Mary Miller</span><span itemprop="jobTitle">Reporter</span></p>',
      ['Mary Miller'],
    ],
    [
      'a name in an item of a list of authors',
      '<ul><li class="infoAuthorList-item">Mary Miller</li></ul>',
      ['Mary Miller'],
    ],
    [
      'who reports, not who edits',
      '<p class="byline">Reporting by Mary Miller; Editing by John Smith and Ann Lee</p>',
      ['Mary Miller'],
    ],
    ['a name behind a dash', '<p>Автор — Олена Шевчук</p>', ['Олена Шевчук']],
    ['signs of agencies', '<p class="byline">Quelle: sid/dpa</p>', ['sid/dpa']],
    ['no label', '<p class="byline"><time>Veröffentlicht am 04.03.26 um 07:39 Uhr</time></p>', []],
    ['no section', '<p class="author">Nachrichten</p>', []],
  ])('of elements: %s', (_, line, authors) => {
    expect(authorsOf('', line)).toEqual(authors);
  });

  test('the publisher is one only where no person is named', () => {
    const site = '<meta property="og:site_name" content="Town News"><meta name="author" content="Town News">';
    expect(authorsOf(site)).toEqual(['Town News']);
    expect(authorsOf(site, '<p class="byline">By Mary Miller</p>')).toEqual(['Mary Miller']);
  });
});
