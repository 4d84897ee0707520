import { type DateReading, type ReadDate, readDate } from '../../times/read-date.ts';
import { readEpoch } from '../../times/stated-time.ts';
import type { FactSource } from './sourced.ts';

export interface PageDate extends ReadDate {
  readonly source: FactSource;
}

/** The date in a value. Seconds or milliseconds since 1970 are dates too where a program wrote them. */
export function dateIn(value: string | undefined, source: FactSource, reading: DateReading): PageDate | undefined {
  if (value === undefined) return undefined;
  const words = value.trim();
  const at = readEpoch(words);
  if (at !== undefined) {
    if (Date.parse(at) > reading.now) return undefined;
    return { at, precision: 'second', offset: 0, words, source };
  }
  const date = readDate(value, reading);
  return date === undefined ? undefined : { ...date, source };
}

/** Whether a date was written with its year. */
export function hasYear({ words }: PageDate): boolean {
  return /(?:19|20)\d\d|\d[./-]\d\d[./-]\d\d|[٠-٩۰-۹०-९০-৯]{4}|^\d{10}(?:\d{3})?$/.test(words);
}
