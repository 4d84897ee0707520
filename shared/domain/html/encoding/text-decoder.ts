const FIRST = 0x81;
const LAST = 0xfe;
const LEADS = LAST - FIRST + 1;
const SECOND = 0x41;
const SECONDS = LAST - SECOND + 1;
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const REPLACEMENT = 0xfffd;
const LINE_FEED = 10;

export interface WholeDecoder {
  decode(bytes: Uint8Array): string;
}

/**
 * Decodes whole texts; malformed bytes become U+FFFD. `encoding` is any name of the Encoding standard except
 * `replacement`.
 */
export function textDecoderOf(encoding: string): WholeDecoder {
  return encoding === 'euc-kr' ? eucKr : new TextDecoder(encoding);
}

/**
 * EUC-KR of the Encoding standard (section 14.1), which has all 11,172 syllables of Hangul. The platform's decoder has
 * only the 2,350 of KS X 1001, and reads the second byte of each other syllable as a Latin letter.
 */
const eucKr: WholeDecoder = {
  decode(bytes: Uint8Array): string {
    const table = unitsByPair();
    const units = new Uint16Array(bytes.length);
    let end = 0;
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i]!;
      let unit = byte;
      if (byte >= 0x80) {
        const second = bytes[i + 1] ?? 0;
        const isPair = byte >= FIRST && byte <= LAST && second >= SECOND && second <= LAST;
        unit = (isPair && table[(byte - FIRST) * SECONDS + second - SECOND]) || REPLACEMENT;
        // In an invalid pair an ASCII character is kept.
        if (unit !== REPLACEMENT || (byte >= FIRST && byte <= LAST && second >= 0x80)) i += 1;
      }
      units[end] = unit;
      end += 1;
    }
    return Buffer.from(units.buffer, 0, 2 * end).toString('utf16le');
  },
};

let made: Uint16Array | undefined;

/** The UTF-16 unit of each pair of bytes; 0 for invalid pairs. */
function unitsByPair(): Uint16Array {
  made ??= addSyllables(readTable());
  return made;
}

/** The rows of KS X 1001, read from the platform's decoder. */
function readTable(): Uint16Array {
  const table = new Uint16Array(LEADS * SECONDS);
  const decoder = new TextDecoder('euc-kr');
  for (let lead = 0xa1; lead <= LAST; lead += 1) {
    const pairs = Array.from({ length: 94 }, (_, i) => [lead, 0xa1 + i, LINE_FEED]).flat();
    for (const [i, text] of decoder.decode(Uint8Array.from(pairs)).split('\n').slice(0, 94).entries()) {
      const unit = text.length === 1 ? text.charCodeAt(0) : REPLACEMENT;
      if (!isNone(unit)) table[(lead - FIRST) * SECONDS + 0xa1 + i - SECOND] = unit;
    }
  }
  table[(0xa2 - FIRST) * SECONDS + 0xe6 - SECOND] = 0x20ac;
  table[(0xa2 - FIRST) * SECONDS + 0xe7 - SECOND] = 0xae;
  return table;
}

/** The platform has private characters in two rows that are empty in the standard. */
function isNone(unit: number): boolean {
  return unit === REPLACEMENT || (unit >= 0xe000 && unit <= 0xf8ff);
}

/** The other syllables fill the free codes of KS X 1001 in the order of Unicode. */
function addSyllables(table: Uint16Array): Uint16Array {
  const known = new Set(table);
  let syllable = FIRST_SYLLABLE;
  for (let lead = FIRST; lead <= LAST; lead += 1) {
    for (let second = SECOND; second <= (lead < 0xa1 ? LAST : 0xa0); second += 1) {
      if ((second > 0x5a && second < 0x61) || (second > 0x7a && second < 0x81)) continue;
      while (known.has(syllable)) syllable += 1;
      if (syllable > LAST_SYLLABLE) return table;
      table[(lead - FIRST) * SECONDS + second - SECOND] = syllable;
      syllable += 1;
    }
  }
  return table;
}
