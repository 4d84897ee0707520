/**
 * Time and memory of the measures of the page table on a generated graph: `npm run bench:ranking -- [--nodes 1000000] [--arcs 16000000] [--out FILE]`.
 * Targets are drawn with a preference for early nodes, as on a site with a navigation; `--out` writes arcs and measures as text, for a comparison
 * with other programs.
 */
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { hubsAndAuthorities } from '../../shared/wings/graph/ranking/hubs-and-authorities.ts';
import { pageRank } from '../../shared/wings/graph/ranking/page-rank.ts';
import { rankedArcs } from '../../shared/wings/graph/ranking/ranked-arcs.ts';
import { strongComponents } from '../../shared/wings/graph/ranking/strong-components.ts';
import { Arcs } from '../../shared/wings/graph/site-graph/arcs.ts';
import { seededRandom } from '../adaptive/seeded-random.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1000000' },
    arcs: { type: 'string', default: '16000000' },
    out: { type: 'string' },
  },
});
const [nodes, wanted] = [Number(values.nodes), Number(values.arcs)];

function generatedArcs(): Arcs {
  const random = seededRandom(1);
  const offsets = new Uint32Array(nodes + 1);
  const targets = new Uint32Array(wanted);
  const perNode = wanted / nodes;
  let at = 0;
  for (let node = 0; node < nodes; node += 1) {
    const first = at;
    const end = Math.min(wanted, Math.round((node + 1) * perNode));
    while (at < end) targets[at++] = Math.floor(nodes * random() ** 3);
    const own = targets.subarray(first, at).sort();
    const distinct = own.filter((target, index) => target !== own[index - 1]);
    targets.set(distinct, first);
    at = first + distinct.length;
    offsets[node + 1] = at;
  }
  return Arcs.from({ offsets, targets: targets.subarray(0, at), weights: new Uint32Array(at).fill(1) });
}

const arcs = generatedArcs();
console.log(`${nodes} nodes, ${arcs.length} arcs`);
const measured = <Result>(name: string, measure: () => Result): Result => {
  const start = performance.now();
  const result = measure();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
};
const start = performance.now();
const ranked = measured('decoding', () => rankedArcs(arcs));
const ranks = measured('PageRank', () => pageRank(ranked));
const { hubs, authorities } = measured('HITS', () => hubsAndAuthorities(ranked));
const components = measured('components', () => strongComponents(arcs));
console.log(`all: ${((performance.now() - start) / 1000).toFixed(1)} s`);
console.log(`peak memory: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
console.log(`largest component: ${components.sizes[0]} of ${components.sizes.length}`);

if (values.out !== undefined) {
  const out = createWriteStream(values.out);
  for (let node = 0; node < nodes; node += 1)
    out.write(
      `${node} ${ranks[node]} ${hubs[node]} ${authorities[node]} ${components.numbers[node]} ${[...arcs.targetsOf(node)].join(' ')}\n`,
    );
  out.end();
}
