/**
 * Which texts are copies of which, in AWS. A table that is queried for the 21 bands of each text would cost more than all else
 * together. So what identifies copies of the publications that were found last goes into a log, in order: some items a turn. Each worker
 * reads on from where it was, and looks copies up in its own memory.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { copySimilarity, type Signature, similarityOf } from '../../../wings/publications/copies/min-hash.ts';

/** The row of the log about a version of a publication. */
export interface Marked {
  readonly id: number;
  readonly cluster: number;
  /** Months since 1970 of the publication's date. */
  readonly month: number;
  readonly signature: Signature;
}

/** Versions whose marks are kept in memory: those that were found last. 160 bytes each in the log, about 250 in memory. */
const mostMarked = 200_000;
/** Publications that are compared. A notice on all pages of a host may put the whole host into a band. */
const mostCompared = 400;

const signatureBytes = 64;
const bands = 21;
const head = 16;
const markBytes = head + 4 * bands + signatureBytes;

/** Little-endian, `markBytes` each, deflated. */
export function packMarks(marks: readonly Marked[]): Uint8Array {
  const bytes = Buffer.alloc(marks.length * markBytes);
  for (const [index, { id, cluster, month, signature }] of marks.entries()) {
    const at = index * markBytes;
    bytes.writeUIntLE(id, at, 6);
    bytes.writeUIntLE(cluster, at + 6, 6);
    bytes.writeInt32LE(month, at + 12);
    for (const [band, key] of signature.bands.entries()) bytes.writeUInt32LE(key % 2 ** 32, at + head + 4 * band);
    bytes.set(signature.bytes, at + head + 4 * bands);
  }
  return deflateRawSync(bytes);
}

export function unpackMarks(packed: Uint8Array): Marked[] {
  const bytes = inflateRawSync(packed);
  return Array.from({ length: bytes.byteLength / markBytes }, (_, index) => {
    const at = index * markBytes;
    const keys = Array.from({ length: bands }, (_, band) => band * 2 ** 32 + bytes.readUInt32LE(at + head + 4 * band));
    return {
      id: bytes.readUIntLE(at, 6),
      cluster: bytes.readUIntLE(at + 6, 6),
      month: bytes.readInt32LE(at + 12),
      signature: { bands: keys, bytes: new Uint8Array(bytes.subarray(at + head + 4 * bands, at + markBytes)) },
    };
  });
}

/** The marks that were read so far. When there are too many, the older half is forgotten. */
export class CopyMemory {
  private readonly most: number;
  private marks: Marked[] = [];
  /** Places in `marks` by band and month; the month is compared when a place is looked at. */
  private places = new Map<number, number[]>();
  /** Of each publication: the place of its latest version. */
  private latest = new Map<number, number>();

  constructor(most = mostMarked) {
    this.most = most;
  }

  add(mark: Marked): void {
    if (this.marks.length >= this.most) this.forgetHalf();
    const place = this.marks.push(mark) - 1;
    this.latest.set(mark.id, place);
    for (const band of mark.signature.bands) {
      const known = this.places.get(band);
      if (known === undefined) this.places.set(band, [place]);
      else known.push(place);
    }
  }

  /**
   * The cluster of the most similar publication among the publications of the month, the month before and the month after;
   * undefined if no text is similar. `fresh`: marks that are not in the log yet.
   */
  clusterOf({ bands: keys, bytes }: Signature, month: number, fresh: readonly Marked[] = []): number | undefined {
    const candidates = new Map<number, Marked>();
    const isNear = (mark: Marked): boolean => Math.abs(mark.month - month) <= 1;
    for (const key of keys)
      for (const place of this.places.get(key) ?? []) {
        const mark = this.marks[place]!;
        if (isNear(mark) && candidates.size < mostCompared)
          candidates.set(mark.id, this.marks[this.latest.get(mark.id)!]!);
      }
    const wanted = new Set(keys);
    for (const mark of fresh)
      if (candidates.has(mark.id) || (isNear(mark) && mark.signature.bands.some(band => wanted.has(band))))
        candidates.set(mark.id, mark);
    let best: { readonly similarity: number; readonly cluster: number } | undefined;
    for (const { cluster, signature } of candidates.values()) {
      const similarity = similarityOf(bytes, signature.bytes);
      if (similarity < copySimilarity) continue;
      const isBetter =
        best === undefined ||
        similarity > best.similarity ||
        (similarity === best.similarity && cluster < best.cluster);
      if (isBetter) best = { similarity, cluster };
    }
    return best?.cluster;
  }

  private forgetHalf(): void {
    const kept = this.marks.slice(this.marks.length >> 1);
    this.marks = [];
    this.places = new Map();
    this.latest = new Map();
    for (const mark of kept) this.add(mark);
  }
}
