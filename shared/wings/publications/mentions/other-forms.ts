/**
 * Forms of words of German, French and Ukrainian names, made from the form in the list: a superset by the ending alone, as in
 * `word-forms.ts`. The list says no language, so the letters and small words of an organization's names do.
 */

import type { Organization } from './organization.ts';

/** The language of the names of an organization, where their forms differ from those of Russian and English. */
export type NameLanguage = 'de' | 'fr' | 'uk';

const signs: readonly (readonly [NameLanguage, RegExp])[] = [
  ['uk', /[іїєґ]/i],
  ['de', /[äöüß]/i],
  [
    'fr',
    /[àâçéèêëîïôûœ]|(?<!\p{L})(?:l[ea]s?|d[eu]s?|aux?|et|conseil|cour|banque|syndicat|caisse|rassemblement|parti|ligue)(?!\p{L})|(?<!\p{L})[ld]['’]/iu,
  ],
  [
    'de',
    /(?<!\p{L})(?:d(?:er|ie|as)|und|fuer|zu[mr]|ag|gmbh|(?:bundes|landes)\p{L}*|\p{L}*deutsch\p{L}*|\p{L}+ische[rs]?|\p{L}*(?:institut|universitaet|gericht|gesellschaft|verband|verein|hochschule|rundfunk|zentrum|schaftsrat|[a-z]{3}amt|werke|betriebe|kammer|klinik(?:um|en)?|kranken(?:haus|kasse)|versicherung|ministerium|gewerkschaft|bibliothek|stiftung|zeitung))(?!\p{L})/iu,
  ],
];

/** Letters and endings that Ukrainian names lack: `Уфимский университет`. */
const russianSigns = /[ёъыэ]|[сц]к(?:ий|ая|ое|ие)(?!\p{L})|(?:университет|институт|министерств|служб[аы]\sпо)/iu;

/** A Cyrillic name without letters of one language is Ukrainian in a list that has other Ukrainian names: `Укрпошта`. */
export function languagesOf(organizations: readonly Organization[]): readonly (NameLanguage | undefined)[] {
  const names = organizations.map(({ aliases }) => aliases.map(({ text }) => text));
  const languages = names.map(languageOf);
  if (!languages.includes('uk')) return languages;
  return languages.map((language, index) => {
    const all = names[index]!.join(' ');
    return language ?? (/[а-я]/i.test(all) && !russianSigns.test(all) ? 'uk' : undefined);
  });
}

export function languageOf(names: readonly string[]): NameLanguage | undefined {
  const all = names.join('\n');
  return signs.find(([, sign]) => sign.test(all))?.[0];
}

/** Other ways to write the letters of a word: `Universitaet`, `Strasse`, `coeur`; `word` is in small letters with its accents. */
export function spellingsOf(word: string, language: NameLanguage): readonly string[] {
  if (language === 'fr') return [word.replaceAll('œ', 'oe'), word.replaceAll('oe', 'œ')];
  if (language === 'uk') return [];
  const broad = word.replaceAll(/[äöü]/g, letter => `${letter.normalize('NFKD')[0]}e`);
  const narrow = word.replaceAll(/([aou])e/g, '$1');
  return [word, broad, narrow].flatMap(each => [each, each.replaceAll('ß', 'ss'), each.replaceAll('ss', 'ß')]);
}

const germanAdjective =
  /^(.*(?:isch|sch|lich|ig|igt|al|ell|iv|frei|neu|hoh|hoher|erst|zweit|gro(?:ß|ss)|klein|jung|alt|rot|grun|blau|schwarz|link|recht|offen|gemein|evangel))e[mnrs]?$/;

/** `Freie`: Freien, Freier; `Bundesamt`: Bundesamtes; `Bosch`: Boschs; else the genitive in -s is that of English. */
export function germanForms(folded: string): readonly string[] {
  const stem = germanAdjective.exec(folded)?.[1];
  if (stem !== undefined) return ['e', 'en', 'er', 'es', 'em'].map(ending => stem + ending);
  // Stadtwerken, Betrieben: the dative of a plural.
  if (/[a-z]{3}e$/.test(folded)) return [`${folded}n`];
  if (!/[bdfghklmnprtwzsxß]$/.test(folded) || folded.length < 4) return [];
  return [
    `${folded}es`,
    ...(/(?:amt|rat|bund|haus|tag|gericht|verein)$/.test(folded) ? [`${folded}e`] : []),
    ...(folded.endsWith('sch') ? [`${folded}s`] : []),
    ...(/(?:tat|taet|schaft|ung|ion|heit|keit)$/.test(folded) ? [`${folded}en`] : []),
  ];
}

/** Endings by the ending that they replace, longest first. */
const endings: readonly (readonly [ending: string, forms: string])[] = [
  ['ія', 'ії ію ією іє ій іям іями іях'],
  ['ії', 'ій іям іями іях'],
  ['ий', 'ого ому им ім і их ими'],
  ['ій', 'ія ію ієм ії ієві іїв іям іями іях ього ьому ім і іх іми'],
  ['а', 'и і у ою о - ам ами ах ої ій их им ими'],
  ['я', 'і ї ю ею єю е є ь й ям ями ях'],
  ['о', 'а у ом ові і - ам ами ах'],
  ['е', 'ого ому им ім і их ими я ю ем'],
  ['є', 'ього ьому ім і іх іми'],
  ['і', 'их им ими ів ей ь ам ами ах ям ями ях'],
  ['и', '- ів ам ами ах'],
  ['ї', 'ів їв й їм їми їх ям ями ях'],
  ['й', 'я ю єм ї єві є їв ям ями ях'],
  ['ь', 'і ю я ем еві ей ям ями ях'],
  ['', 'а у ом ові і е и ів ам ами ах я ю ем еві'],
];
const vowel = /[аеєиіїоуюя]/;

/** Seven cases and the plural of a Ukrainian word in small letters. */
export function ukrainianForms(word: string): readonly string[] {
  if (word.length < 3 || !vowel.test(word)) return [];
  const [ending, forms] = endings.find(([each]) => word.endsWith(each) && word.length > each.length)!;
  const stem = word.slice(0, word.length - ending.length);
  const plain = forms.split(' ').map(form => stem + (form === '-' ? '' : form));
  return [...plain, ...changedStems(word, stem, ending)];
}

const oblique = 'а у ом ові і ам ами ах ів и е'.split(' ');
const softOblique = 'я ю ем еві і ям ями ях ів'.split(' ');

/** Consonants and vowels of the stem change: Слузі, бібліотеці; Києва, Львова, Рогу; ринку; молоддю, Січчю; солідарності; об'єднань. */
function changedStems(word: string, stem: string, ending: string): readonly string[] {
  const softened = { г: 'з', к: 'ц', х: 'с' }[stem.at(-1) ?? ''];
  if (/^[аи]$/.test(ending) && softened !== undefined) return [`${stem.slice(0, -1)}${softened}і`];
  if (ending === 'я') return /(.)\1$/.test(stem) ? [`${stem.slice(0, -1)}ь`] : [];
  if (word.endsWith('ість')) return [`${word.slice(0, -4)}ості`, `${stem}ю`];
  if (/[аеєиіїоуюя][жчшщ]$/.test(word)) return [`${word}${word.at(-1)}ю`];
  const closed = /^(.+?)([іїео])([бвгджзклмнпрстфхцчшщ])(ь?)$/.exec(word);
  if (closed === null) return ending === 'ь' ? [`${stem}${stem.at(-1)}ю`] : [];
  const [, before = '', changed = '', last = '', soft = ''] = closed;
  const stems =
    changed === 'і'
      ? [`${before}о`, `${before}е`]
      : changed === 'ї'
        ? [`${before}є`]
        : /[^аеєиіїоуюя]$/.test(before)
          ? [before.replace(/жд$/, 'ж')]
          : [];
  const cases = soft === 'ь' ? softOblique : oblique;
  return [
    ...stems.flatMap(each => cases.map(form => `${each}${last}${form}`)),
    ...(soft === 'ь' ? [`${stem}${last}ю`] : []),
  ];
}

/** Behind an abbreviation: `ВАКСові`, `МОЗі`. */
export const ukrainianAbbreviationEndings = ['ові', 'і'];
