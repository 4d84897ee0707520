import { type Clock, clockHead, clockOf, clockTail } from './clock-pattern.ts';
import { monthBesideYearPattern, monthOf, monthPattern } from './month-names.ts';
import {
  type Ago,
  agoFormsOf,
  agoOf,
  daysAgo,
  relativePattern,
  relativeStart,
  standsForDate,
} from './relative-words.ts';
import { solarDay, solarMonth, solarMonths } from './solar-calendar.ts';
import { isWrittenZone, zoneOffset, zonePattern } from './zone-names.ts';

/** An instant as a page wrote it. */
export interface ReadDate {
  /** ISO 8601 in UTC. If the page names no zone, its clock is taken for that of `DateReading.zone`. */
  readonly at: string;
  readonly precision: 'day' | 'minute' | 'second';
  /** Minutes east of Greenwich as the page wrote them; null if it names no zone. */
  readonly offset: number | null;
  /** The words that were read, as they were written. */
  readonly words: string;
}

/** The facts that a reader of a page's dates needs beside their words. */
export interface DateReading {
  /** When the page was seen, ms; words like "yesterday" and dates without a year count from it. */
  readonly now: number;
  /** Where a page names no zone; UTC without it. */
  readonly zone?: string;
  /** BCP 47; in American English the month of 3/4/2017 comes first, and "hier" is a day in French alone. */
  readonly language?: string;
  /** The text is that of an element for a date: "today" may have a few other words beside it. */
  readonly isDate?: boolean;
}

/** Characters of a text in which a date is searched for. */
const mostText = 400;
const day = 86_400_000;
const year = "(?<year>(?:19|20)\\d\\d|(?<=')\\d\\d|(?<=-)\\d\\d(?![\\d:.])|\\d\\d(?=,?\\s\\d\\d:\\d\\d))";
const yearTail = '(?:\\s?(?:года|год|г\\.|р\\.|року|roku|թ\\.))?';

type Form = Pick<RegExp, 'exec'>;

/** A form that is compiled and tried only in texts that match `needs`, which every match of the form does. */
function where(needs: RegExp, pattern: string): Form {
  const form = new RegExp(pattern, 'iu');
  return { exec: text => (needs.test(text) ? form.exec(text) : null) };
}

const fourDigits = /(?:19|20)\d\d/;
const someYear = /(?:19|20)\d\d|['-]\d\d|\d\d,?\s\d\d:/;

/** In the order in which they are tried: what is said best comes first. */
const forms: readonly Form[] = [
  // 2017-09-12T15:34:56+03:00, 2017-09-12 15:34, 2017/09/12
  where(
    /(?:19|20)\d\d[-/.]/,
    `(?<!\\d)(?<year>(?:19|20)\\d\\d)[-/.](?<month>0?[1-9]|1[0-2])[-/.](?<day>0?[1-9]|[12]\\d|3[01])(?!\\d)(?:T(?=\\d))?${clockTail}`,
  ),
  // 2017年9月12日, 令和8年3月4日(水) 午前10時, 2017년 9월 12일 오후 3:34, 2017. 9. 12. 오후 3:34
  where(
    /[年년]|令和|平成|(?:19|20)\d\d\s?\./,
    `(?<!\\d)(?:(?<era>令和|平成)(?<eraYear>\\d{1,2}|元)|(?<year>(?:19|20)\\d\\d))\\s?[年년.]\\s?(?<month>\\d{1,2})\\s?[月월.]\\s?(?<day>\\d{1,2})(?!\\d)\\s?[日일.]?${clockTail}`,
  ),
  // 15 مهر 1405, 1405/07/15: the solar calendar of Iran
  where(
    /1[34]\d\d/,
    `${clockHead}(?<!\\d)(?:(?<day>0?[1-9]|[12]\\d|3[01])\\s(?<solarName>${solarMonths})(?:\\sماه)?\\s(?<solarYear>1[34]\\d\\d)|(?<solarYear2>1[34]\\d\\d)(?<solarMark>[/-])(?<month>0?[1-9]|1[0-2])\\k<solarMark>(?<day2>0?[1-9]|[12]\\d|3[01]))(?!\\d)${clockTail}`,
  ),
  // 20170912, 20170912T153400Z
  where(
    /(?:19|20)\d{6}/,
    /(?<!\d)(?<year>(?:19|20)\d\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?:T?(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?<second>[0-5]\d)?(?<zone>Z|[+-]\d{4})?)?(?!\d)/
      .source,
  ),
  // 12 сентября 2017, 15:34; 12. September 2017; 12th of September 2017; 15:34 12 Сентября 2017
  where(
    someYear,
    `${clockHead}(?<![\\d])(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th|er|[º°]|-?го)?[.,]?[\\s\\u00a0-]{0,2}(?:of |de |d['’]|ב)?(?<name>${monthBesideYearPattern})(?![\\p{L}])\\.?[\\s,،\\u00a0/-]{0,3}(?:de |del |(?:พ|ค)\\.ศ\\.\\s?)?'?${year}(?!\\d)${yearTail}${clockTail}`,
  ),
  // 2020. július 12.; 2020 m. liepos 12 d.; 2020. gada 12. jūlijs
  where(
    fourDigits,
    `(?<![\\d.])(?<year>(?:19|20)\\d\\d)\\.?\\s(?:m\\.\\s|gada\\s|жыл\\p{L}*\\s|ж\\.\\s|թ\\.\\s)?(?:(?<day>0?[1-9]|[12]\\d|3[01])\\.?\\s(?<name>${monthBesideYearPattern})|(?<name2>${monthBesideYearPattern})\\.?\\s(?<day2>0?[1-9]|[12]\\d|3[01]))(?![\\p{L}\\d])\\.?(?:\\sd\\.)?${clockTail}`,
  ),
  // 12 tháng 3, 2026
  where(
    /th(?:áng|g)/iu,
    `${clockHead}(?<!\\d)(?<day>0?[1-9]|[12]\\d|3[01])\\s(?:tháng|thg)\\s(?<month>0?[1-9]|1[0-2])(?:,|\\snăm)?\\s(?<year>(?:19|20)\\d\\d)(?!\\d)${clockTail}`,
  ),
  // September 12, 2017 at 3:34 pm
  where(
    someYear,
    `${clockHead}(?<![\\p{L}])(?<name>${monthPattern})\\.?\\s{0,2}(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?:[\\s,]{1,3}|\\s?'\\s?)${year}(?!\\d)${clockTail}`,
  ),
  // Tue Sep 12 15:34:56 CEST 2017, as Java and Unix write it
  where(
    /\d\d:\d\d:\d\d/,
    `(?<![\\p{L}])(?<name>${monthPattern})\\s{1,2}(?<day>0?[1-9]|[12]\\d|3[01])\\s(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d)(?:\\s(?<zone>${zonePattern}))?\\s${year}(?!\\d)`,
  ),
  // 12.09.2017 15:34; 12/09/2017; 9/12/2017; 12-09-17
  where(
    /\d[\s\u200f]?[./·-]\s?\d/,
    `${clockHead}(?<![\\d.:/])(?<first>0?[1-9]|[12]\\d|3[01])[\\s\\u200f]?(?<mark>[./·-])\\s?(?<other>0?[1-9]|[12]\\d|3[01])[\\s\\u200f]?\\k<mark>\\s?(?<shortYear>(?:19|20)\\d\\d|\\d\\d)(?![\\d:])${yearTail}${clockTail}`,
  ),
  // Вчера, 15:34; сегодня в 09:05; heute, 14:02 Uhr; yesterday
  where(relativeStart, `${clockHead}(?<![\\p{L}\\p{M}])(?<relative>${relativePattern})(?![\\p{L}\\p{M}])${clockTail}`),
];
const formsWithoutYear: readonly Form[] = [
  // 9月12日 15:34
  where(
    /\d\s?[月월]/,
    `(?<![\\d年년])(?<month>1[0-2]|0?[1-9])\\s?[月월]\\s?(?<day>3[01]|[12]\\d|0?[1-9])\\s?[日일]${clockTail}`,
  ),
  // 12 сентября, 15:34 (the year is the one before the page was seen)
  where(
    /\d(?:st|nd|rd|th)?\.?\s\p{L}/iu,
    `${clockHead}(?<![\\d.])(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?\\.?\\s(?<name>${monthPattern})(?![\\p{L}])\\.?(?![\\s,]*(?:19|20)\\d\\d)${clockTail}`,
  ),
];

/**
 * The first date of the best form in a text: in full, with a month's name, by numbers, relative, without a year. Undefined
 * where day, month and year are not said, or were never: 31 February, 1970 (a clock that was not set), or a day later than two days after `now`.
 */
export function readDate(text: string, reading: DateReading): ReadDate | undefined {
  const written = text.length > mostText ? text.slice(0, mostText) : text;
  const words = asciiDigits(written, reading);
  if (!/\d/.test(words) && !relativeStart.test(words)) return undefined;
  // Behind "today" and in front of "12 March": 5 минут назад; 3 hours ago; vor 2 Tagen.
  for (const form of [...forms, ...agoFormsOf(reading.language), ...formsWithoutYear]) {
    const match = form.exec(words);
    if (match === null) continue;
    const date = dateOf(match, reading);
    if (date === undefined || Date.parse(date.at) > reading.now + 2 * day || date.at < '1971') continue;
    const { relative, ago } = match.groups ?? {};
    if ((relative ?? ago) === undefined || standsForDate(match, date.precision !== 'day' && !isNow(relative), reading))
      return written === words ? date : { ...date, words: written.slice(match.index, match.index + date.words.length) };
  }
  return undefined;
}

/** A date with its year, wherever in a text of one line it is, and what else is in the text. */
export function readFullDate(text: string, reading: DateReading): { date: ReadDate; rest: string } | undefined {
  const words = asciiDigits(text, reading);
  for (const form of forms) {
    const match = form.exec(words);
    const { year: digits, shortYear } = match?.groups ?? {};
    if (match === null || (digits ?? shortYear) === undefined) continue;
    const date = dateOf(match, reading);
    if (date !== undefined) return { date, rest: text.replace(match[0], ' ') };
  }
  return undefined;
}

/** First digits of scripts that write numbers as Latin does: Arabic, Persian, Devanagari, Bengali, Thai, and the wide ones of Japanese. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const thai = /[\u0e01-\u0e59]/;
/** The Thai count years from the death of Buddha: 2569 is 2026. Two digits count behind the name of a month. */
const buddhistYear = /(?<!\d)2[45]\d\d(?!\d)|(?<=[\u0e01-\u0e4e.]\s)(?:4[4-9]|[5-9]\d)(?=,?\s\d\d:\d\d)/g;

/** As long as the text. */
function asciiDigits(text: string, { language = '' }: DateReading): string {
  const written = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/.test(text);
  const words = !written
    ? text
    : text.replace(/\p{Nd}/gu, digit => {
        const code = digit.codePointAt(0)!;
        const zero = zeros.find(each => code >= each && code <= each + 9);
        return zero === undefined ? digit : String(code - zero);
      });
  const isThai = /^th\b/i.test(language) || thai.test(text);
  return isThai ? words.replace(buddhistYear, year => String(Number(year) - (year.length === 4 ? 543 : 43))) : words;
}

type Groups = Readonly<Record<string, string | undefined>>;

function dateOf(match: RegExpExecArray, reading: DateReading): ReadDate | undefined {
  const groups: Groups = match.groups ?? {};
  const words = match[0].trim().replace(/[\s,|·•–—-]+$/, '');
  if (groups['ago'] !== undefined) return dateAgo(agoOf(match), words, reading);
  if (isNow(groups['relative'])) return dateAgo({ months: 0, seconds: 0, isDay: false }, words, reading);
  const clock = clockOf(groups);
  if (clock === undefined) return undefined;
  const date = dayOf(groups, reading);
  if (date === undefined) return undefined;
  const { precision, seconds, zone } = clock;
  const local = date + 1000 * seconds;
  const isZone = zone !== undefined && isWrittenZone(zone) && !isSpan(groups, clock);
  const offset = isZone ? zoneOffset(zone, local, reading) : undefined;
  const at = precision === 'day' ? date : local - 60_000 * (offset ?? zoneOffset(reading.zone ?? 'utc', local) ?? 0);
  return { at: new Date(at).toISOString(), precision, offset: offset ?? null, words };
}

/** Behind a date in words `10:00-12:00` is a span of time, where what follows the dash is later. */
function isSpan(groups: Groups, { zone = '', precision, seconds }: Clock): boolean {
  if ((groups['name'] ?? groups['mark']) === undefined || precision === 'second') return false;
  const [, hour, minute] = /^-(\d{1,2}):(\d\d)$/.exec(zone) ?? [];
  return hour !== undefined && 3600 * Number(hour) + 60 * Number(minute) > seconds;
}

/** Midnight UTC of the day that is reported, ms. */
function dayOf(groups: Groups, reading: DateReading): number | undefined {
  const { now, zone } = reading;
  const today = Math.floor((now + 60_000 * (zoneOffset(zone ?? 'utc', now) ?? 0)) / day) * day;
  const relative = groups['relative']?.toLowerCase();
  if (relative !== undefined) return today - day * daysAgo(relative);
  if (groups['mark'] !== undefined) return numericDay(groups, reading);
  const solar = groups['solarYear'] ?? groups['solarYear2'];
  if (solar !== undefined) {
    if (reading.language?.startsWith('fa') !== true) return undefined;
    const of = solarMonth(groups['solarName']) ?? Number(groups['month']);
    return solarDay(Number(solar), of, Number(groups['day'] ?? groups['day2']));
  }
  const name = groups['name'] ?? groups['name2'];
  const month = name === undefined ? Number(groups['month'] ?? groups['month2']) : monthOf(name, reading.language);
  const date = Number(groups['day'] ?? groups['day2']);
  if (month === undefined) return undefined;
  const said = groups['era'] === undefined ? groups['year'] : String(eraYear(groups['era'], groups['eraYear']!));
  if (said !== undefined) return checkedDay(fullYear(said, reading), month, date);
  const year = new Date(today).getUTCFullYear();
  const thisYear = checkedDay(year, month, date);
  return thisYear !== undefined && thisYear > today + day ? checkedDay(year - 1, month, date) : thisYear;
}

/** Of the reign of a Japanese emperor; 元 is its first year. */
function eraYear(era: string, year: string): number {
  return (era === '令和' ? 2018 : 1988) + (year === '元' ? 1 : Number(year));
}

/** Day first, but in American English; a number above 12 is the day wherever it is. */
function numericDay(groups: Groups, reading: DateReading): number | undefined {
  const first = Number(groups['first']);
  const other = Number(groups['other']);
  const year = fullYear(groups['shortYear']!, reading);
  const { language = '' } = reading;
  // Koreans, Japanese and Chinese write 26.10.07.
  if (/^(?:ko|ja|zh)\b/i.test(language) && groups['shortYear']!.length === 2)
    return checkedDay(fullYear(groups['first']!, reading), other, Number(groups['shortYear']));
  const isAmerican = /^en-us$/i.test(language) ? groups['mark'] !== '.' : groups['mark'] === '/' && language === 'en';
  const isMonthFirst = other > 12 || (isAmerican && first <= 12);
  return isMonthFirst ? checkedDay(year, first, other) : checkedDay(year, other, first);
}

/** Of two digits: the latest year that is not after the page was seen. */
function fullYear(digits: string, { now }: DateReading): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  const century = new Date(now).getUTCFullYear() + 1;
  return year + 2000 > century ? year + 1900 : year + 2000;
}

function checkedDay(year: number, month: number, date: number): number | undefined {
  const at = Date.UTC(year, month - 1, date);
  const made = new Date(at);
  const isDay = made.getUTCMonth() === month - 1 && made.getUTCDate() === date;
  return isDay ? at : undefined;
}

/** "Just now". */
function isNow(word: string | undefined): boolean {
  return word !== undefined && daysAgo(word.toLowerCase()) < 0;
}

function dateAgo({ months, seconds, isDay }: Ago, words: string, { now }: DateReading): ReadDate {
  const at = monthsBefore(now, months) - 1000 * seconds;
  const instant = isDay ? Math.floor(at / day) * day : at;
  // "3 hours ago" is the same instant in all zones.
  const known = isDay ? ({ precision: 'day', offset: null } as const) : ({ precision: 'minute', offset: 0 } as const);
  return { at: new Date(instant).toISOString(), ...known, words };
}

/** The same day of an earlier month, or the last day of that month. */
function monthsBefore(now: number, months: number): number {
  const from = new Date(now);
  const at = new Date(now);
  at.setUTCMonth(from.getUTCMonth() - months, 1);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return at.setUTCDate(Math.min(from.getUTCDate(), last));
}
