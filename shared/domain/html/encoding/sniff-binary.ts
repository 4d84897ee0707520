/** The standard's resource header (MIME Sniffing, 5.2). */
const HEADER_BYTES = 1445;

/** First bytes of file types that servers send as text/html by mistake (MIME Sniffing, 6 and 7.1, and executables). */
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
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x1f, 0x9d],
  [0x1a, 0x45, 0xdf, 0xa3],
].map(bytesOf);

const LESS_THAN = 60;
/** A tag at the beginning, or a tag that only documents have. */
const DOCUMENT = /^[\s\0]*<[a-z!/]|<(?:!doctype\s+html|html|head|body|title|meta)[\s\0>]/i;
const UTF16_SAMPLE_BYTES = 1024;

/**
 * Whether a body sent as HTML is no text at all: It begins like a known file type, or has a NUL byte near its beginning
 * and no tag of a document there. (Browsers show a document with NUL bytes, and read it without them.) Other control
 * characters do not count, although MIME Sniffing (7.2) counts them: browsers apply that section to `text/plain` only,
 * and real pages hold stray control characters.
 */
export function looksBinary(body: Uint8Array): boolean {
  if (body[0] !== LESS_THAN && MAGIC.some(magic => startsWith(body, magic))) return true;
  if (startsWith(body, UTF16_BE) || startsWith(body, UTF16_LE) || utf16Pattern(body) !== undefined) return false;
  const head = body.subarray(0, HEADER_BYTES);
  return head.includes(0) && !DOCUMENT.test(Buffer.from(head).toString('latin1'));
}

const UTF16_BE = bytesOf([0xfe, 0xff]);
const UTF16_LE = bytesOf([0xff, 0xfe]);

function startsWith(body: Uint8Array, magic: Uint8Array): boolean {
  return body.length >= magic.length && magic.every((byte, i) => body[i] === byte);
}

function bytesOf(parts: ReadonlyArray<string | number>): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? [...part].map(c => c.charCodeAt(0)) : part)),
  );
}

const XML_LE = bytesOf(['<', 0, '?', 0, 'x', 0]);
const XML_BE = bytesOf([0, '<', 0, '?', 0, 'x']);

/**
 * Detects UTF-16 without a byte order mark by an XML declaration (HTML standard, 13.2.3.2 "prescan a byte stream", step
 * 3), or by the zero bytes of ASCII characters: in most pairs the first byte is zero, or in most pairs the second.
 */
export function utf16Pattern(body: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(body, XML_LE)) return 'utf-16le';
  if (startsWith(body, XML_BE)) return 'utf-16be';
  const pairs = Math.min(body.length, UTF16_SAMPLE_BYTES) >> 1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs; i += 1) {
    if (body[2 * i] === 0) even += 1;
    if (body[2 * i + 1] === 0) odd += 1;
  }
  if (pairs === 0) return undefined;
  if (even === 0 && odd > pairs * 0.4) return 'utf-16le';
  if (odd === 0 && even > pairs * 0.4) return 'utf-16be';
  return undefined;
}
