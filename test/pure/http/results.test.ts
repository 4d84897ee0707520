import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvRow, readCsvRows } from '../../../shared/files/csv-table.ts';
import { codesOf, LocalPlace } from './local-place.ts';

let place: LocalPlace;
beforeEach(() => {
  place = new LocalPlace();
});
afterEach(() => place.close());

const sha256 = 'a'.repeat(64);
const file = (name: string, sizeBytes = 3) => ({ name, sizeBytes, sha256 });

async function all(path: string, key: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await place.call('GET', `${path}${cursor}`);
    seen.push(...(body[key] as unknown[]));
    if (body['next'] === undefined) return seen;
    cursor = `?cursor=${String(body['next'])}`;
  }
}

describe('GET /crawls/{id}/results', () => {
  test('lists each file with size, hash and an address for fifteen minutes, in parts', async () => {
    const id = await place.finished();
    place.results = [[file('crawl.json'), file('graph/a.csv')], [file('links/a.csv')]];
    const files = (await all(`/crawls/${id}/results`, 'files')) as { name: string }[];
    expect(files.map(({ name }) => name)).toEqual(['crawl.json', 'graph/a.csv', 'links/a.csv']);
    expect(files[1]).toEqual({
      name: 'graph/a.csv',
      size: 3,
      sha256,
      url: `https://files.example/${id}/graph/a.csv?X-Amz-Expires=900`,
    });
  });

  test('is a conflict while the crawl runs', async () => {
    const id = await place.started();
    const answer = await place.call('GET', `/crawls/${id}/results`);
    expect([answer.status, ...codesOf(answer.body)]).toEqual([409, 'no-results']);
    expect((await place.call('GET', `/crawls/${id}/skipped`)).status).toBe(409);
  });

  test.each(['-1', '"x"', '[]', '1e300'])('refuses the cursor %s', async place_ => {
    const id = await place.finished();
    const cursor = Buffer.from(place_).toString('base64url');
    expect((await place.call('GET', `/crawls/${id}/results?cursor=${cursor}`)).status).toBe(400);
  });
});

test('a place that packs no archives says how to get all files', async () => {
  const id = await place.finished();
  const { status, body } = await place.call('GET', `/crawls/${id}/results.zip`);
  expect([status, codesOf(body)]).toEqual([409, ['zip-elsewhere']]);
});

describe('GET /crawls/{id}/skipped', () => {
  test('lists the rows of every report, over files and parts, each once', async () => {
    const id = await place.finished();
    const header = 'Url,Level,FoundOn,Reason,Status,Attempts\n';
    const many = Array.from({ length: 5_000 }, (_, n) =>
      csvRow([`http://a.example/${n}?q="x,y"\n`, 1, 'http://a.example/', 'http-status', '404', 1]),
    );
    const reports = {
      'reports/a.example.skipped.csv': header + many.join(''),
      'reports/b.example.skipped.csv': header,
      'reports/c.example.skipped.csv': `${header}http://c.example/p,2,http://c.example/,robots,,0\n`,
    };
    const files = Object.entries(reports).map(([name, text]) => {
      place.contents.set(name, text);
      return file(name, Buffer.byteLength(text));
    });
    place.results = [
      [file('graph/a.csv'), files[0]!],
      [files[1]!, file('reports/a.merges.csv'), files[2]!],
    ];
    const rows = (await all(`/crawls/${id}/skipped`, 'skipped')) as Record<string, string>[];
    expect(rows).toHaveLength(5_001);
    expect(new Set(rows.map(({ url }) => url)).size).toBe(5_001);
    expect(rows[7]).toEqual({
      site: 'a.example',
      url: 'http://a.example/7?q="x,y"\n',
      level: '1',
      foundOn: 'http://a.example/',
      reason: 'http-status',
      status: '404',
      attempts: '1',
    });
    expect(rows.at(-1)).toMatchObject({ site: 'c.example', reason: 'robots', status: '', attempts: '0' });
  });

  test('gives a short answer rather than look at the reports of hundreds of sites at once', async () => {
    const id = await place.finished();
    const header = 'Url,Level,FoundOn,Reason,Status,Attempts\n';
    const names = Array.from({ length: 250 }, (_, n) => `reports/${n}.example.skipped.csv`);
    for (const name of names) place.contents.set(name, `${header}http://site.example/${name},1,,robots,,0\n`);
    place.results = [names.map(name => file(name, place.contents.get(name)!.length))];
    const first = (await place.call('GET', `/crawls/${id}/skipped`)).body;
    expect([(first['skipped'] as unknown[]).length, typeof first['next']]).toEqual([100, 'string']);
    expect(await all(`/crawls/${id}/skipped`, 'skipped')).toHaveLength(250);
  });

  test('is empty where nothing was skipped', async () => {
    const id = await place.finished();
    place.results = [[file('crawl.json')]];
    expect((await place.call('GET', `/crawls/${id}/skipped`)).body).toEqual({ skipped: [] });
  });
});

describe('rows of a CSV file that is read in pieces', () => {
  const rows = [
    ['a', 'b'],
    ['plain', 'with "quotes", and a comma'],
    ['two\nlines', ''],
    ['=1+1', 'ünï'],
  ];
  const bytes = Buffer.from(rows.map(csvRow).join(''));

  test('are the same wherever the pieces end', () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const first = readCsvRows(bytes.subarray(0, cut), false);
      const rest = readCsvRows(bytes.subarray(first.readBytes), true);
      expect([...first.rows, ...rest.rows]).toEqual(rows);
    }
  });
});
