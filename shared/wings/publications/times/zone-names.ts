import { remember } from '../../../domain/remember.ts';

/** Minutes east of Greenwich by the names of RFC 822 and those that sites write behind a time. */
const zones: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 60, bst: 60, cet: 60, mez: 60, met: 60 },
  ...{ cest: 120, mesz: 120, mest: 120 },
  ...{ eet: 120, eest: 180, msk: 180, мск: 180, мсд: 240, msd: 240, калт: 120, самт: 240, екб: 300, омст: 360 },
  ...{ крат: 420, иркт: 480, якт: 540, влат: 600, магт: 660, петт: 720, est: -300, edt: -240, cst: -360 },
  ...{ cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420, jst: 540, kst: 540, ist: 330 },
  ...{ aest: 600, aedt: 660 },
};
/** Words for the clock of a place, summer time and all. */
const places: Readonly<Record<string, string>> = {
  ...{ et: 'America/New_York', ct: 'America/Chicago', mt: 'America/Denver', pt: 'America/Los_Angeles' },
  ...{ 'по московскому': 'Europe/Moscow', 'по киевскому': 'Europe/Kyiv' },
};
const names = [...Object.keys(zones), 'et', 'ct', 'mt', 'pt'].sort((a, b) => b.length - a.length);
const area = '[a-z]{3,10}/[a-z_]{3,20}';

/** A zone behind a time: `+03:00`, `МСК`, `UTC+3`, `MSK+2`, `Europe/Moscow`, `по московскому времени`. */
export const zonePattern = `(?:utc|gmt|мск|msk)?\\s?[+−-]\\d{1,2}(?::?\\d{2})?(?!\\d)|по (?:московскому|киевскому)(?: времени)?|${area}|${names.join('|')}`;

const mostOffset = 14 * 60;
/** Zones of the IANA database by their names; null: there is none. */
const clocks = new Map<string, Intl.DateTimeFormat | null>();
const mostClocks = 500;

/**
 * Minutes east of Greenwich of a zone when its clock shows `local` (ms, as if it were UTC): of `+03:00`, a name as sites write it
 * (`MSK+2` is two hours east of Moscow), or a name of the IANA database. Undefined for a word that is no zone.
 */
export function zoneOffset(zone: string, local: number): number | undefined {
  const text = zone
    .trim()
    .replace(/^[[(]|[\])]$/g, '')
    .toLowerCase()
    .replace('−', '-');
  const place = places[text.replace(' времени', '')] ?? (text.includes('/') ? text : undefined);
  if (place !== undefined) return placeOffset(place, local);
  const [, name = '', sign, hours, minutes] = /^(\p{L}*)\s?(?:([+-])(\d{1,2}):?(\d{2})?)?$/u.exec(text) ?? [];
  const base = name === '' && sign !== undefined ? 0 : Object.hasOwn(zones, name) ? zones[name]! : undefined;
  if (base === undefined || sign === undefined) return base;
  const further = 60 * Number(hours) + Number(minutes ?? 0);
  return further > mostOffset ? undefined : base + (sign === '-' ? -further : further);
}

/** Whether a zone is known. */
export function isZone(zone: string): boolean {
  return zoneOffset(zone, 0) !== undefined;
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
