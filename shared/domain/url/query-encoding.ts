import { textDecoderOf, type WholeDecoder } from '../html/encoding/text-decoder.ts';

/** Encodings of one byte a character (Encoding standard, section 9), as `TextDecoder.encoding` names them. */
const singleByte = /^(?:ibm866|iso-8859-|koi8-|macintosh|windows-|x-mac-cyrillic)/;

type Range = readonly [from: number, to: number];
/** The byte pairs that an encoder writes (Encoding standard, sections 10 to 14). */
interface Pairs {
  readonly first: readonly Range[];
  readonly second: Range;
  /** Characters that share the bytes of another character. */
  readonly like?: Readonly<Record<string, string>>;
  /** Characters with two pairs that use the last one; all others use the first. */
  readonly last?: string;
  /** Characters that are no pair, with their bytes. */
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
  gb18030: { first: [[0x81, 0xfe]], second: [0x40, 0xfe] },
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
 * "Encoding-parsing a URL"; URL standard, sections 1.3 and 4.4), everything else in UTF-8. The URL parser knows UTF-8
 * only, so this function percent-encodes the non-ASCII characters in the query of a raw link first.
 *
 * Undefined if there is nothing to do: UTF-8, UTF-16 (whose queries are UTF-8), an unknown label.
 */
export function createQueryEncoder(label: string): ((raw: string) => string) | undefined {
  const encoding = decoderFor(label)?.encoding;
  if (encoding === undefined) return undefined;
  if (encoding === 'iso-2022-jp') return raw => withQuery(raw, shifted);
  if (!(encoding in twoByte || singleByte.test(encoding))) return undefined;
  const escaped = (character: string) =>
    codesOf(encoding).get(character) ?? (encoding === 'gb18030' ? beyondBasicPlane(character) : reference(character));
  return raw => withQuery(raw, query => query.replace(/[^\0-\x7f]/gu, escaped));
}

function withQuery(raw: string, encode: (query: string) => string): string {
  return raw.replace(/^([^?#]*)(\?[^#]*)/, (_, head: string, query: string) => head + encode(query));
}

/** URL standard, section 1.3: characters missing in the encoding become character references. */
function reference(character: string): string {
  return `%26%23${character.toWellFormed().codePointAt(0)}%3B`;
}

/** Escape sequences that select the tables of ISO-2022-JP (Encoding standard, section 13.2). */
const shifts = { ascii: '%1B(B', roman: '%1B(J', kanji: '%1B$B' } as const;
/** Half-width marks have no compatible character in the table. */
const soundMarks: Readonly<Record<string, string>> = { '\uff9e': '\u309b', '\uff9f': '\u309c' };

/** A query in ISO-2022-JP (Encoding standard, section 13.2.2), which ends in ASCII. */
function shifted(query: string): string {
  let table: keyof typeof shifts = 'ascii';
  const into = (next: keyof typeof shifts, text: string): string => {
    const shift = next === table ? '' : shifts[next];
    table = next;
    return shift + text;
  };
  const written = Array.from(query, character => {
    if (character < '\x80') return into(table === 'roman' && !/[\\~]/.test(character) ? 'roman' : 'ascii', character);
    if (character in yen) return into('roman', character === '\u00a5' ? '\\' : '~');
    const full = /[\uff61-\uff9f]/.test(character) ? (soundMarks[character] ?? character.normalize('NFKC')) : character;
    const pair = /^%([A-F].)%([A-F].)$/.exec(codesOf('euc-jp').get(full) ?? '');
    if (pair === null) return into(table === 'roman' ? 'roman' : 'ascii', reference(character));
    return into(
      'kanji',
      pair
        .slice(1)
        .map(code => inQuery(Number.parseInt(code, 16) - 0x80))
        .join(''),
    );
  });
  return written.join('') + into('ascii', '');
}

/** A byte below 0x80 as http queries write it (URL standard, "special-query percent-encode set"). */
function inQuery(byte: number): string {
  const character = String.fromCharCode(byte);
  return /["#<>']/.test(character) ? `%${byte.toString(16).toUpperCase()}` : character;
}

/** A cache by encoding, of which there are some thirty: a crawl of many sites uses them again and again. */
const known = new Map<string, ReadonlyMap<string, string>>();

/** The query's spelling of each character beyond ASCII; made when the first such character comes. */
function codesOf(encoding: string): ReadonlyMap<string, string> {
  const made = known.get(encoding);
  if (made !== undefined) return made;
  const decoder = textDecoderOf(encoding);
  const pairs = twoByte[encoding];
  const codes = pairs === undefined ? readBytes(decoder) : readPairs(decoder, pairs);
  if (encoding === 'gb18030') readQuadruples(decoder, codes);
  known.set(encoding, codes);
  return codes;
}

function readBytes(decoder: WholeDecoder): Map<string, string> {
  const upperHalf = Array.from({ length: 128 }, (_, i) => 128 + i);
  const characters = upperHalf.map(byte => [decoder.decode(Uint8Array.of(byte)), written([byte])] as const);
  return new Map(characters.filter(([character]) => character !== '\ufffd'));
}

function readPairs(
  decoder: WholeDecoder,
  { first, second, like = {}, last = '', other = {} }: Pairs,
): Map<string, string> {
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

/** Characters of the basic plane that GB18030 writes in four bytes. */
const quadruples = 39_420;
/** Number of the first character beyond the basic plane (Encoding standard, section 11.2.2). */
const firstBeyond = 189_000;

function readQuadruples(decoder: WholeDecoder, codes: Map<string, string>): void {
  const bytes = Array.from({ length: quadruples }, (_, i) => [...quadruple(i), LINE_FEED]);
  for (const [i, line] of decoder.decode(Uint8Array.from(bytes.flat())).split('\n').entries())
    if (beyondAscii.test(line) && !codes.has(line)) codes.set(line, written(quadruple(i)));
}

function quadruple(pointer: number): readonly number[] {
  const [first, second] = [Math.trunc(pointer / 12_600), Math.trunc(pointer / 1_260) % 10];
  return [0x81 + first, 0x30 + second, 0x81 + (Math.trunc(pointer / 10) % 126), 0x30 + (pointer % 10)];
}

function beyondBasicPlane(character: string): string {
  const code = character.codePointAt(0)!;
  return code < 0x10000 ? reference(character) : written(quadruple(code - 0x10000 + firstBeyond));
}

/** Decodes all pairs with the same first byte at once, one line for each pair. */
function readRow(decoder: WholeDecoder, first: number, [from, to]: Range): (readonly [string, string])[] {
  const seconds = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const lines = decoder.decode(Uint8Array.from(seconds.flatMap(second => [first, second, LINE_FEED]))).split('\n');
  return seconds.flatMap((second, i) =>
    oneCharacter.test(lines[i]!) ? [[lines[i]!, written([first, second])] as const] : [],
  );
}

const LINE_FEED = 10;
const oneCharacter = /^[^\0-\x9f\ufffd]$/u;
const beyondAscii = /^[^\0-\x7f\ufffd]$/u;

function decoderFor(label: string) {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Bytes of letters and marks stay unescaped (URL standard, section 1.3, "percent-encode after encoding"). */
function written(bytes: readonly number[]): string {
  return bytes.map(byte => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`)).join('');
}
