/** The data of the package eld; the package declares types of its detector only. */
declare module '*/eld/src/ngrams/extrasmall.js' {
  export const ngramsData: {
    /** ISO 639-1 by the number of a language. */
    readonly languages: Readonly<Record<string, string>>;
    /** The weight of a language by its number, for each piece of a word. */
    readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
}
declare module '*/eld/src/avgScore.js' {
  export const avgScore: Readonly<Record<string, number>>;
}
declare module '*/eld/src/dictionary.js' {
  /** A character for each byte. */
  export const dictionary: readonly string[];
}
declare module '*/eld/src/regexPatterns.js' {
  export const separators: RegExp;
}
