import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Members of a gzip file, one for each WARC record. Members that we write carry their length in the extra field `sl`
 * (WARC 1.1, annex D): so a reader skips a record without unpacking it, and sees at once that the last one is
 * unfinished.
 */

const headBytes = 10;
const trailerBytes = 8;
/** Flag: the member has an extra field. */
const hasExtra = 4;
const lengthField = Buffer.from('sl\u0008\u0000', 'latin1');
const ourExtra = lengthField.length + 8;
const ourHead = headBytes + 2 + ourExtra;

export function gzipMember(bytes: Uint8Array): Uint8Array {
  const packed = deflateRawSync(bytes);
  const head = Buffer.alloc(ourHead);
  head.set([0x1f, 0x8b, 8, hasExtra, 0, 0, 0, 0, 0, 255]);
  head.writeUInt16LE(ourExtra, headBytes);
  lengthField.copy(head, headBytes + 2);
  head.writeUInt32LE(ourHead + packed.length + trailerBytes, headBytes + 2 + lengthField.length);
  head.writeUInt32LE(bytes.length, headBytes + 6 + lengthField.length);
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length % 2 ** 32, 4);
  return Buffer.concat([head, packed, trailer]);
}

export interface MemberHead {
  /** Number of bytes before the packed ones. */
  readonly headBytes: number;
  /** Length of the whole member, if its extra field says it. */
  readonly length?: number;
}

/** Reads the head of a member from its first bytes; undefined if they are no head of a member. */
export function memberHead(bytes: Uint8Array): MemberHead | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < headBytes || view[0] !== 0x1f || view[1] !== 0x8b || view[2] !== 8) return undefined;
  const flags = view[3]!;
  let at = headBytes;
  let length: number | undefined;
  if ((flags & hasExtra) !== 0) {
    if (view.length < at + 2) return undefined;
    const size = view.readUInt16LE(at);
    const extra = view.subarray(at + 2, at + 2 + size);
    if (extra.length < size) return undefined;
    if (size >= ourExtra && extra.subarray(0, 4).equals(lengthField)) length = extra.readUInt32LE(4);
    at += 2 + size;
  }
  // The name and the comment end with a zero byte each.
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const end = view.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if ((flags & 2) !== 0) at += 2;
  return { headBytes: at, ...(length !== undefined && { length }) };
}

/**
 * The unpacked content of a member, at most `most` bytes, and the length of the member. Throws if the member is
 * damaged, cut or larger.
 */
export function unpackMember(bytes: Uint8Array, most: number): { readonly data: Buffer; readonly length: number } {
  const head = memberHead(bytes);
  if (head === undefined) throw new Error('no gzip member');
  const { buffer, engine } = inflateRawSync(bytes.subarray(head.headBytes), {
    info: true,
    maxOutputLength: most,
  }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
  return { data: buffer, length: head.headBytes + engine.bytesWritten + trailerBytes };
}
