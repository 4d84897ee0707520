import {
  germanForms,
  type NameLanguage,
  spellingsOf,
  ukrainianAbbreviationEndings,
  ukrainianForms,
} from './other-forms.ts';
import { foldedWord } from './text-units.ts';

/**
 * Forms that a word of a name takes in a text, made from the form in the list: a superset by the ending alone, without a
 * dictionary of the language. Forms that no text has cost memory only, for all words of a name must be met.
 */

/** Endings by the ending that they replace, longest first. */
const endings: readonly (readonly [ending: string, forms: string])[] = [
  // Adjectives, and nouns of the same ending (санаторий).
  ['ий', 'ий его ого ему ому им ем ом ие их ими ия ию ием ии иев иям иями иях'],
  ['ый', 'ый ого ому ым ом ые ых ыми'],
  ['ой', 'ой ого ому ым им ом ые ие ых их ыми ими оя ою оем ое ои оев оям оями оях'],
  ['ая', 'ая ой ей ую ою ею ые ие ых их ым им ыми ими'],
  ['яя', 'яя ей юю ею ие их им ими'],
  ['ое', 'ое ого ому ым им ом ые ие ых их ыми ими'],
  ['ее', 'ее его ему им ем ие их ими'],
  ['ые', 'ые ых ым ыми'],
  ['ие', 'ие ия ию ием ии ий иям иями иях их им ими'],
  ['ье', 'ье ья ью ьем ьи ьев ий ьям ьями ьях'],
  ['ия', 'ия ии ию ией иею ий иям иями иях'],
  ['ья', 'ья ьи ью ьей ье ей ьям ьями ьях'],
  ['ии', 'ии ий иям иями иях ию ией ием ия'],
  // Nouns.
  ['мя', 'мя мени менем мена мен менам менами менах'],
  ['а', 'а ы и е у ой ою ей ею ам ами ах -'],
  ['я', 'я и е ю ей ею ям ями ях й ь'],
  ['о', 'о а у ом е ам ами ах -'],
  ['е', 'е я ю а у ем и ям ями ях ам ами ах ей й ь'],
  ['ы', 'ы ов ам ами ах ой у е а -'],
  ['и', 'и ей ов ев ям ями ях ам ами ах й ь ю ью я е а у -'],
  ['й', 'й я ю ем е и ев ям ями ях'],
  ['ь', 'ь я ю ем е и ью ей ев ям ями ях'],
  ['', 'а у ом ем е ы и ов ев ей ам ами ах ым'],
];

const vowels = /[аеиоуыэюя]/;
/** Words that have one form only. */
const formless =
  /^(?:и|в|во|на|по|при|для|из|от|до|за|об?|со?|к|у|не|или|над|под|без|the|of|and|for|in|on|at|de|la|der|und)$/;

/** All forms of an ordinary word of a name, folded; `language`: of the organization's names. */
export function formsOfWord(word: string, language?: NameLanguage): readonly string[] {
  const folded = foldedWord(word);
  if (language === 'uk' && /^(?:[ій]|та)$/.test(folded)) return ['і', 'и', 'та'];
  if (formless.test(folded)) return [folded];
  // The end of `ун-т`, `ин-т`.
  if (folded === 'т') return ['т', 'та', 'ту', 'ті', 'том', 'те', 'ти', 'ты', 'тов'];
  // `й` and `и` fold alike, and their words do not end alike.
  const lower = word.toLowerCase().replaceAll('ё', 'е');
  const russian = /^[а-я]+$/.test(lower) ? russianForms(lower) : [];
  if (language === 'uk' && /\p{Script=Cyrillic}/u.test(lower))
    return [...new Set([folded, ...[...russian, ...ukrainianForms(lower)].map(foldedWord)])];
  if (russian.length > 0) return [...new Set([folded, ...russian.map(foldedWord)])];
  const spelled = language === undefined ? [folded] : [folded, ...spellingsOf(lower, language).map(foldedWord)];
  const latin = [...new Set(spelled)].filter(each => /^[a-zßœ'&+]+$/.test(each));
  const own = language === 'de' ? latin.flatMap(germanForms) : [];
  return [...new Set([folded, ...latin, ...latin.flatMap(englishForms), ...own])];
}

function russianForms(word: string): readonly string[] {
  if (word.length < 3 || !vowels.test(word)) return [];
  const [ending, forms] = endings.find(([each]) => word.endsWith(each) && word.length > each.length)!;
  const stem = word.slice(0, word.length - ending.length);
  const plain = forms.split(' ').map(form => stem + (form === '-' ? '' : form));
  return [...plain, ...fleeting(word)];
}

/** Конец: конца; рынок: рынка; день: дня; лев: льва. */
function fleeting(word: string): readonly string[] {
  const match = /^(.*[^аеиоуыэюя])([ео])([^аеиоуыэюя])(ь?)$/.exec(word) ?? /^(.*[аеиоу])(е)(ц)()$/.exec(word);
  if (match === null) return [];
  const [, before = '', , last = '', soft] = match;
  const stem = match[2] === 'е' && /[аеиоул]$/.test(before) ? softened(before) : before;
  const oblique = soft === 'ь' ? 'я ю ем е и ью ям ями ях' : 'а у ом ем е ы и ов ев ам ами ах';
  return oblique.split(' ').map(form => `${stem}${last}${form}`);
}

function softened(before: string): string {
  return before.endsWith('л') ? `${before}ь` : `${before}й`;
}

function englishForms(word: string): readonly string[] {
  const plural = /[^aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}ies`
    : `${word}${/(?:s|x|z|ch|sh)$/.test(word) ? 'es' : 's'}`;
  // German: an der Technischen Universität.
  const german = /(?:sch|ig|lich)e$/.test(word) ? ['n', 'r', 's', 'm'].map(ending => word + ending) : [];
  // Latin names in Russian texts take endings with an apostrophe too: Google'а.
  return [`${word}'s`, plural, ...german, ...["'а", "'у", "'ом", "'е"].map(ending => word + ending)];
}

const abbreviationEndings = ['а', 'у', 'ом', 'ем', 'е', 'ы', 'и', 'ов', 'ам', 'ами', 'ах'];

/** Forms of an abbreviation, folded: МИД, МИДа; NGO, NGOs, NGO's. */
export function formsOfAbbreviation(word: string, language?: NameLanguage): readonly string[] {
  const folded = foldedWord(word);
  if (/^[а-яієґ0-9]+$/.test(folded)) {
    if (/[аеиоуыэюяіє0-9]$/.test(folded)) return [folded];
    const others = language === 'uk' ? ukrainianAbbreviationEndings : [];
    return [folded, ...[...abbreviationEndings, ...others].map(ending => folded + ending)];
  }
  return [folded, `${folded}'s`, `${folded}s`];
}
