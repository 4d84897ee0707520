import { type Counts, withCounts } from '../counts.ts';
import type { PageDate } from '../extraction/metadata/page-dates.ts';
import { zoneOfHost, zoneOfLanguage } from '../times/host-zone.ts';
import type { StatedTime } from '../times/stated-time.ts';
import { zoneOffset } from '../times/zone-names.ts';

/** The clock of pages that name no zone: minutes east of Greenwich, or a zone as of `zoneOffset`. */
export type SourceClock = number | string;

/** The time of a page, and that of its item in a feed or sitemap. */
export interface TimePair {
  readonly page: PageDate | null;
  readonly hint: StatedTime | undefined;
  readonly language?: string | null;
}

/** How the clock of a source is known: a person's setting, its feed, the zone of its sitemap, the country of its host, times ahead of now, the language of its pages, or not at all. */
export type ClockReason = 'setting' | 'feed' | 'sitemap' | 'country' | 'ahead' | 'language' | 'none';

export interface KnownClock {
  readonly clock: SourceClock | undefined;
  readonly by: ClockReason;
}

const minuteMs = 60_000;
/** Clocks of servers differ by so many minutes. */
const leastAhead = 10;
const mostAhead = 14 * 60;

/** The memory of a source for its clock. */
export interface ClockMemory extends Partial<UnzonedTimes> {
  /** The clock of pages whose entries in a feed name their zone, minutes east of Greenwich. */
  readonly zone?: number;
  /** The one in which its sitemaps write times, minutes east of Greenwich. */
  readonly sitemapZone?: number;
}

/** Times that named no zone so far. */
export interface UnzonedTimes {
  readonly unzoned: number;
  /** By the whole hours with which each is not ahead of its look any more, read as UTC. */
  readonly aheadHours: Counts;
  /** Languages of their pages. */
  readonly languages: Counts;
}

interface ClockSigns {
  readonly setting: string | undefined;
  /** Address of the source. */
  readonly origin: string;
  readonly now: number;
}

/** Articles that are some hours old are ahead by too few hours, and one time may be misread: so many have to agree. */
const leastAgreeing = 3;

/**
 * An offset of feeds and sitemaps is that of one season: the zone of the country or language with this offset has the other, too.
 * The zone of a country is refuted where times would be ahead of now in it. The most hours in which some times agree take its place: of
 * these the looks came within an hour. Where nothing else is known, one time is enough for a guess that is nearer than UTC. The zone of
 * a language is the weakest guess.
 */
export function sourceClock(memory: ClockMemory, { setting, origin, now }: ClockSigns): KnownClock {
  const { zone: agreed, sitemapZone: sitemap, aheadHours: ahead = {}, languages = {} } = memory;
  if (setting !== undefined) return { clock: setting, by: 'setting' };
  const [country, ofLanguage] = [zoneOfHost(new URL(origin).hostname), zoneOfMost(languages)];
  const inYear = [now, now + halfYearMs];
  const named = (offset: number): SourceClock =>
    [country, ofLanguage].find(zone => zone !== undefined && inYear.some(at => zoneOffset(zone, at) === offset)) ??
    offset;
  if (agreed !== undefined) return { clock: named(agreed), by: 'feed' };
  const stated = sitemap === undefined ? country : named(sitemap);
  const agreeing = mostHours(ahead, leastAgreeing);
  const hours = agreeing > 0 || stated !== undefined ? agreeing : mostHours(ahead, 1);
  const clock = stated ?? ofLanguage;
  if (60 * (hours - 1) >= (clock === undefined ? 0 : offsetOfClock(clock, now)))
    return { clock: 60 * hours, by: 'ahead' };
  if (clock === undefined) return { clock, by: 'none' };
  return { clock, by: stated === undefined ? 'language' : stated === country ? 'country' : 'sitemap' };
}

/** That of the language of nearly all pages. */
function zoneOfMost(languages: UnzonedTimes['languages']): string | undefined {
  const [most] = Object.entries(languages).toSorted(([, a], [, b]) => b - a);
  const pages = Object.values(languages).reduce((sum, each) => sum + each, 0);
  return most === undefined || most[1] < leastShare * pages ? undefined : zoneOfLanguage(most[0]);
}

const halfYearMs = 182 * 24 * 60 * minuteMs;

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
function mostHours(ahead: Counts, leastTimes: number): number {
  const enough = Object.entries(ahead).filter(([, times]) => times >= leastTimes);
  return Math.max(0, ...enough.map(([hours]) => Number(hours)));
}

/** With the times of further pages that were looked at `now`; what is ahead beyond any zone says nothing. */
export function withUnzoned(before: ClockMemory, pairs: readonly TimePair[], now: number): Partial<UnzonedTimes> {
  const unzoned = pairs.filter(({ page }) => page?.offset === null && page.precision !== 'day');
  const ahead = unzoned.flatMap(({ page }) => {
    const minutes = (Date.parse(page!.at) - now) / minuteMs;
    return minutes > leastAhead && minutes <= mostAhead ? [String(Math.ceil((minutes - leastAhead) / 60))] : [];
  });
  const times = (before.unzoned ?? 0) + unzoned.length;
  if (times === 0) return {};
  const languages = unzoned.map(({ language }) => language?.split('-')[0]?.toLowerCase() ?? 'und');
  return {
    ...{ unzoned: times, aheadHours: withCounts(before.aheadHours, ahead) },
    languages: withCounts(before.languages, languages),
  };
}

/** Minutes east of Greenwich of a clock that shows `local` (ms, as if it were UTC). */
export function offsetOfClock(clock: SourceClock, local: number): number {
  return typeof clock === 'number' ? clock : (zoneOffset(clock, local) ?? 0);
}
