import { type LinkType, linkTypes } from '../../../domain/link-type.ts';
import type { ByteBlocks } from '../../../files/byte-blocks.ts';
import { type Arcs, heavyWeight, targetBits, targetMask } from '../site-graph/arcs.ts';

/** How one text format writes an arc: `before(source)`, target, then `weight` and the weight if there is one, `end`. */
export interface ArcLine {
  /** What the format calls the node with id 0. */
  readonly firstId: 0 | 1;
  before(source: number): string;
  /** Stands between target and weight; a format without weights leaves it out. */
  readonly weight?: string;
  /** Of arcs with types: the end of a line, by type. */
  end(type: LinkType | undefined): string;
}

/** Appends every arc, by source and target, and yields the blocks that became full. */
export function* arcLines(out: ByteBlocks, arcs: Arcs, line: ArcLine): Generator<Uint8Array, void> {
  const weight = line.weight === undefined ? undefined : Buffer.from(line.weight);
  const ends = [undefined, ...linkTypes].map(type => Buffer.from(line.end(type)));
  for (let source = 0; source < arcs.nodeCount; source++) {
    const before = Buffer.from(line.before(source + line.firstId));
    arcsOfNode(out, arcs, source, { before, weight, ends, firstId: line.firstId });
    yield* out.full();
  }
}

interface Pieces {
  readonly before: Uint8Array;
  readonly weight: Uint8Array | undefined;
  /** Without a type, then by type. */
  readonly ends: readonly Uint8Array[];
  readonly firstId: number;
}

/** The hot loop: at a million arcs it must make no string and no object. */
function arcsOfNode(out: ByteBlocks, arcs: Arcs, source: number, { before, weight, ends, firstId }: Pieces): void {
  const { begins, packed, hasTypes } = arcs;
  const last = arcs.ends[source] as number;
  for (let i = begins[source] as number; i < last; i++) {
    out.bytes(before);
    out.uint(((packed[i] as number) & targetMask) + firstId);
    if (weight !== undefined) {
      out.bytes(weight);
      const packedWeight = (packed[i] as number) >>> targetBits;
      out.uint(packedWeight < heavyWeight ? packedWeight : arcs.weightAt(i));
    }
    out.bytes(ends[hasTypes ? arcs.typeAt(i) + 1 : 0] as Uint8Array);
  }
}
