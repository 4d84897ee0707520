import { afterAll, describe, expect, test } from 'vitest';
import { ArchiveFetcher } from '../../../../../shared/adapters/web/warc/archive-fetcher.ts';
import { archive, folder, html, readArchives, record, removeArchives, requestOf } from './archive-builders.ts';

afterAll(removeArchives);

let names = 0;
/** How request and answer name each other. */
type Naming = 'request names' | 'answer names' | 'request refers' | 'request first' | 'answer first';
const namings: readonly Naming[] = ['request names', 'answer names', 'request refers', 'request first', 'answer first'];

interface Exchange {
  readonly method?: string;
  readonly status?: string;
  readonly body: string;
  readonly date?: string;
  readonly naming?: Naming;
}

function exchange({ method = 'GET', status = '200 OK', body, date, naming = 'request names' }: Exchange): Buffer {
  names += 1;
  const [asked, answered] = [`<urn:x:asked-${names}>`, `<urn:x:answered-${names}>`];
  const dated = date === undefined ? [] : [`WARC-Date: ${date}`];
  const whose = (name: string, partner: string, is: boolean, field = 'WARC-Concurrent-To'): string[] => [
    ...[`WARC-Record-ID: ${name}`, ...dated],
    ...(is
      ? ['WARC-Concurrent-To: <urn:x:metadata>', `${field}: ${partner}`].slice(field === 'WARC-Concurrent-To' ? 0 : 1)
      : []),
  ];
  const field = naming === 'request refers' ? 'WARC-Refers-To' : 'WARC-Concurrent-To';
  const names1 = naming === 'request names' || naming === 'request refers';
  const request = record('/a', `${method} /a HTTP/1.1\r\nHost: site.example\r\n\r\n`, {
    type: 'request',
    fields: whose(asked, answered, names1, field),
  });
  const response = record('/a', html(method === 'HEAD' ? '' : body, status), {
    fields: whose(answered, asked, naming === 'answer names'),
  });
  return Buffer.concat(
    naming === 'answer first' || naming === 'request names' ? [response, request] : [request, response],
  );
}

const read = async (exchanges: readonly Exchange[], date?: string): Promise<string | undefined> =>
  (await readArchives(archive(...exchanges.map(exchange)), ['/a'], date)).answers['/a'];

describe.each(namings)('the method of an answer is known where %s', naming => {
  test.each(['HEAD', 'POST', 'OPTIONS'])('GET is read, and %s is not, in any order', async method => {
    const [get, other] = [
      { body: 'page', naming },
      { body: 'other', method, naming },
    ];
    expect(await read([other, get])).toBe('page');
    expect(await read([get, other])).toBe('page');
    expect(await read([other, get, other])).toBe('page');
    expect(await read([other])).toBe('not-archived');
  });
});

test('an answer without a request came by GET', async () => {
  expect((await readArchives(archive(record('/a', html('page'))), ['/a'])).answers).toEqual({ '/a': 'page' });
});

test('HEAD is answered by either', async () => {
  for (const method of ['GET', 'HEAD']) {
    const fetcher = await ArchiveFetcher.open([archive(exchange({ body: '', method }))], {
      folder,
      damaged: text => expect.fail(text),
    });
    expect(await fetcher.fetch(requestOf('/a', { method: 'HEAD', purpose: 'check' }))).toMatchObject({ status: 200 });
    await fetcher.close();
  }
});

describe('of several captures the one that a crawl wants is read', () => {
  const page = { body: 'page' };
  const moved = { body: '', status: '302 Found\r\nLocation: /login' };
  const gone = { body: 'x', status: '404 Not Found' };
  test.each<[string, readonly Exchange[], string]>([
    ['a page before a redirect', [moved, page], 'page'],
    ['a page before an error', [gone, { body: 'x', status: '503 Later' }, page], 'page'],
    ['a page before 304', [{ body: '', status: '304 Not Modified' }, page], 'page'],
    ['a page before 206', [{ body: 'part', status: '206 Partial Content' }, page], 'page'],
    ['a redirect before an error', [gone, moved], '302 http://site.example/login'],
    ['an error before 206', [{ body: 'part', status: '206 Partial Content' }, gone], '404 text/html'],
    ['of equal ones the first', [page, { body: 'later' }], 'page'],
    [
      'of equal ones the first, whatever their dates',
      [
        { ...page, date: '2024-01-01T00:00:00Z' },
        { body: 'x', date: '2020-01-01T00:00:00Z' },
      ],
      'page',
    ],
  ])('%s', async (_, exchanges, expected) => {
    expect((await read(exchanges))?.replace('302 /', '302 http://site.example/')).toBe(expected);
  });

  const dated = [2020, 2022, 2024].map(year => ({ body: String(year), date: `${year}-01-01T00:00:00Z` }));
  const error = { ...gone, date: '2023-01-01T00:00:00Z' };
  test.each([
    ['2019-01-01', '2020'],
    ['2021-12-31', '2022'],
    ['2023-06-01T12:00:00Z', '2024'],
    // Pages come before what is nearer; of two equally near the earlier counts.
    ['2023-01-01T00:00:00Z', '2022'],
    ['2031-01-01', '2024'],
  ])('for %s the one of %s', async (date, expected) => {
    expect(await read([dated[2]!, error, dated[0]!, { body: 'undated' }, dated[1]!], date)).toBe(expected);
  });
});

describe('a revisit gives what it refers to', () => {
  const fields = (...more: string[]): readonly string[] => ['WARC-Date: 2024-01-01T00:00:00Z', ...more];
  const profile = 'WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest';
  const original = record('/b', html('body'), {
    fields: fields('WARC-Payload-Digest: sha1:X', 'WARC-Record-ID: <urn:x:b>'),
  });
  const revisit = (block: string, ...more: string[]): Buffer =>
    record('/a', block, { type: 'revisit', fields: fields(profile, ...more) });
  test.each([
    ['by the digest', revisit(html(''), 'WARC-Payload-Digest: sha1:X')],
    ['by the address', revisit(html(''), 'WARC-Refers-To-Target-URI: http://site.example/b')],
    ['without a head', revisit('', 'WARC-Payload-Digest: sha1:X')],
    [
      'after one whose payload is nowhere',
      Buffer.concat([
        revisit(html(''), 'WARC-Payload-Digest: sha1:Y'),
        revisit(html(''), 'WARC-Payload-Digest: sha1:X'),
      ]),
    ],
  ])('%s', async (_, bytes) => {
    expect((await readArchives(archive(bytes, original), ['/a'])).answers).toEqual({ '/a': 'body' });
  });

  test('by the date of its address, where the digest is missing', async () => {
    const old = record('/b', html('old'), { fields: ['WARC-Date: 2020-01-01T00:00:00Z'] });
    const refers = ['WARC-Refers-To-Target-URI: http://site.example/b', 'WARC-Refers-To-Date: 2024-01-01T00:00:00Z'];
    expect((await readArchives(archive(old, original, revisit(html(''), ...refers)), ['/a'])).answers).toEqual({
      '/a': 'body',
    });
  });

  test('where the server said that nothing changed, the page before it', async () => {
    const notModified = record('/b', html('', '304 Not Modified'), {
      type: 'revisit',
      fields: [
        'WARC-Date: 2025-01-01T00:00:00Z',
        'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified',
      ],
    });
    expect((await readArchives(archive(notModified, original), ['/b'])).answers).toEqual({ '/b': 'body' });
  });
});
