import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { memberHead, unpackMember } from '../../../domain/http/gzip-member.ts';
import { type RecordHead, recordHead } from './warc-record.ts';

/** Where a record is in a file. */
export interface RecordPlace {
  readonly offset: number;
  /** Bytes in the file. */
  readonly size: number;
}

export interface FoundRecord extends RecordPlace, RecordHead {
  /** The whole record, unpacked. */
  readonly bytes: Buffer;
}

/** Largest record that is read, unpacked. */
const mostBytes = 64 * 1024 * 1024;
const firstWindow = 64 * 1024;

/** A WARC file for reading: gzip with a member for each record, or plain. */
export class WarcFile {
  readonly path: string;
  readonly #file: number;
  readonly #size: number;
  readonly #isPacked: boolean;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'r');
    this.#size = fstatSync(this.#file).size;
    const [first, second] = this.#read(0, 2);
    this.#isPacked = first === 0x1f && second === 0x8b;
  }

  /** Records in order. Throws where what follows is no record, or is cut. */
  *records(): Iterable<FoundRecord> {
    for (let offset = 0; offset < this.#size; ) {
      const record = this.recordAt(offset);
      yield record;
      offset += record.size;
    }
  }

  /** Throws where there is no whole record. */
  recordAt(offset: number): FoundRecord {
    return this.#isPacked ? this.#packedAt(offset) : this.#plainAt(offset);
  }

  close(): void {
    closeSync(this.#file);
  }

  #packedAt(offset: number): FoundRecord {
    const known = memberHead(this.#read(offset, 1024))?.length;
    for (let window = known ?? firstWindow; ; window *= 4) {
      const bytes = this.#read(offset, window);
      try {
        const { data, length } = unpackMember(bytes, mostBytes);
        const head = recordHead(data);
        if (head === undefined) throw new Error('no WARC record');
        return { ...head, offset, size: length, bytes: data };
      } catch (error) {
        const isShort = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' && offset + window < this.#size;
        if (!isShort || known !== undefined) throw this.#damaged(offset, error);
      }
    }
  }

  #plainAt(offset: number): FoundRecord {
    const head = recordHead(this.#read(offset, firstWindow));
    if (head === undefined || head.length > mostBytes) throw this.#damaged(offset, new Error('no WARC record'));
    const size = head.start + head.length + 4;
    const bytes = this.#read(offset, size);
    if (bytes.length < size - 4) throw this.#damaged(offset, new Error('the file ends before'));
    return { ...head, offset, size, bytes };
  }

  #damaged(offset: number, cause: unknown): Error {
    return new Error(`${this.path} has no whole record at byte ${offset} (${(cause as Error).message})`, { cause });
  }

  #read(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, this.#size - offset)));
    let at = 0;
    while (at < bytes.length) {
      const count = readSync(this.#file, bytes, at, bytes.length - at, offset + at);
      if (count === 0) break;
      at += count;
    }
    return bytes.subarray(0, at);
  }
}

/** The block of a record. */
export function blockOf({ bytes, start, length }: Pick<FoundRecord, 'bytes' | 'start' | 'length'>): Buffer {
  return bytes.subarray(start, start + length);
}

/** Takes off an unfinished end, which a killed process leaves. Only for files of ours: their records carry their lengths. */
export function cutUnfinished(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(64);
    let end = 0;
    for (;;) {
      const count = readSync(file, head, 0, head.length, end);
      const length = memberHead(head.subarray(0, count))?.length;
      if (length === undefined || end + length > size) break;
      end += length;
    }
    if (end < size) ftruncateSync(file, end);
  } finally {
    closeSync(file);
  }
}
