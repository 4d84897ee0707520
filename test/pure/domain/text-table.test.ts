import { describe, expect, test } from 'vitest';
import { ByteStore } from '../../../shared/domain/byte-store.ts';
import { PackedReader, PackedWriter } from '../../../shared/domain/packed-bytes.ts';
import { TextTable } from '../../../shared/domain/text-table.ts';

const texts = [
  '',
  'http://example.org/',
  'http://example.org/ä',
  'Заголовок',
  '😀',
  '\ud800',
  '\udc00',
  'x'.repeat(63),
  'x'.repeat(64),
  'x'.repeat(8_191),
  'x'.repeat(8_192),
  'ю'.repeat(70_000),
];

describe('a table of texts', () => {
  test('gives each text a number, and the text back, whatever code units it has', () => {
    const table = new TextTable();
    expect(texts.map(text => table.add(text))).toEqual([...texts.keys()]);
    expect(texts.map(text => table.add(text))).toEqual([...texts.keys()]);
    expect(texts.map(text => table.find(text))).toEqual([...texts.keys()]);
    expect([...table]).toEqual(texts);
    expect([table.size, table.find('http://example.org/a')]).toEqual([texts.length, -1]);
  });

  test('keeps 100,000 texts apart', () => {
    const table = new TextTable();
    const many = Array.from({ length: 100_000 }, (_, i) => `https://example.org/page-${(i * 7919) % 100_000}`);
    for (const text of many) table.add(text);
    expect(table.size).toBe(many.length);
    for (const [number, text] of many.entries()) if (table.find(text) !== number) expect.unreachable(text);
  });

  test('compares texts as strings are compared', () => {
    const table = new TextTable();
    const numbers = texts.map(text => table.add(text));
    const sorted = numbers.toSorted((a, b) => table.compare(a, b)).map(number => table.at(number));
    expect(sorted).toEqual(texts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    expect(table.compare(3, 3)).toBe(0);
  });
});

describe('packed bytes', () => {
  test('give numbers, texts and digits back', () => {
    const counts = [0, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER];
    const out = new PackedWriter();
    for (const count of counts) out.uint(count);
    for (const text of texts) out.text(text);
    out.hex('00ff7f');
    out.uint(5);
    const from = new PackedReader(out.bytes, 0);
    expect(counts.map(() => from.uint())).toEqual(counts);
    expect(texts.map(() => from.text())).toEqual(texts);
    expect([from.hex(3), from.uint(), from.at]).toEqual(['00ff7f', 5, out.length]);
  });

  test('are found again among those of many megabytes, until they are given back', () => {
    const store = new ByteStore();
    const sizes = Array.from({ length: 6_000 }, (_, i) => (i % 97 === 0 ? 2_000_000 + i : 20_000 + i));
    const bytes = new Uint8Array(3_000_000);
    const positions = sizes.map((size, i) => {
      bytes.fill(i % 251, 0, size);
      return store.add(bytes, size);
    });
    const isThere = (i: number): boolean => {
      const [block, start] = [store.blockOf(positions[i]!), store.offsetOf(positions[i]!)];
      return block[start] === i % 251 && block[start + sizes[i]! - 1] === i % 251;
    };
    expect(sizes.findIndex((_, i) => !isThere(i))).toBe(-1);
    for (const first of [500, 5_500]) {
      store.freeBefore(positions[first]!);
      expect(sizes.findIndex((_, i) => i >= first && !isThere(i))).toBe(-1);
    }
    expect([3, 400, 2_000].map(i => store.blockOf(positions[i]!).length)).toEqual([0, 0, 0]);
  });

  test('of a few megabytes are kept', () => {
    const store = new ByteStore();
    const bytes = new Uint8Array(500_000);
    const positions = Array.from({ length: 10 }, () => store.add(bytes, bytes.length));
    store.freeBefore(positions[9]!);
    expect(store.blockOf(positions[0]!).length).toBeGreaterThan(0);
  });
});
