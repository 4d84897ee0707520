import { analyse } from 'chardet';
import { encodingOfLabel } from './encoding-label.ts';

const SAMPLE_BYTES = 65_536;
/** Below it chardet guesses. */
const MIN_CONFIDENCE = 40;
/** `koi8-u` has all letters of `koi8-r`, so it is named only where it reads more. */
const CYRILLIC = ['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const;

/** Letters of Russian text per 10,000 (Russian National Corpus), а to я. */
const FREQUENCIES = [
  801, 159, 454, 170, 298, 849, 94, 165, 735, 121, 349, 440, 321, 670, 1097, 281, 473, 547, 626, 262, 26, 97, 48, 144,
  73, 36, 4, 190, 174, 32, 64, 201,
];
/** What Ukrainian and Belarusian have beside them. */
const OTHER_LETTERS: readonly (readonly [letter: string, per10000: number])[] = [
  ['ё', 849],
  ['і', 500],
  ['ї', 60],
  ['є', 60],
  ['ў', 80],
  ['ґ', 2],
];
/** Logarithm of a letter's share, by its small form. */
const LOGS = new Map([
  ...FREQUENCIES.map((count, index) => [String.fromCharCode(0x430 + index), Math.log(count / 10_000)] as const),
  ...OTHER_LETTERS.map(([letter, count]) => [letter, Math.log(count / 10_000)] as const),
]);
/** What Cyrillic text has beside letters. */
const PUNCTUATION = new Set('«»“”„’–—…№§©®•\u00a0');
const PUNCTUATION_LOG = -4;
/** Neither, or a capital after a small letter: as rare as two rare letters. */
const ODD = -8;
/** Russian text has -2.9 on average; other scripts read as Cyrillic stay below -4. */
const MIN_MEAN = -3.6;
/** Enough where nothing is odd and nothing else is likely: few letters, or rare ones. */
const MIN_PLAIN_MEAN = -4.8;

interface Reading {
  readonly encoding: string;
  /** Mean logarithm of the likelihood of its characters. */
  readonly mean: number;
  /** Nothing in it is odd, but for a few abbreviations. */
  readonly isPlain: boolean;
}

/** The encoding of non-ASCII bytes that are not UTF-8 and that nobody declared; undefined where nothing is likely. */
export function detectEncoding(body: Uint8Array): string | undefined {
  const sample = body.subarray(0, SAMPLE_BYTES);
  const cyrillic = readCyrillic(sample);
  if (cyrillic !== undefined && cyrillic.mean > MIN_MEAN) return cyrillic.encoding;
  const other = detectOther(sample);
  if (other !== undefined || cyrillic === undefined) return other;
  return cyrillic.isPlain && cyrillic.mean > MIN_PLAIN_MEAN ? cyrillic.encoding : undefined;
}

/** The likeliest reading. Our own, because chardet takes short Cyrillic text for something else. */
function readCyrillic(sample: Uint8Array): Reading | undefined {
  const words = wordsOf(sample);
  if (words.length === 0) return undefined;
  let best: Reading | undefined;
  for (const encoding of CYRILLIC) {
    const reading = readAs(encoding, words);
    if (reading !== undefined && (best === undefined || reading.mean > best.mean)) best = reading;
  }
  return best;
}

/** Runs of two and more bytes from 0x80 on, each after a space: in Latin text they are beside ASCII letters. */
function wordsOf(sample: Uint8Array): Uint8Array {
  const words = new Uint8Array(sample.length * 2);
  let used = 0;
  let highBytes = 0;
  for (let i = 0; i < sample.length; ) {
    const start = i;
    while (i < sample.length && sample[i]! >= 0x80) i += 1;
    highBytes += i - start;
    if (i - start >= 2 && !isAsciiLetter(sample[start - 1]) && !isAsciiLetter(sample[i])) {
      words[used] = 0x20;
      words.set(sample.subarray(start, i), used + 1);
      used += i - start + 1;
    }
    i += 1;
  }
  return used > highBytes / 2 ? words.subarray(0, used) : words.subarray(0, 0);
}

function isAsciiLetter(byte = 0): boolean {
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** Undefined where fewer than two letters are told apart: dashes in a row are no word. */
function readAs(encoding: string, bytes: Uint8Array): Reading | undefined {
  const text = new TextDecoder(encoding).decode(bytes).trim();
  if ([...new Set(text.toLowerCase())].filter(letter => LOGS.has(letter)).length < 2) return undefined;
  const words = text.split(' ');
  let sum = 0;
  let count = 0;
  let odd = 0;
  let isPlain = true;
  for (const word of words) {
    const logs = logsOf(word);
    for (const log of logs) sum += log;
    count += logs.length;
    if (!logs.includes(ODD)) continue;
    odd += 1;
    isPlain &&= isAbbreviation(word);
  }
  return { encoding, mean: sum / count, isPlain: isPlain && odd <= Math.max(1, words.length / 4) };
}

function logsOf(word: string): number[] {
  const small = word.toLowerCase();
  let afterSmall = false;
  return Array.from(small, (letter, index) => {
    const log = LOGS.get(letter);
    const isCapital = word[index] !== letter;
    const isMisplaced = isCapital && afterSmall;
    afterSmall = log !== undefined && !isCapital;
    if (log === undefined) return PUNCTUATION.has(letter) ? PUNCTUATION_LOG : ODD;
    return isMisplaced ? ODD : log;
  });
}

/** Like СПбГУ: from capital to capital, and most between are capitals too. */
function isAbbreviation(word: string): boolean {
  const small = word.toLowerCase();
  const isCapital = Array.from(word, (letter, index) => letter !== small[index]);
  const capitals = isCapital.filter(Boolean).length;
  const isKnown = Array.from(small).every(letter => LOGS.has(letter));
  return isKnown && isCapital[0] === true && isCapital.at(-1) === true && capitals > word.length / 2;
}

function detectOther(sample: Uint8Array): string | undefined {
  const [best] = analyse(sample);
  if (!best || best.confidence < MIN_CONFIDENCE) return undefined;
  const encoding = encodingOfLabel(best.name);
  // What is valid UTF-8 was not asked about.
  return encoding === 'utf-8' ? undefined : encoding;
}
