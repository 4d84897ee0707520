import { encodingModels } from './letter-model.ts';

/** An encoding with two bytes for each character. */
export interface CharacterEncoding {
  readonly encoding: string;
  readonly language: 'ja' | 'ko' | 'zh-Hans' | 'zh-Hant';
  /** First bytes of the characters that the country's standard calls common; all others are rare. */
  readonly common: readonly [first: number, last: number];
}

export const characterEncodings: readonly CharacterEncoding[] = [
  { encoding: 'shift_jis', language: 'ja', common: [0x88, 0x98] },
  { encoding: 'euc-jp', language: 'ja', common: [0xb0, 0xcf] },
  { encoding: 'gb18030', language: 'zh-Hans', common: [0xb0, 0xd7] },
  { encoding: 'big5', language: 'zh-Hant', common: [0xa4, 0xc6] },
  { encoding: 'euc-kr', language: 'ko', common: [0xb0, 0xc8] },
];

/** Costs in sixteenths of e, as those of letters. */
const unit = 16;
/** Cost of bytes that are no character. */
const impossible = 20 * unit;
/** Costs of a common character beyond the frequent ones, of a rare character, and of a character of another script. */
const [common, rare, odd] = [9 * unit, 11.5 * unit, 12 * unit];
/** Cost of full-width punctuation. */
const mark = 4.5 * unit;
/** Cost of a change between such characters and ASCII. */
const change = unit;
const marks = '　、。〈〉《》「」『』【】・！（），．：；？～“”‘’…—·';
const ofTheseScripts = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]/u;

const knownCosts = new Map<string, Map<string, number>>();

/** The cost of bytes as text in an encoding, in sixteenths of e; characters of ASCII cost nothing. */
export function characterCost(bytes: Uint8Array, encoding: CharacterEncoding): number {
  const costs = costsOf(encoding);
  let cost = 0;
  let wasAscii = true;
  // The last character may be cut.
  for (const character of new TextDecoder(encoding.encoding).decode(bytes, { stream: true })) {
    const isAscii = character < '\x80';
    if (isAscii !== wasAscii) cost += change;
    wasAscii = isAscii;
    if (!isAscii) cost += costs.get(character) ?? otherCost(character);
  }
  return cost;
}

function otherCost(character: string): number {
  if (character === '\ufffd') return impossible;
  return ofTheseScripts.test(character) ? rare : odd;
}

/** The n-th frequent character makes up about 1 / 8 (n + 12) of a text. */
function costsOf(encoding: CharacterEncoding): ReadonlyMap<string, number> {
  const known = knownCosts.get(encoding.encoding);
  if (known !== undefined) return known;
  const costs = new Map(commonCharacters(encoding).map(character => [character, common]));
  for (const [index, character] of [...encodingModels().characters[encoding.language]].entries())
    costs.set(character, Math.min(common, Math.log(8 * (index + 12)) * unit));
  for (const character of marks) costs.set(character, mark);
  knownCosts.set(encoding.encoding, costs);
  return costs;
}

function commonCharacters({ encoding, common: [first, last] }: CharacterEncoding): string[] {
  const decoder = new TextDecoder(encoding);
  const found: string[] = [];
  for (let lead = first; lead <= last; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (ofTheseScripts.test(text) && [...text].length === 1) found.push(text);
    }
  }
  return found;
}
