import { ByteBlocks } from '../../../files/byte-blocks.ts';
import { type CsvColumn, csvTable } from '../../../files/csv-table.ts';
import type { Arcs } from '../site-graph/arcs.ts';
import type { GraphNode, SiteGraph } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';
import { nodeColumnsOf } from './node-columns.ts';

/** `graph/<file>.nodes.csv`; Gephi takes Id and Label from their names. */
export function nodesCsv(graph: SiteGraph): Iterable<Uint8Array> {
  const columns = nodeColumnsOf(graph).map(({ name, of }): CsvColumn<GraphNode> => [name, of]);
  return csvTable(columns, graph.nodes());
}

/** `graph/<file>.edges.csv`, by source and target. */
export function* edgesCsv(arcs: Arcs): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(arcs.hasTypes ? 'Source,Target,Type,Weight,LinkType\n' : 'Source,Target,Type,Weight\n');
  yield* arcLines(out, arcs, {
    firstId: 0,
    before: source => `${source},`,
    weight: ',Directed,',
    end: type => (type === undefined ? '\n' : `,${type}\n`),
  });
  yield* out.rest();
}
