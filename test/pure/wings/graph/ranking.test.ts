import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageColumnsOf, pageRows } from '../../../../shared/wings/graph/formats/page-columns.ts';
import { bowTie, bowTiePlaces } from '../../../../shared/wings/graph/indicators/bow-tie.ts';
import { hubsAndAuthorities } from '../../../../shared/wings/graph/ranking/hubs-and-authorities.ts';
import { pageRank } from '../../../../shared/wings/graph/ranking/page-rank.ts';
import { rankedArcs } from '../../../../shared/wings/graph/ranking/ranked-arcs.ts';
import { strongComponents } from '../../../../shared/wings/graph/ranking/strong-components.ts';
import { arcsOf, graphOf, nodeOf, resultsOf } from '../../results/sample-results.ts';

/** 0 → 1, 2; 1 → 2; 2 → 0; 3 → 2; 4 has no arcs; 2 links to itself. */
const arcs = arcsOf(5, [
  [0, 1, 1],
  [0, 2, 7],
  [1, 2, 1],
  [2, 0, 1],
  [2, 2, 3],
  [3, 2, 1],
]);

describe('measures of pages', () => {
  test('PageRank solves its equations: each arc once, none to itself, idle pages go anywhere', () => {
    const ranks = pageRank(rankedArcs(arcs));
    const base = 0.15 / 5 + (0.85 * ranks[4]!) / 5;
    const expected = [
      base + 0.85 * ranks[2]!,
      base + (0.85 * ranks[0]!) / 2,
      base + 0.85 * (ranks[0]! / 2 + ranks[1]! + ranks[3]!),
      base,
      base,
    ];
    for (const [node, rank] of expected.entries()) expect(ranks[node]).toBeCloseTo(rank, 9);
    expect(ranks.reduce((sum, rank) => sum + rank)).toBeCloseTo(1, 9);
  });

  test('HITS finds the eigenvector of the largest eigenvalue', () => {
    const { hubs, authorities } = hubsAndAuthorities(rankedArcs(arcs));
    // Let x, y be the authorities of 1 and 2: the hubs are x + y, y, y; so x becomes x + y, y becomes x + 3y, and r = y / x solves r² = 2r + 1.
    const r = 1 + Math.SQRT2;
    expect(authorities[2]! / authorities[1]!).toBeCloseTo(r, 6);
    expect(hubs[0]! / hubs[1]!).toBeCloseTo((1 + r) / r, 6);
    expect([hubs[3]! / hubs[1]!, hubs[4], authorities[3]]).toEqual([1, 0, 0]);
  });

  test('ranks are the same to the last bit whether arcs are decoded once or at each pass', () => {
    const ends = fc.tuple(fc.nat(30), fc.nat(30), fc.integer({ min: 1, max: 9 }));
    const links = fc.uniqueArray(ends, { selector: ([source, target]) => source * 31 + target, maxLength: 120 });
    fc.assert(
      fc.property(links, found => {
        const sorted = found.toSorted(([a, b], [c, d]) => a - c || b - d);
        const graph = arcsOf(31, sorted);
        const [plain, packed] = [rankedArcs(graph), rankedArcs(graph, -1)];
        expect([...packed.outDegrees]).toEqual([...plain.outDegrees]);
        expect([...pageRank(packed)]).toEqual([...pageRank(plain)]);
        expect(hubsAndAuthorities(packed)).toEqual(hubsAndAuthorities(plain));
      }),
    );
  });

  test('strong components are numbered by size, then by their least page', () => {
    const { numbers, sizes } = strongComponents(arcs);
    expect([[...numbers], [...sizes]]).toEqual([
      [1, 1, 1, 2, 3],
      [3, 1, 1],
    ]);
  });

  test('nodes around the largest component are on a way in, on a way out, or elsewhere', () => {
    // 0 → 1 ⇄ 2 → 3 → 4, 5 → 0, 6 → 4, 7 → 6; 8 ⇄ 9 are apart, but smaller by their number.
    const around = arcsOf(
      10,
      ['01', '12', '21', '23', '34', '50', '64', '76', '89', '98'].map(
        ([source, target]) => [Number(source), Number(target), 1] as const,
      ),
    );
    const places = bowTie(around, { components: strongComponents(around) });
    const { core, into, outOf, elsewhere } = bowTiePlaces;
    expect([...places]).toEqual([into, core, core, outOf, outOf, into, ...new Array(4).fill(elsewhere)]);
  });

  test('a path of 200,000 pages needs no deep stack', () => {
    const count = 200_000;
    const path = arcsOf(
      count,
      Array.from({ length: count - 1 }, (_, node) => [node, node + 1, 1] as const),
    );
    expect(strongComponents(path).sizes.length).toBe(count);
  });

  test('a graph without pages or arcs has measures too', () => {
    expect(pageRank(rankedArcs(arcsOf(0, []))).length).toBe(0);
    expect([...pageRank(rankedArcs(arcsOf(2, [])))]).toEqual([0.5, 0.5]);
    expect([...hubsAndAuthorities(rankedArcs(arcsOf(2, []))).authorities]).toEqual([0, 0]);
  });

  test('the page table dates pages only by dates in the form of the standard', () => {
    const column = pageColumnsOf({}).find(({ name }) => name === 'LastModified')!;
    const dated = (lastModified: string): unknown => {
      const node = nodeOf(0, { facts: { contentType: 'text/html', words: 0, lastModified } });
      return column.of([...pageRows(resultsOf(graphOf([node], [])))][0]!);
    };
    expect(['Sun, 06 Nov 1994 08:49:37 GMT', 'yesterday', 'Sun, 99 Nov 1994 08:49:37 GMT'].map(dated)).toEqual([
      '1994-11-06T08:49:37Z',
      undefined,
      undefined,
    ]);
  });
});
