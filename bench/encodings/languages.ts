/** Languages that were written in encodings of one byte a character, and where their texts are. */
export interface ModelLanguage {
  /** Of the model; that of the locale in the CLDR where it has one. */
  readonly name: string;
  /** File of the declaration, without `.html`. */
  readonly declaration: string;
  readonly script: 'latin' | 'other';
}

const latin: Readonly<Record<string, string>> = {
  ...{ fr: 'fra', de: 'deu_1996', es: 'spa', pt: 'por_PT', it: 'ita', nl: 'nld', sv: 'swe', da: 'dan', nb: 'nob' },
  ...{ fi: 'fin', is: 'isl', ca: 'cat', ga: 'gle', tr: 'tur', vi: 'vie', sq: 'als' },
  ...{
    cs: 'ces',
    pl: 'pol',
    sk: 'slk',
    hu: 'hun',
    ro: 'ron_2006',
    hr: 'hrv',
    sl: 'slv',
    et: 'est',
    lv: 'lav',
    lt: 'lit',
  },
};
const other: Readonly<Record<string, string>> = {
  ...{ ru: 'rus', uk: 'ukr', be: 'bel', bg: 'bul', sr: 'srp_cyrl', mk: 'mkd' },
  ...{ he: 'heb', el: 'ell_monotonic', ar: 'arb', fa: 'pes_1', th: 'tha' },
};

export const modelLanguages: readonly ModelLanguage[] = [
  ...Object.entries(latin).map(([name, declaration]) => ({ name, declaration, script: 'latin' as const })),
  ...Object.entries(other).map(([name, declaration]) => ({ name, declaration, script: 'other' as const })),
];

/** Languages whose characters fill two bytes. */
export interface CharacterLanguage {
  readonly name: 'ja' | 'ko' | 'zh-Hans' | 'zh-Hant';
  readonly declaration: string;
  readonly locale: string;
}

export const characterLanguages: readonly CharacterLanguage[] = [
  { name: 'ja', declaration: 'jpn', locale: 'ja' },
  { name: 'ko', declaration: 'kor', locale: 'ko' },
  { name: 'zh-Hans', declaration: 'cmn_hans', locale: 'zh' },
  { name: 'zh-Hant', declaration: 'cmn_hant', locale: 'zh-Hant' },
];

/** Written as the old encodings have it. */
export function asEncoded(name: string, text: string): string {
  switch (name) {
    case 'ro':
      return text.replace(/[șțȘȚ]/g, letter => ({ ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' })[letter]!);
    case 'vi':
      // windows-1258 has the five tones as their own characters.
      return [...text.normalize('NFC')].map(toneApart).join('');
    default:
      return text;
  }
}

/** The letters that the texts lack: letters that Russian, Ukrainian and Belarusian often write otherwise. */
export const furtherTexts: Readonly<Record<string, string>> = {
  ru: 'Ещё не всё: её объём, счёт и учёт. Чёрный ёж, зелёная ёлка; Пётр, Фёдор, Семён, Алёна. Съёмка идёт, снег растёт.',
  uk: 'Ґрунт і ґанок, ґудзик та аґрус.',
  be: 'Гузік, ґанак і швагер.',
};

const vietnameseBytes = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);
const vietnamese = new Set(new TextDecoder('windows-1258').decode(vietnameseBytes));

function toneApart(letter: string): string {
  if (letter < '\x80' || vietnamese.has(letter)) return letter;
  const marks = letter.normalize('NFD');
  const tone = /[\u0300\u0301\u0303\u0309\u0323]/.exec(marks)?.[0];
  return tone === undefined ? letter : marks.replace(tone, '').normalize('NFC') + tone;
}
