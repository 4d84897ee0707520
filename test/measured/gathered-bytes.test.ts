import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted, GatheredBytes, gatherBytes, releaseJoined } from '../../shared/domain/gathered-bytes.ts';
import { liveBytes } from './small-heap.ts';

const pieces = fc.array(fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ maxLength: 9000 })));

describe('gathered bytes', () => {
  it('are the pieces one after the other, or the first of them', () => {
    fc.assert(
      fc.property(pieces, fc.nat(20_000), (given, most) => {
        const whole = Buffer.concat(given);
        const gathered = new GatheredBytes();
        for (const half of [most, whole.length]) {
          for (const piece of given) gathered.add(piece);
          expect(gathered.size).toBe(whole.length);
          expect(whole.subarray(0, half).equals(gathered.take(half))).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['one byte', 1_500_000, 1],
    ['one byte, each alone in a packet of a socket', 1_500, 1, 65_536],
    ['a packet of Ethernet', 3_000, 1460],
    ['a part of what a socket reads', 600, 8192, 65_536],
    ['what a socket reads', 100, 65_536],
    ['more than a block', 3, 3_000_000],
  ])(
    'take at most 2.5 times their number, also while they are joined: pieces of %s',
    (_what, count, length, around = length) => {
      const bytes = count * length;
      const before = liveBytes();
      const gathered = new GatheredBytes();
      for (let i = 0; i < count; i += 1) gathered.add(Buffer.allocUnsafeSlow(around).subarray(0, length));
      const held = liveBytes() - before;
      const taken = gathered.take();
      // Joining needs the pieces and as much again.
      expect(held + taken.buffer.byteLength).toBeLessThan(2.5 * bytes + 100_000);
      expect([taken.byteLength, taken.buffer.byteLength]).toEqual([bytes, bytes]);
    },
  );

  it('of one piece are that piece, unless it keeps much more in memory', () => {
    const memory = new Uint8Array(1000);
    const [large, small] = [memory.subarray(0, 500), memory.subarray(0, 499)];
    const gathered = new GatheredBytes();
    for (const piece of [large, small]) {
      gathered.add(piece);
      const taken = gathered.take();
      expect(taken).toEqual(fitted(piece));
      expect(taken.buffer.byteLength).toBe(piece === large ? 1000 : 499);
    }
  });
});

describe('memory of bytes', () => {
  it('is given back where they were joined, once', () => {
    const gathered = new GatheredBytes();
    for (const piece of ['a', 'b']) gathered.add(Buffer.from(piece));
    const joined = gathered.take();
    for (const _ of [1, 2]) {
      releaseJoined(joined);
      expect([joined.byteLength, joined.buffer.byteLength]).toEqual([0, 0]);
    }
  });

  it('is left alone where others may use it', () => {
    const piece = new Uint8Array(1000);
    const gathered = new GatheredBytes();
    gathered.add(piece);
    for (const bytes of [gathered.take(), piece, Buffer.from('x')]) {
      releaseJoined(bytes);
      expect(bytes.byteLength).toBeGreaterThan(0);
    }
  });

  it('of the blocks goes while they are joined, where that is asked for', () => {
    const bytes = 40 << 20;
    const gathered = new GatheredBytes(true);
    for (let i = 0; i < bytes; i += 1 << 20) gathered.add(new Uint8Array(1 << 20));
    const before = process.memoryUsage().arrayBuffers;
    const taken = gathered.take();
    expect(taken).toHaveLength(bytes);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(bytes / 4);
  });
});

describe('the bytes of a stream', () => {
  it('are those of its pieces; no stream has none', async () => {
    expect(Buffer.from(await gatherBytes(streamOf(['a', 'bc', '', 'd']))).toString()).toBe('abcd');
    expect(await gatherBytes(null)).toHaveLength(0);
  });

  it('are left where there are too many', async () => {
    let left = false;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(100);
      } finally {
        left = true;
      }
    };
    expect((await gatherBytes(endless(), 1000)).byteLength).toBeGreaterThan(1000);
    expect(left).toBe(true);
  });
});

async function* streamOf(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
