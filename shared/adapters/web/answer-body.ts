/** How the body of an HTTP/1.x answer is delimited (RFC 9112, section 6.3), and its bytes without what delimits them. */

import type { IncomingHttpHeaders } from 'node:http';
import { FetchFault } from './faults/fetch-fault.ts';

export interface BodyReader {
  /** Hands over the bytes of the body that a piece of the stream holds. True: the body is whole. Throws a `protocol` fault. */
  read(bytes: Buffer, handOver: (bytes: Buffer) => void): boolean;
  /** Whether the body is whole where the connection ends now. */
  readonly mayEnd: boolean;
}

/** A size, its extensions and blanks. */
const longestSizeLine = 16 * 1024;
/** A size has at most so many digits: with more it would not be a safe number of bytes. */
const mostDigits = 12;

/** Undefined: the answer has no body. Throws a `protocol` fault where two lengths differ. */
export function bodyReader(status: number, headers: IncomingHttpHeaders, isHead: boolean): BodyReader | undefined {
  if (isHead || status === 204 || status === 205 || status === 304) return undefined;
  if (isChunked(headers)) return new ChunkedBody();
  const length = lengthOf(headers);
  if (length === undefined) return untilTheEnd;
  return length === 0 ? undefined : new BodyOfLength(length);
}

/** Counts also beside a length. */
export function isChunked(headers: IncomingHttpHeaders): boolean {
  return valuesOf(headers['transfer-encoding']).some(value => value.toLowerCase() === 'chunked');
}

/** Several equal lengths are one. Others count as none: the body ends with the connection, as where there is none. */
function lengthOf(headers: IncomingHttpHeaders): number | undefined {
  const lengths = new Set(valuesOf(headers['content-length']).filter(value => value !== ''));
  if (lengths.size > 1) throw new FetchFault('protocol', 'The answer has several lengths.');
  const [length = ''] = lengths;
  return /^\+?\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** Members of a field that is a list, be it in one line or in several. */
function valuesOf(value: string | readonly string[] | undefined): string[] {
  return [value ?? []].flat().flatMap(line => line.split(',').map(member => member.trim()));
}

const untilTheEnd: BodyReader = {
  mayEnd: true,
  read(bytes, handOver) {
    handOver(bytes);
    return false;
  },
};

class BodyOfLength implements BodyReader {
  readonly mayEnd = false;
  #left: number;

  constructor(length: number) {
    this.#left = length;
  }

  read(bytes: Buffer, handOver: (bytes: Buffer) => void): boolean {
    const part = bytes.subarray(0, this.#left);
    this.#left -= part.length;
    handOver(part);
    return this.#left === 0;
  }
}

/** RFC 9112, section 7.1, with blanks around a size and line ends of LF alone. Trailers are not awaited. */
export class ChunkedBody implements BodyReader {
  readonly mayEnd = false;
  /** Of the chunk under way; undefined: a size comes. */
  #left: number | undefined;
  /** The bytes so far of a line, a size or the end of a chunk. */
  #line = '';
  #isEndOfChunk = false;

  read(bytes: Buffer, handOver: (bytes: Buffer) => void): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.#left === undefined) {
        const end = bytes.indexOf(10, at);
        this.#extend(bytes.toString('latin1', at, end < 0 ? bytes.length : end));
        if (end < 0) return false;
        at = end + 1;
        if (this.#lineCame()) return true;
      } else {
        const part = bytes.subarray(at, at + this.#left);
        at += part.length;
        this.#left -= part.length;
        handOver(part);
        if (this.#left === 0) this.#chunkCame();
      }
    }
    return false;
  }

  #extend(text: string): void {
    if (this.#line.length + text.length > longestSizeLine)
      throw new FetchFault('protocol', 'A line of a chunk does not end.');
    this.#line += text;
  }

  #chunkCame(): void {
    this.#left = undefined;
    this.#isEndOfChunk = true;
  }

  /** True: it was the last chunk. */
  #lineCame(): boolean {
    const line = this.#line.trim();
    this.#line = '';
    if (this.#isEndOfChunk) {
      if (line !== '') throw new FetchFault('protocol', 'A chunk is longer than its size.');
      this.#isEndOfChunk = false;
      return false;
    }
    const digits = line.split(';', 1)[0]!.trim();
    if (!/^[\da-f]+$/i.test(digits) || digits.replace(/^0+/, '').length > mostDigits)
      throw new FetchFault('protocol', 'The size of a chunk is no number.');
    const size = Number.parseInt(digits, 16);
    if (size > 0) this.#left = size;
    return size === 0;
  }
}
