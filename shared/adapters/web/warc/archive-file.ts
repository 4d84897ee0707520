import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const windowBytes = 256 * 1024;
const noBytes = Buffer.alloc(0);

/** A file that holds records, or a part of one. */
export class ArchiveFile {
  /** As people know it. */
  readonly name: string;
  readonly size: number;
  readonly #file: number;
  readonly #start: number;
  /** The bytes that were read last: records lie side by side. */
  #known: { readonly at: number; readonly bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };

  constructor(name: string, { file, start, size }: { file: number; start: number; size: number }) {
    this.name = name;
    this.#file = file;
    this.#start = start;
    this.size = size;
  }

  /** Fewer at the end. Later calls leave them as they are. */
  bytesAt(offset: number, length: number): Buffer {
    const count = Math.max(0, Math.min(length, this.size - offset));
    if (count === 0) return noBytes;
    const { at, bytes } = this.#known;
    if (offset >= at && offset + count <= at + bytes.length) return bytes.subarray(offset - at, offset - at + count);
    this.#known = { at: offset, bytes: this.#read(offset, Math.min(Math.max(count, windowBytes), this.size - offset)) };
    return this.#known.bytes.subarray(0, count);
  }

  /** A part of it, as a file. */
  part(name: string, start: number, size: number): ArchiveFile {
    return new ArchiveFile(name, { file: this.#file, start: this.#start + start, size });
  }

  #read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    while (at < length) {
      const count = readSync(this.#file, bytes, at, length - at, this.#start + offset + at);
      if (count === 0) break;
      at += count;
    }
    return bytes.subarray(0, at);
  }
}

/** Of all archives of a crawl: what is not packed by records is unpacked for as long as the crawl runs. */
const mostUnpackedBytes = 16 * 1024 ** 3;

/** Archives that are open, and a file without a name for what had to be unpacked. */
export class ArchiveFiles {
  readonly #folder: string;
  readonly #open: number[] = [];
  #unpacked: { readonly file: number; size: number } | undefined;

  /** `folder`: where the file without a name may be. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws a sentence where there is no regular file: a named pipe would block, a device would not end. */
  open(path: string): ArchiveFile {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) throw new Error(`there is no file ${path}`);
    if (!found.isFile()) throw new Error(`${path} is ${found.isDirectory() ? 'a folder' : 'no regular file'}`);
    const file = openSync(path, 'r');
    this.#open.push(file);
    return new ArchiveFile(path, { file, start: 0, size: found.size });
  }

  /** The bytes as a file. Throws a sentence where they are too many. */
  async unpack({ name }: ArchiveFile, bytes: AsyncIterable<Uint8Array>): Promise<ArchiveFile> {
    this.#unpacked ??= { file: this.#nameless(), size: 0 };
    const whole = this.#unpacked;
    const start = whole.size;
    for await (const piece of bytes) {
      if (whole.size + piece.length > mostUnpackedBytes)
        throw new Error(
          `${name} is not packed record by record, and holds more than 16 GiB unpacked; pack it anew, for example by \`warcio recompress\``,
        );
      for (let at = 0; at < piece.length; ) at += writeSync(whole.file, piece, at, piece.length - at, whole.size + at);
      whole.size += piece.length;
    }
    return new ArchiveFile(`${name}, unpacked,`, { file: whole.file, start, size: whole.size - start });
  }

  close(): void {
    for (const file of this.#open.splice(0)) closeSync(file);
  }

  /** Nothing of it is left, however the process ends. */
  #nameless(): number {
    const path = join(this.#folder, `unpacked-${process.pid}.tmp`);
    const file = openSync(path, 'wx+');
    rmSync(path);
    this.#open.push(file);
    return file;
  }
}
