import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeStream, decodeWhole } from '../../../../shared/adapters/web/content-coding.ts';

/** One page that comes in one piece, and one that is streamed. */
const pages = [40, 40_000].map(count =>
  Buffer.from(`<!doctype html>${Array.from({ length: count }, (_, n) => `<p>${Math.sin(n)}</p>`).join('')}`),
);
const cache = Buffer.from('\n\n<!-- cache -->');
const most = 10_000_000;

function packed(pack: (bytes: Buffer) => Buffer, change: (bytes: Buffer) => Uint8Array) {
  return (page: Buffer) => change(pack(page));
}

/** The best quality takes seconds. */
const quickBrotli = (bytes: Buffer): Buffer =>
  zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } });

const asBrowsers: readonly (readonly [string, 'gzip' | 'deflate' | 'br' | 'zstd', (page: Buffer) => Uint8Array])[] = [
  ['gzip', 'gzip', packed(zlib.gzipSync, bytes => bytes)],
  ['gzip with text behind its end', 'gzip', packed(zlib.gzipSync, bytes => Buffer.concat([bytes, cache]))],
  ['gzip without its length', 'gzip', packed(zlib.gzipSync, bytes => bytes.subarray(0, -4))],
  ['gzip without its check bytes', 'gzip', packed(zlib.gzipSync, bytes => bytes.subarray(0, -8))],
  [
    'gzip with wrong check bytes',
    'gzip',
    packed(zlib.gzipSync, bytes => bytes.fill(1, bytes.length - 8, bytes.length - 4)),
  ],
  ['deflate without its check bytes', 'deflate', packed(zlib.deflateSync, bytes => bytes.subarray(0, -4))],
  ['deflate with wrong check bytes', 'deflate', packed(zlib.deflateSync, bytes => bytes.fill(1, bytes.length - 4))],
  ['bare deflate', 'deflate', packed(zlib.deflateRawSync, bytes => bytes)],
  ['text that is said to be gzip', 'gzip', page => page],
  ['text that is said to be deflate', 'deflate', page => page],
  ['text that is said to be br', 'br', page => page],
  ['text that is said to be zstd', 'zstd', page => page],
];

const faulty: readonly (readonly [string, 'gzip' | 'deflate' | 'br' | 'zstd', (page: Buffer) => Uint8Array])[] = [
  ['gzip whose data is cut', 'gzip', packed(zlib.gzipSync, bytes => bytes.subarray(0, -30))],
  ['deflate whose data is cut', 'deflate', packed(zlib.deflateSync, bytes => bytes.subarray(0, -30))],
  ['br that is cut', 'br', packed(quickBrotli, bytes => bytes.subarray(0, -10))],
  ['gzip that is said to be br', 'br', packed(zlib.gzipSync, bytes => bytes)],
];

function inPieces(bytes: Uint8Array): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, n) =>
    bytes.subarray(n * 16_384, (n + 1) * 16_384),
  );
  return Readable.from(pieces);
}

describe.each([
  ['in one piece', pages[0]!],
  ['as a stream', pages[1]!],
])('a body %s', (_, page) => {
  test.each(asBrowsers)('is read from %s', async (_, coding, make) => {
    const bytes = make(page);
    expect(Buffer.from(decodeWhole(coding, bytes, most)).equals(page)).toBe(true);
    const streamed = await decodeStream([coding], inPieces(bytes), most, false);
    expect([streamed.truncated, Buffer.from(streamed.bytes).equals(page)]).toEqual([false, true]);
  });

  test.each(faulty)('is refused: %s', async (_, coding, make) => {
    const bytes = make(page);
    expect(() => decodeWhole(coding, bytes, most)).toThrow(expect.objectContaining({ reason: 'decode' }));
    await expect(decodeStream([coding], inPieces(bytes), most, false)).rejects.toMatchObject({ reason: 'decode' });
  });
});

test('members behind each other are one body, and what follows them is passed over', () => {
  const [page] = pages;
  const bytes = Buffer.concat([zlib.gzipSync(page!), zlib.gzipSync(page!), cache]);
  expect(decodeWhole('gzip', bytes, most)).toHaveLength(2 * page!.length);
});

test('a faulty body is bounded as any other: by its size, and by the number of its members', async () => {
  const bomb = Buffer.concat([zlib.gzipSync(Buffer.alloc(2_000_000)), cache]);
  expect(() => decodeWhole('gzip', bomb, 1_000_000)).toThrow(expect.objectContaining({ reason: 'too-large' }));
  await expect(decodeStream(['gzip'], inPieces(bomb), 1_000_000, false)).rejects.toMatchObject({ reason: 'too-large' });
  const many = Buffer.concat([...Array(65)].map(() => zlib.gzipSync('x')).concat(cache));
  expect(decodeWhole('gzip', many, most)).toHaveLength(64);
});
