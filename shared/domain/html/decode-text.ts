import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { detectEncoding } from './encoding/detect-encoding.ts';
import { headerCharset } from './encoding/header-charset.ts';
import { utf16Pattern } from './encoding/sniff-binary.ts';
import { textDecoderOf, type WholeDecoder } from './encoding/text-decoder.ts';
import { metaCharset } from './meta-charset.ts';

export interface Sniffed {
  /** Lower-case name of the Encoding Standard. */
  readonly encoding: string;
  readonly source: 'bom' | 'header' | 'meta' | 'detected' | 'default';
}

const NOT_ASCII_COMPATIBLE = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp', 'replacement']);
/** ESC $ B and ESC $ @. */
const JIS_ESCAPES = ['\x1b$B', '\x1b$@'];
const NON_ASCII = /[\x80-\xff]/;
/**
 * Nearly all references are among these. The table of the other 2,226 is unpacked when a page has the first of them.
 */
const COMMON: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
const COMMON_REFERENCE = /&(amp|lt|gt|quot|nbsp);/g;
const OTHER_REFERENCE = /&(?!(?:amp|lt|gt|quot|nbsp);)/;
const decoders = new Map<string, WholeDecoder>();

/**
 * The encoding of a page (HTML standard, 13.2.3.2): byte order mark, then header, then markup; a declaration counts
 * even if it is wrong. Undeclared text is UTF-8 if it is valid UTF-8, else guessed, else windows-1252.
 */
export function sniffEncoding({ body, contentType }: { body: Uint8Array; contentType: string }): Sniffed {
  const bom = byteOrderMark(body);
  if (bom !== undefined) return { encoding: bom, source: 'bom' };
  const declared = headerCharset(contentType);
  if (declared !== undefined) return { encoding: endianness(declared, body), source: 'header' };
  const inMarkup = metaCharset(body);
  if (inMarkup !== undefined) return { encoding: inMarkup, source: 'meta' };
  const detected = detectUndeclared(body);
  return detected === undefined
    ? { encoding: 'windows-1252', source: 'default' }
    : { encoding: detected, source: 'detected' };
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : undefined;
}

/** The label `utf-16` means little-endian, but some servers send big-endian text with it. */
function endianness(encoding: string, body: Uint8Array): string {
  return encoding === 'utf-16le' && utf16Pattern(body) === 'utf-16be' ? 'utf-16be' : encoding;
}

function detectUndeclared(body: Uint8Array): string | undefined {
  const utf16 = utf16Pattern(body);
  if (utf16 !== undefined) return utf16;
  if (isAscii(body)) return isIso2022Jp(body) ? 'iso-2022-jp' : undefined;
  return isUtf8(body) ? 'utf-8' : detectEncoding(body);
}

/** Whether the page has escapes to JIS X 0208 and decodes without a fault (Encoding Standard, 12.2). */
function isIso2022Jp(body: Uint8Array): boolean {
  if (!JIS_ESCAPES.some(code => Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(code)))
    return false;
  return !decoderOf('iso-2022-jp').decode(body).includes('\ufffd');
}

export interface Scannable {
  readonly bytes: Uint8Array;
  /** The encoding of `bytes`. */
  readonly encoding: string;
  /** That of the page as it was sent: browsers write queries of links in it. */
  readonly sentIn: string;
}

/**
 * The page in an encoding whose ASCII bytes are ASCII characters, as the scanner needs it: UTF-16, ISO-2022-JP and the
 * replacement encoding are turned into UTF-8, other pages stay as they are.
 */
export function toScannable(body: Uint8Array, encoding: string): Scannable {
  if (!NOT_ASCII_COMPATIBLE.has(encoding)) return { bytes: body, encoding, sentIn: encoding };
  const text = encoding === 'replacement' ? '\uFFFD' : decoderOf(encoding).decode(body);
  return { bytes: Buffer.from(text, 'utf8'), encoding: 'utf-8', sentIn: encoding };
}

/** The text of bytes given as their latin1 view, in the encoding of a `Scannable`; malformed ones become U+FFFD. */
export function decodeLatin1(latin1: string, encoding: string): string {
  if (!NON_ASCII.test(latin1)) return latin1;
  return decoderOf(encoding).decode(Buffer.from(latin1, 'latin1'));
}

function decoderOf(encoding: string): WholeDecoder {
  let decoder = decoders.get(encoding);
  if (!decoder) {
    decoder = textDecoderOf(encoding);
    decoders.set(encoding, decoder);
  }
  return decoder;
}

/**
 * The text of a page as people read it. Bytes that contradict the declared encoding count: UTF-8 under a single-byte label (files
 * that were saved again), and other bytes under the label UTF-8 (old pages of new servers).
 */
export function pageText(page: { body: Uint8Array; contentType: string }): string {
  const { body } = page;
  const scannable = toScannable(body, believedEncoding(body, sniffEncoding(page)));
  return decoderOf(scannable.encoding).decode(scannable.bytes);
}

function believedEncoding(body: Uint8Array, { encoding, source }: Sniffed): string {
  if (source === 'bom' || NOT_ASCII_COMPATIBLE.has(encoding) || isAscii(body)) return encoding;
  if (isUtf8(body)) return 'utf-8';
  return encoding === 'utf-8' ? (detectEncoding(body) ?? encoding) : encoding;
}

/**
 * Resolves character references (HTML standard, 13.2.5.72 to 13.2.5.80). In an attribute, a named one without its
 * semicolon stays text where `=`, a letter or a digit follows.
 */
export function decodeEntities(text: string, { attribute }: { attribute: boolean }): string {
  if (!text.includes('&')) return text;
  if (!OTHER_REFERENCE.test(text)) return text.replace(COMMON_REFERENCE, (_, name: string) => COMMON[name]!);
  return attribute ? decodeHTMLAttribute(text) : decodeHTML(text);
}

const reference = /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/gi;

/** Resolves the references that end in a semicolon (XML 1.0, 4.1), by the names of HTML. */
export function decodeReferences(text: string): string {
  return text.replace(reference, found => decodeEntities(found, { attribute: true }));
}
