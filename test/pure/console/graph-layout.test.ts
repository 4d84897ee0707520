import { describe, expect, test } from 'vitest';
import { fragmentLayout, radialLayout } from '../../../functions/console/graph/graph-layout.ts';

function node(id: number, level: number) {
  return { id, level, label: '', url: '', title: '', inDegree: 0, outDegree: 0 };
}

const edge = (source: number, target: number) => ({ source, target, weight: 1 });

/** Levels of 1, 30 and 600 nodes. */
function tree() {
  const nodes = Array.from({ length: 631 }, (_, id) => node(id, id === 0 ? 0 : id <= 30 ? 1 : 2));
  const edges = nodes.slice(1).map(({ id, level }) => edge(level === 1 ? 0 : 1 + ((id - 31) % 30), id));
  return { nodes, edges };
}

describe('the radial layout', () => {
  test('puts the start page in the middle and each level outside those before it', () => {
    const { nodes, edges } = tree();
    const spots = radialLayout({ nodes, edges });
    expect(Math.hypot(spots.get(0)!.x, spots.get(0)!.y)).toBe(0);
    const radii = [0, 1, 2].map(level =>
      nodes.filter(each => each.level === level).map(({ id }) => Math.hypot(spots.get(id)!.x, spots.get(id)!.y)),
    );
    expect(Math.min(...radii[1]!)).toBeGreaterThan(0);
    expect(Math.min(...radii[2]!)).toBeGreaterThan(Math.max(...radii[1]!));
  });

  test('gives every node a place of its own', () => {
    const spots = radialLayout(tree());
    const places = [...spots.values()].map(({ x, y }) => `${x.toFixed(6)} ${y.toFixed(6)}`);
    expect(places).toHaveLength(631);
    expect(new Set(places).size).toBe(631);
  });

  test('is the same whatever the order of nodes and arcs', () => {
    const { nodes, edges } = tree();
    const one = radialLayout({ nodes, edges });
    const other = radialLayout({ nodes: nodes.toReversed(), edges: edges.toReversed() });
    for (const [id, { x, y }] of one) {
      expect(other.get(id)!.x).toBeCloseTo(x, 9);
      expect(other.get(id)!.y).toBeCloseTo(y, 9);
    }
  });

  test('places circles, loops, nodes that nothing shown leads to, and nothing at all', () => {
    const nodes = [node(0, 0), node(1, 1), node(2, 1), node(3, 4)];
    const spots = radialLayout({ nodes, edges: [edge(0, 1), edge(1, 0), edge(2, 2), edge(1, 2)] });
    for (const { x, y } of spots.values()) expect(Number.isFinite(x + y)).toBe(true);
    expect(spots.size).toBe(4);
    expect(radialLayout({ nodes: [], edges: [] }).size).toBe(0);
  });
});

describe('the layout of a fragment', () => {
  test('puts the accompanying set outside the sites of the set', () => {
    const sites = [
      { Site: 'a.example', Kind: 'target' },
      { Site: 'b.example', Kind: 'target' },
      { Site: 'x.example', Kind: 'accompanying' },
    ];
    const spots = fragmentLayout({ sites, links: [{ Source: 'b.example', Target: 'x.example' }] });
    const radius = (site: string): number => Math.hypot(spots.get(site)!.x, spots.get(site)!.y);
    expect(radius('x.example')).toBeGreaterThan(Math.max(radius('a.example'), radius('b.example')));
  });

  test('holds without an accompanying set, and without sites', () => {
    expect(fragmentLayout({ sites: [{ Site: 'a.example', Kind: 'target' }], links: [] }).size).toBe(1);
    expect(fragmentLayout({ sites: [], links: [] }).size).toBe(0);
  });
});
