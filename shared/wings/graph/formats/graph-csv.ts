import { ByteBlocks } from '../../../files/byte-blocks.ts';
import type { ColumnNote } from '../../../files/column.ts';
import { csvTable } from '../../../files/csv-table.ts';
import type { Arcs } from '../site-graph/arcs.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';
import { nodeColumnsOf } from './node-columns.ts';

/** `graph/<file>.nodes.csv`; Gephi takes Id and Label from their names. */
export function nodesCsv(graph: SiteGraph): Iterable<Uint8Array> {
  return csvTable(nodeColumnsOf(graph), graph.nodes());
}

const edgeColumns: readonly ColumnNote[] = [
  { name: 'Source', type: 'integer', meaning: 'Id of the page that links' },
  { name: 'Target', type: 'integer', meaning: 'Id of the page that is linked, redirects and duplicates resolved' },
  { name: 'Type', type: 'string', meaning: 'always `Directed`' },
  { name: 'Weight', type: 'integer', meaning: 'number of links from the one to the other' },
];

const typeColumn: ColumnNote = {
  name: 'LinkType',
  type: 'string',
  meaning: '`html`, `script` or `click`: the first that any link has',
};

/** Of the arcs; their lines are written without a row for each. */
export function edgeColumnsOf({ hasTypes }: Pick<Arcs, 'hasTypes'>): readonly ColumnNote[] {
  return hasTypes ? [...edgeColumns, typeColumn] : edgeColumns;
}

/** `graph/<file>.edges.csv`, by source and target. */
export function* edgesCsv(arcs: Arcs): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(
    `${edgeColumnsOf(arcs)
      .map(({ name }) => name)
      .join(',')}\n`,
  );
  yield* arcLines(out, arcs, {
    firstId: 0,
    before: source => `${source},`,
    weight: ',Directed,',
    end: type => (type === undefined ? '\n' : `,${type}\n`),
  });
  yield* out.rest();
}
