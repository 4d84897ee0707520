import { utf16Pattern } from './utf16-pattern.ts';

/** The standard's resource header (MIME Sniffing, 5.2). */
const HEADER_BYTES = 1445;

/** First bytes of what servers send as text/html by mistake (MIME Sniffing, 6 and 7.1, and executables). */
const MAGIC: readonly Uint8Array[] = [
  ['%PDF-'],
  ['%!PS-Adobe-'],
  ['PK', 3, 4],
  ['GIF87a'],
  ['GIF89a'],
  [0x89, 'PNG', 13, 10, 26, 10],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b, 8],
  ['Rar!', 26, 7],
  ['7z', 0xbc, 0xaf, 0x27, 0x1c],
  ['BZh'],
  [0xfd, '7zXZ', 0],
  ['MZ', 0x90, 0],
  [0x7f, 'ELF'],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
  ['wOFF'],
  ['wOF2'],
  ['ID3'],
  ['OggS', 0],
].map(bytesOf);

const LESS_THAN = 60;

/** Whether a body sent as HTML is no text at all: a known file type, or binary data bytes (MIME Sniffing, 7.2). */
export function looksBinary(body: Uint8Array): boolean {
  if (body[0] !== LESS_THAN && MAGIC.some(magic => startsWith(body, magic))) return true;
  if (startsWith(body, UTF16_BE) || startsWith(body, UTF16_LE) || utf16Pattern(body) !== undefined) return false;
  const end = Math.min(body.length, HEADER_BYTES);
  for (let i = 0; i < end; i += 1) if (isBinaryDataByte(body[i]!)) return true;
  return false;
}

const UTF16_BE = bytesOf([0xfe, 0xff]);
const UTF16_LE = bytesOf([0xff, 0xfe]);

/** MIME Sniffing, 3: all controls but tab, line feed, form feed, carriage return and escape. */
function isBinaryDataByte(byte: number): boolean {
  return byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);
}

function startsWith(body: Uint8Array, magic: Uint8Array): boolean {
  return body.length >= magic.length && magic.every((byte, i) => body[i] === byte);
}

function bytesOf(parts: ReadonlyArray<string | number>): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? [...part].map(c => c.charCodeAt(0)) : part)),
  );
}
