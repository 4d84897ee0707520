import { ofChange, ofPublication } from './date-labels.ts';
import words from './relative-words.json' with { type: 'json' };

/** Words for a day by language, with how many days ago it is. Pages that say no language may use those of the first rows. */
const days: Readonly<Record<string, Readonly<Record<string, number>>>> = words.days;
const unsaid = 'en de ru uk be kk fr es it pt pl nl'.split(' ');

const longestFirst = (words: readonly string[]) => [...words].sort((a, b) => b.length - a.length).join('|');
/** Every word for a day. */
export const relativePattern = longestFirst([...new Set(Object.values(days).flatMap(Object.keys))]);

/** Seconds of the units of the table below; months and years are counted by the calendar. */
const seconds = [1, 60, 3600, 86_400, 604_800];
/** How many are "a few". */
const few = 3;

/**
 * How long ago it is, a row each: the language, the form (N: the number, U: the unit), words for one, for a few, for half an hour, and seconds,
 * minutes, hours, days, weeks, months, years. A form whose number is in brackets may go without: «час назад».
 */
const { ago } = words;

const spokenLike: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', bs: 'hr' };
/** The words for two to ten. */
const numbers: Readonly<Record<string, string>> = words.numbers;
/** The other form of a number in its language. */
const otherForms: Readonly<Record<string, string>> = { две: 'два', дві: 'два', dois: 'duas' };
const count = (language: string, one: string, some: string) =>
  `(?:(?<count>\\d{1,3}${[numbers[language] ?? [], Object.keys(otherForms)]
    .flat()
    .map(word => `|${word}`)
    .join('')})|(?<few>${some})|(?:${one}))`;
/** By the words above, in one list. */
const numberOf = (word: string): number => {
  const said = otherForms[word] ?? word;
  const at = Object.values(numbers).map(row => row.split('|').indexOf(said));
  return /\d/.test(said) ? Number(said) : Math.max(...at) + 2;
};
/** By language, patterns with a group u0 to u6 for the unit, or `half`: made when the first page of a language is read. */
const agoForms = new Map<string, readonly RegExp[]>();

function formsIn(language: string): readonly RegExp[] {
  const known = agoForms.get(language);
  if (known !== undefined) return known;
  const made = ago.filter(row => row.startsWith(`${language} `)).map(agoForm);
  agoForms.set(language, made);
  return made;
}

function agoForm(row: string): RegExp {
  const [language = '', form = '', one = '', some = '', half = '', units = ''] = row.split(' / ');
  const names = units.split(';').map((each, i) => `(?<u${i}>${each})`);
  const [, minutes, hours] = units.split(';');
  const further = `(?:[,\\s]{1,2}\\d{1,2}\\s?(?:${hours}))?(?:(?:,|\\s\\p{L}{1,3}(?=\\s))?\\s?(?<minutes>\\d{1,2})\\s?(?:${minutes}))?`;
  const whole = form.replace('N', count(language, one, some)).replace('U', `(?:${names.join('|')})${further}`);
  const halfHour = `${form.slice(0, form.search(/\(\?:N|N/))}(?<half>${half})${form.slice(form.indexOf('U') + 1)}`;
  const end = /^(?:ja|zh|ko)$/.test(language) ? '' : '(?![\\p{L}\\d])';
  return new RegExp(`(?<![\\p{L}\\d])(?<ago>${`${halfHour}|${whole}`.replaceAll(' ', '\\s')})${end}`, 'iu');
}

/** The forms of the language of a page; where that says none, or one that is not known, those of the most pages. */
export function agoFormsOf(language: string | undefined): readonly RegExp[] {
  const spoken = languageOf(language);
  return spoken === undefined ? unsaid.flatMap(formsIn) : formsIn(spokenLike[spoken] ?? spoken);
}

/** How long ago a match of these forms is, in calendar months and seconds, and whether the words say a day only. */
export interface Ago {
  readonly months: number;
  readonly seconds: number;
  readonly isDay: boolean;
}

export function agoOf({ groups = {} }: RegExpExecArray): Ago {
  if (groups['half'] !== undefined) return { months: 0, seconds: 1800, isDay: false };
  const unit = seconds.findIndex((_, i) => groups[`u${i}`] !== undefined);
  const isFew = groups['few'] !== undefined;
  // Hebrew and Arabic have an ending for two.
  const isTwo = /(?:יים|ين)$/.test(groups[`u${unit}`] ?? groups['u5'] ?? groups['u6'] ?? '');
  const number = isFew ? few : numberOf(groups['count']?.toLowerCase() ?? (isTwo ? '2' : '1'));
  if (unit < 0) return { months: number * (groups['u5'] === undefined ? 12 : 1), seconds: 0, isDay: true };
  return {
    months: 0,
    seconds: number * seconds[unit]! + 60 * Number(groups['minutes'] ?? 0),
    isDay: unit >= 3 || (isFew && unit === 2),
  };
}

function languageOf(language: string | undefined): string | undefined {
  return language?.slice(0, 2).toLowerCase();
}

/** The words that a text without a digit has, if it speaks of a day or a time that is relative. */
export const relativeStart = new RegExp(
  `(?<![\\p{L}])(?:${relativePattern})(?![\\p{L}])|назад|тому|таму|temu|бұрын|преди|пре |geleden|siden|sedan|sitten|önce|əvvəl|lalu|trước|منذ|قبل|پیش|לפני|前|전|पहले|पूर्व|ก่อน|แล้ว|ผ่านมา|πριν|(?:ago|fa|atrás)(?![\\p{L}])|(?<![\\p{L}])(?:vor|il y a|hace|há|acum|před|pred|prije) `,
  'iu',
);

const labelsOfTimes = new RegExp(`${ofPublication.source}|${ofChange.source}`, 'giu');
/** Words beside a date that say what it is. */
const labels = new RegExp(
  `${labelsOfTimes.source}|(?<![\\p{L}])(?:created|on|at|date|дата|добавлен\\p{L}*|erstellt|stand|am|um|le|à|dodano|about|ca\\.?)(?![\\p{L}])`,
  'giu',
);
/** Letters that may be beside the word in an element that is named as a date. */
const mostBeside = 24;
/** Signs between the parts of a line: a name, a section, a time. */
const splits = /\s*[|·•,;/()—–]\s*|\s-\s|\n/;

/** Many scripts have no capitals. */
const names = "(?:[\\p{Lu}\\p{Lo}][\\p{L}\\p{M}.’'-]*\\s*){1,3}";
const by = '(?:[Bb]y|[Vv]on|[Pp][ao]r|[Dd][ai]|[Dd]oor|[Pp]rzez|[Оо]т|[Вв]ід)';
/** A name or a section beside the time, alone on the line: "News 5 minutes ago", "Il y a 2 heures par Anne Roy". */
const nameBefore = new RegExp(`^\\s*${names}$`, 'u');
const writerBefore = new RegExp(`^\\s*${by}\\s+${names}$`, 'u');
const namedBehind = new RegExp(`^\\s*(?:(?:${by}|in|en|dans|в)\\s+${names})?$`, 'u');
const mostNamed = 60;

function isBesideName(match: RegExpExecArray, isWord: boolean): boolean {
  const { input, index } = match;
  const before = input
    .slice(0, index)
    .replace(labelsOfTimes, '')
    .replace(/[\s,|·•–—-]+$/, '');
  if (input.length > mostNamed || !namedBehind.test(input.slice(index + match[0].length))) return false;
  if (isWord || writerBefore.test(before)) return writerBefore.test(before);
  return before === '' || (nameBefore.test(before) && !agoOf(match).isDay);
}

/** Where a word was read. */
interface WordPlace {
  /** BCP 47. */
  readonly language?: string;
  /** The text is that of an element for a date. */
  readonly isDate?: boolean;
}

/**
 * Whether a word such as "today" or "2 hours ago" is a date: a word for a day in the language of the page, if that is known ("hier",
 * which is German for *here*, in French alone); and with a clock, alone or with a label, or where the page has a date. How long ago it is
 * may also be between signs: "Ann Lee · 2 hours ago".
 */
export function standsForDate(match: RegExpExecArray, hasClock: boolean, { language, isDate }: WordPlace): boolean {
  const word = match.groups?.['relative']?.toLowerCase();
  if (word !== undefined && !isSpoken(word, languageOf(language))) return false;
  if (word !== undefined && hasClock) return true;
  // "2 days ago, the police …"
  const behind = match.input.slice(match.index + match[0].length).replace(labelsOfTimes, '');
  if (word === undefined && /^\s*,\s*(?!(?:by|von|par|por|da|door|przez|от|від)\s)\p{Ll}/u.test(behind)) return false;
  const [said, ...others] = [match.input.replace(match[0], ' \0 ').split(splits)].flatMap(parts =>
    word === undefined ? [parts.find(part => part.includes('\0')) ?? '', ...parts] : [parts.join(' ')],
  );
  if (isBesideName(match, word !== undefined)) return true;
  const beside = said!.replace(labels, ' ').match(/[\p{L}\d]/gu)?.length ?? 0;
  return beside === 0 ? others.length < 6 : isDate === true && beside <= mostBeside;
}

function isSpoken(word: string, spoken: string | undefined): boolean {
  const speakers = Object.keys(days).filter(each => word in days[each]!);
  if (spoken === undefined) return word !== 'hier' && speakers.some(each => unsaid.includes(each));
  return !(spoken in days) ? speakers.some(each => unsaid.includes(each)) : speakers.includes(spoken);
}

/** Days between the day that a word names and today; below 0 for "just now". */
export function daysAgo(word: string): number {
  return Object.values(days).find(each => word in each)?.[word] ?? 0;
}
