import { describe, expect, test } from 'vitest';
import { decodeRobots } from '../../../../shared/domain/robots/follow-robots.ts';

const limit = 500 * 1024;

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const littleEndian = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return bigEndian ? littleEndian.swap16() : littleEndian;
}

describe('decodeRobots', () => {
  test('reads UTF-8 with and without a byte order mark', () => {
    expect(decodeRobots(bytes('Disallow: /ツ'))).toBe('Disallow: /ツ');
    expect(decodeRobots(bytes('\uFEFFDisallow: /ツ'))).toBe('Disallow: /ツ');
  });

  test('reads UTF-16 where a byte order mark says so', () => {
    expect(decodeRobots(utf16('Disallow: /ツ', false))).toBe('Disallow: /ツ');
    expect(decodeRobots(utf16('Disallow: /ツ', true))).toBe('Disallow: /ツ');
  });

  test('keeps octets that are not UTF-8 as escapes, so that such a path still matches its address', () => {
    const windows1252 = Uint8Array.from([...bytes('Disallow: /caf'), 0xe9, ...bytes('/')]);
    expect(decodeRobots(windows1252)).toBe('Disallow: /caf%E9/');
    expect(decodeRobots(Uint8Array.from([0xef, 0xbb, 0xbf, ...windows1252]))).toBe('Disallow: /caf%E9/');
  });

  test.each([[0xef], [0xef, 0xbb]])(
    'passes over the beginning of a byte order mark, as google/robotstxt does',
    (...mark) => {
      expect(decodeRobots(Uint8Array.from([...mark, ...bytes('User-agent: *')]))).toBe('User-agent: *');
    },
  );

  test('uses the first 500 KiB and drops the line that the limit cuts', () => {
    const first = `Disallow: /${'a'.repeat(limit - 30)}\n`;
    expect(decodeRobots(bytes(`${first}Disallow: /private-but-cut-here\n`))).toBe(first);
    expect(decodeRobots(bytes('x'.repeat(10 * 1024 * 1024)))).toBe('');
  });

  test('keeps a file of exactly 500 KiB whole', () => {
    const text = 'x'.repeat(limit);
    expect(decodeRobots(bytes(text))).toBe(text);
  });

  test('drops the last line of a body that the fetcher cut, even in the middle of a character', () => {
    const cut = bytes('Disallow: /ツ\rDisallow: /ツ').subarray(0, -1);
    expect(decodeRobots(cut, true)).toBe('Disallow: /ツ\r');
  });
});
