import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArcRows, arcRow } from '../../../../shared/wings/graph/site-graph/arc-rows.ts';
import { Arcs } from '../../../../shared/wings/graph/site-graph/arcs.ts';

interface PlainArc {
  readonly target: number;
  readonly weight: number;
  readonly type: number;
}

const mostTarget = 2 ** 24 - 1;

/** Targets near each other and far from each other; most weigh 1. */
const plainRow = fc
  .uniqueArray(
    fc.record({
      target: fc.oneof(fc.nat(300), fc.nat(mostTarget), fc.constantFrom(0, 126, 127, 128, mostTarget)),
      weight: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 }), fc.constant(2 ** 32 - 1)),
      type: fc.nat(3),
    }),
    { selector: ({ target }) => target, maxLength: 60 },
  )
  .map(arcs => arcs.toSorted((a, b) => a.target - b.target));

function rowOf(arcs: readonly PlainArc[]): ReturnType<typeof arcRow> {
  const row = arcRow(arcs.length);
  for (const [i, { target, weight, type }] of arcs.entries())
    [row.targets[i], row.weights[i], row.types[i]] = [target, weight, type];
  return row;
}

/** The rows are the first nodes; targets may be any number. */
function arcsOfRows(rows: readonly (readonly PlainArc[])[], hasTypes: boolean): Arcs {
  const arcs = new Arcs(rows.length, hasTypes);
  // In any order of nodes.
  for (const [node, row] of [...rows.entries()].reverse()) arcs.add(node, rowOf(row), row.length);
  return arcs;
}

describe('arcs in bytes', () => {
  test('are those of plain arrays, row by row and all together', () => {
    fc.assert(
      fc.property(fc.array(plainRow, { maxLength: 12 }), fc.boolean(), (rows, hasTypes) => {
        const arcs = arcsOfRows(rows, hasTypes);
        const read = arcs.row();
        for (const [node, row] of rows.entries()) {
          expect(arcs.degrees[node]).toBe(row.length);
          expect(arcs.read(node, read)).toBe(row.length);
          const found = row.map((_, i) => ({
            ...{ target: read.targets[i], weight: read.weights[i], type: read.types[i] },
          }));
          expect(found).toEqual(row.map(arc => (hasTypes ? arc : { ...arc, type: 0 })));
          expect([...arcs.targetsOf(node)]).toEqual(row.map(({ target }) => target));
        }
        const all = rows.flat();
        expect([arcs.length, arcs.longest]).toEqual([all.length, Math.max(0, ...rows.map(row => row.length))]);
        expect([...arcs.targets]).toEqual(all.map(({ target }) => target));
        expect([...arcs.weights]).toEqual(all.map(({ weight }) => weight));
        expect(arcs.types && [...arcs.types]).toEqual(hasTypes ? all.map(({ type }) => type) : undefined);
        expect([...arcs.offsets]).toEqual([0, ...rows.map((_, node) => rows.slice(0, node + 1).flat().length)]);
        const again = Arcs.from(arcs);
        expect([[...again.targets], [...again.weights]]).toEqual([[...arcs.targets], [...arcs.weights]]);
      }),
    );
  });

  test('are read one target at a time, rows by turns, and again from the beginning', () => {
    fc.assert(
      fc.property(fc.array(plainRow, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(5)), (rows, turns) => {
        const arcs = arcsOfRows(rows, false);
        const readers = arcs.readers(rows.length);
        const places = rows.map(() => 0);
        for (const turn of turns) {
          const node = turn % rows.length;
          const row = rows[node]!;
          expect(readers.next(node, node)).toBe(row[places[node]!]?.target ?? -1);
          places[node] = Math.min(row.length, places[node]! + 1);
          expect(readers.current(node)).toBe(row[places[node]! - 1]?.target ?? -1);
        }
        readers.begin(0);
        expect(readers.next(0, 0)).toBe(rows[0]![0]?.target ?? -1);
      }),
    );
  });

  test('a row may have 100,000 arcs, more than a block of memory has room for, between rows without any', () => {
    const arc = (i: number): PlainArc => ({ target: i * 167, weight: i % 3 === 0 ? 1 : 70_000 + i, type: i % 4 });
    const long = Array.from({ length: 100_000 }, (_, i) => arc(i));
    const huge = Array.from({ length: 400_000 }, (_, i) => ({ ...arc(i), target: i * 40 }));
    const rows = [[], long, [], huge, [arc(7)], []];
    const arcs = arcsOfRows(rows, true);
    const read = arcs.row();
    for (const [node, row] of rows.entries()) {
      expect(arcs.read(node, read)).toBe(row.length);
      expect(row.every(({ target }, i) => read.targets[i] === target)).toBe(true);
      expect(row.every(({ weight }, i) => read.weights[i] === weight)).toBe(true);
      expect(row.every(({ type }, i) => read.types[i] === type)).toBe(true);
    }
    expect(arcs.readers(1).next(0, 0)).toBe(-1);
  });

  test('refuse targets that do not ascend, and more nodes than a graph may have', () => {
    const rows = new ArcRows();
    const row = (...targets: readonly number[]) => rowOf(targets.map(target => ({ target, weight: 1, type: 0 })));
    expect(() => rows.add(row(4, 2), 2, false)).toThrow('arc to 2 stands behind the arc to 4');
    expect(() => rows.add(row(4, 4), 2, false)).toThrow('arc to 4 stands behind the arc to 4');
    expect(() => new Arcs(2 ** 24 + 1)).toThrow('more than the 16777216 that a graph may have');
  });

  test('of neighbours take little more than a byte each', () => {
    const rows = new ArcRows();
    const near = rowOf(Array.from({ length: 1_000 }, (_, i) => ({ target: 5_000_000 + i * 3, weight: 1, type: 0 })));
    const first = rows.add(near, 1_000, false);
    expect((rows.add(near, 1_000, false) - first) * 4).toBeLessThan(1_010);
  });
});
