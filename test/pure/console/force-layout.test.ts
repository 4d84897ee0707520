import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { forceTask, spotsOf } from '../../../functions/console/graph/force-layout.ts';

const iterate = createRequire(import.meta.url)('graphology-layout-forceatlas2/iterate.js') as (
  settings: object,
  nodes: Float32Array,
  edges: Float32Array,
) => unknown;

/** Folders of 40 pages: each page links to five of its folder, and from its menu to the first page of each folder. */
function site(folders: number) {
  const ids = Array.from({ length: 40 * folders }, (_, id) => String(id));
  const edges = ids.flatMap((source, place) => {
    const first = 40 * Math.floor(place / 40);
    const own = [1, 3, 7, 12, 20].map(step => first + ((place - first + step) % 40));
    const menu = Array.from({ length: folders }, (_, folder) => 40 * folder);
    return [...own, ...menu].map(target => ({ source, target: String(target) }));
  });
  return { ids, edges };
}

function laidOut({ ids, edges }: ReturnType<typeof site>) {
  const { nodes, edges: matrix, rounds, settings } = forceTask(ids, edges);
  for (let round = 0; round < rounds; round += 1) iterate(settings, nodes, matrix);
  return spotsOf(ids, { nodes });
}

test('the layout by forces puts folders apart whatever their menus link to, and is the same at every time', () => {
  const { ids, edges } = site(6);
  const spots = laidOut({ ids, edges });
  const [within, between]: [number[], number[]] = [[], []];
  for (const one of ids)
    for (const other of ids) {
      if (one === other) continue;
      const [a, b] = [spots.get(one)!, spots.get(other)!];
      const isWithin = Math.floor(Number(one) / 40) === Math.floor(Number(other) / 40);
      (isWithin ? within : between).push(Math.hypot(a.x - b.x, a.y - b.y));
    }
  const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length;
  expect(mean(within) / mean(between)).toBeLessThan(0.5);
  expect(laidOut({ ids, edges })).toEqual(spots);
});

test('the layout by forces places nodes without arcs, loops, and nothing at all', () => {
  const spots = laidOut({ ids: ['a', 'b', 'c'], edges: [{ source: 'a', target: 'a' }] });
  expect([...spots.values()].every(({ x, y }) => Number.isFinite(x + y))).toBe(true);
  expect(new Set([...spots.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
  expect(laidOut({ ids: [], edges: [] }).size).toBe(0);
});
