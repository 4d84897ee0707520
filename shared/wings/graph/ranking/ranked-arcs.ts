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
  const outDegrees = arcs.degrees.map((count, node) => count - ownArcs(row, arcs.readTargets(node, row), node));
  return {
    nodeCount: arcs.nodeCount,
    outDegrees,
    addTo: (node, values, amount) => arcs.addTo(node, values, amount),
    sumOf: (node, values) => arcs.sumOf(node, values),
  };
}

function ownArcs(row: Uint32Array, count: number, node: number): number {
  let own = 0;
  for (let i = 0; i < count; i += 1) if (row[i] === node) own += 1;
  return own;
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
      end = this.take(row, arcs.readTargets(node, row), node, end);
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

  /** All but the arc of the node to itself. Answers where they end. */
  private take(row: Uint32Array, count: number, node: number, from: number): number {
    let end = from;
    for (let i = 0; i < count; i += 1) if (row[i] !== node) this.targets[end++] = row[i]!;
    this.outDegrees[node] = end - from;
    return end;
  }
}
