import { monthBesideYearPattern, monthOf, monthPattern } from './month-names.ts';
import { agoForms, agoSeconds, daysAgo, relativePattern, relativeStart, standsForDate } from './relative-words.ts';
import { zoneOffset, zonePattern } from './zone-names.ts';

/** An instant as a page wrote it. */
export interface ReadDate {
  /** ISO 8601 in UTC. If the page names no zone, its clock is taken for that of `DateReading.zone`. */
  readonly at: string;
  readonly precision: 'day' | 'minute' | 'second';
  /** Minutes east of Greenwich as the page wrote them; null if it names no zone. */
  readonly offset: number | null;
  /** What was read, as it was written. */
  readonly words: string;
}

/** What a reader of a page's dates knows beside their words. */
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
const weekday =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch';
const clockMark = '(?:[:.h]|\\s?uhr\\s?|\\s?ч\\.?\\s?|\\s?[時时点]\\s?)';
const clockTail = `(?:,?\\s\\(?(?:${weekday})\\)?(?![\\p{L}]))?(?:[\\s,|/·•–—-]{0,4}(?:(?:at|в|о|у|um|om|à|alle|ore|às|a las|la|v|kl\\.?|klo|o godz\\.?|г\\.|года|[,@/])\\s{0,3}){0,2}(?<hour>[01]?\\d|2[0-4])${clockMark}(?<minute>[0-5]\\d)?(?:\\s?(?:мин\\.?|分))?(?::(?<second>[0-5]\\d))?(?:\\s?(?<half>[ap]\\.?m\\.?)(?![\\p{L}]))?(?:\\s?uhr)?(?:\\s?\\(?(?<zone>${zonePattern})\\)?(?![\\p{L}\\d]))?)?`;
const clockHead = `(?:(?<![\\d.:])(?<hour1>[01]?\\d|2[0-3])[:.](?<minute1>[0-5]\\d)(?::(?<second1>[0-5]\\d))?(?:\\s?(?<half1>[ap]\\.?m\\.?)(?![\\p{L}]))?(?:\\s?(?<zone1>${zonePattern})(?![\\p{L}\\d]))?[\\s,|·•–—-]{1,4}(?:(?:on|am|от)\\s)?)?`;
const year = "(?<year>(?:19|20)\\d\\d|(?<=')\\d\\d|(?<=-)\\d\\d(?![\\d:.])|\\d\\d(?=\\s\\d\\d:\\d\\d))";
const yearTail = '(?:\\s?(?:года|год|г\\.|р\\.|року|roku))?';

/** In the order in which they are tried: what is said best comes first. */
const forms: readonly RegExp[] = [
  // 2017-09-12T15:34:56+03:00, 2017-09-12 15:34, 2017/09/12, 2017年9月12日
  new RegExp(
    `(?<!\\d)(?<year>(?:19|20)\\d\\d)(?:[-/.](?<month>0?[1-9]|1[0-2])[-/.](?<day>0?[1-9]|[12]\\d|3[01])(?!\\d)|\\s?[年년]\\s?(?<month2>\\d{1,2})\\s?[月월]\\s?(?<day2>\\d{1,2})\\s?[日일]?)(?:[T\\s,]{1,3}(?:в |um |at )?(?<hour>[01]?\\d|2[0-4])(?::|\\s?[時时点])(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d)(?:[.,:]\\d{1,9})?)?(?:\\s?(?<half>[ap]m)(?![\\p{L}]))?\\s?(?:\\(?(?<zone>${zonePattern})\\)?(?![\\p{L}\\d]))?)?`,
    'iu',
  ),
  // 20170912, 20170912T153400Z
  /(?<!\d)(?<year>(?:19|20)\d\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?:T?(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?<second>[0-5]\d)?(?<zone>Z|[+-]\d{4})?)?(?!\d)/iu,
  // 12 сентября 2017, 15:34; 12. September 2017; 12th of September 2017; 15:34 12 Сентября 2017
  new RegExp(
    `${clockHead}(?<![\\d])(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th|er|º|-?го)?[.,]?[\\s\\u00a0-]{0,2}(?:of |de |d')?(?<name>${monthBesideYearPattern})(?![\\p{L}])\\.?[\\s,\\u00a0/-]{0,3}(?:de |del )?'?${year}(?!\\d)${yearTail}${clockTail}`,
    'iu',
  ),
  // 2020. július 12.; 2020 m. liepos 12 d.; 2020. gada 12. jūlijs
  new RegExp(
    `(?<![\\d.])(?<year>(?:19|20)\\d\\d)\\.?\\s(?:m\\.\\s|gada\\s|жыл\\p{L}*\\s|ж\\.\\s)?(?:(?<day>0?[1-9]|[12]\\d|3[01])\\.?\\s(?<name>${monthBesideYearPattern})|(?<name2>${monthBesideYearPattern})\\s(?<day2>0?[1-9]|[12]\\d|3[01]))(?![\\p{L}\\d])\\.?(?:\\sd\\.)?${clockTail}`,
    'iu',
  ),
  // 12 tháng 3, 2026
  new RegExp(
    `(?<!\\d)(?<day>0?[1-9]|[12]\\d|3[01])\\stháng\\s(?<month>0?[1-9]|1[0-2])(?:,|\\snăm)?\\s(?<year>(?:19|20)\\d\\d)(?!\\d)${clockTail}`,
    'iu',
  ),
  // September 12, 2017 at 3:34 pm
  new RegExp(
    `${clockHead}(?<![\\p{L}])(?<name>${monthPattern})\\.?\\s{0,2}(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?:[\\s,]{1,3}|\\s?'\\s?)${year}(?!\\d)${clockTail}`,
    'iu',
  ),
  // Tue Sep 12 15:34:56 CEST 2017, as Java and Unix write it
  new RegExp(
    `(?<![\\p{L}])(?<name>${monthPattern})\\s{1,2}(?<day>0?[1-9]|[12]\\d|3[01])\\s(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d)(?:\\s(?<zone>${zonePattern}))?\\s${year}(?!\\d)`,
    'iu',
  ),
  // 12.09.2017 15:34; 12/09/2017; 9/12/2017; 12-09-17
  new RegExp(
    `${clockHead}(?<![\\d.:/])(?<first>0?[1-9]|[12]\\d|3[01])\\s?(?<mark>[./-])\\s?(?<other>0?[1-9]|[12]\\d|3[01])\\s?\\k<mark>\\s?(?<shortYear>(?:19|20)\\d\\d|\\d\\d)(?![\\d:])${yearTail}${clockTail}`,
    'iu',
  ),
  // Вчера, 15:34; сегодня в 09:05; heute, 14:02 Uhr; yesterday
  new RegExp(`${clockHead}(?<![\\p{L}])(?<relative>${relativePattern})(?![\\p{L}])${clockTail}`, 'iu'),
  // 5 минут назад; 3 hours ago; vor 2 Tagen
  ...agoForms,
  // 12 сентября, 15:34 (the year is the one before the page was seen)
  new RegExp(
    `${clockHead}(?<![\\d.])(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?\\.?\\s(?<name>${monthPattern})(?![\\p{L}])\\.?(?![\\s,]*(?:19|20)\\d\\d)${clockTail}`,
    'iu',
  ),
];

/**
 * The first date of the best form in a text: in full, with a month's name, by numbers, relative, without a year. Undefined
 * where day, month and year are not said, or were never: 31 February, 1970 (a clock that was not set), or a day later than two days after `now`.
 */
export function readDate(text: string, reading: DateReading): ReadDate | undefined {
  const written = text.length > mostText ? text.slice(0, mostText) : text;
  const words = asciiDigits(written);
  if (!/\d/.test(words) && !relativeStart.test(words)) return undefined;
  for (const form of forms) {
    const match = form.exec(words);
    if (match === null) continue;
    const date = dateOf(match, reading);
    if (date === undefined || Date.parse(date.at) > reading.now + 2 * day || date.at < '1971') continue;
    if (match.groups?.['relative'] === undefined || standsForDate(match, date.precision !== 'day', reading))
      return written === words ? date : { ...date, words: written.slice(match.index, match.index + date.words.length) };
  }
  return undefined;
}

/** A date with its year, wherever in a text of one line it is, and what else is in the text. */
export function readFullDate(text: string, reading: DateReading): { date: ReadDate; rest: string } | undefined {
  const words = asciiDigits(text);
  for (const form of forms) {
    const match = form.exec(words);
    const { year: digits, shortYear } = match?.groups ?? {};
    if (match === null || (digits ?? shortYear) === undefined) continue;
    const date = dateOf(match, reading);
    if (date !== undefined) return { date, rest: text.replace(match[0], ' ') };
  }
  return undefined;
}

/** First digits of scripts that write numbers as Latin does: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6];

function asciiDigits(text: string): string {
  if (!/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/.test(text)) return text;
  return text.replace(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0)!;
    const zero = zeros.find(each => code >= each && code <= each + 9);
    return zero === undefined ? digit : String(code - zero);
  });
}

type Groups = Readonly<Record<string, string | undefined>>;

function dateOf(match: RegExpExecArray, reading: DateReading): ReadDate | undefined {
  const groups: Groups = match.groups ?? {};
  const words = match[0].trim().replace(/[\s,|·•–—-]+$/, '');
  if (groups['ago'] !== undefined) return agoOf(groups, words, reading);
  const clock = clockOf(groups);
  if (clock === undefined) return undefined;
  const date = dayOf(groups, reading);
  if (date === undefined) return undefined;
  const { precision, seconds, zone } = clock;
  const local = date + 1000 * seconds;
  const offset = zone === undefined || isSpan(groups, clock) ? undefined : zoneOffset(zone, local);
  const at = precision === 'day' ? date : local - 60_000 * (offset ?? zoneOffset(reading.zone ?? 'utc', local) ?? 0);
  return { at: new Date(at).toISOString(), precision, offset: offset ?? null, words };
}

/** Behind a date in words `10:00-12:00` is a span of time, where what follows the dash is later. */
function isSpan(groups: Groups, { zone = '', precision, seconds }: Clock): boolean {
  if ((groups['name'] ?? groups['mark']) === undefined || precision === 'second') return false;
  const [, hour, minute] = /^-(\d{1,2}):(\d\d)$/.exec(zone) ?? [];
  return hour !== undefined && 3600 * Number(hour) + 60 * Number(minute) > seconds;
}

interface Clock {
  readonly precision: ReadDate['precision'];
  /** Since midnight. */
  readonly seconds: number;
  readonly zone?: string;
}

/** Undefined for an hour that no clock has. */
function clockOf(groups: Groups): Clock | undefined {
  const tail = groups['hour'] !== undefined && (groups['minute'] !== undefined || groups['half'] !== undefined);
  const suffix = tail ? '' : '1';
  const hour = groups[`hour${suffix}`];
  if (hour === undefined) return { precision: 'day', seconds: 0 };
  const half = groups[`half${suffix}`]?.[0]?.toLowerCase();
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours > 12 || hours === 0) return undefined;
    hours = (hours % 12) + (half === 'p' ? 12 : 0);
  }
  const second = groups[`second${suffix}`];
  const seconds = 3600 * hours + 60 * Number(groups[`minute${suffix}`] ?? 0) + Number(second ?? 0);
  const zone = groups[`zone${suffix}`];
  return { precision: second === undefined ? 'minute' : 'second', seconds, ...(zone !== undefined && { zone }) };
}

/** Midnight UTC of the day that is reported, ms. */
function dayOf(groups: Groups, reading: DateReading): number | undefined {
  const { now, zone } = reading;
  const today = Math.floor((now + 60_000 * (zoneOffset(zone ?? 'utc', now) ?? 0)) / day) * day;
  const relative = groups['relative']?.toLowerCase();
  if (relative !== undefined) return today - day * daysAgo(relative);
  if (groups['mark'] !== undefined) return numericDay(groups, reading);
  const name = groups['name'] ?? groups['name2'];
  const month = name === undefined ? Number(groups['month'] ?? groups['month2']) : monthOf(name, reading.language);
  const date = Number(groups['day'] ?? groups['day2']);
  if (month === undefined) return undefined;
  if (groups['year'] !== undefined) return checkedDay(fullYear(groups['year'], reading), month, date);
  const year = new Date(today).getUTCFullYear();
  const thisYear = checkedDay(year, month, date);
  return thisYear !== undefined && thisYear > today + day ? checkedDay(year - 1, month, date) : thisYear;
}

/** Day first, but in American English; a number above 12 is the day wherever it is. */
function numericDay(groups: Groups, reading: DateReading): number | undefined {
  const first = Number(groups['first']);
  const other = Number(groups['other']);
  const year = fullYear(groups['shortYear']!, reading);
  const isAmerican = groups['mark'] === '/' && /^en(?:-us)?$/i.test(reading.language ?? '');
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

function agoOf(groups: Groups, words: string, { now }: DateReading): ReadDate | undefined {
  const seconds = agoSeconds(groups['unit'] ?? groups['count'] ?? '');
  if (seconds === undefined) return undefined;
  const count = /^\d+$/.test(groups['count'] ?? '') ? Number(groups['count']) : 1;
  const at = now - 1000 * seconds * count;
  const isDay = seconds >= 86_400;
  const instant = isDay ? Math.floor(at / day) * day : at;
  return { at: new Date(instant).toISOString(), precision: isDay ? 'day' : 'minute', offset: null, words };
}
