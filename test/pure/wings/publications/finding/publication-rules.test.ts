import { describe, expect, it } from 'vitest';
import { countingPlaces } from '../../../../../shared/wings/publications/finding/further-parts.ts';
import { glanceAtPage } from '../../../../../shared/wings/publications/finding/page-glance.ts';
import {
  headlinesOf,
  PublicationRules,
  sitemapPublications,
} from '../../../../../shared/wings/publications/finding/publication-rules.ts';

const host = 'news.example';
const known = (path: (n: number) => string) => Array.from({ length: 6 }, (_, n) => `https://${host}${path(n)}`);

describe('addresses of publications', () => {
  it('are the same with and without tracking parameters', () => {
    const rules = new PublicationRules(
      [host],
      known(n => `/2026/11/the-council-meets-${n}/?utm_source=rss&utm_medium=feed`),
    );
    const kinds = [
      '',
      '?fbclid=IwAR0x',
      '?from=rss',
      '?yclid=12&utm_campaign=a',
      '?redirect=%2Fnews',
      '?return_url=/',
    ].map(query => rules.kindOf(`https://${host}/2026/11/another-story-opens-99/${query}`));
    expect(kinds).toEqual(Array(6).fill('publication'));
  });

  it.each(['/amp/2026/the-council-meets-#', '/2026/the-council-meets-#/amp/', '/2026/the-council-meets-#?amp=1'])(
    'are those of the pages where a feed names their AMP versions: %s',
    form => {
      const rules = new PublicationRules(
        [host],
        known(n => form.replace('#', String(n))),
      );
      expect(rules.kindOf(`https://${host}/2026/another-story-opens-99`)).toBe('publication');
    },
  );

  it('are not those of AMP versions where the pages are known', () => {
    const rules = new PublicationRules(
      [host],
      known(n => `/2026/the-council-meets-${n}`),
    );
    expect(rules.kindOf(`https://${host}/2026/another-story-opens-99/amp/`)).toBe('service');
  });

  it('are known without a query that nobody has seen before, but not with another query', () => {
    const rules = new PublicationRules(
      [host],
      known(n => `/2026/11/the-council-meets-${n}/?partner=abc`),
    );
    expect(rules.kindOf(`https://${host}/2026/11/another-story-opens-99/`)).toBe('publication');
    expect(rules.kindOf(`https://${host}/2026/11/another-story-opens-99/?version=full`)).not.toBe('publication');
  });

  it('may be short or hold service words where their neighbours in a sitemap are publications', () => {
    const rules = new PublicationRules(
      [host],
      known(n => `/news/the-council-meets-again-no-${'abcdef'[n]}-today`),
    );
    const short = ['about-time', 'share-prices', 'tag-team', 'print-works', 'policy-shift', 'search-widens', 'snow'];
    const own = short.map(slug => `https://${host}/news/${slug}`);
    const kindOf = rules.kindsAmong([
      ...own,
      ...known(n => `/news/one-more-story-of-the-day-${'abcdefgh'[n]}`),
      ...known(n => `/news/and-yet-one-more-story-${'abcdefgh'[n]}`),
    ]);
    expect(own.map(kindOf)).toEqual(own.map(() => 'publication'));
    for (const service of ['/news/search', '/tag/bridges', '/about/', '/search.php', '/news/?tag=a', '/login.aspx'])
      expect(kindOf(`https://${host}${service}`), service).toBe('service');
    // Among addresses that are mostly others, a short name is a section.
    expect(rules.kindsAmong(own)(own[6]!)).toBe('list');
  });
});

describe('where no feed says what publications look like', () => {
  const headline = (path: string) => `<h2><a href="${path}">A headline as long as headlines of a town are</a></h2>`;
  const glance = (paths: readonly string[]) =>
    glanceAtPage(Buffer.from(paths.map(headline).join('')), 'text/html', `https://${host}/`);

  it.each([
    [
      'a name for those who hear a page',
      (path: string, title: string) => `<a href="${path}" aria-label="${title}"></a>`,
    ],
    [
      'the heading in front',
      (path: string, title: string) => `<h3>${title}</h3><p>A lead.</p><a href="${path}">Read more</a>`,
    ],
    [
      'an element that is named as a title',
      (path: string, title: string) => `<b class="card__title">${title}</b><a href="${path}">→</a>`,
    ],
    [
      'the heading that a link without words covers',
      (path: string, title: string) => `<a href="${path}"></a><h3>${title}</h3>`,
    ],
  ])('a link has as its headline %s', (_, card) => {
    const paths = Array.from({ length: 4 }, (_, n) => `/posts/the-council-meets-again-${n}`);
    const page = `<h2>A section of the town and its harbour</h2><a href="/all-of-the-posts">All</a>${paths.map(path => card(path, 'A headline as long as headlines of a town are')).join('')}`;
    const read = glanceAtPage(Buffer.from(page), 'text/html', `https://${host}/`);
    expect(headlinesOf(read, host)).toEqual(paths.map(path => `https://${host}${path}`));
  });

  it('a word and a number as the whole query tell publications from sections', () => {
    const page = glance([...[101, 102, 103].map(n => `/spip.php?article${n}`), '/spip.php?rubrique2']);
    expect(headlinesOf(page, host)).toEqual([101, 102, 103].map(n => `https://${host}/spip.php?article${n}`));
  });

  it('letters of Chinese, Japanese and Korean say more', () => {
    const link = (path: string, n: number) => `<h2><a href="${path}">议会批准旧桥第${n}号方案</a></h2>`;
    const paths = [1, 2, 3].map(n => `/news/bridge-${n}.html`);
    const read = glanceAtPage(Buffer.from(paths.map(link).join('')), 'text/html; charset=utf-8', `https://${host}/`);
    expect(headlinesOf(read, host)).toEqual(paths.map(path => `https://${host}${path}`));
  });

  it('short names behind headlines are what the others of their folder are', () => {
    const long = ['/news/search-is-over', '/news/print-shop-burns', '/news/terms-of-peace'];
    const short = ['/news/about-face', '/news/tag-day', '/news/snow'];
    const found = headlinesOf(glance([...long, ...short, '/shop/snow']), host);
    expect(found.map(address => new URL(address).pathname)).toEqual([...long, ...short]);
  });

  it('short codes in one folder are, and short words beside the root are not', () => {
    const codes = known(n => `/s/${(131 * n + 7_000).toString(36)}`);
    const links = codes.map(address => `<p><a href="${address}">A story of the town about the bridge</a></p>`);
    const glance = glanceAtPage(Buffer.from(links.join('')), 'text/html', `https://${host}/`);
    expect(headlinesOf(glance, host)).toEqual(codes);
    const rules = new PublicationRules([host], codes);
    expect(rules.shapes).toEqual([{ shape: '/s/*', known: 6 }]);
    expect(['/s/8kx', '/s/search', '/sport'].map(path => rules.kindOf(`https://${host}${path}`))).toEqual([
      ...['publication', 'service', 'list'],
    ]);
    const words = new PublicationRules(
      [host],
      known(n => `/${'abcdef'[n]}`),
    );
    expect(words.kindOf(`https://${host}/sport`)).toBe('list');
  });

  it('addresses of a sitemap are, of shapes that many have', () => {
    const many = known(n => `/story/the-council-meets-again-no-${'abcdef'[n]}-today`);
    const others = [
      `https://${host}/about`,
      `https://${host}/team/our-people-and-friends`,
      'https://b.example/story/a-b-c',
    ];
    expect(sitemapPublications([...others, ...many], host)).toEqual(many);
  });
});

describe('addresses of numbers', () => {
  const rules = new PublicationRules(
    [host],
    known(n => `/archives/${2181 + n}`),
  );
  const kind = (path: string) => rules.kindOf(`https://${host}${path}`);

  it('are publications in all editions of a source', () => {
    expect(['/archives/90', '/en/archives/90', '/pt-br/archives/9001'].map(kind)).toEqual(Array(3).fill('publication'));
    expect(kind('/science/archives/90')).toBe('unknown');
  });

  it('are years only where their neighbours in a sitemap are none', () => {
    expect([kind('/archives/2015'), kind('/archives/2077')]).toEqual(['archive', 'publication']);
    const neighbours = ['/archives/2015', '/en/archives/2016', '/archives/3001', '/archives/3002', '/archives/3003'];
    const addresses = neighbours.map(path => `https://${host}${path}`);
    expect(addresses.map(rules.kindsAmong(addresses))).toEqual(addresses.map(() => 'publication'));
  });
});

describe('further parts of lists', () => {
  const page = (html: string, base = `https://${host}/news/`) =>
    countingPlaces(glanceAtPage(Buffer.from(html), 'text/html', base), base);
  const links = (address: (n: number) => string, from = 1) =>
    [0, 1, 2].map(n => `<a href="${address(n + from)}">${n + from}</a>`).join(' ');

  it.each([
    ['?PAGEN_1=2', (n: number) => `/news/?PAGEN_1=${n}`, '/news/?PAGEN_1=14'],
    ['offsets', (n: number) => `/news/?curPos=${20 * (n - 1)}`, '/news/?curPos=240'],
    ['counted from 0', (n: number) => `/news/?pg=${n - 1}&sort=date`, '/news/?pg=7&sort=date'],
    ['a name of no meaning', (n: number) => `/news/?zzz=${n}`, '/news/?zzz=9'],
    ['files', (n: number) => `/news/page${n}.html`, '/news/page12.html'],
    ['folders', (n: number) => `/news/${n}/`, '/news/12/'],
  ])('are known by %s', (_, address, later) => {
    const places = page(links(address));
    expect(places).toHaveLength(1);
    expect(new PublicationRules([host], [], places).kindOf(`https://${host}${later}`)).toBe('archive');
  });

  it('are known by a word for the next one', () => {
    expect(page('<a href="/news/?skip=30">Следующая →</a>')).toEqual(['?skip']);
    expect(page('<link rel="next" href="/news/?arch=2">')).toEqual(['?arch']);
    expect(page('<a href="?start=40">next</a>', `https://${host}/news/?start=20`)).toEqual(['?start']);
  });

  it('are known beside the number of items that each has', () => {
    const both =
      '<a href="?PAGEN_4=2&SIZEN_4=8">2</a> <a href="?PAGEN_4=2&SIZEN_4=8">След.</a> <a href="?PAGEN_4=6&SIZEN_4=8">Конец</a>';
    expect(page(both)).toEqual(['?PAGEN_4']);
    expect(page('<a href="?offset=20&limit=20">Older posts</a>')).toEqual(['?offset']);
    expect(page('<a href="?set=2&shown=40">Next</a>')).toEqual(['?set']);
  });

  it('are among the links of a page whose head alone names the next one', () => {
    const { links, next } = glanceAtPage(
      Buffer.from('<link rel="next" href="?batch=2">'),
      'text/html',
      `https://${host}/news/`,
    );
    expect(links.map(({ address }) => address)).toEqual([next]);
  });

  it.each([
    ['brackets', (n: number) => `<a href="?x=${n}">[${n}]</a>`],
    ['a word in front', (n: number) => `<a href="?x=${n}"><span>Page </span>${n}</a>`],
    ['the items of a part', (n: number) => `<a href="?x=${n}">${10 * n - 9}–${10 * n}</a>`],
    ['a list to choose from', (n: number) => `<option value="/news/?x=${n}">${n}`],
  ])('are known by numbers in %s', (_, link) => {
    expect(page([1, 2, 3].map(link).join(' '))).toEqual(['?x']);
  });

  it.each([
    '<a href="?x=2" aria-label="Next"><svg></svg></a>',
    '<a href="?x=2"><img src="n.gif" alt="Next page"></a>',
    '<a href="?x=2" class="pagination__next"><i class="icon"></i></a>',
    '<a href="?x=2" class="load-more">Load more</a>',
    '<a href="?x=2">Показать ещё</a>',
    '<button class="load-more" data-url="/news/?x=2">Load more</button>',
    '<div class="infinite" data-next="/news/?x=2"></div>',
    '<section data-next-url="?x=2"></section>',
    '<div hx-get="/news/?x=2" hx-trigger="revealed">…</div>',
    ...[
      ...['« Older Entries', 'Ältere Beiträge', 'Page suivante', 'Articles plus anciens', 'Наступна →', 'Келесі бет'],
      ...['Die nächsten 10 Inhalte', 'Next 10 items', '10 éléments suivants', 'Siguientes 20 elementos'],
    ].map(text => `<a href="?x=2">${text}</a>`),
  ])('are known by %s', link => {
    expect(page(link)).toEqual(['?x']);
  });

  it.each([
    ['?after=eyJpZCI6N30', 'Older posts', ['/news/?after=*']],
    ['?section=a&amp;before=2026-11-20T14:05', 'Next', ['/news/?before=*']],
    ['/news/more?cursor=1795000000', 'Load more', ['/news/more?cursor=*']],
    ['?story=the-bridge-opens', 'Next', []],
    ['/gallery/?after=abc', 'Next', []],
    ['?after=abc', 'The council opens the bridge', []],
  ])('may have a mark in place of a number: %s', (href, text, places) => {
    const base = `https://${host}/news/?section=a`;
    const glance = glanceAtPage(Buffer.from(`<a href="${href}">${text}</a>`), 'text/html', base);
    expect(countingPlaces(glance, base)).toEqual(places);
  });

  it('count in the name of a parameter without a value', () => {
    expect(page(links(n => `/news/?page${n}`))).toEqual(['?page#']);
  });

  it.each(['/week/2026-W48', '/2026/kw-3/', '/archive/2026w07', '/news?week=2026-48'])(
    'are weeks of a calendar: %s',
    path => {
      expect(new PublicationRules([host], []).kindOf(`https://${host}${path}`)).toBe('archive');
    },
  );

  it('count behind a word of a parameter, or behind the name of the list', () => {
    const rules = (at: string, later: string) =>
      new PublicationRules([host], [], page(links(n => at.replace('#', `${n}`)))).kindOf(`https://${host}${later}`);
    expect(rules('/news/?nav-news=page-#', '/news/?nav-news=page-7')).toBe('archive');
    expect(rules('/news-#/', '/news-7/')).toBe('archive');
  });

  it('are no stories whose links show numbers, nor a word behind each story', () => {
    expect(page('<a href="/news/8812">7</a><a href="/news/8790">12</a><a href="/news/8754">3</a>')).toEqual([]);
    expect(page('<a href="/news/8812">Next »</a><a href="/news/8790">Next »</a>')).toEqual([]);
    expect(page('<a href="/news/?id=5">«</a><a href="/sport/2026/">2026</a>')).toEqual([]);
  });
});
