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

/** What is known of the clock of a source's pages. */
export interface ClockSigns {
  readonly setting: string | undefined;
  /** That of pages whose entries in a feed name their zone, minutes east of Greenwich. */
  readonly agreed: number | undefined;
  readonly host: string;
  /** Most minutes by which a time that names no zone was ahead of now, read as UTC. */
  readonly ahead: number;
  readonly now: number;
}

/** The zone of a country is refuted where a time would be ahead of now in it; whole hours that are enough take its place. */
export function sourceClock({ setting, agreed, host, ahead, now }: ClockSigns): KnownClock {
  if (setting !== undefined) return { clock: setting, by: 'setting' };
  if (agreed !== undefined) return { clock: agreed, by: 'feed' };
  const country = zoneOfHost(host);
  const offset = country === undefined ? undefined : zoneOffset(country, now);
  if (ahead > (offset ?? 0) + leastAhead) return { clock: 60 * Math.ceil(ahead / 60), by: 'ahead' };
  return country === undefined ? { clock: undefined, by: 'none' } : { clock: country, by: 'country' };
}

/** Most minutes by which times that name no zone are ahead of now, read as UTC; those beyond any zone say nothing. */
export function minutesAhead(pairs: readonly TimePair[], now: number): number {
  const ahead = unzoned(pairs).map(({ at }) => (Date.parse(at) - now) / minuteMs);
  return Math.max(0, ...ahead.filter(minutes => minutes <= mostAhead));
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
