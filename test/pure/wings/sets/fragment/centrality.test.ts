import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arcsOf, type Fragment } from '../../../../../shared/wings/sets/fragment/fragment.ts';
import { crawledSites, fragmentOf, onePage } from './sample-fragments.ts';

describe('PageRank', () => {
  it('sums to 1 and is what a dense system of equations gives', () => {
    fc.assert(
      fc.property(crawledSites, crawled => {
        const fragment = fragmentOf(...crawled);
        const ranks = fragment.sites.map(({ pageRank }) => pageRank);
        expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 9);
        const expected = denseRanks(fragment);
        for (const [id, rank] of ranks.entries()) expect(rank).toBeCloseTo(expected[id]!, 8);
      }),
    );
  });

  it('follows links in proportion to their weight', () => {
    const { sites } = fragmentOf({
      site: 'a',
      pages: 1,
      links: [
        ['x', 3, 1],
        ['y', 1, 1],
      ],
    });
    const [a, x, y] = sites.map(({ pageRank }) => pageRank) as [number, number, number];
    expect((x - a) / (y - a)).toBeCloseTo(3, 6);
  });
});

describe('hubs and authorities', () => {
  it('sum to 1, and each is the sum of the other over the links', () => {
    const { sites } = fragmentOf(
      {
        site: 'a',
        pages: 1,
        links: [
          ['x', 9, 1],
          ['y', 1, 1],
        ],
      },
      onePage('b', 'x', 'y'),
      onePage('c', 'y'),
    );
    const [a, b, c, x, y] = [0, 1, 2, 4, 3].map(id => sites[id]!);
    expect([x!.site, y!.site]).toEqual(['x', 'y']);
    expect(a!.hub + b!.hub + c!.hub).toBeCloseTo(1, 9);
    expect(x!.authority + y!.authority).toBeCloseTo(1, 9);
    // Weights do not count: the hubs a and b are equal.
    expect(a!.hub).toBeCloseTo(b!.hub, 9);
    expect(x!.authority / y!.authority).toBeCloseTo((a!.hub + b!.hub) / (a!.hub + b!.hub + c!.hub), 8);
    expect(c!.hub / a!.hub).toBeCloseTo(y!.authority / (x!.authority + y!.authority), 8);
  });

  it('are the same at every time, also where components are of equal strength', () => {
    const twins = () => fragmentOf(onePage('a', 'x'), onePage('b', 'y'));
    expect(twins().sites).toEqual(twins().sites);
    expect(twins().sites.map(({ hub, authority }) => [hub, authority])).toEqual([
      [0.5, 0],
      [0.5, 0],
      [0, 0.5],
      [0, 0.5],
    ]);
  });
});

/** Solves (I - d M) r = (1 - d) / n by Gaussian elimination, M with the rows of sites without links spread evenly. */
function denseRanks({ sites, arcs }: Fragment): number[] {
  const count = sites.length;
  const weights = sites.map(() => new Array<number>(count).fill(0));
  for (const { source, target, links } of arcsOf(arcs)) weights[source]![target] = links;
  const chances = weights.map(row => {
    const sum = row.reduce((all, weight) => all + weight, 0);
    return row.map(weight => (sum === 0 ? 1 / count : weight / sum));
  });
  const rows = sites.map((_, i) => [...sites.map((__, j) => (i === j ? 1 : 0) - 0.85 * chances[j]![i]!), 0.15 / count]);
  for (let pivot = 0; pivot < count; pivot += 1) {
    for (let i = 0; i < count; i += 1) {
      if (i === pivot) continue;
      const factor = rows[i]![pivot]! / rows[pivot]![pivot]!;
      rows[i] = rows[i]!.map((value, j) => value - factor * rows[pivot]![j]!);
    }
  }
  return rows.map((row, i) => row[count]! / row[i]!);
}
