import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { graphSampleJson, rankedSampleJson } from '../../../shared/wings/graph/formats/graph-sample.ts';
import { Arcs } from '../../../shared/wings/graph/site-graph/arcs.ts';
import { type ArcOfTest, graphOf, nodeOf } from '../results/sample-results.ts';
import { codesOf, LocalPlace } from './local-place.ts';

let place: LocalPlace;
beforeEach(() => {
  place = new LocalPlace();
});
afterEach(() => place.close());

const titles = ['<script>alert(1)</script>', '"><img onerror=alert(1)>', '\u202eevil', '=1+1', '-2\n"x",\t', "'=kept"];

/** A site's graph, which the place has in its files as the unloader writes it. */
function writeGraph(
  nodes: number,
  arcsOf: (node: number) => Iterable<number>,
  title = (n: number) => titles[n % 6]!,
): void {
  const made = Array.from({ length: nodes }, (_, n) => nodeOf(n, { title: title(n), inDegree: 1, outDegree: 2 }));
  const arcs = made.flatMap(({ id }) => Array.from(arcsOf(id), (to): ArcOfTest => [id, to, id + 1]));
  const json = Buffer.concat([...graphSampleJson(graphOf(made, arcs))]).toString();
  place.contents.set('graph/example.org.sample.json', json);
}

describe('GET /crawls/{id}/graph', () => {
  test('gives the first nodes and the arcs between them, texts as the pages had them (adverse 65, 66)', async () => {
    writeGraph(100, n => new Set([0, (n + 1) % 100]));
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph?nodes=6`);
    const nodes = body['nodes'] as Record<string, unknown>[];
    expect(nodes.map(({ title }) => title)).toEqual(titles);
    const { id, label, url, title, level, inDegree, outDegree } = nodeOf(1, {
      title: titles[1]!,
      inDegree: 1,
      outDegree: 2,
    });
    expect(nodes[1]).toEqual({ id, label, url, title, level, inDegree, outDegree });
    const arcs = [0, 1, 2, 3, 4, 5].flatMap(source =>
      [0, source + 1].filter(target => target < 6).map(target => ({ source, target, weight: source + 1 })),
    );
    expect(body['edges']).toHaveLength(arcs.length);
    expect(body['edges']).toEqual(expect.arrayContaining(arcs));
    expect([body['total'], body['isCut']]).toEqual([{ nodes: 100, edges: 199 }, undefined]);
  });

  test('gives all arcs of the first nodes of a site whose later nodes have more than can be drawn', async () => {
    writeGraph(1_000, () => Array.from({ length: 1_000 }, (_, k) => k));
    const id = await place.finished();
    const few = (await place.call('GET', `/crawls/${id}/graph?nodes=200`)).body;
    expect([(few['edges'] as []).length, few['isCut']]).toEqual([40_000, undefined]);
    const many = (await place.call('GET', `/crawls/${id}/graph?nodes=300`)).body;
    // To each of the 80 later nodes two arcs, from the first nodes: none looks as if nothing led to it.
    const edges = many['edges'] as { source: number; target: number }[];
    expect([edges.length, many['isCut']]).toEqual([220 * 220 + 80 * 2, true]);
    const late = edges.filter(({ source, target }) => Math.max(source, target) >= 220);
    expect([new Set(late.map(({ source }) => source)), new Set(late.map(({ target }) => target)).size]).toEqual([
      new Set([0, 1]),
      80,
    ]);
  });

  test('gives the nodes of the highest PageRank with their measures, the highest first, by order=rank', async () => {
    // Each node links to node 50 and to the next one: 50 is the best, then 51, to which it links.
    const made = Array.from({ length: 100 }, (_, n) => nodeOf(n));
    const arcs = made.flatMap(({ id }): ArcOfTest[] => [
      [id, (id + 1) % 100, 1],
      ...(id === 49 ? [] : [[id, 50, 1] as const]),
    ]);
    const json = Buffer.concat([...rankedSampleJson(graphOf(made, arcs))]).toString();
    place.contents.set('graph/example.org.ranked.json', json);
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph?order=rank&nodes=3`);
    const nodes = body['nodes'] as Record<string, number>[];
    expect(nodes.map(({ id }) => id).slice(0, 2)).toEqual([50, 51]);
    expect(nodes[0]!['pageRank']).toBeGreaterThan(nodes[1]!['pageRank']!);
    expect(nodes[0]).toMatchObject({ component: 1, authority: expect.any(Number), hub: expect.any(Number) });
    expect(body['edges']).toContainEqual({ source: 50, target: 51, weight: 1 });
    const ids = new Set(nodes.map(({ id }) => id));
    const between = arcs.filter(([source, target]) => ids.has(source) && ids.has(target));
    expect(body['edges']).toHaveLength(between.length);
  });

  test('gives the types of arcs where there are any', async () => {
    const graph = graphOf(
      [nodeOf(0), nodeOf(1)],
      [
        [0, 1, 3],
        [1, 0, 1],
      ],
    );
    const { offsets, targets, weights } = graph.arcs;
    const arcs = Arcs.from({ offsets, targets, weights, types: Uint8Array.of(2, 0) });
    place.contents.set(
      'graph/example.org.sample.json',
      Buffer.concat([...graphSampleJson({ ...graph, arcs })]).toString(),
    );
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph`);
    expect(body['edges']).toEqual([
      { source: 0, target: 1, weight: 3, type: 'click' },
      { source: 1, target: 0, weight: 1, type: 'html' },
    ]);
  });

  test('stays within what a Lambda may answer, whatever its pages are called, and says that it is cut', async () => {
    writeGraph(
      5_000,
      n => (n < 230 ? Array.from({ length: 215 }, (_, k) => k) : [0]),
      () => '"'.repeat(500),
    );
    const { body } = await place.call('GET', `/crawls/${await place.finished()}/graph?nodes=5000`);
    const escaped = Buffer.byteLength(JSON.stringify(JSON.stringify(body)));
    expect([escaped > 4_700_000, escaped < 5_010_000, body['isCut']]).toEqual([true, true, true]);
    expect((body['nodes'] as []).length).toBeGreaterThan(1_000);
  });

  test('is a conflict before the results are written, and where the file of the picture is missing or damaged', async () => {
    const running = await place.call('GET', `/crawls/${await place.started()}/graph`);
    expect([running.status, ...codesOf(running.body)]).toEqual([409, 'no-results']);
    const id = await place.finished();
    for (const damaged of [undefined, '', '{"nodes":[']) {
      if (damaged !== undefined) place.contents.set('graph/example.org.sample.json', damaged);
      const other = await place.call('GET', `/crawls/${id}/graph`);
      expect([other.status, other.body['detail']]).toEqual([
        409,
        `The file from which the graph of this site is shown is missing or damaged; write it by: orbweaver export ${id}.`,
      ]);
    }
  });

  test.each(['site=0', 'site=x', 'order=best', 'nodes=0', 'nodes=10001'])('refuses %s', async query => {
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
