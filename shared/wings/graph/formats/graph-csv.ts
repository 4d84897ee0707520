import { linkTypes } from '../../../domain/link-type.ts';
import { ByteBlocks } from '../../../files/byte-blocks.ts';
import { type Column, type ColumnNote, notesOf } from '../../../files/column.ts';
import { csvHead, csvTable } from '../../../files/csv-table.ts';
import type { Arcs } from '../site-graph/arcs.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';
import { nodeColumnsOf } from './node-columns.ts';

/** `graph/<file>.nodes.csv`; Gephi takes Id and Label from their names. */
export function nodesCsv(graph: SiteGraph): Iterable<Uint8Array> {
  return csvTable(nodeColumnsOf(graph), graph.nodes());
}

const edgeColumns = notesOf<string, ColumnNote['type']>([
  ['Source', 'integer', 'Id of the page that links'],
  ['Target', 'integer', 'Id of the page that is linked, redirects and duplicates resolved'],
  ['Type', 'string', 'always `Directed`'],
  ['Weight', 'integer', 'number of links from the one to the other'],
]);

const typeColumn = notesOf<string, ColumnNote['type']>([
  ['LinkType', 'string', '`html`, `script` or `click`: the first that any link has'],
]);

/** Of the arcs; their lines are written without a row for each. */
export function edgeColumnsOf({ hasTypes }: Pick<Arcs, 'hasTypes'>): readonly ColumnNote[] {
  return hasTypes ? [...edgeColumns, ...typeColumn] : edgeColumns;
}

/** `graph/<file>.edges.csv`, by source and target. */
export function* edgesCsv(arcs: Arcs): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(csvHead(edgeColumnsOf(arcs)));
  yield* arcLines(out, arcs, {
    firstId: 0,
    before: source => `${source},`,
    weight: ',Directed,',
    end: type => (type === undefined ? '\n' : `,${type}\n`),
  });
  yield* out.rest();
}

/** Those columns with a row for each arc. */
export function edgeTable(arcs: Arcs): readonly [columns: readonly Column<ArcCells>[], rows: Iterable<ArcCells>] {
  const columns = edgeColumnsOf(arcs).map((note, place) => ({ ...note, of: (cells: ArcCells) => cells[place] }));
  return [columns, arcCells(arcs)];
}

type ArcCells = readonly (string | number)[];

function* arcCells(arcs: Arcs): Iterable<ArcCells> {
  const row = arcs.row();
  for (let source = 0; source < arcs.nodeCount; source += 1) {
    const count = arcs.read(source, row);
    for (let i = 0; i < count; i += 1)
      yield [source, row.targets[i]!, 'Directed', row.weights[i]!, linkTypes[row.types[i]!] ?? ''];
  }
}
