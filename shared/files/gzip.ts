import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** RFC 1952, section 2.3: deflate, no flags, no time, no extra flags, unknown operating system. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/**
 * One gzip member around the blocks. The gzip header is written here, because the header of Node names the operating
 * system. Equal input gives equal bytes in every run of a Node build; a build with a different zlib may compress
 * differently.
 */
export async function* gzip(blocks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const sum = { crc: 0, size: 0 };
  const deflate = createDeflateRaw({ level: 6, chunkSize: 1 << 18 });
  const source = Readable.from(summed(blocks, sum), { objectMode: false, highWaterMark: 1 });
  source.on('error', error => deflate.destroy(error));
  yield header;
  for await (const piece of source.pipe(deflate)) yield piece as Uint8Array;
  yield trailer(sum);
}

interface Sum {
  crc: number;
  size: number;
}

function* summed(blocks: Iterable<Uint8Array>, sum: Sum): Generator<Uint8Array, void> {
  for (const block of blocks) {
    sum.crc = crc32(block, sum.crc);
    sum.size += block.length;
    yield block;
  }
}

/** CRC-32 and size modulo 2^32, least significant byte first. */
function trailer({ crc, size }: Sum): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc, 0);
  bytes.writeUInt32LE(size % 2 ** 32, 4);
  return bytes;
}
