import { remember } from '../../../domain/remember.ts';
import words from './zone-names.json' with { type: 'json' };

/** Minutes east of Greenwich by the names of RFC 822 and those of Russian cities, which no longer change their clocks. */
const zones: Readonly<Record<string, number>> = words.zones;
/**
 * Places by the abbreviations of their clocks, as the tz database had them up to its edition 2016f: later editions have numbers for
 * most of Asia and South America; sites write the letters.
 */
const places: Readonly<Record<string, string>> = words.places;
/**
 * Abbreviations of several clocks: the countries and languages that mean another one than the first list has. In others AST and AMT
 * say nothing.
 */
const ambiguous: Readonly<Record<string, string>> = words.ambiguous;
const names = [...new Set([...Object.keys(zones), ...Object.keys(places), ...Object.keys(ambiguous)])]
  .filter(name => !name.includes(' '))
  .sort((a, b) => b.length - a.length);
const area = '[a-z]{3,10}/[a-z_]{3,20}';

/** A zone behind a time: `+03:00`, `МСК`, `UTC+3`, `MSK+2`, `Europe/Moscow`, `по московскому времени`. */
export const zonePattern = `(?:utc|gmt|мск|msk)?\\s?[+−-]\\d{1,2}(?::?\\d{2})?(?!\\.?\\d)|по (?:московскому|киевскому)(?: времени)?|${area}|${names.join('|')}`;

const mostOffset = 14 * 60;
/** Zones of the IANA database by their names; null: there is none. */
const clocks = new Map<string, Intl.DateTimeFormat | null>();
const mostClocks = 500;

/** The facts that decide on the meaning of an ambiguous abbreviation. */
export interface ZoneReader {
  /** BCP 47 of the page. */
  readonly language?: string;
  /** Of the source: an abbreviation that may mean it does. */
  readonly zone?: string;
}

/**
 * Minutes east of Greenwich of a zone when its clock shows `local` (ms, as if it were UTC): of `+03:00`, a name as sites write it
 * (`MSK+2` is two hours east of Moscow), or a name of the IANA database. Undefined for a word that is no zone, or that several
 * countries use, where nothing says which one.
 */
export function zoneOffset(zone: string, local: number, reader: ZoneReader = {}): number | undefined {
  const text = zone
    .trim()
    .replace(/^[[(]|[\])]$/g, '')
    .toLowerCase()
    .replace('−', '-');
  const known = text.replace(' времени', '');
  const place = Object.hasOwn(ambiguous, known) ? meantPlace(ambiguous[known]!, local, reader) : undefined;
  const named = place ?? (Object.hasOwn(places, known) ? places[known] : text.includes('/') ? text : undefined);
  if (named !== undefined) return placeOffset(named, local);
  const [, name = '', sign, hours, minutes] = /^(\p{L}*)\s?(?:([+-])(\d{1,2}):?(\d{2})?)?$/u.exec(text) ?? [];
  const base = name === '' && sign !== undefined ? 0 : Object.hasOwn(zones, name) ? zones[name]! : undefined;
  if (base === undefined || sign === undefined) return base;
  const further = 60 * Number(hours) + Number(minutes ?? 0);
  return further > mostOffset ? undefined : base + (sign === '-' ? -further : further);
}

/** Letters that are words of other languages ("est", "et", "art") are a zone in capitals alone. */
export function isWrittenZone(zone: string): boolean {
  return !/^[a-z]{2,5}$/.test(zone) || /^(?:utc?|gmt|msk)$/.test(zone);
}

/** Whether a zone is known. */
export function isZone(zone: string): boolean {
  return zoneOffset(zone, 0) !== undefined;
}

function meantPlace(choices: string, local: number, { language = '', zone }: ZoneReader): string | undefined {
  const [spoken = '', ...parts] = language.split('-');
  const country = parts.find(part => /^[A-Z]{2}$/.test(part));
  const own = zone === undefined ? undefined : zoneOffset(zone, local);
  const meanings = choices.split('|').map(choice => choice.split(' '));
  const found =
    meanings.find(([place]) => own !== undefined && zone!.includes('/') && placeOffset(place!, local) === own) ??
    meanings.find(([, ...users]) => country !== undefined && users.includes(country)) ??
    meanings.find(([, ...users]) => country === undefined && users.includes(spoken));
  return found?.[0];
}

function placeOffset(zone: string, local: number): number | undefined {
  const clock = clocks.has(zone) ? clocks.get(zone)! : clockOf(zone);
  remember(clocks, zone, clock, mostClocks);
  if (clock === null) return undefined;
  const guess = offsetIn(clock, local);
  return offsetIn(clock, local - 60_000 * guess);
}

function clockOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    // The database has no zone of this name.
    return null;
  }
}

function offsetIn(clock: Intl.DateTimeFormat, at: number): number {
  const name = clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes));
}
