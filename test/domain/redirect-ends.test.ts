import { describe, expect, test } from 'vitest';
import type { UrlRecord } from '../../shared/wings/graph/site-graph/collected-site.ts';
import { distances, inDegrees, linkArcs } from '../../shared/wings/graph/site-graph/link-arcs.ts';
import { finalOutcome, redirectEnds } from '../../shared/wings/graph/site-graph/redirect-ends.ts';

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

const identityOf = (address: string): string => address.replace('&&', '');

describe('redirects lead to their ends', () => {
  test('through chains, in whatever order they were asked', () => {
    const { ends, circular } = redirectEnds(recordsOf('c>d', 'a>b', 'b>c', 'd'), identityOf);
    expect(Object.fromEntries(ends)).toMatchObject({ a: 'd', b: 'd', c: 'd' });
    expect(circular.size).toBe(0);
  });

  test('outside the site by its normalized address, and where nothing was fetched', () => {
    const { ends } = redirectEnds(recordsOf('a>http://elsewhere.test/?x=1&&', 'b>never-asked'), identityOf);
    expect(Object.fromEntries(ends)).toMatchObject({ a: 'http://elsewhere.test/?x=1', b: 'never-asked' });
  });

  test.each([
    ['of two', ['a>b', 'b>a'], 'b'],
    ['of three, entered from outside', ['x>b', 'a>b', 'b>c', 'c>a'], 'c'],
    ['to itself', ['x>a', 'a>a'], 'a'],
    ['whose last one was walked first', ['c>a', 'a>b', 'b>c'], 'b'],
  ])('a circle %s is cut at the one that was asked last', (_, lines, last) => {
    const records = recordsOf(...lines);
    const found = redirectEnds(records, identityOf);
    expect([...found.circular]).toEqual([last]);
    for (const url of records.keys()) if (url !== last) expect(found.ends.get(url)).toBe(last);
    expect(finalOutcome(records.get(last)!, found)).toEqual({ kind: 'skipped', reason: 'redirects', status: 301 });
  });

  test('two circles are cut each once', () => {
    const { circular } = redirectEnds(recordsOf('a>b', 'b>a', 'c>d', 'd>c', 'e>a'), identityOf);
    expect([...circular].sort()).toEqual(['b', 'd']);
  });
});

describe('arcs', () => {
  /** Three nodes; URLs 0 and 3 stand for node 0, URL 4 for none. */
  const nodeOf = Int32Array.from([0, 1, 2, 0, -1]);
  const nodes = [
    { start: 0, count: 5 },
    { start: 5, count: 1 },
    { start: 6, count: 0 },
  ];
  const arcs = linkArcs(nodes, Uint32Array.from([2, 1, 2, 4, 3, 0]), nodeOf);

  test('are added up per pair of nodes, targets ascending; links to what is no node are none', () => {
    expect([...arcs.offsets]).toEqual([0, 3, 4, 4]);
    expect([...arcs.targets]).toEqual([0, 1, 2, 0]);
    expect([...arcs.weights]).toEqual([1, 1, 2, 1]);
  });

  test('give degrees, and levels by walking them', () => {
    expect([...inDegrees(arcs, 3)]).toEqual([2, 1, 1]);
    expect([...distances(arcs, 3, 0)]).toEqual([0, 1, 1]);
    expect([...distances(arcs, 3, 2)]).toEqual([-1, -1, 0]);
    expect([...distances(arcs, 0, 0)]).toEqual([]);
  });
});
