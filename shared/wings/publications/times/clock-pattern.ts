import { zonePattern } from './zone-names.ts';

/** Halves of a day, those before the hour (Chinese, Japanese, Korean) and those behind it (English, Spanish, Greek, Arabic, Persian, Malay). */
const halfBefore = '午前|午後|上午|下午|凌晨|早上|晚上|中午|오전|오후|सुबह|दोपहर|शाम|रात';
const halfBehind = '[ap]\\.?\\s?m\\.?|صباح(?:اً?)?|مساءً?|[πμ]\\.?μ\\.?|[صم]|[قب]\\.ظ\\.?|ptg|pg|[pm]\\.d\\.?';
const isAfternoon = /^(?:p\.?\s?m|午後|下午|晚上|中午|오후|दोपहर|शाम|रात|μ|م|ب|ptg|m\.d)/i;

/** Words between a date and its clock. */
const at =
  'at|в|во|о|об|у|um|om|à|alle|ore|às|a las?|a les|la|ora|v|ve|ob|u|kl\\.?|klo|kell|plkst\\.?|(?:o )?godz\\.?|г\\.|года|թ\\.|pukul|pada|jam|lúc|στις|saat|në|nang|في|الساعة|ساعت|בשעה|ב[-־]|को|এ|کو|[,@/]';
/** The beginnings of weekdays' names, where a clock is before them. */
const weekday =
  '(?:mon|tue|wed|thu|fri|sat|sun|пн|вт|ср|чт|пт|сб|вс|пон|четв|пят|суб|вос|lun|mar|mer|jeu|ven|sam|dim|mi[eé]|jue|vie|s[aá]b|dom|seg|ter|qua|qui|sex|die|mit|don|fre|son|wto|śro|czw|pią|sob|nie|thứ|chủ)\\p{L}{0,9}\\.?(?:\\s\\p{L}{2,4})?,?\\s';
const halfAtOnce = '(?=\\s?[ap]\\.?\\s?m(?![\\p{L}]))';
const clockMark = `(?:[:：.h]|\\s?uhr\\s?|\\s?ч(?:ас\\p{L}{0,2})?\\.?\\s?|\\sh\\s|\\s?[時时点點시]\\s?|${halfAtOnce})`;
const zone = (name: string) => `\\(?(?<${name}>${zonePattern})\\)?(?![\\p{L}\\d])`;
const half = (name: string) => `(?<${name}>${halfBehind})(?![\\p{L}])`;

/** Behind a date: a day of the week, if a clock follows; words like "at"; the clock, its half of the day and its zone. */
export const clockTail = `(?:\\s?[(（]?(?!${halfBefore})\\p{L}{1,4}[)）]?(?=\\s?(?:${halfBefore}|\\d{1,2}[:：時时点點시]))|,?\\s(?!${halfBefore})\\(?\\p{L}{2,14}\\.?\\)?(?=[\\s,/]{1,3}(?:\\p{L}{1,3}\\s)?\\d{1,2}:\\d\\d))?(?:[\\s,،.|/·•(–—-]{0,4}(?:(?:${at})\\s{0,3}){0,2}(?:(?<half0>${halfBefore})\\s?)?(?<hour>[01]?\\d|2[0-4])${clockMark}(?<minute>[0-5]\\d|\\d(?=[分분]))?(?:\\s?(?:мин(?:ут\\p{L}?)?\\.?|分|분))?(?:[:.](?<second>[0-5]\\d)(?!\\d)(?:[.,:]\\d{1,9})?)?(?:\\s?${half('half')})?(?:\\s?uhr)?(?:\\s?${zone('zone')})?)?`;
/** In front of a date. */
export const clockHead = `(?:(?<![\\d.:])(?<hour1>[01]?\\d|2[0-3])(?:[:.](?<minute1>[0-5]\\d)(?::(?<second1>[0-5]\\d))?|${halfAtOnce})(?:\\s?${half('half1')})?(?:\\s?uhr)?(?:\\s?${zone('zone1')})?[\\s,|·•–—-]{1,4}(?:(?:on|am|от|le)\\s)?(?:${weekday})?)?`;

/** A clock beside a date. */
export interface Clock {
  readonly precision: 'day' | 'minute' | 'second';
  /** Since midnight. */
  readonly seconds: number;
  /** As it is written. */
  readonly zone?: string;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The clock in the groups of a match of these patterns; undefined for an hour that no clock has. */
export function clockOf(groups: Groups): Clock | undefined {
  const half = groups['half0'] ?? groups['half'];
  const tail = groups['hour'] !== undefined && (groups['minute'] !== undefined || half !== undefined);
  const suffix = tail ? '' : '1';
  const hour = groups[`hour${suffix}`];
  if (hour === undefined) return { precision: 'day', seconds: 0 };
  const hours = hoursOf(Number(hour), tail ? half : groups['half1']);
  if (hours === undefined) return undefined;
  const second = groups[`second${suffix}`];
  const seconds = 3600 * hours + 60 * Number(groups[`minute${suffix}`] ?? 0) + Number(second ?? 0);
  const zone = groups[`zone${suffix}`];
  return { precision: second === undefined ? 'minute' : 'second', seconds, ...(zone !== undefined && { zone }) };
}

/** In Chinese, Japanese and Korean 15 o'clock in the afternoon is written too. */
function hoursOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour;
  if (/^\p{L}{2}$/u.test(half) && /\P{ASCII}/u.test(half) && (hour > 12 || hour === 0)) return hour;
  if (hour > 12 || hour === 0) return undefined;
  return (hour % 12) + (isAfternoon.test(half) ? 12 : 0);
}
