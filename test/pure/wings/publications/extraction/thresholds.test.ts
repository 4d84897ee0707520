/** The bounds by which a page, its dates and its headline are judged, with a case on both sides of each. */
import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';
import { readDate } from '../../../../../shared/wings/publications/times/read-date.ts';

const now = Date.parse('2024-05-01T12:00:00Z');
const sentence = 'The council of the town has decided on Tuesday to close the old bridge for the whole winter.';
const body = `<h1>Old bridge closed for the winter</h1>${Array.from({ length: 5 }, (_, i) => `<p>Part ${i}. ${sentence}</p>`).join('')}`;

function extract(head: string, inner = body, url = 'https://town.example/news/bridge') {
  return extractPage({ html: `<html><head>${head}</head><body><div>${inner}</div></body></html>`, url, now });
}

function ld(object: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', ...(object as object) })}</script>`;
}

/** One paragraph of so many characters. */
function paragraph(length: number): string {
  return `<p>${`${sentence} `.repeat(1 + length / sentence.length).slice(0, length - 1)}.</p>`;
}

describe('a page is an article', () => {
  const strange = '<title>Quite another headline altogether</title>';
  const bridge = '<title>The council decides</title>';

  test.each([
    ['of 440 characters without a word of its title is none', strange, paragraph(440), 0.49, false],
    ['of 470 characters without a word of its title is one', strange, paragraph(470), 0.5, true],
    ['of 249 characters is none', bridge, paragraph(249), 0.25, false],
    ['of 250 characters is one', bridge, paragraph(250), 0.77, true],
    ['of 150 characters is none', bridge, paragraph(150), 0.13, false],
    [
      'of 150 that calls itself an article in its card is one',
      `${bridge}<meta property=og:type content=article>`,
      paragraph(150),
      0.53,
      true,
    ],
    ['of 150 that calls itself an article in JSON-LD is one', bridge + ld({}), paragraph(150), 0.53, true],
  ])('%s', (_, head, inner, score, article) => {
    expect(extract(head, inner)).toMatchObject({ articleScore: score, article });
  });

  test.each([
    [
      '図書館、来春から夜間も開館',
      '市の図書館は来年の春から夜間も開館すると発表した。職員を三人増やし、閲覧室は二十二時まで使える。',
      true,
    ],
    [
      '市立图书馆明年春天延长开放时间',
      '市立图书馆宣布，明年春天起将延长开放时间，阅览室开放至晚上十点，并增加三名馆员。',
      true,
    ],
    [
      '会社案内と採用情報',
      '市の図書館は来年の春から夜間も開館すると発表した。職員を三人増やし、閲覧室は二十二時まで使える。',
      false,
    ],
  ])('whose script has no blanks and whose title is %s: %#', (title, text, article) => {
    const found = extract(`<title>${title}</title>`, `<p>${text.repeat(3)}</p>`);
    expect(found.article).toBe(article);
  });

  test.each([
    ['/', false],
    ['/index.html', false],
    ['/en/', false],
    ['/?id=7', true],
    ['/news', true],
  ])('of 260 characters at %s: %s', (path, article) => {
    expect(
      extract(strange.replace('Quite', 'Council'), paragraph(300), `https://town.example${path}`).articleScore,
    ).toBe(article ? 0.48 : 0.13);
  });

  test.each([
    ['seven headlines among its texts is one', 7, true],
    ['eight headlines among its texts is none', 8, false],
  ])('that has %s', (_, count, article) => {
    const teaser = (n: number): string =>
      `<p><a href=/${n}>The bridge number ${n} of the town is closed</a> since Tuesday</p><p>${sentence}</p>`;
    const inner = Array.from({ length: count }, (_unused, n) => teaser(n)).join('');
    expect(extract('<title>The bridge</title>', inner).article).toBe(article);
  });
});

describe('the headline', () => {
  const title = (page: string, heading: string, { card = '', site = '' } = {}) => {
    const head = `<title>${page}</title>${card === '' ? '' : `<meta property=og:title content="${card}">`}`;
    const name = site === '' ? '' : `<meta property=og:site_name content="${site}">`;
    return extract(head + name, `${heading}${paragraph(400)}`).title;
  };
  const six = 'Old bridge closed over cold winter';

  test.each([
    ['four of whose five words the title has is it', 'Old bridge closed over night', 'Old bridge closed over night'],
    ['three of whose four words the title has is not', 'Old bridge closed tonight', six],
    ['that has four of the six words of the title is it', 'Old bridge closed over', 'Old bridge closed over'],
    ['that has three of the six words of the title is not', 'Old bridge closed', six],
  ])('a heading %s', (_, heading, expected) => {
    expect(title(six, `<h1>${heading}</h1>`)).toBe(expected);
    expect(title(six, `<h2>${heading}</h2>`)).toBe(expected);
    expect(title(six, `<h3>${heading}</h3>`)).toBe(six);
  });

  test('is the heading of the first level where both levels agree', () => {
    expect(title(six, `<h2>${six}</h2><h1>Old bridge closed over winter</h1>`)).toBe('Old bridge closed over winter');
  });

  test.each([
    ['is the first part with three words', 'News | Old bridge closed', 'Old bridge closed'],
    ['is the first part where no part has three words', 'Old bridge | Town', 'Old bridge'],
    ['loses an end of four words', `${six} – News of our town`, six],
    ['keeps an end of five words', `${six} – News of all our town`, `${six} – News of all our town`],
    ['keeps an end that is as long as its beginning', 'Old bridge – The town', 'Old bridge – The town'],
  ])('of a title without the name of the site %s', (_, page, expected) => {
    expect(title(page, '')).toBe(expected);
  });

  test('loses the name of the site at either end, however long', () => {
    const site = 'News of all our old town';
    expect(title(`${six} – ${site}`, '', { site })).toBe(six);
    expect(title(`${site}: ${six}`, '', { site })).toBe(six);
  });

  test('is what the card says, unless that is the name of the site', () => {
    expect(title('Town', '', { card: six, site: 'Town' })).toBe(six);
    expect(title(six, '', { card: 'Town', site: 'Town' })).toBe(six);
  });
});

describe('the authors', () => {
  const authors = (head: string, inner = '') => extract(head, inner + body).authors;
  const person = (name: string) => ({ '@type': 'Person', name });
  const meta = (name: string): string => `<meta name=author content="${name}">`;

  test('are people, and no organization', () => {
    expect(authors(ld({ author: [person('Ann Lee'), { '@type': 'Organization', name: 'Town News' }] }))).toEqual([
      'Ann Lee',
    ]);
  });

  test('are found where the article names them by their ids', () => {
    const graph = [
      { '@type': 'NewsArticle', author: { '@id': '#ann' } },
      { '@id': '#ann', ...person('Ann Lee') },
    ];
    expect(authors(`<script type="application/ld+json">${JSON.stringify({ '@graph': graph })}</script>`)).toEqual([
      'Ann Lee',
    ]);
  });

  test.each([
    ['of six words is one', 'Ann Bo Cy Di Ed Lee', 1],
    ['of seven words is none', 'Ann Bo Cy Di Ed Flo Lee', 0],
    ['of 60 characters is one', `Ann ${'L'.padEnd(56, 'e')}`, 1],
    ['of 61 characters is none', `Ann ${'L'.padEnd(57, 'e')}`, 0],
    ['that is a role is none', 'Redaktion', 0],
    ['with a digit is none', 'Ann Lee7', 0],
    ['that is an address is none', 'https://town.example/ann', 0],
  ])('a name %s', (_, name, count) => {
    expect(authors(meta(name)).length).toBe(count);
  });

  test('are at most twenty', () => {
    const names = Array.from({ length: 21 }, (_, n) => person(`Ann ${String.fromCharCode(65 + n)}ee`));
    expect(authors(ld({ author: names })).length).toBe(20);
  });

  test('are those of a line that names them, where nothing else does', () => {
    expect(authors('', '<p>Автор: Анна Ли</p>')).toEqual(['Анна Ли']);
    expect(authors(meta('Bo Ek'), '<p>Автор: Анна Ли</p>')).toEqual(['Bo Ek']);
  });
});

describe('the text of JSON-LD', () => {
  const text = (own: string, linked: string): string =>
    extract(ld({ articleBody: linked }), own).text.replaceAll(/\s+/g, ' ');
  const long = paragraph(250);
  const plain = (html: string): string => html.replaceAll(/<[^>]+>/g, '');

  test('counts where the page has less than 250 characters, or where it holds the text of the page and more', () => {
    const other = 'Quite another text, which is much longer. '.repeat(20).trim();
    expect(text(paragraph(249), other)).toBe(other);
    expect(text(long, other)).toBe(plain(long));
    const held = `${plain(long)} And more of it.`;
    expect(text(long, held)).toBe(held);
    expect(text(long, plain(long).slice(0, 240))).toBe(plain(long));
  });
});

describe('the time of publication', () => {
  const meta = (at: string): string => `<meta property=article:published_time content=${at}>`;
  const published = (head: string, inner = '', path = '/news/bridge') =>
    extract(head, inner + body, `https://town.example${path}`).published;
  const day = (head: string, inner = '', path = '/news/bridge') => {
    const date = published(head, inner, path);
    return [date?.at.slice(0, 16), date?.source];
  };

  test('is that of a program up to two days from the day in the address, and else the day in the address', () => {
    const at = (time: string) => day(meta(time), '', '/2024/04/10/bridge');
    expect(at('2024-04-12T00:00:00Z')).toEqual(['2024-04-12T00:00', 'meta']);
    expect(at('2024-04-12T00:00:01Z')).toEqual(['2024-04-10T00:00', 'url']);
    expect(at('2024-04-08T00:00:00Z')).toEqual(['2024-04-08T00:00', 'meta']);
    expect(at('2024-04-07T23:59:59Z')).toEqual(['2024-04-10T00:00', 'url']);
  });

  test('that only the text shows is that of the address where it is a day, and its own where it is a minute', () => {
    expect(day('', '<p class=date>11 April 2024</p>', '/2024/04/10/bridge')).toEqual(['2024-04-10T00:00', 'url']);
    expect(day('', '<p class=date>11 April 2024, 09:30</p>', '/2024/04/10/bridge')).toEqual([
      '2024-04-11T09:30',
      'text',
    ]);
    expect(day(meta('2024-04-11'), '', '/2024/04/10/bridge')).toEqual(['2024-04-11T00:00', 'meta']);
  });

  test.each([
    ['/2024/04/10/bridge', '2024-04-10'],
    ['/2024-04-10-bridge', '2024-04-10'],
    ['/20240410', '2024-04-10'],
    ['/2024/04/101/bridge', undefined],
    ['/2024/04/bridge', undefined],
  ])('in the address %s is %s', (path, expected) => {
    expect(published('', '', path)?.at.slice(0, 10)).toBe(expected);
  });

  test('is that of publication before that of creation, and before that of a change', () => {
    const both = { dateCreated: '2024-04-01', datePublished: '2024-04-02', dateModified: '2024-04-03' };
    expect(day(ld(both))).toEqual(['2024-04-02T00:00', 'ld']);
    const times = '<time class=updated datetime=2024-04-03>x</time><time datetime=2024-04-02>y</time>';
    expect(day('', times)).toEqual(['2024-04-02T00:00', 'time']);
    const called = '<time datetime=2024-04-03>x</time><time class=entry-date datetime=2024-04-02>y</time>';
    expect(day('', called)).toEqual(['2024-04-02T00:00', 'time']);
  });

  test('in seconds or milliseconds since 1970 is one, unless it is to come', () => {
    const seconds = (now - 86_400_000) / 1000;
    expect(day(`<meta name=timestamp content=${seconds}>`)).toEqual(['2024-04-30T12:00', 'meta']);
    expect(day(`<meta name=timestamp content=${seconds}000>`)).toEqual(['2024-04-30T12:00', 'meta']);
    expect(day(`<meta name=timestamp content=${now / 1000 + 1}>`)).toEqual([undefined, undefined]);
  });

  test('is not read out of an element with more than 300 characters', () => {
    const dated = (length: number) => `<span itemprop=datePublished>2 April 2024 ${'x'.repeat(length - 13)}</span>`;
    expect(day('', dated(300))).toEqual(['2024-04-02T00:00', 'microdata']);
    expect(published('', dated(301))?.source).not.toBe('microdata');
  });
});

describe('a date in words', () => {
  const at = (text: string, more = {}) => readDate(text, { now, ...more })?.at.slice(0, 10);

  test('is believed up to two days ahead', () => {
    expect([at('2024-05-03 12:00'), at('2024-05-03 12:01'), at('2024-05-04')]).toEqual([
      ...['2024-05-03', undefined, undefined],
    ]);
  });

  test('is none of 1970 or before, which is a clock that was not set', () => {
    expect([at('31.12.1970'), at('01.01.1971')]).toEqual([undefined, '1971-01-01']);
  });

  test('without a year is of this year up to a day ahead, and else of the year before', () => {
    expect([at('2 May'), at('3 May'), at('1 января')]).toEqual(['2024-05-02', '2023-05-03', '2024-01-01']);
  });

  test('with two digits of a year is of the latest year that is not after the next', () => {
    expect([at('12.03.24'), at('12.03.71'), at('12.03.99')]).toEqual(['2024-03-12', '1971-03-12', '1999-03-12']);
  });

  test.each([
    ['yesterday', '2024-04-30'],
    ['gestern, 14:02 Uhr', '2024-04-30'],
    ['vorgestern', '2024-04-29'],
    ['позавчера', '2024-04-29'],
    ['heute', '2024-05-01'],
  ])('%s', (text, expected) => {
    expect(at(text)).toBe(expected);
  });

  test('at an hour of a half day that no clock has is none', () => {
    expect([at('March 12, 2024 at 12:30 pm'), at('March 12, 2024 at 0:30 pm')]).toEqual(['2024-03-12', undefined]);
    expect(readDate('March 12, 2024 at 12:30 am', { now })?.at).toBe('2024-03-12T00:30:00.000Z');
  });
});
