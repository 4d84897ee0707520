import { linkTypes } from '../../../domain/link-type.ts';
import { ParquetBlocks, type ParquetField } from '../../../files/parquet-blocks.ts';
import { type Arcs, targetMask } from '../site-graph/arcs.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { type NodeColumn, nodeColumnsOf } from './node-columns.ts';

const nodesPerGroup = 8_192;
const arcsPerGroup = 131_072;

/** `graph/<file>.nodes.parquet`: the columns of the CSV file, row groups of 8,192 nodes. */
export function* nodesParquet(graph: SiteGraph): Generator<Uint8Array, void> {
  const nodeColumns = nodeColumnsOf(graph);
  const file = new ParquetBlocks(nodeColumns.map(({ name, type }) => field(name, type)));
  for (const group of groupsOf(graph.nodes(), nodesPerGroup)) {
    yield file.rowGroup(nodeColumns.map(({ name, of }) => ({ name, data: group.map(of) })));
  }
  yield file.end();
}

/** `graph/<file>.edges.parquet`: Source, Target, Weight (and LinkType in crawls with a browser) in row groups of 131,072 arcs. */
export function* edgesParquet(arcs: Arcs): Generator<Uint8Array, void> {
  const ofType = arcs.hasTypes ? [field('LinkType', 'string')] : [];
  const file = new ParquetBlocks([...['Source', 'Target', 'Weight'].map(name => field(name, 'integer')), ...ofType]);
  for (const { sources, places } of arcGroups(arcs)) {
    const types = arcs.hasTypes
      ? [{ name: 'LinkType', data: Array.from(places, place => linkTypes[arcs.typeAt(place)]!) }]
      : [];
    yield file.rowGroup([
      { name: 'Source', data: sources, encoding: 'DELTA_BINARY_PACKED' },
      {
        name: 'Target',
        data: Int32Array.from(places, place => arcs.packed[place]! & targetMask),
        encoding: 'DELTA_BINARY_PACKED',
      },
      { name: 'Weight', data: Int32Array.from(places, place => arcs.weightAt(place)), encoding: 'RLE_DICTIONARY' },
      ...types,
    ]);
  }
  yield file.end();
}

const physicalTypes = {
  integer: { type: 'INT32' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<NodeColumn['type'], Partial<ParquetField>>;

function field(name: string, type: NodeColumn['type']): ParquetField {
  return { name, ...physicalTypes[type], repetition_type: 'REQUIRED' };
}

interface ArcGroup {
  readonly sources: Int32Array;
  /** In `Arcs.packed`. */
  readonly places: Uint32Array;
}

/** All arcs by source and target. */
function* arcGroups({ begins, ends, nodeCount, length }: Arcs): Iterable<ArcGroup> {
  let [source, place] = [0, begins[0] ?? 0];
  for (let start = 0; start < length; start += arcsPerGroup) {
    const size = Math.min(arcsPerGroup, length - start);
    const [sources, places] = [new Int32Array(size), new Uint32Array(size)];
    for (let at = 0; at < size; at += 1) {
      while (place === ends[source] && source + 1 < nodeCount) {
        source += 1;
        place = begins[source]!;
      }
      sources[at] = source;
      places[at] = place;
      place += 1;
    }
    yield { sources, places };
  }
}

function* groupsOf<Item>(items: Iterable<Item>, size: number): Generator<Item[], void> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length === size) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}
