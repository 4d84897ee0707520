import { readFullDate } from './read-date.ts';

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
/** RFC 2822, section 4.3: two digits are 2000 to 2049 or 1950 to 1999. */
const endOfShortYears = Date.UTC(2048, 0, 1);
/** A day of the week before a date; behind it a comment, a zone that nobody knows, or the end of a year in Russian. */
const nothingMore =
  /^(?:[\p{L}'’]{1,14}[.,]{0,2}\s)?[\s\p{P}]{0,4}(?:\([^()]*\)|\[[^[\]]*\]|\p{L}{1,5})?[\s\p{P}]{0,4}$/u;

/**
 * Reads a date as feeds and sitemaps have them: W3C dates (ISO 8601), RFC 822 with its zone names, asctime, seconds since 1970, and
 * dates in words as pages write them («12 сентября 2017, 15:34 МСК», «12.09.2017»: day first). Undefined for other texts and for
 * days that no calendar has. `zone`: that of times without one, UTC if it is absent.
 */
export function readStatedTime(text: string, zone?: string): StatedTime | undefined {
  const words = text.trim().replace(/\s+/g, ' ');
  if (words.length > longestWords) return undefined;
  const epoch = readEpoch(words);
  if (epoch !== undefined) return { at: epoch, offsetMinutes: 0, precision: 'second', words };
  return periodOf(words) ?? dateOf(words, zone);
}

/** A year, or a month of a year. */
function periodOf(words: string): StatedTime | undefined {
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(words) ?? [];
  if (year === undefined || year === '0000') return undefined;
  const at = `${year}-${month ?? '01'}-01T00:00:00.000Z`;
  return { at, precision: month === undefined ? 'year' : 'month', words };
}

/** ISO 8601 in UTC of seconds or milliseconds since 1970; undefined for other texts. */
export function readEpoch(text: string): string | undefined {
  const [, seconds] = /^(\d{10})(?:\d{3}|\.\d{1,9})?$/.exec(text) ?? [];
  return seconds === undefined ? undefined : new Date(1000 * Number(seconds)).toISOString();
}

function dateOf(words: string, zone: string | undefined): StatedTime | undefined {
  const read = readFullDate(words, { now: endOfShortYears, ...(zone !== undefined && { zone }) });
  if (read === undefined || !nothingMore.test(read.rest)) return undefined;
  const { at, precision, offset } = read.date;
  return { at, ...(precision !== 'day' && offset !== null && { offsetMinutes: offset }), precision, words };
}
