import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBlocks } from '../../../shared/files/byte-blocks.ts';
import { draws } from '../draws.ts';

describe('ByteBlocks', () => {
  it('writes any 32-bit integer in decimal digits', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.nat({ max: 2 ** 32 - 1 }),
            fc.integer({ min: 0, max: 10 }).map(n => 10 ** n % 2 ** 32),
          ),
        ),
        numbers => {
          const out = new ByteBlocks();
          for (const number of numbers) {
            out.uint(number);
            out.utf8(' ');
          }
          expect(Buffer.concat(out.rest()).toString()).toBe(numbers.map(number => `${number} `).join(''));
        },
      ),
    );
  });

  it('gives back what was put in, in order, across blocks', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('x'.repeat(70), 'я'.repeat(400_000), 'z'.repeat(1_500_000)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 12 }), pieces => {
        const out = new ByteBlocks();
        const blocks: Uint8Array[] = [];
        for (const [text, asBytes] of pieces) {
          if (asBytes) out.bytes(Buffer.from(text));
          else out.utf8(text);
          blocks.push(...out.full());
        }
        blocks.push(...out.rest());
        const expected = Buffer.from(pieces.map(([text]) => text).join(''));
        expect(Buffer.concat(blocks).equals(expected)).toBe(true);
      }),
      { numRuns: draws(40) },
    );
  });

  it('never touches a block again that it handed out', () => {
    const out = new ByteBlocks();
    const taken: { block: Uint8Array; copy: Buffer }[] = [];
    for (let i = 0; i < 600_000; i++) {
      out.uint(i);
      for (const block of out.full()) taken.push({ block, copy: Buffer.from(block) });
    }
    expect(taken.length).toBe(5);
    for (const { block, copy } of taken) expect(copy.equals(block)).toBe(true);
  });

  it('hands out few blocks, from 16 KiB to about a megabyte, however small the pieces are', () => {
    const out = new ByteBlocks();
    const sizes: number[] = [];
    for (let i = 0; i < 500_000; i++) {
      out.utf8('0123456789');
      for (const block of out.full()) sizes.push(block.length);
    }
    expect(sizes.slice(0, 3).map(size => Math.ceil(size / 1024))).toEqual([16, 64, 256]);
    expect(sizes.length).toBe(7);
    for (const size of sizes.slice(3)) expect(size).toBeGreaterThan(1_000_000);
  });
});
