import { createHash } from 'node:crypto';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../servers/adverse-behaviours.ts';
import { type AdverseServer, startAdverseServer } from '../servers/adverse-server.ts';
import type { FetchedInThread } from './fetching-thread.ts';
import { inSmallHeap } from './small-heap.ts';

/** The memory of a fetch beside its bodies: sockets, decoders with their windows. */
const mostBesides = 8_000_000;
const pageBytes = 400_000;
/** Of what is kept of it. */
const robotsBytes = 500 * 1024;

let server: AdverseServer | undefined;
afterEach(async () => await server?.close());

// A piece of one byte costs some 120 bytes where it is kept: 1.6 MB of bodies would take 190 MB, and the heap has 48.
describe('bodies in chunks of one byte', { timeout: 170_000 }, () => {
  it.each([
    ['as they are', '', (body: Buffer) => body],
    ['gzip', 'gzip', (body: Buffer) => zlib.gzipSync(body)],
    [
      'br',
      'br',
      (body: Buffer) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
    ['deflate', 'deflate', (body: Buffer) => zlib.deflateRawSync(body)],
    ['zstd', 'zstd', (body: Buffer) => zlib.zstdCompressSync(body)],
    ['gzip in zstd', 'gzip, zstd', (body: Buffer) => zlib.zstdCompressSync(zlib.gzipSync(body))],
    ['gzip, flushed behind every few bytes', 'gzip', (body: Buffer) => flushedOften(body)],
  ])('cost at most 2.5 times their bytes, four at once: %s', async (_what, coding, encode) => {
    const bodies = [1, 2, 3, 4].map(n => noise(pageBytes, n));
    const { bodies: fetched, peakBytes } = await fetchAll(bodies.map(encode), coding, 'page');
    expect(fetched).toEqual(bodies.map(digest));
    expect(peakBytes).toBeLessThan(2.5 * 4 * pageBytes + mostBesides);
  });

  it.each([
    ['as they are', '', (body: Buffer) => body],
    ['gzip', 'gzip', (body: Buffer) => zlib.gzipSync(body)],
  ])('cost no more as a robots.txt, of which 500 KiB are kept: %s', async (_what, coding, encode) => {
    const bodies = [1, 2, 3, 4].map(n => noise(600_000, n));
    const { bodies: fetched, peakBytes } = await fetchAll(bodies.map(encode), coding, 'robots');
    expect(fetched).toEqual(bodies.map(body => digest(body.subarray(0, robotsBytes))));
    expect(peakBytes).toBeLessThan(2.5 * 4 * robotsBytes + mostBesides);
  });
});

async function fetchAll(sent: readonly Buffer[], coding: string, purpose: 'page' | 'robots'): Promise<FetchedInThread> {
  const more = Object.fromEntries(sent.map((bytes, n) => [`/${n}`, inTinyChunks(bytes, coding)]));
  server = await startAdverseServer({ more });
  const urls = Object.keys(more).map(path => `${server?.origin}${path}`);
  return await inSmallHeap(new URL('./fetching-thread.ts', import.meta.url), 48, { urls, purpose });
}

function inTinyChunks(bytes: Buffer, coding: string): Behaviour {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${coding}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunks = Buffer.alloc(bytes.length * 6, '1\r\n_\r\n');
  for (const [at, byte] of bytes.entries()) chunks[at * 6 + 3] = byte;
  return socket => socket.write(Buffer.concat([Buffer.from(head), chunks, Buffer.from('0\r\n\r\n')]));
}

/** Each flush ends a block of the coding, so that a decoder may give its few bytes out at once (RFC 1951, 3.2.4). */
function flushedOften(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 500)
    pieces.push(zlib.deflateRawSync(body.subarray(at, at + 500), { finishFlush: zlib.constants.Z_SYNC_FLUSH }));
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(zlib.crc32(body), 0);
  trailer.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, ...pieces, zlib.deflateRawSync(Buffer.alloc(0)), trailer]);
}

/** Half of it compresses, half does not. */
function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length, `text ${seed} `);
  let state = seed;
  for (let i = 0; i < length; i += 2) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
