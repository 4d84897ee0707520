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

/** How the clock of a source is known: a person's setting, its feed, the zone of its sitemap, the country of its host, times ahead of now, or not at all. */
export type ClockReason = 'setting' | 'feed' | 'sitemap' | 'country' | 'ahead' | 'none';

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
  /** That in which its sitemaps write the times of changes, minutes east of Greenwich. */
  readonly sitemap: number | undefined;
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
export function sourceClock({ setting, agreed, sitemap, host, ahead, now }: ClockSigns): KnownClock {
  if (setting !== undefined) return { clock: setting, by: 'setting' };
  if (agreed !== undefined) return { clock: agreed, by: 'feed' };
  const country = zoneOfHost(host);
  const isOfCountry = country !== undefined && (sitemap === undefined || hasOffset(country, sitemap, now));
  const clock = isOfCountry ? country : sitemap;
  const agreeing = mostHours(ahead, leastAgreeing);
  const hours = agreeing > 0 || clock !== undefined ? agreeing : mostHours(ahead, 1);
  if (60 * (hours - 1) >= (clock === undefined ? 0 : offsetOfClock(clock, now)))
    return { clock: 60 * hours, by: 'ahead' };
  return clock === undefined ? { clock, by: 'none' } : { clock, by: isOfCountry ? 'country' : 'sitemap' };
}

const halfYearMs = 182 * 24 * 60 * minuteMs;

/** In winter or in summer. */
function hasOffset(zone: string, offset: number, now: number): boolean {
  return [now, now + halfYearMs].some(at => zoneOffset(zone, at) === offset);
}

/** Fewer times of a sitemap say no zone. */
const leastStated = 3;
const leastShare = 0.9;

/** The zone other than UTC in which nearly all times of a sitemap are written. */
export function statedZone(times: readonly StatedTime[]): number | undefined {
  const offsets = times.flatMap(({ offsetMinutes }) => offsetMinutes ?? []);
  const [most] = [...Map.groupBy(offsets, offset => offset).values()].toSorted((a, b) => b.length - a.length);
  const isAgreed = most !== undefined && most.length >= Math.max(leastStated, leastShare * times.length);
  return isAgreed && most[0] !== 0 ? most[0] : undefined;
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
