import { scramble } from '../word-hash.ts';
import { startsWithName } from './tag-names.ts';
import { TextSignature } from './text-signature.ts';

/** Classes of a byte: neither letter nor digit, a part of a word, and bytes whose meaning depends on the next bytes. */
const WORD = 1;
const REFERENCE = 2;
const LEAD_C2 = 3;
const LEAD_E2 = 4;
const LESS = 5;
const SEMICOLON = 59;
/** No name of a character reference is longer. A lone `&` is no word. */
const longestReference = 32;
/** U+00A0, U+00AB, U+00B7, U+00BB: second bytes of UTF-8 behind C2. */
const apart = new Set([0xa0, 0xab, 0xb7, 0xbb]);

const classes = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  const isWord = byte >= 128 || /[0-9A-Za-z]/.test(String.fromCharCode(byte));
  classes[byte] = isWord ? WORD : 0;
}
classes[38] = REFERENCE;
classes[60] = LESS;
classes[0xc2] = LEAD_C2;
classes[0xe2] = LEAD_E2;

/** Hash of a word without a letter. */
const noLetters = 0x2545f491;
/** A random number for each byte; a capital ASCII letter has that of its small one. */
const lettersOf = Int32Array.from({ length: 256 }, (_, byte) =>
  scramble((byte >= 65 && byte <= 90 ? byte + 32 : byte) + 1),
);

/**
 * A hash by cyclic polynomials (J. Cohen, 1997): a rotation and an exclusive or for each byte, because this runs for every letter.
 */
const withLetter = (hash: number, byte: number): number => ((hash << 7) | (hash >>> 25)) ^ lettersOf[byte]!;

/**
 * Counts words of a page's text by its bytes: runs of letters and digits, where each byte from 0x80 on counts as a
 * letter except for spaces, dashes and quotation marks in UTF-8. A character reference neither begins nor ends a word,
 * except a no-break space, which ends it. Tags of inline elements do not end words, other tags do (`part`). Text
 * without spaces (Chinese) is one word up to the next ASCII mark. Reads each byte once.
 */
export class WordCounter {
  count = 0;
  /** 1: the last byte was a part of a word. */
  private last = 0;
  private readonly signature = new TextSignature();
  private isSigning = false;
  /** Hash of the current word, while words are signed. */
  private hash = noLetters;

  /** `isSigning`: whether the words of the next text go into the signature, too. */
  reset(isSigning = false): void {
    this.count = 0;
    this.last = 0;
    this.hash = noLetters;
    this.isSigning = isSigning;
    if (isSigning) this.signature.reset();
  }

  part(): void {
    if (this.isSigning && this.last === 1) this.endWord();
    this.last = 0;
  }

  /**
   * The signature of the text, which is nearly the same for nearly the same texts. Undefined without a word, and if
   * nothing was signed.
   */
  signed(): Uint8Array | undefined {
    this.part();
    return this.isSigning ? this.signature.bytes() : undefined;
  }

  /** Counts the words from `from` to the next `<`. Returns the offset of the `<`, or -1 if the page ends before. */
  textEnd(page: Uint8Array, from: number): number {
    if (this.isSigning) return this.signedEnd(page, from);
    const { length } = page;
    let { count, last } = this;
    let i = from;
    for (;;) {
      // Four bytes a round without a branch, because this loop reads every text.
      for (; i + 4 <= length; i += 4) {
        const first = classes[page[i]!]!;
        const second = classes[page[i + 1]!]!;
        const third = classes[page[i + 2]!]!;
        const fourth = classes[page[i + 3]!]!;
        if ((first | second | third | fourth) > WORD) break;
        count += (first & ~last) + (second & ~first) + (third & ~second) + (fourth & ~third);
        last = fourth;
      }
      let kind = 0;
      for (; i < length; i += 1) {
        kind = classes[page[i]!]!;
        if (kind > WORD) break;
        count += kind & ~last;
        last = kind;
      }
      if (i >= length || kind === LESS) break;
      if (kind === REFERENCE) {
        const semicolon = referenceEnd(page, i + 1);
        if (semicolon < 0 || isSpaceReference(page, i + 1)) last = 0;
        if (semicolon >= 0) i = semicolon;
      } else {
        const next = page[i + 1]!;
        const parts = kind === LEAD_C2 ? apart.has(next) : next === 0x80 || next === 0x81;
        if (!parts) count += last ^ 1;
        last = parts ? 0 : 1;
        if (parts) i += kind === LEAD_C2 ? 1 : 2;
      }
      i += 1;
    }
    this.last = last;
    this.count = count;
    return i < length ? i : -1;
  }

  /** Like `textEnd`, and signs the words. */
  private signedEnd(page: Uint8Array, from: number): number {
    const { length } = page;
    let { count, last, hash } = this;
    let i = from;
    for (; i < length; i += 1) {
      const byte = page[i]!;
      const kind = classes[byte]!;
      if (kind === WORD) {
        count += last ^ 1;
        last = 1;
        hash = withLetter(hash, byte);
        continue;
      }
      if (kind === LESS) break;
      let parts = true;
      if (kind === REFERENCE) {
        const semicolon = referenceEnd(page, i + 1);
        parts = semicolon < 0 || isSpaceReference(page, i + 1);
        // Within a word the letters of the reference's name count as letters of the word.
        if (!parts && last === 1) for (let at = i; at < semicolon; at += 1) hash = withLetter(hash, page[at]!);
        if (semicolon >= 0) i = semicolon;
      } else if (kind !== 0) {
        const next = page[i + 1]!;
        parts = kind === LEAD_C2 ? apart.has(next) : next === 0x80 || next === 0x81;
        if (parts) i += kind === LEAD_C2 ? 1 : 2;
        else {
          count += last ^ 1;
          last = 1;
          hash = withLetter(hash, byte);
        }
      }
      if (!parts) continue;
      if (last === 1) {
        this.signature.addWord(hash);
        hash = noLetters;
      }
      last = 0;
    }
    this.last = last;
    this.count = count;
    this.hash = hash;
    return i < length ? i : -1;
  }

  private endWord(): void {
    this.signature.addWord(this.hash);
    this.hash = noLetters;
  }
}

/** Offset of the semicolon that ends a reference; -1 if there is none. */
function referenceEnd(page: Uint8Array, from: number): number {
  const last = Math.min(page.length, from + longestReference);
  for (let i = from; i < last; i += 1) {
    const code = page[i]!;
    if (code === SEMICOLON) return i;
    if (classes[code] !== WORD && code !== NUMBER_SIGN) return -1;
  }
  return -1;
}

const NUMBER_SIGN = 35;
const N = 110;

/** `&nbsp;`, `&#160;`, `&#xa0;`. */
function isSpaceReference(page: Uint8Array, start: number): boolean {
  const first = page[start]!;
  if (first === N) return startsWithName(page, start, 'nbsp;');
  return first === NUMBER_SIGN && (startsWithName(page, start, '#160;') || startsWithName(page, start, '#xa0;'));
}
