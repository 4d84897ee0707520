/** Which link of a page leads to the next page of its article. */
import { describe, expect, test } from 'vitest';
import { extractWithTexts } from '../../../../../shared/wings/publications/extraction/extract-page.ts';

const host = 'https://gazette.example';
const body = Array.from(
  { length: 5 },
  (_, i) => `<p>In part ${i} the harbour board says why the crane has to wait for the repair of the pier.</p>`,
).join('');

function read(path: string, links: string, { head = '', page }: { head?: string; page?: number } = {}) {
  const html = `<title>Why the crane has to wait</title>${head}<article><h1>Why the crane has to wait</h1>${body}</article>${links}`;
  const first = `${host}${path}`;
  const url = page === undefined ? first : `${first}/${page}`;
  return extractWithTexts({ html, url, now: 0, ...(page !== undefined && { page: { first, number: page } }) });
}

const link = (href: string, text: string, more = '') => `<a href="${href}" ${more}>${text}</a>`;

describe('the next page of an article', () => {
  test.each([
    ['rel=next in the head', '/a/crane', '', '<link rel="next" href="/a/crane?page=2">', '/a/crane?page=2'],
    ['rel=next of a link', '/a/crane', link('/a/crane/2/', 'Weiter', 'rel="next"'), '', '/a/crane/2/'],
    [
      '"Pages: 1 2" of WordPress',
      '/2026/crane/',
      `<p class="page-links">Pages: <span>1</span> ${link('/2026/crane/2/', '2')}</p>`,
      '',
      '/2026/crane/2/',
    ],
    ['a page in the path', '/a/crane', link('/a/crane/page/2', '2'), '', '/a/crane/page/2'],
    ['a page at the end of the path', '/a/crane', link('/a/crane/seite-2', 'Nächste Seite'), '', '/a/crane/seite-2'],
    [
      'a page before the extension',
      '/a/crane.html',
      link('/a/crane_page2.html', 'Next page »'),
      '',
      '/a/crane_page2.html',
    ],
    ['a number before the extension', '/a/crane.html', link('crane-2.html', '2'), '', '/a/crane-2.html'],
    ['a parameter', '/a?id=7', link('?id=7&amp;page=2', 'Next'), '', '/a?id=7&page=2'],
    ['a parameter of Bitrix', '/a/crane/', link('?PAGEN_1=2', 'Следующая страница'), '', '/a/crane/?PAGEN_1=2'],
    ['a parameter that counts from 0', '/a/crane', link('?page=1', '2'), '', '/a/crane?page=1'],
    ['a first page with its number', '/a/crane?page=1', link('?page=2', '»'), '', '/a/crane?page=2'],
    ['a parameter of any name behind its number', '/a/crane', link('?strana=2', '2'), '', '/a/crane?strana=2'],
    ['a number with its word', '/a/crane', link('/a/crane,2', 'Стр. 2'), '', '/a/crane,2'],
    [
      'a page behind a tracking parameter of the feed',
      '/a/crane?utm_source=rss',
      link('/a/crane?page=2', '2'),
      '',
      '/a/crane?page=2',
    ],
    ['rel=next behind one', '/a/crane?from=rss', '', '<link rel="next" href="/a/crane/2/">', '/a/crane/2/'],
    ['a number of so many', '/a/crane', link('?seite=2', 'Seite 2 von 3'), '', '/a/crane?seite=2'],
    ['a number of so many in Russian', '/a/crane/', link('?PAGEN_2=2', 'Стр. 2 из 3'), '', '/a/crane/?PAGEN_2=2'],
    ['a number and how many there are', '/a/crane', link('?page=2', '2/3'), '', '/a/crane?page=2'],
    ['an ordinal', '/a/crane/', link('/a/crane/2/', '2-я страница'), '', '/a/crane/2/'],
    ['a number within words', '/a/crane', link('/a/crane/2', 'Weiterlesen auf Seite 2'), '', '/a/crane/2'],
    ['a number before a word', '/a/crane', link('/a/crane/2', 'Auf Seite 2 weiterlesen'), '', '/a/crane/2'],
    [
      'a number with a heading',
      '/a/crane',
      link('/a/crane/seite-2', 'Seite 2: Der Umbau der Mole'),
      '',
      '/a/crane/seite-2',
    ],
    [
      'an entry of the contents',
      '/a/crane.html',
      link('/a/crane.html?seite=2', '2. Der Umbau'),
      '',
      '/a/crane.html?seite=2',
    ],
    ['words with a heading', '/a/crane', link('/a/crane/2', 'Next page: The pier'), '', '/a/crane/2'],
    [
      'a sign with a label',
      '/a/crane',
      '<a href="?page=2" aria-label="Next page"><svg></svg></a>',
      '',
      '/a/crane?page=2',
    ],
    ['a sign with a title', '/a/crane', link('?page=2', '<i></i>', 'title="Nächste Seite"'), '', '/a/crane?page=2'],
    ['a picture', '/a/crane', link('?page=2', '<img src="n.png" alt="Next page">'), '', '/a/crane?page=2'],
    ['a number behind index', '/a/crane/index.html', link('index2.html', '2'), '', '/a/crane/index2.html'],
    ['an index with a number in a folder', '/a/crane/', link('index-2.html', '2'), '', '/a/crane/index-2.html'],
    ['a number behind the extension', '/a/crane.html', link('/a/crane.html/2', '2'), '', '/a/crane.html/2'],
    ['Japanese words', '/a/crane', link('?page=2', '次のページ'), '', '/a/crane?page=2'],
    ['Chinese words', '/a/crane.html', link('/a/crane_2.html', '下一页'), '', '/a/crane_2.html'],
    ['the number of items before it', '/a/7-crane', link('?start=1', '2'), '', '/a/7-crane?start=1'],
    [
      'the number of items before it, and words',
      '/a/7-crane',
      link('?limitstart=1', 'Next »'),
      '',
      '/a/7-crane?limitstart=1',
    ],
    ['a number before the form for phones', '/a/crane/amp/', link('/a/crane/2/amp/', '2'), '', '/a/crane/2/amp/'],
    ['a number behind that form', '/a/crane/amp', link('/a/crane/amp/2', 'Next page'), '', '/a/crane/amp/2'],
    ['the plain form of it', '/a/crane/amp', link('/a/crane/2', '2'), '', '/a/crane/2'],
    ['a page of the form for phones', '/a/crane?amp=1', link('?amp=1&amp;page=2', '2'), '', '/a/crane?amp=1&page=2'],
    ['words to read on', '/a/crane', link('/a/crane/seite-2', 'weiter lesen'), '', '/a/crane/seite-2'],
    ['Russian words to read on', '/a/crane/', link('?page=2', 'Читать дальше →'), '', '/a/crane/?page=2'],
    ['a parameter in French', '/a/crane', link('?p=2', 'Page suivante'), '', '/a/crane?p=2'],
  ])('%s', (_, path, links, head, expected) => {
    const { next, extraction } = read(path, `<div class="pagination">${links}</div>`, { head });
    expect(next).toBe(`${host}${expected}`);
    expect(extraction.warnings).toContain('further-pages');
  });

  test('that counts from 0 is that behind the page that was read, though it has words alone', () => {
    expect(read('/a/crane', link('/a/crane?start=2', 'Next »'), { page: 2 }).next).toBe(`${host}/a/crane?start=2`);
    expect(read('/a/crane?page=1', link('?page=1', 'Next »')).next).toBeUndefined();
  });

  test('is that behind the page that was read', () => {
    const links = [1, 2, 3, 4].map(n => link(`/a/crane/${n}`, String(n))).join(' ');
    expect(read('/a/crane', links, { page: 2 }).next).toBe(`${host}/a/crane/3`);
    expect(read('/a/crane', links, { page: 4 }).next).toBeUndefined();
  });

  test.each([
    ['the next article by rel=next', '', '<link rel="next" href="/a/pier">'],
    ['the next article with a number in its name', link('/a/crane-2', 'Next →', 'rel="next"'), ''],
    ['the next article by its number', link('/a/8', 'Next'), ''],
    ["readers' comments in the path", link('/a/crane/comment-page-2/', '2'), ''],
    ["readers' comments by a parameter", link('?cpage=2', '2'), ''],
    ["readers' comments by the name of their element", `<div id="comments">${link('?page=2', '2')}</div>`, ''],
    ['pages of other news', `<div class="related-news">${link('?page=2', '2')}</div>`, ''],
    ['pages of another list', link('/news/?page=2', '2'), ''],
    ['a picture of so many', `<div class="gallery">${link('/a/crane/2', '2 of 9')}</div>`, ''],
    ['what others read', `<ol class="most-read">${link('/a/crane-2', '2')}</ol>`, ''],
    ['the whole article for printers', link('?print=1', 'Print') + link('?page=all', 'On one page'), ''],
    ['words to read another article', link('/a/pier', 'Continue reading') + link('/a/crane-2', 'Read more'), ''],
    ['the second part of a series', link('/a/crane-2', 'Part 2'), ''],
    ['a picture of a gallery', link('?photo=2', '2'), ''],
    ['the number of comments', link('?page=2', '2 comments'), ''],
    ['a page of another host', link('https://other.example/a/crane/2/', '2'), ''],
    ['a place on the page', link('#2', '2'), ''],
  ])('is not %s', (_, links, head) => {
    const { next, extraction } = read('/a/crane', links, { head });
    expect([next, extraction.warnings]).toEqual([undefined, []]);
  });

  test('is none where the page has no article, or its data have the whole text', () => {
    const pager = link('?page=2', '2');
    const list = extractWithTexts({ html: `<h1>News</h1><p>All the news.</p>${pager}`, url: `${host}/news`, now: 0 });
    expect([list.next, list.extraction.warnings]).toEqual([undefined, ['no-text']]);
    const articleBody = `${body.replace(/<\/p><p>/g, '\n').replace(/<.*?>/g, '')}\nThe rest of the story is on the second page.`;
    const head = `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', articleBody })}</script>`;
    expect(read('/a/crane', pager, { head }).next).toBeUndefined();
  });
});
