import type { PageDate } from '../extraction/metadata/page-dates.ts';
import { zoneOfHost } from '../times/host-zone.ts';
import type { StatedTime } from '../times/stated-time.ts';
import { zoneOffset } from '../times/zone-names.ts';

/** The clock of pages that name no zone: minutes east of Greenwich, or a zone as of `zoneOffset`. */
export type SourceClock = number | string;

/** The time of a page, and that of its item in a feed or sitemap. */
export interface TimePair {
  readonly page: PageDate | null;
  readonly hint: StatedTime | undefined;
}

/** How the clock of a source is known: a person's setting, its feed, the country of its host, times ahead of now, or not at all. */
export type ClockReason = 'setting' | 'feed' | 'country' | 'ahead' | 'none';

export interface KnownClock {
  readonly clock: SourceClock | undefined;
  readonly by: ClockReason;
}

const minuteMs = 60_000;
/** Clocks of servers differ by so many minutes. */
const leastAhead = 10;
const mostAhead = 14 * 60;

/** The known signs of the clock of a source's pages. */
export interface ClockSigns {
  readonly setting: string | undefined;
  /** That of pages whose entries in a feed name their zone, minutes east of Greenwich. */
  readonly agreed: number | undefined;
  readonly host: string;
  readonly ahead: HoursAhead;
  readonly now: number;
}

/** Times that name no zone, by the whole hours with which each is not ahead of its look any more. */
export type HoursAhead = Readonly<Record<string, number>>;

/** Articles that are some hours old are ahead by too few hours, and one time may be misread: so many have to agree. */
const leastAgreeing = 3;

/**
 * The zone of a country is refuted where times would be ahead of now in it. The most hours in which some times agree take its place: of
 * these the looks came within an hour. Where nothing else is known, one time is enough for a guess that is nearer than UTC.
 */
export function sourceClock({ setting, agreed, host, ahead, now }: ClockSigns): KnownClock {
  if (setting !== undefined) return { clock: setting, by: 'setting' };
  if (agreed !== undefined) return { clock: agreed, by: 'feed' };
  const country = zoneOfHost(host);
  const offset = country === undefined ? undefined : zoneOffset(country, now);
  const agreeing = mostHours(ahead, leastAgreeing);
  const hours = agreeing > 0 || country !== undefined ? agreeing : mostHours(ahead, 1);
  if (60 * (hours - 1) >= (offset ?? 0)) return { clock: 60 * hours, by: 'ahead' };
  return country === undefined ? { clock: undefined, by: 'none' } : { clock: country, by: 'country' };
}

/** 0 where no hours have so many times. */
function mostHours(ahead: HoursAhead, leastTimes: number): number {
  const enough = Object.entries(ahead).filter(([, times]) => times >= leastTimes);
  return Math.max(0, ...enough.map(([hours]) => Number(hours)));
}

/** With the times of further pages that were looked at `now`; what is beyond any zone says nothing. */
export function withHoursAhead(before: HoursAhead, pairs: readonly TimePair[], now: number): HoursAhead {
  const hours = new Map(Object.entries(before));
  for (const { at } of unzoned(pairs)) {
    const minutes = (Date.parse(at) - now) / minuteMs;
    const hour = String(Math.ceil((minutes - leastAhead) / 60));
    if (minutes > leastAhead && minutes <= mostAhead) hours.set(hour, (hours.get(hour) ?? 0) + 1);
  }
  return Object.fromEntries(hours);
}

/** The number of times that name no zone. */
export function unzonedIn(pairs: readonly TimePair[]): number {
  return unzoned(pairs).length;
}

function unzoned(pairs: readonly TimePair[]): readonly PageDate[] {
  return pairs.flatMap(({ page }) => (page?.offset === null && page.precision !== 'day' ? [page] : []));
}

/** Minutes east of Greenwich of a clock that shows `local` (ms, as if it were UTC). */
export function offsetOfClock(clock: SourceClock, local: number): number {
  return typeof clock === 'number' ? clock : (zoneOffset(clock, local) ?? 0);
}
