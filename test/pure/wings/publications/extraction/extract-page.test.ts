import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const now = Date.parse('2024-05-01T12:00:00Z');
const sentence = 'The council of the town has decided on Tuesday to close the old bridge for the whole winter.';
const body = `<h1>Old bridge closed for the winter</h1>${Array.from({ length: 5 }, (_, i) => `<p>Part ${i}. ${sentence}</p>`).join('')}`;

function extract(head: string, inner = body, url = 'https://town.example/news/bridge') {
  return extractPage({ html: `<html><head>${head}</head><body><div>${inner}</div></body></html>`, url, now });
}

function ld(object: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(object)}</script>`;
}

describe('the title', () => {
  test.each([
    ['<title>Old bridge closed for the winter | Town News</title>', 'Old bridge closed for the winter', 'text'],
    [
      '<meta property=og:title content="Old bridge closed for the winter"><title>Town</title>',
      'Old bridge closed for the winter',
      'text',
    ],
  ])('%s', (head, title, source) => {
    const { title: found, sources } = extract(head);
    expect([found, sources['title']]).toEqual([title, source]);
  });

  test('is not the name of a blog in its only h1', () => {
    const inner = body.replace('<h1>Old bridge closed for the winter</h1>', '<h1>The Town Blog</h1>');
    const head = '<title>Old bridge closed – The Town Blog</title><meta property=og:site_name content="The Town Blog">';
    expect(extract(head, inner).title).toBe('Old bridge closed');
  });

  test('is a heading in front of the text where the title is that of the site', () => {
    const inner = `<h2 class=title>Old bridge closed</h2>${Array.from({ length: 5 }, () => `<p>${sentence}</p>`).join('')}`;
    expect(extract('<title>All news of our region in real time</title>', inner).title).toBe('Old bridge closed');
  });

  test('is not in the text again', () => {
    expect(extract('<title>Old bridge closed for the winter</title>').text).not.toContain(
      'Old bridge closed for the winter',
    );
  });
});

describe('the authors', () => {
  test.each([
    [
      ld({ '@type': 'NewsArticle', author: [{ '@type': 'Person', name: 'Ann Lee' }, { name: 'Bo Ek' }] }),
      '',
      ['Ann Lee', 'Bo Ek'],
      'ld',
    ],
    ['<meta name=author content="By Ann Lee and Bo Ek">', '', ['Ann Lee', 'Bo Ek'], 'meta'],
    ['<meta name=author content="admin">', '', [], undefined],
    ['', '<span class=byline>Veröffentlicht von Ann Lee am 3. Mai 2012</span>', ['Ann Lee'], 'text'],
    ['', '<a rel=author href=/ann>View all posts by Ann Lee</a>', ['Ann Lee'], 'link'],
    ['', '<span itemprop=author><span itemprop=name>Анна Ли</span></span>', ['Анна Ли'], 'microdata'],
    ['', '<div class=comment><span class=author>A Reader</span></div>', [], undefined],
  ])('%s %s', (head, inner, authors, source) => {
    const found = extract(head, inner + body);
    expect([found.authors, found.sources['authors']]).toEqual([authors, source]);
  });
});

describe('the dates', () => {
  test.each([
    [
      ld({ '@graph': [{ '@type': 'NewsArticle', datePublished: '2024-04-01T10:00:00+03:00' }] }),
      '',
      '2024-04-01T07:00:00.000Z',
      'ld',
    ],
    ['<meta property=article:published_time content=2024-04-01T10:00:00Z>', '', '2024-04-01T10:00:00.000Z', 'meta'],
    ['', '<time datetime=2024-04-01>yesterday</time>', '2024-04-01T00:00:00.000Z', 'time'],
    ['', '<span itemprop=datePublished content=2024-04-01></span>', '2024-04-01T00:00:00.000Z', 'microdata'],
    ['', '<p class=date>1 апреля 2024, 10:00 МСК</p>', '2024-04-01T07:00:00.000Z', 'text'],
    ['', '<p>1 апреля 2024</p>', '2024-04-01T00:00:00.000Z', 'text'],
    ['<meta name=date content=1970-01-01>', '', undefined, undefined],
    ['<meta name=date content=2031-01-01>', '', undefined, undefined],
  ])('%s %s', (head, inner, at, source) => {
    const { published } = extract(head, inner + body);
    expect([published?.at, published?.source]).toEqual([at, source]);
  });

  test('the address has the day where a program wrote another', () => {
    const head = '<meta property=article:published_time content=2023-01-01T10:00:00Z>';
    const { published } = extract(head, body, 'https://town.example/2024/04/01/bridge');
    expect(published).toMatchObject({ at: '2024-04-01T00:00:00.000Z', source: 'url', words: '2024/04/01' });
  });

  test('a change has a time of its own', () => {
    const { modified } = extract('<meta property=article:modified_time content=2024-04-02T10:00:00Z>');
    expect(modified).toMatchObject({ at: '2024-04-02T10:00:00.000Z', precision: 'second', offset: 0, source: 'meta' });
  });
});

test('section, tags, language, image, addresses and access', () => {
  const found = extract(
    `<base href=/a/><link rel=canonical href=bridge><link rel=amphtml href=/amp/bridge><meta property=og:image content=b.jpg>
     <meta property=article:section content=Town><meta property=article:tag content=bridges><meta property=article:tag content=winter>
     <meta property=og:locale content=en_GB>${ld({ '@type': 'Article', isAccessibleForFree: 'False' })}`,
  );
  expect(found).toMatchObject({
    ...{ section: 'Town', tags: ['bridges', 'winter'], language: 'en-GB', image: 'https://town.example/a/b.jpg' },
    ...{
      canonicalUrl: 'https://town.example/a/bridge',
      ampUrl: 'https://town.example/amp/bridge',
      access: 'paywalled',
    },
  });
  expect(found.sources).toMatchObject({ canonicalUrl: 'link', image: 'meta', access: 'ld' });
});

test.each([
  'Subscribe to continue reading this article.',
  'You have reached your limit of 5 free articles this month, so please choose one of our offers.',
  'Il vous reste 82% de cet article à lire. La suite est réservée aux abonnés.',
  'Il vous reste 72,5 % de cet article à lire, si vous le voulez bien.',
  'Pour accéder à l’intégralité de cet article, abonnez-vous ou connectez-vous à votre compte.',
  'You have read your last free article of this month, as many of our other readers have.',
  'To keep reading, become a member of our small and independent newsroom today.',
  'Sie möchten den ganzen Artikel lesen? Mit einem Digital-Abo haben Sie Zugriff auf alles.',
  'Bereits Abonnent? Hier können Sie sich mit Ihrem Kennwort bei uns anmelden.',
  'Um diesen Artikel weiterzulesen, wählen Sie bitte eines unserer Angebote für Leser.',
  'Чтобы прочитать статью до конца, войдите в свой личный кабинет на нашем сайте.',
  'Повний текст цього матеріалу доступний лише передплатникам нашого видання.',
  'Suscríbete para seguir leyendo este artículo y todos los demás de nuestro diario.',
])('a notice of a paywall tells that not all is there: %s', offer => {
  expect(extract('', `${body}<p>${offer}</p>`).access).toBe('paywalled');
  expect(extract('', `${body}<div class="teaser-paywall"><p>${offer}</p></div>`).access).toBe('paywalled');
});

test('JSON-LD that a template broke is read', () => {
  const broken = `<script type="application/ld+json"><!-- {"@type":"Article","headline":"A\nB","author":{"name":"Ann Lee",},} --></script>`;
  expect(extract(broken).authors).toEqual(['Ann Lee']);
});

test('the text of JSON-LD is taken where the page has next to none', () => {
  const linked = ld({ '@type': 'Article', articleBody: `${sentence}\n${sentence}\n${sentence}` });
  expect(extract(linked, '<p>Loading the article, please wait.</p>')).toMatchObject({
    text: `${sentence}\n\n${sentence}\n\n${sentence}`,
    warnings: ['text-from-ld'],
  });
  expect(extract(linked).text).toContain('Part 4.');
});

describe('whether a page is an article', () => {
  const teasers = Array.from(
    { length: 20 },
    (_, i) => `<div class=t><h3><a href=/${i}>Headline number ${i} of the day</a></h3><p>${sentence}</p></div>`,
  ).join('');

  test.each([
    ['a news article', '<title>Old bridge closed for the winter</title>', body, true],
    ['a list of teasers', '<title>Town News</title>', teasers, false],
    [
      'a page that was not found',
      '<title>404</title>',
      '<p>The page was not found. Try the search of our site.</p>',
      false,
    ],
    ['links alone', '<title>Town</title>', '<a href=/x>A headline of the day</a><br>'.repeat(40), false],
    ['an empty page', '', '', false],
  ])('%s', (_, head, inner, isArticle) => {
    expect(extract(head, inner).article).toBe(isArticle);
  });

  test('a home page with a long text is none', () => {
    const inner = `${teasers}<div><p>${sentence.repeat(4)}</p></div>`;
    expect(extract('<title>Town News</title>', inner, 'https://town.example/').article).toBe(false);
  });
});

test('a page that costs too much says how it was read', () => {
  const deep = extractPage({ html: `${'<div>'.repeat(20_000)}${body}`, now });
  expect(deep.warnings).toContain('plain-tree');
  expect(deep.text).toContain('Part 4.');
  expect(extractPage({ html: '', now })).toMatchObject({
    title: null,
    text: '',
    article: false,
    warnings: ['no-text'],
  });
});

test.each([
  ['fa', 'fa'],
  ['fa-IR', 'fa-IR'],
  ['ur', 'ur'],
  ['en', 'fa'],
])('a Persian text on a page in %s is in %s', (said, language) => {
  const lines =
    'شورای شهر در طبقه همکف جلسه داشت و پذیرفت چهل هزار تومان برای تعمیر کناره رود خرج کند. گزارش گفته است.';
  const html = `<html lang="${said}"><h1>شورای شهر طرح پل را پذیرفت</h1><p>${lines}</p><p>${lines}</p></html>`;
  expect(extractPage({ html, url: 'https://a.example/x', now: 0 }).language).toBe(language);
});
