import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { looksBinary } from '../../../shared/domain/html/sniff-binary.ts';

describe('a body sent as HTML', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.4\n')],
    ['a ZIP', Buffer.from('PK\x03\x04')],
    ['a GIF', Buffer.from('GIF89a')],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['gzip', Buffer.from([0x1f, 0x8b, 8])],
    ['a Windows program', Buffer.from('MZ\x90\0', 'latin1')],
    ['text with a NUL', Buffer.from('<p>x\0')],
  ])('is refused: %s', (_what, body) => {
    expect(looksBinary(body)).toBe(true);
  });

  it.each([
    ['HTML', Buffer.from('<p>x\x1b\t\r\n\f')],
    ['nothing', Buffer.alloc(0)],
    ['text that names a magic number later', Buffer.from(' %PDF-')],
    ['UTF-16 with a mark', Buffer.from('\uFEFF<p>', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('<p>text', 'utf16le')],
    ['a NUL beyond the first 1,445 bytes', Buffer.from(`${'x'.repeat(1445)}\0`)],
    ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8])],
  ])('is read: %s', (_what, body) => {
    expect(looksBinary(body)).toBe(false);
  });
});
