import { textDecoderOf, type WholeDecoder } from '../html/encoding/text-decoder.ts';

/** Encodings of one byte a character (Encoding standard, section 9), as `TextDecoder.encoding` names them. */
const singleByte = /^(?:ibm866|iso-8859-|koi8-|macintosh|windows-|x-mac-cyrillic)/;

type Range = readonly [from: number, to: number];
/** The pairs of bytes that the encoder of an encoding writes (Encoding standard, sections 10 to 14). */
interface Pairs {
  readonly first: readonly Range[];
  readonly second: Range;
  /** Characters that are written as another is. */
  readonly like?: Readonly<Record<string, string>>;
  /** Characters of two pairs that are written by the last; all others are written by the first. */
  readonly last?: string;
  /** Characters with bytes of another kind. */
  readonly other?: Readonly<Record<string, readonly number[]>>;
}
const yen = { '\u00a5': [0x5c], '\u203e': [0x7e] };
const halfWidth = (...before: readonly number[]): Pairs['other'] =>
  Object.fromEntries(
    Array.from({ length: 63 }, (_, i) => [String.fromCharCode(0xff61 + i), [...before, 0xa1 + i]] as const),
  );
const twoByte: Readonly<Record<string, Pairs>> = {
  big5: { first: [[0xa1, 0xfe]], second: [0x40, 0xfe], last: '\u2550\u255e\u2561\u256a\u5341\u5345' },
  'euc-jp': {
    ...{ first: [[0xa1, 0xfe]], second: [0xa1, 0xfe], like: { '\u2212': '\uff0d' } },
    other: { ...yen, ...halfWidth(0x8e) },
  },
  'euc-kr': { first: [[0x81, 0xfe]], second: [0x41, 0xfe] },
  gbk: { first: [[0x81, 0xfe]], second: [0x40, 0xfe], other: { '\u20ac': [0x80] } },
  shift_jis: {
    ...{ second: [0x40, 0xfc], like: { '\u2212': '\uff0d' }, other: { ...yen, ...halfWidth() } },
    first: [
      [0x81, 0x9f],
      [0xe0, 0xec],
      [0xfa, 0xfc],
    ],
  },
};

/**
 * On a page that is not in UTF-8 browsers write the query of a link in the page's encoding (HTML standard, section
 * "Encoding-parsing a URL"; URL standard, sections 1.3 and 4.4), everything else in UTF-8. The function does so ahead
 * of the parser, which knows UTF-8 only: in the query of a raw link it percent-encodes what is not ASCII.
 *
 * Undefined where there is nothing to do: UTF-8, UTF-16 (whose queries are UTF-8), an unknown label. ISO-2022-JP, which shifts
 * between tables, and GB18030, which has characters of four bytes, are left to UTF-8, which differs from browsers.
 */
export function createQueryEncoder(label: string): ((raw: string) => string) | undefined {
  const encoding = decoderFor(label)?.encoding;
  if (encoding === undefined || !(encoding in twoByte || singleByte.test(encoding))) return undefined;
  // URL standard, section 1.3: what the encoding does not have is written as a character reference
  const escaped = (character: string) =>
    codesOf(encoding).get(character) ?? `%26%23${character.toWellFormed().codePointAt(0)}%3B`;
  return raw => raw.replace(/^[^?#]*\?[^#]*/, head => encodedQuery(head, escaped));
}

function encodedQuery(head: string, escaped: (character: string) => string): string {
  const start = head.indexOf('?');
  return head.slice(0, start) + head.slice(start).replace(/[^\0-\x7f]/gu, escaped);
}

/** By the names of encodings, which are some thirty: a crawl of many sites requests them again and again. */
const known = new Map<string, ReadonlyMap<string, string>>();

/** What is written in a query for each character beyond ASCII; made when the first such character comes. */
function codesOf(encoding: string): ReadonlyMap<string, string> {
  const made = known.get(encoding);
  if (made !== undefined) return made;
  const decoder = textDecoderOf(encoding);
  const pairs = twoByte[encoding];
  const codes = pairs === undefined ? readBytes(decoder) : readPairs(decoder, pairs);
  known.set(encoding, codes);
  return codes;
}

function readBytes(decoder: WholeDecoder): ReadonlyMap<string, string> {
  const upperHalf = Array.from({ length: 128 }, (_, i) => 128 + i);
  const characters = upperHalf.map(byte => [decoder.decode(Uint8Array.of(byte)), written([byte])] as const);
  return new Map(characters.filter(([character]) => character !== '\ufffd'));
}

function readPairs(decoder: WholeDecoder, { first, second, like = {}, last = '', other = {} }: Pairs) {
  const codes = new Map<string, string>();
  for (const [from, to] of first) {
    for (let byte = from; byte <= to; byte += 1) {
      for (const [character, pair] of readRow(decoder, byte, second))
        if (!codes.has(character) || last.includes(character)) codes.set(character, pair);
    }
  }
  for (const [character, same] of Object.entries(like)) codes.set(character, codes.get(same)!);
  for (const [character, bytes] of Object.entries(other)) codes.set(character, written(bytes));
  return codes;
}

/** A line for each pair: the decoder runs once for all pairs with the same first byte. */
function readRow(decoder: WholeDecoder, first: number, [from, to]: Range): (readonly [string, string])[] {
  const seconds = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const lines = decoder.decode(Uint8Array.from(seconds.flatMap(second => [first, second, LINE_FEED]))).split('\n');
  return seconds.flatMap((second, i) =>
    oneCharacter.test(lines[i]!) ? [[lines[i]!, written([first, second])] as const] : [],
  );
}

const LINE_FEED = 10;
const oneCharacter = /^[^\0-\x9f\ufffd]$/u;

function decoderFor(label: string) {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Bytes of letters and marks stay what they are (URL standard, section 1.3, "percent-encode after encoding"). */
function written(bytes: readonly number[]): string {
  return bytes.map(byte => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`)).join('');
}
