/** Bits of an arc's target; its weight is above. */
export const targetBits = 24;
const mostNodes = 2 ** targetBits;
/** A weight from here on is in a map. */
export const heavyWeight = 255;
/** Takes the weight away from an arc. */
export const targetMask = mostNodes - 1;

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
 * The arcs of a graph in four bytes each, target and weight together: a hundred million of them are in memory while ranks are computed.
 * Arcs of a node are side by side, targets ascending and distinct; those of the next node may be anywhere. Who has time and memory
 * asks for `offsets`, `targets` and `weights`: these are made when they are asked for.
 */
export class Arcs implements FlatArcs {
  readonly nodeCount: number;
  /** How many arcs there are. */
  readonly length: number;
  /** Of each node, where its arcs begin and end in `packed`. */
  readonly begins: Uint32Array;
  readonly ends: Uint32Array;
  /** Targets (`targetMask`), with weights in the bits above. */
  readonly packed: Uint32Array;
  private readonly heavies: ReadonlyMap<number, number>;
  /** By the places in `packed`. */
  private readonly packedTypes: Uint8Array | undefined;
  private flat: FlatArcs | undefined;

  /** `heavies`: of places in `packed` whose weight is 255, the weight. */
  constructor(
    { begins, ends, packed }: Pick<Arcs, 'begins' | 'ends' | 'packed'>,
    heavies: ReadonlyMap<number, number>,
    types?: Uint8Array,
  ) {
    this.nodeCount = begins.length;
    this.begins = begins;
    this.ends = ends;
    this.packed = packed;
    this.heavies = heavies;
    this.packedTypes = types;
    this.length = packed.length;
  }

  static from({ offsets, targets, weights, types }: FlatArcs): Arcs {
    demandNodes(offsets.length - 1);
    const heavies = new Map<number, number>();
    const packed = targets.map((target, at) => packedArc(target, weights[at]!, at, heavies));
    return new Arcs({ begins: offsets.slice(0, -1), ends: offsets.slice(1), packed }, heavies, types);
  }

  get hasTypes(): boolean {
    return this.packedTypes !== undefined;
  }

  weightAt(place: number): number {
    const weight = this.packed[place]! >>> targetBits;
    return weight === heavyWeight ? this.heavies.get(place)! : weight;
  }

  /** Number of the arc's link type; 0 where there are no types. */
  typeAt(place: number): number {
    return this.packedTypes?.[place] ?? 0;
  }

  /** A copy. */
  targetsOf(node: number): Uint32Array {
    return this.packed.subarray(this.begins[node], this.ends[node]).map(arc => arc & targetMask);
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

/** Throws where there are more nodes than an arc can name. */
export function demandNodes(count: number): void {
  if (count > mostNodes)
    throw new Error(`a site of ${count} pages has more than the ${mostNodes} that a graph may have`);
}

export function packedArc(target: number, weight: number, place: number, heavies: Map<number, number>): number {
  if (weight >= heavyWeight) heavies.set(place, weight);
  return (target | (Math.min(weight, heavyWeight) << targetBits)) >>> 0;
}

function flatten(arcs: Arcs): FlatArcs {
  const { nodeCount, begins, ends, length, packed } = arcs;
  const offsets = new Uint32Array(nodeCount + 1);
  const [targets, weights] = [new Uint32Array(length), new Uint32Array(length)];
  const types = new Uint8Array(arcs.hasTypes ? length : 0);
  let at = 0;
  for (let node = 0; node < nodeCount; node += 1) {
    for (let place = begins[node]!; place < ends[node]!; place += 1) {
      targets[at] = packed[place]! & targetMask;
      weights[at] = arcs.weightAt(place);
      if (arcs.hasTypes) types[at] = arcs.typeAt(place);
      at += 1;
    }
    offsets[node + 1] = at;
  }
  return arcs.hasTypes ? { offsets, targets, weights, types } : { offsets, targets, weights };
}
