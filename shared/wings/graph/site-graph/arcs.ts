import { type ArcRow, ArcRows, arcRow } from './arc-rows.ts';

const mostNodes = 2 ** 24;

/** Arcs in compressed sparse row form: those of node `i` are at `offsets[i] … offsets[i + 1] - 1`, targets ascending and distinct. */
export interface FlatArcs {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** Occurrences. */
  readonly weights: Uint32Array;
  /** Numbers of link types, the least of all links of an arc; absent in crawls that load no page in a browser. */
  readonly types?: Uint8Array | undefined;
}

/**
 * The arcs of a graph, one to two bytes each: a hundred million of them are in memory while ranks are computed. They are read row
 * by row, a row for each node, targets ascending and distinct. Callers with time and memory request `offsets`, `targets` and
 * `weights`: these are made when they are requested.
 */
export class Arcs implements FlatArcs {
  readonly nodeCount: number;
  readonly hasTypes: boolean;
  /** How many arcs there are. */
  length = 0;
  /** Arcs of the node with the most. */
  longest = 0;
  /** How many arcs begin at each node. */
  readonly degrees: Uint32Array;
  private readonly rows = new ArcRows();
  /** Of nodes with arcs. */
  private readonly positions: Uint32Array;
  private flat: FlatArcs | undefined;

  /** Without an arc yet. Throws if there are more nodes than are allowed. */
  constructor(nodeCount: number, hasTypes = false) {
    if (nodeCount > mostNodes)
      throw new Error(`a site of ${nodeCount} pages has more than the ${mostNodes} that a graph may have`);
    this.nodeCount = nodeCount;
    this.hasTypes = hasTypes;
    this.degrees = new Uint32Array(nodeCount);
    this.positions = new Uint32Array(nodeCount);
  }

  static from({ offsets, targets, weights, types }: FlatArcs): Arcs {
    const arcs = new Arcs(offsets.length - 1, types !== undefined);
    const noTypes = new Uint8Array(0);
    for (let node = 0; node < arcs.nodeCount; node += 1) {
      const [start, end] = [offsets[node]!, offsets[node + 1]!];
      const ofRow = types?.subarray(start, end) ?? noTypes;
      const row = { targets: targets.subarray(start, end), weights: weights.subarray(start, end), types: ofRow };
      arcs.add(node, row, end - start);
    }
    return arcs;
  }

  /** The first `count` arcs of `row` begin at a node; each node gets its arcs once, in any order of nodes. */
  add(node: number, row: ArcRow, count: number): void {
    if (count === 0) return;
    this.positions[node] = this.rows.add(row, count, this.hasTypes);
    this.degrees[node] = count;
    this.length += count;
    this.longest = Math.max(this.longest, count);
  }

  /** Writes the targets of a node to the beginning of `targets`, which has room for `longest`. Answers how many there are. */
  readTargets(node: number, targets: Uint32Array): number {
    const count = this.degrees[node]!;
    if (count > 0) this.rows.readTargets(this.positions[node]!, count, targets);
    return count;
  }

  /** Writes the arcs of a node to the beginning of `row`. Answers how many there are. */
  read(node: number, row: ArcRow): number {
    const count = this.degrees[node]!;
    if (count > 0) this.rows.read(this.positions[node]!, count, this.hasTypes, row);
    return count;
  }

  /** A row with room for the arcs of each node. */
  row(): ArcRow {
    return arcRow(this.longest);
  }

  /** Reads rows one target at a time, `slots` of them at once. */
  readers(slots: number): RowReaders {
    const { rows, positions, degrees } = this;
    return new RowReaders({ rows, positions, degrees }, slots);
  }

  /** A copy. */
  targetsOf(node: number): Uint32Array {
    const targets = new Uint32Array(this.degrees[node]!);
    this.readTargets(node, targets);
    return targets;
  }

  get offsets(): Uint32Array {
    return this.flattened().offsets;
  }

  get targets(): Uint32Array {
    return this.flattened().targets;
  }

  get weights(): Uint32Array {
    return this.flattened().weights;
  }

  get types(): Uint8Array | undefined {
    return this.flattened().types;
  }

  private flattened(): FlatArcs {
    this.flat ??= flatten(this);
    return this.flat;
  }
}

interface ReadRows {
  readonly rows: ArcRows;
  readonly positions: Uint32Array;
  readonly degrees: Uint32Array;
}

/** Rows that are read one target at a time, each at its own slot. Space: eight bytes a slot. */
export class RowReaders {
  private readonly arcs: ReadRows;
  private readonly progress: { readonly read: Uint32Array; readonly last: Uint32Array };

  constructor(arcs: ReadRows, slots: number) {
    this.arcs = arcs;
    this.progress = { read: new Uint32Array(slots), last: new Uint32Array(slots) };
  }

  /** The next row that is read at the slot is read from its beginning. */
  begin(slot: number): void {
    this.progress.read[slot] = 0;
    this.progress.last[slot] = 0;
  }

  /** The next target of the node whose row is read at the slot; -1 behind the last. */
  next(slot: number, node: number): number {
    const { rows, positions, degrees } = this.arcs;
    return degrees[node] === 0 ? -1 : rows.next(positions[node]!, slot, this.progress);
  }

  /** The last answer of `next`; -1 before the first target. */
  current(slot: number): number {
    return this.progress.last[slot]! - 1;
  }
}

function flatten(arcs: Arcs): FlatArcs {
  const { nodeCount, length, hasTypes } = arcs;
  const offsets = new Uint32Array(nodeCount + 1);
  const [targets, weights] = [new Uint32Array(length), new Uint32Array(length)];
  const types = new Uint8Array(hasTypes ? length : 0);
  const row = arcs.row();
  let at = 0;
  for (let node = 0; node < nodeCount; node += 1) {
    const count = arcs.read(node, row);
    targets.set(row.targets.subarray(0, count), at);
    weights.set(row.weights.subarray(0, count), at);
    if (hasTypes) types.set(row.types.subarray(0, count), at);
    at += count;
    offsets[node + 1] = at;
  }
  return hasTypes ? { offsets, targets, weights, types } : { offsets, targets, weights };
}
