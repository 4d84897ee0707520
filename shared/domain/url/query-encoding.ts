/** Encodings of one byte a character (Encoding standard, section 9), as `TextDecoder.encoding` names them. */
const singleByte = /^(?:ibm866|iso-8859-|koi8-|macintosh|windows-|x-mac-cyrillic)/;

/**
 * On a page that is not in UTF-8 browsers write the query of a link in the page's encoding (HTML standard, section
 * "Encoding-parsing a URL"; URL standard, sections 1.3 and 4.4), everything else in UTF-8. The function does so ahead
 * of the parser, which knows UTF-8 only: in the query of a raw link it percent-encodes what is not ASCII.
 *
 * Undefined where there is nothing to do: UTF-8, UTF-16 (whose queries are UTF-8), an unknown label. The encodings of
 * several bytes a character (Shift_JIS, GBK …) are left to UTF-8 too, which differs from browsers.
 */
export function createQueryEncoder(label: string): ((raw: string) => string) | undefined {
  const bytes = bytesByCharacter(label);
  if (bytes === undefined) return undefined;
  const escaped = (character: string) => {
    const byte = bytes.get(character);
    // URL standard, section 1.3: what the encoding does not have is written as a character reference
    return byte === undefined ? `%26%23${character.toWellFormed().codePointAt(0)}%3B` : hex(byte);
  };
  return raw => raw.replace(/^[^?#]*\?[^#]*/, head => encodedQuery(head, escaped));
}

function encodedQuery(head: string, escaped: (character: string) => string): string {
  const start = head.indexOf('?');
  return head.slice(0, start) + head.slice(start).replace(/[^\0-\x7f]/gu, escaped);
}

/** By the names of encodings, which are some thirty; a crawl of many sites asks for them again and again. */
const known = new Map<string, ReadonlyMap<string, number>>();

function bytesByCharacter(label: string): ReadonlyMap<string, number> | undefined {
  const decoder = decoderFor(label);
  if (decoder === undefined || !singleByte.test(decoder.encoding)) return undefined;
  const bytes = known.get(decoder.encoding) ?? readBytes(decoder);
  known.set(decoder.encoding, bytes);
  return bytes;
}

function readBytes(decoder: TextDecoder): ReadonlyMap<string, number> {
  const upperHalf = Array.from({ length: 128 }, (_, i) => 128 + i);
  const characters = upperHalf.map(byte => [decoder.decode(Uint8Array.of(byte)), byte] as const);
  return new Map(characters.filter(([character]) => character !== '\ufffd'));
}

function decoderFor(label: string) {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function hex(byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`;
}
