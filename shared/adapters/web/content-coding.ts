import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { fitted, GatheredBytes } from '../../domain/gathered-bytes.ts';
import { isZlib, mendedBody } from '../../domain/http/mended-coding.ts';
import { errorCode } from './faults/classify-error.ts';
import { FetchFault } from './faults/fetch-fault.ts';

type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** More than this many codings on one body is no server's honest wish (RFC 9110, section 8.4 sets no limit). */
const MAX_CODINGS = 3;
const OUTPUT_CHUNK = 64 * 1024;

/** Other names ("utf-8", "compress" …) are passed over, as browsers do: what is packed by them is binary, and so no page. */
const KNOWN: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'], // RFC 9110, section 8.4.1.3
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);

/** A way to undo one coding, whole or as a stream. */
interface Decoder {
  readonly whole: (bytes: Uint8Array, options: { maxOutputLength: number; chunkSize: number }) => Buffer;
  readonly stream: (options: { chunkSize: number }) => Transform;
}

const GZIP: Decoder = { whole: zlib.gunzipSync, stream: zlib.createGunzip };
const ZLIB: Decoder = { whole: zlib.inflateSync, stream: zlib.createInflate };
const RAW_DEFLATE: Decoder = { whole: zlib.inflateRawSync, stream: zlib.createInflateRaw };
const BROTLI: Decoder = { whole: zlib.brotliDecompressSync, stream: zlib.createBrotliDecompress };
const ZSTD: Decoder = { whole: zlib.zstdDecompressSync, stream: zlib.createZstdDecompress };

/** The codings of a Content-Encoding header, in the order they are to be undone. Throws a `decode` fault. */
export function parseContentEncoding(header: string): Coding[] {
  const names = header.toLowerCase().split(',');
  const codings = names.flatMap(name => KNOWN.get(name.trim()) ?? []);
  if (codings.length > MAX_CODINGS) throw new FetchFault('decode', `More than ${MAX_CODINGS} content codings.`);
  return codings.reverse();
}

/** Undoes one coding of a short body in one call, which costs a fifth of a stream (0.04 ms for 23 KB). */
export function decodeWhole(coding: Coding, bytes: Uint8Array, maxBytes: number): Uint8Array {
  const decoder = bytes.length === 0 ? undefined : decoderOf(coding, bytes);
  if (!decoder) return bytes;
  try {
    // An output that is shorter than a chunk is a part of the whole chunk.
    return fitted(decoder.whole(bytes, { maxOutputLength: maxBytes, chunkSize: OUTPUT_CHUNK }));
  } catch (error) {
    return mended(coding, bytes, maxBytes, decodeFault(error, maxBytes));
  }
}

/** Throws `fault` where browsers would read nothing either. */
function mended(coding: Coding, bytes: Uint8Array, maxBytes: number, fault: FetchFault): Uint8Array {
  if (fault.reason !== 'decode') throw fault;
  try {
    const body = mendedBody(coding, bytes, maxBytes);
    if (body !== undefined) return fitted(body);
  } catch (error) {
    throw decodeFault(error, maxBytes);
  }
  throw fault;
}

/**
 * Undoes codings while the body arrives, so that a bomb is noticed at its first byte above `maxBytes` and never takes
 * more memory than that. `truncate` keeps what came until then instead of failing. A single faulty coding is mended where
 * browsers would; for that the encoded bytes are kept beside the stream, whose number the caller bounds.
 */
export async function decodeStream(
  codings: readonly Coding[],
  source: Readable,
  maxBytes: number,
  truncate: boolean,
): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  const decoded = new GatheredBytes(true);
  const [coding, ...further] = codings;
  const encoded = further.length === 0 ? new EncodedBytes(source) : undefined;
  try {
    for await (const chunk of codings.reduce<AsyncIterable<Uint8Array>>(undo, encoded ?? source)) {
      decoded.add(chunk);
      if (decoded.size <= maxBytes) continue;
      if (!truncate) throw tooLarge(maxBytes);
      return { bytes: decoded.take(maxBytes), truncated: true };
    }
  } catch (error) {
    decoded.clear();
    const fault = decodeFault(error, maxBytes);
    if (coding === undefined || encoded === undefined || fault.reason !== 'decode') throw fault;
    return { bytes: mended(coding, await encoded.whole(), maxBytes, fault), truncated: false };
  } finally {
    source.destroy();
  }
  return { bytes: decoded.take(), truncated: false };
}

/** The bytes of a source. They are kept, and are still available after a reader has given up. */
class EncodedBytes implements AsyncIterable<Uint8Array> {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #kept = new GatheredBytes(true);

  constructor(source: Readable) {
    this.#pieces = source.iterator({ destroyOnReturn: false });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let next = await this.#pieces.next(); !next.done; next = await this.#pieces.next()) {
      this.#kept.add(next.value);
      yield next.value;
    }
  }

  /** From the first byte to the last. */
  async whole(): Promise<Uint8Array> {
    for await (const _ of this);
    return this.#kept.take();
  }
}

async function* undo(source: AsyncIterable<Uint8Array>, coding: Coding): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const head = await readAtLeast(2, chunks);
  const decoder = head.length === 0 ? undefined : decoderOf(coding, head);
  const whole = prepend(head, chunks);
  if (!decoder) {
    yield* whole;
    return;
  }
  const transform = decoder.stream({ chunkSize: OUTPUT_CHUNK });
  const fed = pipeline(whole, transform);
  // A failure of the feed destroys `transform`, whose reader hears of it below.
  fed.catch(() => undefined);
  yield* transform;
}

async function readAtLeast(count: number, chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = Buffer.alloc(0);
  while (head.length < count) {
    const next = await chunks.next();
    if (next.done) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  return head;
}

async function* prepend(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** By the coding and the first two bytes; undefined if a body said to be gzip is plain, as some servers send. */
function decoderOf(coding: Coding, head: Uint8Array): Decoder | undefined {
  const [first = 0, second = 0] = head;
  switch (coding) {
    case 'gzip': // RFC 1952, section 2.3.1
      return first === 0x1f && second === 0x8b ? GZIP : undefined;
    case 'deflate': // "deflate" means zlib (RFC 9110, section 8.4.1.2), many send it bare
      return isZlib(head) ? ZLIB : RAW_DEFLATE;
    case 'br':
      return BROTLI;
    case 'zstd':
      return ZSTD;
  }
}

function decodeFault(error: unknown, maxBytes: number): FetchFault {
  if (error instanceof FetchFault) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if (errorCode(cause) === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
  return new FetchFault('decode', `${errorCode(cause)}: ${cause.message}`, { cause });
}

export function tooLarge(maxBytes: number): FetchFault {
  return new FetchFault('too-large', `The body is longer than ${maxBytes} bytes.`);
}
