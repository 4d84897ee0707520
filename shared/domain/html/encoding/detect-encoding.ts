import { characterCost, characterEncodings } from './character-score.ts';
import families from './encoding-families.json' with { type: 'json' };
import { type BytePairs, countPairs, letterCost } from './letter-score.ts';

const SAMPLE_BYTES = 65_536;
/** Cost for each byte pair, in sixteenths of e. Bytes above it are text in no known language. */
const MOST_PER_PAIR = 80;
/** Least number of UTF-8 characters for each faulty byte in a page that counts as UTF-8 with faults. */
const UTF8_CHARACTERS_PER_FAULT = 5;

/** Encodings with one byte for each character, how rare they are (in sixteenths of e), and their languages. */
type Family = readonly [
  languages: readonly string[],
  encodings: readonly (readonly [encoding: string, rarity: number])[],
];
const FAMILIES: readonly Family[] = families.map(({ languages, encodings }) => [languages, Object.entries(encodings)]);
/** Hebrew pages of the 1990s store each line from its end ("visual order"). */
const VISUAL_HEBREW = { encoding: 'iso-8859-8', language: 'he', rarity: 48 };
const CHARACTER_RARITY = 32;

interface Guess {
  readonly encoding: string;
  /** The cost of the bytes as text in this encoding, plus the rarity of the encoding. */
  readonly cost: number;
}

/**
 * The encoding of undeclared non-ASCII bytes other than UTF-8: the one in which they are the likeliest text of one of
 * its languages. Undefined if no encoding is likely. Reads 64 KB from the first byte that is not ASCII; the time does
 * not depend on the text.
 */
export function detectEncoding(body: Uint8Array): string | undefined {
  const first = Math.max(0, body.findIndex(byte => byte >= 0x80) - 1);
  const sample = body.subarray(first, first + SAMPLE_BYTES);
  if (isFaultyUtf8(sample)) return 'utf-8';
  const pairs = countPairs(sample);
  const guesses = [...letterGuesses(pairs), visualHebrew(sample), ...characterGuesses(sample)];
  const best = guesses.reduce((least, guess) => (guess.cost < least.cost ? guess : least));
  return best.cost <= MOST_PER_PAIR * (pairs.total + 1) ? best.encoding : undefined;
}

function* letterGuesses(pairs: BytePairs): Iterable<Guess> {
  for (const [languages, encodings] of FAMILIES) {
    for (const [encoding, rarity] of encodings) {
      for (const language of languages) yield { encoding, cost: rarity + letterCost(encoding, language, pairs) };
    }
  }
}

function visualHebrew(sample: Uint8Array): Guess {
  const { encoding, language, rarity } = VISUAL_HEBREW;
  return { encoding, cost: rarity + letterCost(encoding, language, countPairs(sample.toReversed())) };
}

function characterGuesses(sample: Uint8Array): Guess[] {
  return characterEncodings.map(each => ({
    encoding: each.encoding,
    cost: CHARACTER_RARITY + characterCost(sample, each),
  }));
}

/**
 * Text in another encoding is hardly ever valid UTF-8 by chance. UTF-8 with a cut character or a stray byte is common.
 */
function isFaultyUtf8(sample: Uint8Array): boolean {
  let characters = 0;
  let faults = 0;
  for (const character of new TextDecoder().decode(sample, { stream: true })) {
    if (character === '\ufffd') faults += 1;
    else if (character >= '\x80') characters += 1;
  }
  return characters >= UTF8_CHARACTERS_PER_FAULT * Math.max(1, faults);
}
