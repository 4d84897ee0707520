import { type LinkType, linkTypes } from '../../../domain/link-type.ts';
import type { ByteBlocks } from '../../../files/byte-blocks.ts';
import type { ArcRow } from '../site-graph/arc-rows.ts';
import type { Arcs } from '../site-graph/arcs.ts';

/** How one text format writes an arc: `before(source)`, target, then `weight` and the weight if there is one, `end`. */
export interface ArcLine {
  /** The id that the format gives to the first node. */
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
  const row = arcs.row();
  const { hasTypes } = arcs;
  for (let source = 0; source < arcs.nodeCount; source++) {
    const count = arcs.read(source, row);
    const before = Buffer.from(line.before(source + line.firstId));
    putArcs(out, row, count, { before, weight, ends, hasTypes, firstId: line.firstId });
    if (out.hasFull) yield* out.full();
  }
}

interface Pieces {
  readonly before: Uint8Array;
  readonly weight: Uint8Array | undefined;
  /** Without a type, then by type. */
  readonly ends: readonly Uint8Array[];
  readonly hasTypes: boolean;
  readonly firstId: number;
}

/** The hot loop: at a million arcs it must make no string and no object. */
function putArcs(
  out: ByteBlocks,
  { targets, weights, types }: ArcRow,
  count: number,
  { before, weight, ends, hasTypes, firstId }: Pieces,
): void {
  for (let i = 0; i < count; i++) {
    out.bytes(before);
    out.uint((targets[i] as number) + firstId);
    if (weight !== undefined) {
      out.bytes(weight);
      out.uint(weights[i] as number);
    }
    out.bytes(ends[hasTypes ? (types[i] as number) + 1 : 0] as Uint8Array);
  }
}
