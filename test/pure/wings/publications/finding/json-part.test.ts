import { expect, test } from 'vitest';
import { countingPlaces, laterPart } from '../../../../../shared/wings/publications/finding/further-parts.ts';
import { glanceAtPage } from '../../../../../shared/wings/publications/finding/page-glance.ts';
import { readList } from '../../../../../shared/wings/publications/watch/read-entry.ts';

const origin = 'https://news.example';
const linksOf = (text: string, contentType = 'application/json', base = `${origin}/api/list?offset=10&limit=10`) => {
  const { glance } = readList({ body: Buffer.from(text), contentType }, base);
  return [
    ...glance.links.map(({ address }) => address.replace(origin, '')),
    `next ${glance.next?.replace(origin, '')}`,
  ];
};

test.each<[string, unknown, readonly string[]]>([
  [
    'items with addresses',
    [{ title: 'Snow', url: '/s/1' }, { link: { href: `${origin}/s/2` } }],
    ['/s/1', '/s/2', 'next undefined'],
  ],
  ['HTML', { ok: true, data: { html: '<p><a href="/s/1">Snow &amp; ice</a>' } }, ['/s/1', 'next undefined']],
  [
    'the address of the next part',
    { links: { next: '/api/list?offset=20' } },
    ['/api/list?offset=20', 'next /api/list?offset=20'],
  ],
  [
    'the number of the next part',
    { nextOffset: 20 },
    ['/api/list?offset=20&limit=10', 'next /api/list?offset=20&limit=10'],
  ],
  ['a number that is no other part', { next: 10 }, ['next undefined']],
  [
    'a cursor',
    { pageInfo: { endCursor: 'kd7B' } },
    ['/api/list?offset=kd7B&limit=10', 'next /api/list?offset=kd7B&limit=10'],
  ],
  ['nothing', null, ['next undefined']],
])('a part that comes as JSON has links of %s', (_, value, links) => {
  expect(linksOf(JSON.stringify(value))).toEqual(links);
});

test('JSON is known by itself where the server calls it HTML, and other text is read as a page', () => {
  expect(linksOf('{"html":"<a href=/s/1>x</a>"}', 'text/html')).toEqual(['/s/1', 'next undefined']);
  expect(linksOf('[note] <a href="/s/1">x</a>', 'text/html')).toEqual(['/s/1', 'next undefined']);
  expect(linksOf('{"html":"<a href=/s/1>x</a>', 'application/json')).toEqual(['/s/1', 'next undefined']);
});

test.each([
  ['/ajax?page=2', '/ajax?page=3'],
  ['/ajax?offset=20&limit=10', '/ajax?offset=28&limit=10'],
  ['/ajax?type=7&page=2', '/ajax?type=7&page=3'],
  ['/ajax?nav=page-2', '/ajax?nav=page-3'],
  ['/news/part/2/', '/news/part/3/'],
  ['/ajax?a=1&b=2', undefined],
  ['/ajax', undefined],
])('the part behind %s is %s', (address, later) => {
  expect(laterPart(origin + address, 8)?.replace(origin, '')).toBe(later);
});

test.each<[string, readonly string[]]>([
  ['<button data-url="/api/x?offset=10">Load more</button>', ['?offset']],
  ['<a href="#" class="load-more" data-next="/api/x?after=ab9x">More</a>', ['/api/x?after=*']],
  ['<button hx-get="/api/part/2">Show more</button>', ['/api/part/#']],
  ['<button class="load-more" data-api="/api/x" data-next-page="2">…</button>', ['?page']],
  ['<button data-url="/api/x?offset=10">Share</button>', []],
  ['<a href="/list/after/k4d7Bc2">Older posts</a>', ['/list/after/*']],
  ['<a href="/list/after/abc123">Older posts</a>', ['/list/after/*']],
  ['<a href="/list/page2">Older posts</a>', ['/list/page#']],
  // Stories are beside it.
  ['<a href="/list/k4d7Bc2">Next</a><a href="/list/the-bridge">The council opens the bridge</a>', []],
  ['<a href="/k4d7Bc2">Next</a>', []],
])('places of parts of a list: %s', (html, places) => {
  const base = `${origin}/list/`;
  expect(countingPlaces(glanceAtPage(Buffer.from(html), 'text/html', base), base)).toEqual(places);
});
