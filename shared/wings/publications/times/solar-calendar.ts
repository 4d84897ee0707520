/** The solar calendar of Iran. */
const dayMs = 86_400_000;

/** The names of the months, for a pattern. */
export const solarMonths = 'فروردین|اردیبهشت|خرداد|تیر|مرداد|شهریور|مهر|آبان|آذر|دی|بهمن|اسفند';

/** From 1 on; undefined without a name. */
export function solarMonth(name: string | undefined): number | undefined {
  return name === undefined ? undefined : solarMonths.split('|').indexOf(name) + 1;
}

/** Midnight UTC, ms; undefined for no day. Six months have 31 days, five 30, the last 29; eight of 33 years have a day more, as it is until 1634. */
export function solarDay(year: number, month: number, date: number): number | undefined {
  if (date > (month < 7 ? 31 : month < 12 ? 30 : daysBefore(year + 1) - daysBefore(year) - 336)) return undefined;
  const before = 31 * Math.min(month - 1, 6) + 30 * Math.max(month - 7, 0);
  return firstDay + dayMs * (daysBefore(year) + before + date - 1);
}

function daysBefore(year: number): number {
  return 365 * (year - 1) + Math.floor((8 * year + 21) / 33);
}

/** Of the year 1. */
const firstDay = Date.UTC(2021, 2, 21) - dayMs * daysBefore(1400);
