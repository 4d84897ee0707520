import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Bytes of a file that are read at once. */
const pieceBytes = 1 << 20;
const stored = 0;
const version = 45;
/** 1980-01-01: the same files give the same archive. */
const dosDate = 0x21;

/** A member of a ZIP archive, as it is listed. */
export interface ZipMember {
  readonly name: string;
  readonly size: number;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** Writes a ZIP archive whose members are not packed again. Members may be of any length below 4 GB, the archive of any. */
export class ZipFile {
  readonly #file: number;
  readonly #entries: Buffer[] = [];
  #offset = 0;

  /** Throws where the file is there already. */
  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  addText(name: string, text: string): ZipMember {
    const bytes = Buffer.from(text);
    return this.#add(name, bytes.length, crc32(bytes), [bytes], createHash('sha256').update(bytes));
  }

  addFile(name: string, path: string): ZipMember {
    const sum = createHash('sha256');
    let [size, crc] = [0, 0];
    for (const piece of piecesOf(path)) {
      size += piece.length;
      crc = crc32(piece, crc);
      sum.update(piece);
    }
    return this.#add(name, size, crc, piecesOf(path), sum);
  }

  /** Writes the list of members, and closes the file. */
  end(): void {
    const start = this.#offset;
    for (const entry of this.#entries) this.#write(entry);
    const size = this.#offset - start;
    const count = this.#entries.length;
    const end64 = Buffer.alloc(56);
    end64.write('PK\u0006\u0006', 'latin1');
    end64.writeBigUInt64LE(44n, 4);
    end64.writeUInt16LE(version, 12);
    end64.writeUInt16LE(version, 14);
    for (const [at, value] of [
      [24, count],
      [32, count],
      [40, size],
      [48, start],
    ] as const)
      end64.writeBigUInt64LE(BigInt(value), at);
    const locator = Buffer.alloc(20);
    locator.write('PK\u0006\u0007', 'latin1');
    locator.writeBigUInt64LE(BigInt(this.#offset), 8);
    locator.writeUInt32LE(1, 16);
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006', 'latin1');
    for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, 0xffff), at);
    end.writeUInt32LE(Math.min(size, 0xffffffff), 12);
    end.writeUInt32LE(Math.min(start, 0xffffffff), 16);
    const needs64 = count >= 0xffff || size >= 0xffffffff || start >= 0xffffffff;
    if (needs64) for (const part of [end64, locator]) this.#write(part);
    this.#write(end);
    this.close();
  }

  close(): void {
    closeSync(this.#file);
  }

  #add(name: string, size: number, crc: number, pieces: Iterable<Uint8Array>, sum: Hash): ZipMember {
    if (size >= 0xffffffff) throw new Error(`${name} has 4 GB or more, which a member of this archive may not have`);
    const place = this.#offset;
    const named = Buffer.from(name);
    const common = Buffer.alloc(26);
    for (const [at, value] of [
      [0, version],
      [2, 0x800],
      [4, stored],
      [6, 0],
      [8, dosDate],
    ] as const)
      common.writeUInt16LE(value, at);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(size, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(named.length, 22);
    this.#write(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, named]));
    for (const piece of pieces) this.#write(piece);
    this.#entries.push(listEntry(common, named, place));
    return { name, size, sha256: sum.digest('hex') };
  }

  #write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) at += writeSync(this.#file, bytes, at);
    this.#offset += bytes.length;
  }
}

/** In the list of members; a place beyond 4 GB is in an extra field. */
function listEntry(common: Buffer, name: Buffer, place: number): Buffer {
  const isFar = place >= 0xffffffff;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(place), 4);
  }
  const fields = Buffer.from(common);
  fields.writeUInt16LE(extra.length, 24);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(Math.min(place, 0xffffffff), 10);
  const head = Buffer.alloc(6);
  head.write('PK\u0001\u0002', 'latin1');
  head.writeUInt16LE(version, 4);
  return Buffer.concat([head, fields, rest, name, extra]);
}

function* piecesOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(pieceBytes);
  try {
    for (let count = readSync(file, piece); count > 0; count = readSync(file, piece)) yield piece.subarray(0, count);
  } finally {
    closeSync(file);
  }
}
