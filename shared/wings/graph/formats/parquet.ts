import { linkTypes } from '../../../domain/link-type.ts';
import { groupsOf } from '../../../files/groups-of.ts';
import { ParquetBlocks, parquetField } from '../../../files/parquet-blocks.ts';
import type { Arcs } from '../site-graph/arcs.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { edgeColumnsOf } from './graph-csv.ts';
import { nodeColumnsOf } from './node-columns.ts';

const nodesPerGroup = 8_192;
const arcsPerGroup = 131_072;

/** `graph/<file>.nodes.parquet`: the columns of the CSV file, row groups of 8,192 nodes. */
export function* nodesParquet(graph: SiteGraph): Generator<Uint8Array, void> {
  const nodeColumns = nodeColumnsOf(graph);
  const file = new ParquetBlocks(nodeColumns.map(column => parquetField(column, 'REQUIRED')));
  for (const group of groupsOf(graph.nodes(), nodesPerGroup)) {
    yield file.rowGroup(nodeColumns.map(({ name, of }) => ({ name, data: group.map(of) })));
  }
  yield file.end();
}

/** `graph/<file>.edges.parquet`: Source, Target, Weight (and LinkType in crawls with a browser) in row groups of 131,072 arcs. */
export function* edgesParquet(arcs: Arcs): Generator<Uint8Array, void> {
  // Type is a column for Gephi alone.
  const columns = edgeColumnsOf(arcs).filter(({ name }) => name !== 'Type');
  const file = new ParquetBlocks(columns.map(column => parquetField(column, 'REQUIRED')));
  for (const { sources, targets, weights, types } of arcGroups(arcs)) {
    const data = arcs.hasTypes ? [{ name: 'LinkType', data: Array.from(types, type => linkTypes[type]!) }] : [];
    yield file.rowGroup([
      { name: 'Source', data: sources, encoding: 'DELTA_BINARY_PACKED' },
      { name: 'Target', data: targets, encoding: 'DELTA_BINARY_PACKED' },
      { name: 'Weight', data: weights, encoding: 'RLE_DICTIONARY' },
      ...data,
    ]);
  }
  yield file.end();
}

interface ArcGroup {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly weights: Int32Array;
  readonly types: Uint8Array;
}

/** All arcs by source and target; those of a node may be in several groups. */
function* arcGroups(arcs: Arcs): Iterable<ArcGroup> {
  const row = arcs.row();
  let [left, group, at] = [arcs.length, groupOf(arcs.length), 0];
  for (let source = 0; source < arcs.nodeCount; source += 1) {
    const count = arcs.read(source, row);
    for (let start = 0; start < count; ) {
      const end = Math.min(count, start + group.sources.length - at);
      group.sources.fill(source, at, at + end - start);
      group.targets.set(row.targets.subarray(start, end), at);
      group.weights.set(row.weights.subarray(start, end), at);
      group.types.set(row.types.subarray(start, end), at);
      at += end - start;
      start = end;
      if (at < group.sources.length) continue;
      yield group;
      left -= at;
      [group, at] = [groupOf(left), 0];
    }
  }
}

/** For the next arcs, where so many are left. */
function groupOf(left: number): ArcGroup {
  const size = Math.min(arcsPerGroup, left);
  const [sources, targets, weights] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  return { sources, targets, weights, types: new Uint8Array(size) };
}
