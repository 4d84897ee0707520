/**
 * Time of the layout by forces as the console does it, in one thread: `node bench/results/layout.ts [--nodes 10000] [--arcs 60000]`
 * draws a graph whose degrees follow a power law, in folders; `--sample FILE` takes a `graph/<site>.ranked.json` of a crawl.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { forceTask, spotsOf } from '../../functions/console/graph/force-layout.ts';
import type { GraphSample } from '../../shared/wings/graph/formats/graph-sample.ts';
import { seededRandom } from '../adaptive/seeded-random.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '10000' },
    arcs: { type: 'string', default: '60000' },
    sample: { type: 'string' },
  },
});
type Iterate = (settings: object, nodes: Float32Array, edges: Float32Array) => unknown;
const iterate = createRequire(import.meta.url)('graphology-layout-forceatlas2/iterate.js') as Iterate;

/** Arcs within folders of 50 nodes, and to any node: early ones have the most (a power law). */
function generated(nodes: number, arcs: number) {
  const random = seededRandom(1);
  const ids = Array.from({ length: nodes }, (_, id) => String(id));
  const seen = new Set<number>();
  while (seen.size < arcs) {
    const source = Math.floor(nodes * random());
    const isNear = random() < 0.6;
    const target = isNear
      ? 50 * Math.floor(source / 50) + Math.floor(50 * random())
      : Math.floor(nodes * random() ** 4.3);
    if (target < nodes && target !== source) seen.add(source * nodes + target);
  }
  const edges = Array.from(seen, pair => ({ source: String(Math.floor(pair / nodes)), target: String(pair % nodes) }));
  return { ids, edges };
}

function ofCrawl(file: string) {
  const { nodes, edges } = JSON.parse(readFileSync(file, 'utf8')) as GraphSample;
  const ids = nodes.map(({ id }) => String(id));
  return { ids, edges: edges.map(({ source, target }) => ({ source: String(source), target: String(target) })) };
}

const { ids, edges } =
  values.sample === undefined ? generated(Number(values.nodes), Number(values.arcs)) : ofCrawl(values.sample);
const start = performance.now();
const { nodes, edges: matrix, rounds, settings } = forceTask(ids, edges);
for (let round = 0; round < rounds; round += 1) iterate(settings, nodes, matrix);
const seconds = (performance.now() - start) / 1000;
const spots = spotsOf(ids, { nodes });
const lengthOf = ({ source, target }: { source: string; target: string }): number =>
  Math.hypot(spots.get(source)!.x - spots.get(target)!.x, spots.get(source)!.y - spots.get(target)!.y);
const strangers = ids.map((source, at) => ({ source, target: ids[(at * 7919 + 1) % ids.length]! }));
const mean = (pairs: readonly { source: string; target: string }[]): number =>
  pairs.reduce((sum, pair) => sum + lengthOf(pair), 0) / pairs.length;
console.log(`${ids.length} nodes, ${edges.length} arcs, ${rounds} rounds: ${seconds.toFixed(1)} s`);
console.log(`mean length of an arc beside that of any pair: ${(mean(edges) / mean(strangers)).toFixed(2)}`);
