import { linkTypes } from '../../../domain/link-type.ts';
import { ParquetBlocks, type ParquetField } from '../../../files/parquet-blocks.ts';
import type { Arcs, SiteGraph } from '../site-graph/graph.ts';
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
  const { types } = arcs;
  const ofType = types === undefined ? [] : [field('LinkType', 'string')];
  const file = new ParquetBlocks([...['Source', 'Target', 'Weight'].map(name => field(name, 'integer')), ...ofType]);
  const sources = arcSources(arcs);
  for (let start = 0; start < arcs.targets.length; start += arcsPerGroup) {
    const end = Math.min(start + arcsPerGroup, arcs.targets.length);
    yield file.rowGroup([
      { name: 'Source', data: sources(start, end), encoding: 'DELTA_BINARY_PACKED' },
      { name: 'Target', data: Int32Array.from(arcs.targets.subarray(start, end)), encoding: 'DELTA_BINARY_PACKED' },
      { name: 'Weight', data: Int32Array.from(arcs.weights.subarray(start, end)), encoding: 'RLE_DICTIONARY' },
      ...(types === undefined ? [] : [{ name: 'LinkType', data: namesOf(types.subarray(start, end)) }]),
    ]);
  }
  yield file.end();
}

function namesOf(types: Uint8Array): string[] {
  return Array.from(types, type => linkTypes[type]!);
}

const physicalTypes = {
  integer: { type: 'INT32' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<NodeColumn['type'], Partial<ParquetField>>;

function field(name: string, type: NodeColumn['type']): ParquetField {
  return { name, ...physicalTypes[type], repetition_type: 'REQUIRED' };
}

/** The source of each arc from `start` to `end`; ranges must be asked for in rising order. */
function arcSources({ offsets }: Arcs): (start: number, end: number) => Int32Array {
  let source = 0;
  return (start, end) => {
    const sources = new Int32Array(end - start);
    for (let arc = start; arc < end; arc++) {
      while ((offsets[source + 1] as number) <= arc) source++;
      sources[arc - start] = source;
    }
    return sources;
  };
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
