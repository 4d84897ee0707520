import { describe, expect, test } from 'vitest';
import { distances, inDegrees, linkArcs, typedLink } from '../../../shared/wings/graph/site-graph/link-arcs.ts';
import { LinkLists } from '../../../shared/wings/graph/site-graph/link-lists.ts';
import { type RedirectEnds, redirectEnds } from '../../../shared/wings/graph/site-graph/redirect-ends.ts';
import type { UrlRecord } from '../../../shared/wings/graph/site-graph/url-record.ts';

/** `a>b` redirects; `a` alone is a node. Asked for in the order given. */
function recordsOf(...lines: readonly string[]): Map<string, UrlRecord> {
  return new Map(
    lines.map((line, order) => {
      const [url = '', target] = line.split('>');
      const outcome: UrlRecord['outcome'] =
        target === undefined ? { kind: 'node', hash: url } : { kind: 'redirect', status: 301, target };
      return [url, { identity: url, address: url, foundOn: '', attempts: 1, level: 0, order, outcome }];
    }),
  );
}

const endsOf = (records: ReadonlyMap<string, UrlRecord>): RedirectEnds =>
  redirectEnds(records, records.keys(), identityOf);

const identityOf = (address: string): string => address.replace('&&', '');

describe('redirects lead to their ends', () => {
  test('through chains, in whatever order they were asked', () => {
    const { ends, circular } = endsOf(recordsOf('c>d', 'a>b', 'b>c', 'd'));
    expect(Object.fromEntries(ends)).toMatchObject({ a: 'd', b: 'd', c: 'd' });
    expect(circular.size).toBe(0);
  });

  test('outside the site by its normalized address, and where nothing was fetched', () => {
    const { ends } = endsOf(recordsOf('a>http://elsewhere.test/?x=1&&', 'b>never-asked'));
    expect(Object.fromEntries(ends)).toMatchObject({ a: 'http://elsewhere.test/?x=1', b: 'never-asked' });
  });

  test.each([
    ['of two', ['a>b', 'b>a'], 'b'],
    ['of three, entered from outside', ['x>b', 'a>b', 'b>c', 'c>a'], 'c'],
    ['to itself', ['x>a', 'a>a'], 'a'],
    ['whose last one was walked first', ['c>a', 'a>b', 'b>c'], 'b'],
  ])('a circle %s is cut at the one that was asked last', (_, lines, last) => {
    const records = recordsOf(...lines);
    const found = endsOf(records);
    expect([...found.circular]).toEqual([last]);
    for (const url of records.keys()) if (url !== last) expect(found.ends.get(url)).toBe(last);
  });

  test('two circles are cut each once', () => {
    const { circular } = endsOf(recordsOf('a>b', 'b>a', 'c>d', 'd>c', 'e>a'));
    expect([...circular].sort()).toEqual(['b', 'd']);
  });
});

describe('arcs', () => {
  /** Three nodes; URLs 0 and 3 stand for node 0, URL 4 for none. */
  const nodeOf = Int32Array.from([0, 1, 2, 0, -1]);
  const lists = new LinkLists();
  const listOf = (numbers: readonly number[], isTyped = false): number => {
    lists.begin({ count: numbers.length, isTyped });
    for (const number of numbers) lists.push(number);
    return lists.end();
  };
  const arcs = linkArcs(Uint32Array.from([[2, 1, 2, 4, 3], [0], []].map(list => listOf(list))), lists, nodeOf);

  test('are added up per pair of nodes, targets ascending; links to what is no node are none', () => {
    expect([...arcs.offsets]).toEqual([0, 3, 4, 4]);
    expect([...arcs.targets]).toEqual([0, 1, 2, 0]);
    expect([...arcs.weights]).toEqual([1, 1, 2, 1]);
  });

  test('have the least type of their links, and weights beyond a byte', () => {
    const typed = listOf([typedLink(1, 2), typedLink(1, 1), typedLink(2, 2)], true);
    const many = listOf(new Array(300).fill(0));
    const found = linkArcs(Uint32Array.of(typed, many, listOf([])), lists, nodeOf, { withTypes: true });
    expect([[...found.targets], [...found.weights], [...found.types!]]).toEqual([
      [1, 2, 0],
      [2, 1, 300],
      [1, 2, 0],
    ]);
  });

  test('give degrees, and levels by walking them', () => {
    expect([...inDegrees(arcs)]).toEqual([2, 1, 1]);
    expect([...distances(arcs, 0)]).toEqual([0, 1, 1]);
    expect([...distances(arcs, 2)]).toEqual([-1, -1, 0]);
    expect([...distances(linkArcs(new Uint32Array(0), lists, nodeOf), 0)]).toEqual([]);
  });
});
