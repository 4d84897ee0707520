import { remember } from '../../../domain/remember.ts';

/** Minutes east of Greenwich by the names of RFC 822 and those of Russian cities, which no longer change their clocks. */
const zones: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 60, cet: 60, mez: 60, met: 60, cest: 120, mesz: 120, mest: 120 },
  ...{ eet: 120, eest: 180, msk: 180, мск: 180, мсд: 240, msd: 240, калт: 120, самт: 240, екб: 300, омст: 360 },
  ...{ крат: 420, иркт: 480, якт: 540, влат: 600, магт: 660, петт: 720, est: -300, edt: -240, cst: -360 },
  ...{
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
    bst: 60,
    ist: 330,
    gst: 240,
    idt: 180,
    jst: 540,
    kst: 540,
  },
  ...{ aest: 600, aedt: 660, acst: 570, acdt: 630, awst: 480, nzst: 720, nzdt: 780, akst: -540, akdt: -480, hst: -600 },
  ...{ adt: -180, nst: -210, ndt: -150, clt: -240, clst: -180, brt: -180, brst: -120, irst: 210, irdt: 270 },
};
/**
 * Places by the abbreviations of their clocks, as the tz database had them up to its edition 2016f: later editions have numbers for
 * most of Asia and South America; sites write the letters.
 */
const places: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'America/New_York et|America/Chicago ct|America/Denver mt|America/Los_Angeles pt|America/Argentina/Buenos_Aires art',
    'America/Bogota cot|America/Lima pet|America/Caracas vet|America/La_Paz bot|America/Montevideo uyt|America/Asuncion pyt',
    'Europe/Moscow по-московскому|Europe/Kyiv по-киевскому|Europe/Samara samt|Asia/Yekaterinburg yekt|Asia/Omsk omst',
    'Asia/Novosibirsk novt|Asia/Krasnoyarsk krat|Asia/Irkutsk irkt|Asia/Yakutsk yakt|Asia/Vladivostok vlat|Asia/Magadan magt',
    'Asia/Kamchatka pett|Europe/Istanbul trt|Asia/Tbilisi get|Asia/Baku azt|Asia/Almaty almt|Asia/Aqtau aqtt|Asia/Bishkek kgt',
    'Asia/Tashkent uzt|Asia/Dushanbe tjt|Asia/Ashgabat tmt|Asia/Kabul aft|Asia/Karachi pkt|Asia/Kathmandu npt|Asia/Thimphu btt',
    'Asia/Yangon mmt|Asia/Bangkok ict|Asia/Jakarta wib|Asia/Makassar wita|Asia/Jayapura wit|Asia/Hong_Kong hkt|Asia/Singapore sgt',
    'Asia/Kuala_Lumpur myt|Asia/Manila pht|Asia/Ulaanbaatar ulat|Africa/Johannesburg sast|Africa/Nairobi eat|Africa/Lagos wat',
    'Africa/Maputo cat',
  ]
    .flatMap(line => line.split('|'))
    .flatMap(entry => {
      const [place, ...names] = entry.split(' ');
      return names.map(name => [name.replace('-', ' '), place!] as const);
    }),
);
/**
 * Abbreviations of several clocks: the countries and languages that mean another one than the first list has. In others AST and AMT
 * say nothing.
 */
const ambiguous: Readonly<Record<string, string>> = {
  ist: 'Asia/Jerusalem IL he|Europe/Dublin IE ga|Asia/Kolkata IN',
  cst: 'Asia/Shanghai CN zh|Asia/Taipei TW|America/Havana CU',
  bst: 'Asia/Dhaka BD bn',
  mst: 'Asia/Kuala_Lumpur MY ms|Asia/Yangon MM my',
  pst: 'Asia/Manila PH fil tl',
  est: 'Australia/Sydney AU',
  edt: 'Australia/Sydney AU',
  ast: 'Asia/Riyadh SA KW QA BH IQ YE ar|America/Halifax CA|America/Puerto_Rico PR TT BB DO',
  amt: 'Asia/Yerevan AM hy|America/Manaus BR pt',
  ect: 'America/Guayaquil EC es',
  wst: 'Australia/Perth AU|Pacific/Apia WS',
};
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
