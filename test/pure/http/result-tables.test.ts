import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { zipMembers } from '../results/zip-members.ts';
import { codesOf, LocalPlace } from './local-place.ts';

let place: LocalPlace;
beforeEach(() => {
  place = new LocalPlace();
});
afterEach(() => place.close());

const pages = [
  'Id,Url,Folder,Title,PageRank',
  '0,http://example.org/,/,Start,0.5',
  '1,http://example.org/b,/,"B, ""two""\nlines",3e-7',
  '2,http://example.org/a,/,A,0.25',
  ',http://example.org/gone,/,,',
];

async function table(query: string): Promise<Record<string, unknown>> {
  place.contents.set('pages/example.org.csv', `${pages.join('\n')}\n`);
  const path = `/crawls/${await place.finished()}/tables/pages/example.org.csv?${query}`;
  return (await place.call('GET', path)).body;
}

const idsOf = (body: Record<string, unknown>): string[] => (body['rows'] as string[][]).map(row => row[0]!);

describe('GET /crawls/{id}/tables/{name}', () => {
  test('sorts by numbers as numbers, either way, empty cells last', async () => {
    expect(idsOf(await table('sort=PageRank&order=desc'))).toEqual(['0', '2', '1', '']);
    expect(idsOf(await table('sort=PageRank'))).toEqual(['1', '2', '0', '']);
  });

  test('counts what a filter leaves, and goes on behind the last row', async () => {
    const first = await table('text=EXAMPLE.ORG%2F&sort=Title&limit=2');
    expect([idsOf(first), first['total']]).toEqual([['2', '1'], 4]);
    const second = await table(`sort=Title&limit=2&cursor=${String(first['next'])}`);
    expect([idsOf(second), second['next']]).toEqual([['0', ''], undefined]);
    expect(await table('column=Title&is=a')).toMatchObject({
      total: 1,
      rows: [['2', 'http://example.org/a', '/', 'A', '0.25']],
    });
  });

  test('gives the rows that a filter leaves as CSV, texts unchanged', async () => {
    place.contents.set('pages/example.org.csv', `${pages.join('\n')}\n`);
    const path = `/crawls/${await place.finished()}/tables/pages/example.org.csv?text=lines&format=csv`;
    const answer = await place.answer(new Request(`https://api.example.com${path}`), 'account:1');
    expect(await answer.text()).toBe(`${pages[0]}\n${pages[2]}\n`);
  });

  test('gives the same rows as an Excel workbook', async () => {
    place.contents.set('pages/example.org.csv', `${pages.join('\n')}\n`);
    const path = `/crawls/${await place.finished()}/tables/pages/example.org.csv?column=Title&is=A&format=xlsx`;
    const answer = await place.answer(new Request(`https://api.example.com${path}`), 'account:1');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="example.org.xlsx"');
    const sheet = zipMembers(Buffer.from(await answer.arrayBuffer()))
      .get('xl/worksheets/sheet1.xml')!
      .toString();
    const texts = [...sheet.matchAll(/<v>(.*?)<\/v>|<t [^>]*>(.*?)<\/t>/g)].map(([, value, text]) => value ?? text);
    expect(texts).toEqual(['Id', 'Url', 'Folder', 'Title', 'PageRank', '2', 'http://example.org/a', '/', 'A', '0.25']);
  });

  test('adds when a page was asked for and how long its answer took, from the log, and sorts and filters by it', async () => {
    place.contents.set(
      'logs/common.csv',
      [
        'time,address,level,status,bytes,ms',
        '2026-11-25T19:20:41.000Z,http://example.org/robots.txt,-1,404,0,34',
        '2026-11-25T19:20:42.000Z,http://example.org/,0,200,10,900',
        '2026-11-25T19:20:43.000Z,http://EXAMPLE.org:80/b,1,200,10,7',
        '2026-11-25T19:21:42.000Z,http://example.org/,0,200,10,12',
        '2026-11-25T19:22:42.000Z,http://example.org/,-1,200,10,3',
        '',
      ].join('\n'),
    );
    const body = await table('times=true&sort=Milliseconds&order=desc');
    expect(body['columns']).toEqual([...pages[0]!.split(','), 'AskedAt', 'Milliseconds']);
    expect((body['rows'] as string[][]).map(row => [row[0], ...row.slice(-2)])).toEqual([
      ['0', '2026-11-25T19:21:42.000Z', '12'],
      ['1', '2026-11-25T19:20:43.000Z', '7'],
      ['2', '', ''],
      ['', '', ''],
    ]);
    expect(await table('times=true&column=Milliseconds&is=7')).toMatchObject({ total: 1 });
  });

  test('refuses times of other tables, and where there is no log', async () => {
    place.contents.set('pages/example.org.csv', `${pages.join('\n')}\n`);
    place.contents.set('links/example.org.bad.csv', 'Text\nx\n');
    const id = await place.finished();
    const refused = async (path: string): Promise<unknown> => {
      const { status, body } = await place.call('GET', `/crawls/${id}/tables/${path}?times=true`);
      return [status, codesOf(body)];
    };
    expect(await refused('links/example.org.bad.csv')).toEqual([400, ['times-of-pages']]);
    expect(await refused('pages/example.org.csv')).toEqual([409, ['times-elsewhere']]);
  });

  test('refuses a column that the table has not, and a file that is no table of the results', async () => {
    place.contents.set('pages/example.org.csv', `${pages.join('\n')}\n`);
    const id = await place.finished();
    const wrong = await place.call('GET', `/crawls/${id}/tables/pages/example.org.csv?sort=Rank`);
    expect([wrong.status, codesOf(wrong.body)]).toEqual([400, ['one-of']]);
    for (const name of ['pages/other.csv', 'crawl.json', '../pages/example.org.csv'])
      expect((await place.call('GET', `/crawls/${id}/tables/${encodeURIComponent(name)}`)).status).toBe(404);
  });
});

describe('GET /crawls/{id}/referrers', () => {
  test('lists the pages that link to a page with their links', async () => {
    place.contents.set('pages/example.org.csv', `${pages.join('\n')}\n`);
    place.contents.set(
      'graph/example.org.edges.csv',
      'Source,Target,Type,Weight\n0,1,Directed,2\n1,2,Directed,1\n2,1,Directed,5\n',
    );
    const id = await place.finished();
    expect((await place.call('GET', `/crawls/${id}/referrers?site=1&page=1`)).body).toEqual({
      pages: [
        { id: 0, url: 'http://example.org/', title: 'Start', links: 2 },
        { id: 2, url: 'http://example.org/a', title: 'A', links: 5 },
      ],
      total: 2,
    });
    expect((await place.call('GET', `/crawls/${id}/referrers?site=1&page=x`)).status).toBe(400);
    expect((await place.call('GET', `/crawls/${id}/referrers?site=7&page=1`)).status).toBe(404);
  });
});
