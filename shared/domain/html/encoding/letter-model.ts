import { inflateRawSync } from 'node:zlib';
import { encodingModel } from './encoding-model.ts';

/** The cost of each letter of a language after a given character: -ln of their share, in sixteenths. */
export interface LetterModel {
  readonly language: string;
  /** Whether ASCII letters are letters of the language. */
  readonly isLatin: boolean;
  /** The symbol (row or column number) of each small letter beyond ASCII. */
  readonly symbols: ReadonlyMap<string, number>;
  /**
   * `costs[context * columns + symbol]`; a context is a symbol or, in Latin script, `columns` + an ASCII letter (a =
   * 0).
   */
  readonly costs: Uint8Array;
  readonly columns: number;
}

/** Symbols that every language has: ASCII without letters, ASCII letters, other characters that are no letter. */
export const symbol = { ascii: 0, letter: 1, mark: 2, first: 3 } as const;

interface Head {
  readonly name: string;
  readonly script: 'latin' | 'other';
  readonly letters: string;
}

interface Models {
  /** Letter models by language. */
  readonly letters: ReadonlyMap<string, LetterModel>;
  /** For languages with thousands of characters: the characters, the most frequent first. */
  readonly characters: Readonly<Record<'ja' | 'ko' | 'zh-Hans' | 'zh-Hant', string>>;
}

let models: Models | undefined;

/** Unpacks the models at the first call; few crawls need them. */
export function encodingModels(): Models {
  models ??= unpacked();
  return models;
}

function unpacked(): Models {
  const bytes = inflateRawSync(Buffer.from(encodingModel, 'base64'));
  let at = 4 + bytes.readUInt32LE(0);
  const { letters: heads, characters } = JSON.parse(bytes.toString('utf8', 4, at)) as {
    readonly letters: readonly Head[];
    readonly characters: Models['characters'];
  };
  const read = heads.map(({ name, script, letters }): LetterModel => {
    const columns = symbol.first + letters.length;
    const size = columns * (columns + (script === 'latin' ? 26 : 0));
    const costs = bytes.subarray(at, at + size);
    at += size;
    const symbols = new Map([...letters].map((letter, index) => [letter, symbol.first + index]));
    return { language: name, isLatin: script === 'latin', symbols, costs, columns };
  });
  return { letters: new Map(read.map(model => [model.language, model])), characters };
}
