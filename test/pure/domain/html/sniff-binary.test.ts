import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { looksBinary } from '../../../../shared/domain/html/encoding/sniff-binary.ts';

const allControls = Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)).join('');

describe('a body sent as HTML', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.4\n')],
    ['a ZIP', Buffer.from('PK\x03\x04')],
    ['a GIF', Buffer.from('GIF89a')],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['gzip', Buffer.from([0x1f, 0x8b, 8])],
    ['a Windows program', Buffer.from('MZ\x90\0', 'latin1')],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4])],
    ['WebM', Buffer.from([0x1a, 0x45, 0xdf, 0xa3])],
    ['text with a NUL', Buffer.from('x\0 <p>')],
    ['a NUL as the last of the first 1,445 bytes', Buffer.from(`${'x'.repeat(1444)}\0`)],
  ])('is refused: %s', (_what, body) => {
    expect(looksBinary(body)).toBe(true);
  });

  it.each([
    ['HTML', Buffer.from('<p>x\x1b\t\r\n\f')],
    ['HTML with a control character in its text', Buffer.from('<p>Caf\x01e</p><a href="/x">x</a>')],
    ['HTML behind control characters', Buffer.from('\x02\x03<p>x')],
    ['HTML with every control character but NUL', Buffer.from(`<p>${allControls}`)],
    ['HTML with a NUL in its text', Buffer.from('<p>x\0')],
    ['HTML behind a NUL', Buffer.from('\0<!doctype html><p>x')],
    ['a document behind text with a NUL', Buffer.from('x\0<html lang=en>')],
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
