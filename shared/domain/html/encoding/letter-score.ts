/**
 * The cost of bytes as text of a language in a single-byte encoding: the sum over all byte pairs with at least one byte
 * beyond ASCII. Pairs are counted once, so trying many encodings is cheap. Costs are in sixteenths of e, as in the
 * model.
 */
import { encodingModels, type LetterModel, symbol } from './letter-model.ts';

export interface BytePairs {
  /** Each pair once, as first * 256 + second. */
  readonly pairs: Uint16Array;
  /** How often each pair of `pairs` occurs. */
  readonly counts: Uint32Array;
  readonly total: number;
}

/** A space counts as the byte before the first one. */
export function countPairs(bytes: Uint8Array): BytePairs {
  const all = new Uint32Array(65_536);
  const seen: number[] = [];
  let total = 0;
  let before = 32;
  for (const byte of bytes) {
    const pair = before * 256 + byte;
    before = byte;
    if ((pair & 0x8080) === 0) continue;
    if (all[pair] === 0) seen.push(pair);
    all[pair]! += 1;
    total += 1;
  }
  return { pairs: Uint16Array.from(seen), counts: Uint32Array.from(seen, pair => all[pair]!), total };
}

export function letterCost(encoding: string, language: string, { pairs, counts }: BytePairs): number {
  const model = encodingModels().letters.get(language)!;
  const table = tableOf(encoding, model);
  let cost = 0;
  for (let i = 0; i < pairs.length; i += 1) cost += counts[i]! * pairCost(pairs[i]!, table, model);
  return cost;
}

const unit = 16;
/** Costs of a letter of another language, of a sign that texts do not have, and of a byte that is no character. */
const [strange, odd, impossible] = [8 * unit, 10 * unit, 14 * unit];
/** Cost of a letter of another script right behind an ASCII letter. */
const mixed = 4 * unit;
/**
 * Costs of a small letter and of a capital: behind a character that is no letter, behind a small letter, behind a
 * capital.
 */
const caseCosts: readonly (readonly [small: number, capital: number])[] = [
  [0.25 * unit, 1.5 * unit],
  [0, 4.5 * unit],
  [0.9 * unit, 0.5 * unit],
];
/** Signs that texts of all languages have. */
const usualMarks = '\u00a0«»“”„‘’–—…•·№§©®°€¿¡';
const markCost = 2 * unit;
/** Signs that some texts have. */
const rarerSigns = '\u00ad¢£¥±×÷²³¹½¼¾µ´¨¸ªº‹›†‡™‰−';
const signCost = 9 * unit;

/** The meaning of each byte in one encoding and language. */
interface ByteTable {
  /** Symbol of each byte in the model; -1 if the language does not have the character. */
  readonly symbols: Int16Array;
  /** The context that each byte is for the next byte. */
  readonly contexts: Uint16Array;
  /** The cost of each byte by itself. */
  readonly own: Uint16Array;
  /** 0: a letter without case or no letter, 1: small, 2: capital. */
  readonly cases: Uint8Array;
}

function pairCost(pair: number, { symbols, contexts, own, cases }: ByteTable, model: LetterModel): number {
  const before = pair >> 8;
  const byte = pair & 255;
  const letter = symbols[byte]!;
  if (letter < 0) return own[byte]!;
  const caseCost = cases[byte] === 0 ? 0 : caseCosts[cases[before]!]![cases[byte]! - 1]!;
  const isMixed = !model.isLatin && letter >= symbol.first && symbols[before] === symbol.letter;
  return model.costs[contexts[before]! * model.columns + letter]! + own[byte]! + caseCost + (isMixed ? mixed : 0);
}

const tables = new Map<string, ByteTable>();

/** The cache is small: one table for each pair of encoding and language. */
function tableOf(encoding: string, model: LetterModel): ByteTable {
  const key = `${encoding} ${model.language}`;
  const table = tables.get(key) ?? makeTable(encoding, model);
  tables.set(key, table);
  return table;
}

function makeTable(encoding: string, model: LetterModel): ByteTable {
  const table: ByteTable = {
    symbols: new Int16Array(256),
    contexts: new Uint16Array(256),
    own: new Uint16Array(256),
    cases: new Uint8Array(256),
  };
  const decoder = new TextDecoder(encoding);
  for (let byte = 0; byte < 256; byte += 1) {
    const character = decoder.decode(Uint8Array.of(byte));
    const lower = character.toLowerCase();
    const small = lower.length === 1 ? lower : character;
    const isLatinLetter = byte < 128 && /[a-z]/.test(small);
    const number = byte < 128 ? (isLatinLetter ? symbol.letter : symbol.ascii) : symbolOf(small, model);
    table.symbols[byte] = number;
    table.own[byte] = byte < 128 ? 0 : ownCost(small, number);
    const context = number < 0 ? symbol.mark : number;
    table.contexts[byte] = isLatinLetter && model.isLatin ? model.columns + small.charCodeAt(0) - 97 : context;
    table.cases[byte] =
      (byte < 128 && !model.isLatin) || small === small.toUpperCase() ? 0 : small === character ? 1 : 2;
  }
  return table;
}

function symbolOf(small: string, { symbols }: LetterModel): number {
  return symbols.get(small) ?? (usualMarks.includes(small) ? symbol.mark : -1);
}

function ownCost(small: string, number: number): number {
  if (number >= 0) return number === symbol.mark ? markCost : 0;
  if (small === '\ufffd' || /\p{Cc}/u.test(small)) return impossible;
  if (rarerSigns.includes(small)) return signCost;
  return /[\p{L}\p{M}]/u.test(small) ? strange : odd;
}
