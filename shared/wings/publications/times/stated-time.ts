import { monthNumber } from './month-names.ts';
import { zoneOffset } from './zone-names.ts';

/** An instant as a document states it. */
export interface StatedTime {
  /** ISO 8601 in UTC. Of a time without a zone: as if it were in the assumed zone. */
  readonly at: string;
  /** Minutes east of UTC, where the document says the zone. */
  readonly offsetMinutes?: number;
  readonly precision: 'year' | 'month' | 'day' | 'minute' | 'second';
  /** As written. */
  readonly words: string;
}

/** Longer texts are no dates. */
const longestWords = 100;

interface Parts {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  readonly zone?: string;
}

/**
 * Reads a date as feeds and sitemaps have them: W3C dates (ISO 8601), RFC 822 with its zone names, asctime, and dates in
 * words of English or Russian («12 сентября 2017, 15:34 МСК», «12.09.2017»: day first). Undefined for other texts and for
 * days that no calendar has. `assumedOffset`: minutes east of UTC of times without a zone.
 */
export function readStatedTime(text: string, assumedOffset = 0): StatedTime | undefined {
  const words = text.trim().replace(/\s+/g, ' ');
  if (words.length > longestWords) return undefined;
  const parts = numericParts(words) ?? wordedParts(words);
  return parts === undefined ? undefined : statedTime(parts, words, assumedOffset);
}

const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?`;
const zone = String.raw`(?: ?(?<zone>Z|[+-]\d{2}:?\d{2}|[+-]\d{2}|\(?[\p{L}]{1,5}(?:[+-]\d{1,2}(?::?\d{2})?)?\)?|[a-z_]{2,20}/[a-z_]{2,20})(?: ?\([^()]*\))?)?`;
const isoForms = [
  new RegExp(`^(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})(?:[T ,]+${time}${zone})?$`, 'iu'),
  /^(?<year>\d{4})-(?<month>\d{2})$/,
  /^(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<zone>Z|[+-]\d{4})?)?$/i,
  new RegExp(
    `^(?<day>\\d{1,2})[./](?<month>\\d{1,2})[./](?<year>\\d{4}|\\d{2})(?: г\\.?)?(?:[ ,в]+${time}${zone})?$`,
    'iu',
  ),
  new RegExp(`^(?<year>\\d{4})[./](?<month>\\d{1,2})[./](?<day>\\d{1,2})(?:[ ,T]+${time}${zone})?$`, 'iu'),
];

function numericParts(words: string): Parts | undefined {
  for (const form of isoForms) {
    const groups = form.exec(words)?.groups;
    if (groups !== undefined) return partsOf(groups, Number(groups['month'] ?? Number.NaN));
  }
  return undefined;
}

const year = String.raw`(?<year>\d{4}|\d{2})`;
const month = String.raw`(?<name>\p{L}{3,9})\.?`;
const wordForms = [
  // 12 Sep 2017 15:34:56 +0300, 12-Sep-17, «12 сентября 2017 г., 15:34»
  new RegExp(
    `^(?<day>\\d{1,2})[ -]${month}[ ,-]+${year}(?: ?(?:г|года|year)\\.?)?(?:[ ,вat|–—-]*${time}(?<half> ?[ap]m)?${zone})?$`,
    'iu',
  ),
  // Sep 12, 2017 3:34 PM
  new RegExp(`^${month} (?<day>\\d{1,2}),? (?<year>\\d{4})(?:[ ,at]*${time}(?<half> ?[ap]m)?${zone})?$`, 'iu'),
  // Sep 12 15:34:56 2017
  new RegExp(`^${month} (?<day>\\d{1,2}) ${time}${zone} (?<year>\\d{4})$`, 'iu'),
  // «15:34 12 сентября 2017»
  new RegExp(`^${time},? (?<day>\\d{1,2}) ${month} (?<year>\\d{4})(?: ?(?:г|года)\\.?)?$`, 'iu'),
];
/** A day of the week, which says nothing that the date does not. */
const weekday = /^\p{L}{2,12}\.?,? (?=\p{L}|\d)/u;

function wordedParts(words: string): Parts | undefined {
  for (const text of [words, words.replace(weekday, '')]) {
    for (const form of wordForms) {
      const groups = form.exec(text)?.groups;
      const number = groups === undefined ? undefined : monthNumber(groups['name']!);
      if (groups !== undefined && number !== undefined) return partsOf(groups, number);
    }
  }
  return undefined;
}

function partsOf(groups: Readonly<Record<string, string | undefined>>, monthFound: number): Parts {
  const number = (name: string) => (groups[name] === undefined ? undefined : Number(groups[name]));
  const hour = inHalfDay(number('hour'), groups['half']?.trim().toLowerCase());
  const known = { month: monthFound, day: number('day'), hour, minute: number('minute'), second: number('second') };
  const given = Object.entries(known).filter(([, value]) => value !== undefined && !Number.isNaN(value));
  return {
    year: fullYear(groups['year']!),
    ...Object.fromEntries(given),
    ...(groups['zone'] !== undefined && { zone: groups['zone'] }),
  };
}

function inHalfDay(hour: number | undefined, half: string | undefined): number | undefined {
  if (hour === undefined || half === undefined) return hour;
  return half === 'am' ? hour % 12 : (hour % 12) + 12;
}

/** RFC 2822, section 4.3: two digits are 2000 to 2049 or 1950 to 1999. */
function fullYear(digits: string): number {
  const number = Number(digits);
  if (digits.length > 2) return number;
  return number < 50 ? 2000 + number : 1900 + number;
}

function statedTime(parts: Parts, words: string, assumedOffset: number): StatedTime | undefined {
  const { year: y, month: m = 1, day: d = 1, hour = 0, minute = 0, second = 0 } = parts;
  const offset = parts.zone === undefined ? undefined : zoneOffset(parts.zone);
  const isDay = m >= 1 && m <= 12 && d >= 1 && d <= new Date(Date.UTC(y, m, 0)).getUTCDate();
  // 24:00 is the end of a day, and 60 a leap second.
  const isTime = hour <= (minute === 0 && second === 0 ? 24 : 23) && minute <= 59 && second <= 60;
  if (y < 1 || !isDay || !isTime) return undefined;
  const local = Date.UTC(y, m - 1, d, hour, minute, Math.min(second, 59));
  const isTimed = parts.hour !== undefined;
  const at = new Date(local - (isTimed ? (offset ?? assumedOffset) : 0) * 60_000).toISOString();
  const isOffset = isTimed && offset !== undefined;
  return { at, ...(isOffset && { offsetMinutes: offset }), precision: precisionOf(parts), words };
}

function precisionOf({ month: m, day, hour, second }: Parts): StatedTime['precision'] {
  if (m === undefined) return 'year';
  if (day === undefined) return 'month';
  if (hour === undefined) return 'day';
  return second === undefined ? 'minute' : 'second';
}
