import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvRow } from '../../shared/files/csv-cell.ts';
import { codesOf, LocalPlace } from './local-place.ts';

const megabyte = 1_048_576;

let place: LocalPlace;
beforeEach(() => {
  place = new LocalPlace();
});
afterEach(() => place.close());

const titles = ['<script>alert(1)</script>', '"><img onerror=alert(1)>', '\u202eevil', '=1+1', '-2\n"x",\t', "'=kept"];

function writeGraph(nodes: number, arcsOf: (node: number) => Iterable<number>): void {
  const header = 'Id,Label,Url,Title,Level,InDegree,OutDegree,ExternalLinks\n';
  const rows = Array.from({ length: nodes }, (_, n) =>
    csvRow([n, `/${n}`, `https://example.org/${n}`, titles[n % titles.length]!, n === 0 ? 0 : 1, 1, 2, 0]),
  );
  const edges = Array.from({ length: nodes }, (_, n) =>
    [...arcsOf(n)].map(to => `${n},${to},Directed,${n + 1}\n`).join(''),
  );
  place.contents.set('graph/example.org.nodes.csv', header + rows.join(''));
  place.contents.set('graph/example.org.edges.csv', `Source,Target,Type,Weight\n${edges.join('')}`);
}

describe('GET /crawls/{id}/graph', () => {
  test('gives the first nodes and the arcs between them, texts as the pages had them (adverse 65, 66)', async () => {
    writeGraph(100, n => [0, (n + 1) % 100]);
    place.found.set(1, {
      levels: [{ level: 0, found: 100, nodes: 100, redirects: 0, duplicates: 0, skipped: 0 }],
      arcs: 199,
    });
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph?nodes=6`);
    const nodes = body['nodes'] as Record<string, unknown>[];
    expect(nodes.map(({ title }) => title)).toEqual(titles);
    expect(nodes[1]).toEqual({
      id: 1,
      label: '/1',
      url: 'https://example.org/1',
      title: titles[1],
      level: 1,
      inDegree: 1,
      outDegree: 2,
    });
    const arcs = [0, 1, 2, 3, 4, 5].flatMap(source =>
      [0, source + 1].filter(target => target < 6).map(target => ({ source, target, weight: source + 1 })),
    );
    expect(body['edges']).toEqual(arcs);
    expect(body['total']).toEqual({ nodes: 100, edges: 199 });
  });

  test('finds columns by their names, wherever they are', async () => {
    place.contents.set(
      'graph/example.org.nodes.csv',
      'Level,Id,Group,Url,Title,OutDegree,InDegree,Label\n0,0,x,https://example.org/,Home,2,1,/\n',
    );
    place.contents.set('graph/example.org.edges.csv', 'Weight,LinkType,Target,Source\n3,html,0,0\n');
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph`);
    const node = { id: 0, label: '/', url: 'https://example.org/', title: 'Home', level: 0, inDegree: 1, outDegree: 2 };
    expect([body['nodes'], body['edges']]).toEqual([[node], [{ source: 0, target: 0, weight: 3, type: 'html' }]]);
  });

  test('reads no more of large files than it shows', async () => {
    writeGraph(60_000, n => Array.from({ length: 10 }, (_, k) => (n + k) % 60_000));
    const sizes = [...place.contents.values()].map(text => text.length);
    expect(Math.min(...sizes)).toBeGreaterThan(3 * megabyte);
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph?nodes=1000`);
    expect([(body['nodes'] as []).length, (body['edges'] as []).length]).toEqual([1_000, 9_955]);
    expect(place.bytesRead).toBeLessThan(megabyte);
  });

  test('says where it left arcs out', async () => {
    writeGraph(300, () => Array.from({ length: 300 }, (_, k) => k));
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph`);
    expect([(body['edges'] as []).length, body['isCut']]).toEqual([50_000, true]);
  });

  test('stays within what a Lambda may answer, whatever its pages are called, and says that it is cut', async () => {
    const header = 'Id,Label,Url,Title,Level,InDegree,OutDegree,ExternalLinks\n';
    const rows = Array.from({ length: 5_000 }, (_, n) => [
      n,
      `/${n}`,
      `https://example.org/${n}`,
      '"'.repeat(500),
      1,
      1,
    ]);
    place.contents.set('graph/example.org.nodes.csv', header + rows.map(row => csvRow([...row, 2, 0])).join(''));
    place.contents.set('graph/example.org.edges.csv', 'Source,Target,Type,Weight\n0,1,Directed,1\n1,0,Directed,1\n');
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph?nodes=5000`);
    const escaped = Buffer.byteLength(JSON.stringify(JSON.stringify(body)));
    expect([escaped > 2_900_000, escaped < 5_000_000, body['isCut']]).toEqual([true, true, true]);
    expect((body['nodes'] as []).length).toBeGreaterThan(1_000);
    expect(body['edges']).toHaveLength(2);
  });

  test('looks at half a million rows of arcs, and says that there may be more', async () => {
    const size = 600;
    writeGraph(2_000, n => (n === 0 ? Array.from({ length: 1_000 * size }, (_, k) => 1_000 + (k % 1_000)) : [0]));
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph?nodes=10`);
    expect([body['edges'], body['isCut']]).toEqual([[], true]);
  });

  test('takes a row that is longer than a piece', async () => {
    place.contents.set(
      'graph/example.org.nodes.csv',
      `Id,Label,Url,Title,Level\n0,/,https://example.org/,${'x'.repeat(megabyte)},0\n1,/a,https://example.org/a,a,1\n`,
    );
    place.contents.set('graph/example.org.edges.csv', 'Source,Target,Type,Weight\n');
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph`);
    expect(body['nodes']).toMatchObject([{ title: 'x'.repeat(megabyte) }, { title: 'a' }]);
  });

  test('is a conflict before the results are written, and where they are not written as CSV', async () => {
    const running = await place.call('GET', `/crawls/${await place.started()}/graph`);
    expect([running.status, ...codesOf(running.body)]).toEqual([409, 'no-results']);
    const id = await place.finished();
    const other = await place.call('GET', `/crawls/${id}/graph`);
    expect([other.status, other.body['detail']]).toEqual([
      409,
      `The graph of this site is shown from its CSV files, and there are none: write them by: orbweaver export ${id} --format csv.`,
    ]);
  });

  test.each(['site=0', 'site=x', 'nodes=0', 'nodes=5001'])('refuses %s', async query => {
    expect((await place.call('GET', `/crawls/${await place.finished()}/graph?${query}`)).status).toBe(400);
  });

  test('of a site that is not there is not found', async () => {
    expect((await place.call('GET', `/crawls/${await place.finished()}/graph?site=2`)).status).toBe(404);
  });
});

describe('GET /crawls/{id}/fragment', () => {
  test('gives the rows of its files by their columns, at most 2,000 of each', async () => {
    const sites = Array.from({ length: 3_000 }, (_, n) => `s${n}.example,accompanying,one\n`);
    place.contents.set('fragment/sites.csv', `Site,Kind,Group\n${sites.join('')}`);
    place.contents.set('fragment/links.csv', `Source,Target,Links,Pages\n"a.example",b.example,3,2\n`);
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/fragment`);
    expect((body['sites'] as []).length).toBe(2_000);
    expect((body['sites'] as object[])[1]).toEqual({ Site: 's1.example', Kind: 'accompanying', Group: 'one' });
    expect(body['links']).toEqual([{ Source: 'a.example', Target: 'b.example', Links: '3', Pages: '2' }]);
  });

  test('is not found where none was written', async () => {
    const { status, body } = await place.call('GET', `/crawls/${await place.finished()}/fragment`);
    expect([status, ...codesOf(body)]).toEqual([404, 'no-fragment']);
  });
});

describe('GET /crawls/{id}/results/{name}', () => {
  test('leads to the file where the place keeps it elsewhere', async () => {
    place.contents.set('graph/a.csv', 'x');
    const id = await place.finished();
    const { status, headers } = await place.call('GET', `/crawls/${id}/results/graph/a.csv`);
    expect([status, headers.get('location')]).toEqual([
      302,
      `https://files.example/${id}/graph/a.csv?X-Amz-Expires=900`,
    ]);
  });

  test('gives what a page wrote as a download and never as a page (adverse 65)', async () => {
    place.isLive = true;
    place.contents.set('reports/<b>.html', '<script>alert(1)</script>');
    const request = new Request(
      `https://api.example.com/crawls/${await place.finished()}/results/reports/%3Cb%3E.html`,
    );
    const answer = await place.answer(request, 'account:1');
    expect(await answer.text()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="_b_.html"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
  });

  test.each(['..', 'graph/../crawl.db', 'state/x', 'crawl.db', 'graph', 'nothing.csv', 'graph//x'])(
    'finds no file %s',
    async name => {
      place.contents.set(name, 'secret');
      const { status } = await place.call(
        'GET',
        `/crawls/${await place.finished()}/results/${encodeURIComponent(name)}`,
      );
      expect(status).toBe(404);
    },
  );
});
