import type { Arcs } from '../site-graph/arcs.ts';

/** The view of arcs by which ranks are computed. An arc from a node to itself does not count. */
export interface RankedArcs {
  readonly nodeCount: number;
  /** Arcs of each node to others. */
  readonly outDegrees: Uint32Array;
  /** Adds an amount to the values of all targets of a node, in their order. */
  addTo(node: number, values: Float64Array, amount: number): void;
  /** The sum of the values of all targets of a node, in their order; 0 if there are none. */
  sumOf(node: number, values: Float64Array): number;
}

/** Targets that are decoded once, four bytes each: 64 MB. */
const mostPlain = 1 << 24;

/** Some hundred passes are made over the arcs. If they have room, all are decoded once. Time and space: one pass. */
export function rankedArcs(arcs: Arcs, most = mostPlain): RankedArcs {
  return arcs.length <= most ? new PlainArcs(arcs) : packedArcs(arcs);
}

function packedArcs(arcs: Arcs): RankedArcs {
  const row = new Uint32Array(arcs.longest);
  const outDegrees = arcs.degrees.map((_, node) => readOthers(arcs, node, row));
  return {
    nodeCount: arcs.nodeCount,
    outDegrees,
    addTo(node, values, amount) {
      const count = readOthers(arcs, node, row);
      for (let i = 0; i < count; i += 1) values[row[i]!]! += amount;
    },
    sumOf(node, values) {
      const count = readOthers(arcs, node, row);
      let sum = 0;
      for (let i = 0; i < count; i += 1) sum += values[row[i]!]!;
      return sum;
    },
  };
}

/** Writes all targets of a node but itself to the beginning of `row`. Answers how many there are. */
function readOthers(arcs: Arcs, node: number, row: Uint32Array): number {
  const count = arcs.readTargets(node, row);
  let end = 0;
  for (let i = 0; i < count; i += 1) if (row[i] !== node) row[end++] = row[i]!;
  return end;
}

class PlainArcs implements RankedArcs {
  readonly nodeCount: number;
  readonly outDegrees: Uint32Array;
  private readonly targets: Uint32Array;
  /** Where the targets of each node end. */
  private readonly ends: Uint32Array;

  constructor(arcs: Arcs) {
    this.nodeCount = arcs.nodeCount;
    this.outDegrees = new Uint32Array(arcs.nodeCount);
    this.ends = new Uint32Array(arcs.nodeCount);
    this.targets = new Uint32Array(arcs.length);
    const row = new Uint32Array(arcs.longest);
    let end = 0;
    for (let node = 0; node < arcs.nodeCount; node += 1) {
      const count = readOthers(arcs, node, row);
      this.targets.set(row.subarray(0, count), end);
      this.outDegrees[node] = count;
      end += count;
      this.ends[node] = end;
    }
  }

  addTo(node: number, values: Float64Array, amount: number): void {
    const { targets } = this;
    const end = this.ends[node]!;
    for (let i = end - this.outDegrees[node]!; i < end; i += 1) values[targets[i]!]! += amount;
  }

  sumOf(node: number, values: Float64Array): number {
    const { targets } = this;
    const end = this.ends[node]!;
    let sum = 0;
    for (let i = end - this.outDegrees[node]!; i < end; i += 1) sum += values[targets[i]!]!;
    return sum;
  }
}
