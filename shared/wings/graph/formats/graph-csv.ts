import { ByteBlocks } from '../../../files/byte-blocks.ts';
import { type CsvColumn, csvTable } from '../../../files/csv-table.ts';
import type { Arcs, GraphNode } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';
import { nodeColumns } from './node-columns.ts';

const columns: readonly CsvColumn<GraphNode>[] = nodeColumns.map(({ name, of }) => [name, of]);

/** `graph/<file>.nodes.csv`; Gephi takes Id and Label from their names. */
export function nodesCsv(nodes: Iterable<GraphNode>): Iterable<Uint8Array> {
  return csvTable(columns, nodes);
}

/** `graph/<file>.edges.csv`, by source and target. */
export function* edgesCsv(arcs: Arcs): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8('Source,Target,Type,Weight\n');
  yield* arcLines(out, arcs, { firstId: 0, before: source => `${source},`, weight: ',Directed,', end: '\n' });
  yield* out.rest();
}
