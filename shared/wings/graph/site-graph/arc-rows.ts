import { ByteStore } from '../../../domain/byte-store.ts';

/** The most bytes of a target: targets are below 2^28. */
const bytesOfTarget = 4;
/** Of the place and the weight of an arc that does not weigh 1: seven bits a byte. */
const bytesOfWeight = 10;
/** Types in a byte. */
const typesInByte = 4;
const typeBits = 2;
const typeMask = 3;

/** Arcs of one node. The valid numbers are at the beginning of each list. */
export interface ArcRow {
  /** Ascending and distinct. */
  readonly targets: Uint32Array;
  /** Occurrences. */
  readonly weights: Uint32Array;
  /** Numbers of link types, below 4. */
  readonly types: Uint8Array;
}

/** A row with room for so many arcs. */
export function arcRow(room: number): ArcRow {
  return { targets: new Uint32Array(room), weights: new Uint32Array(room), types: new Uint8Array(room) };
}

/** Where a row is read on. */
interface Progress {
  /** Bytes of each row that were read. */
  readonly read: Uint32Array;
  /** The target that was read last, plus 1. */
  readonly last: Uint32Array;
}

/**
 * Rows of arcs as bytes outside of the heap. Of each target the difference to the one before is kept (at least 1, so 0 ends the
 * targets), then the arcs that do not weigh 1, then types: most arcs take a byte or two.
 */
export class ArcRows {
  private readonly rows = new ByteStore();
  private bytes = Buffer.allocUnsafeSlow(1 << 12);

  /** Copies the first `count` arcs of a row; there is one at least. Answers where they are. Throws where targets do not ascend. */
  add({ targets, weights, types }: ArcRow, count: number, hasTypes: boolean): number {
    this.demand(count * (bytesOfTarget + bytesOfWeight + 1) + bytesOfWeight);
    const { bytes } = this;
    let [at, before, heavy] = [0, 0, 0];
    for (let i = 0; i < count; i += 1) {
      const step = targets[i]! + 1 - before;
      if (step < 1) throw new Error(`arc to ${targets[i]} stands behind the arc to ${before - 1}`);
      at = putNumber(bytes, at, step);
      before += step;
      if (weights[i] !== 1) heavy += 1;
    }
    bytes[at++] = 0;
    at = putNumber(bytes, at, heavy);
    for (let i = 0, next = 0; heavy > 0; i += 1) {
      if (weights[i] === 1) continue;
      at = putNumber(bytes, at, i - next);
      at = putNumber(bytes, at, weights[i]!);
      next = i + 1;
      heavy -= 1;
    }
    if (hasTypes)
      for (let i = 0; i < count; i += typesInByte) {
        let byte = 0;
        for (let each = 0; each < typesInByte && i + each < count; each += 1)
          byte |= types[i + each]! << (each * typeBits);
        bytes[at++] = byte;
      }
    return this.rows.add(bytes, at);
  }

  /** Writes the targets of a row of `count` arcs to the beginning of `targets`. Answers where the targets end in their block. */
  readTargets(position: number, count: number, targets: Uint32Array): number {
    const bytes = this.rows.blockOf(position);
    let at = this.rows.offsetOf(position);
    let target = -1;
    for (let i = 0; i < count; i += 1) {
      let step = bytes[at++]!;
      if (step >= 128) {
        let byte = bytes[at++]!;
        step += (byte << 7) - (1 << 7);
        if (byte >= 128) {
          byte = bytes[at++]!;
          step += (byte << 14) - (1 << 14);
          if (byte >= 128) step += (bytes[at++]! << 21) - (1 << 21);
        }
      }
      target += step;
      targets[i] = target;
    }
    return at + 1;
  }

  /** Writes a row of `count` arcs to the beginning of `row`; without types they are 0. */
  read(position: number, count: number, hasTypes: boolean, { targets, weights, types }: ArcRow): void {
    const bytes = this.rows.blockOf(position);
    let at = this.readTargets(position, count, targets);
    const number = (): number => {
      let value = 0;
      for (let unit = 1; ; unit *= 128) {
        const byte = bytes[at++]!;
        if (byte < 128) return value + byte * unit;
        value += (byte - 128) * unit;
      }
    };
    weights.fill(1, 0, count);
    for (let heavy = number(), i = 0; heavy > 0; heavy -= 1, i += 1) {
      i += number();
      weights[i] = number();
    }
    if (!hasTypes) types.fill(0, 0, count);
    else
      for (let i = 0; i < count; i += 1)
        types[i] = (bytes[at + Math.floor(i / typesInByte)]! >>> ((i % typesInByte) * typeBits)) & typeMask;
  }

  /** The next target of a row, by what was read of it at `slot`; -1 behind the last, also if it is asked again. */
  next(position: number, slot: number, { read, last }: Progress): number {
    const bytes = this.rows.blockOf(position);
    const start = this.rows.offsetOf(position);
    let at = start + read[slot]!;
    let step = bytes[at++]!;
    if (step === 0) return -1;
    if (step >= 128) {
      step &= 127;
      for (let shift = 7, byte = 128; byte >= 128; shift += 7) {
        byte = bytes[at++]!;
        step |= (byte & 127) << shift;
      }
    }
    read[slot] = at - start;
    last[slot]! += step;
    return last[slot]! - 1;
  }

  private demand(room: number): void {
    if (room > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(room * 2);
  }
}

/** Seven bits a byte, the lowest first. Answers where the number ends. */
function putNumber(bytes: Buffer, start: number, number: number): number {
  let at = start;
  let rest = number;
  for (; rest >= 128; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
  bytes[at++] = rest;
  return at;
}
