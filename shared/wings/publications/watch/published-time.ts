import type { PageDate } from '../extraction/metadata/page-dates.ts';
import type { StatedTime } from '../times/stated-time.ts';

/** When a publication was published, and where that was read. */
export type PublishedTime = PageDate | (StatedTime & { readonly source: 'feed' });

const minuteMs = 60_000;
/** Zones differ by quarters of an hour, and none is further from Greenwich. */
const quarter = 15;
const farthest = 14 * 60;
/** Between a day and an instant of that day in any zone, ms. */
const mostApart = 36 * 3_600_000;

/**
 * The clock that a source's pages show, minutes east of Greenwich: told by a page without a zone and a feed with one. Undefined
 * where they tell nothing.
 */
export function shownZone(page: PageDate | null, hint: StatedTime | undefined): number | undefined {
  if (page === null || page.offset !== null || page.precision === 'day' || hint === undefined) return undefined;
  if (hint.precision !== 'minute' && hint.precision !== 'second') return undefined;
  const minutes = Math.round((minuteOf(page.at) - minuteOf(hint.at)) / minuteMs);
  return minutes % quarter === 0 && Math.abs(minutes) <= farthest ? minutes : undefined;
}

/**
 * A page's own time, unless the entry that named it says the same with its zone, or more exactly. `zone`: the clock of the source's
 * other pages, for a page that names no zone.
 */
export function publishedTime(
  page: PageDate | null,
  hint: StatedTime | undefined,
  zone: number | undefined,
): PublishedTime | undefined {
  const named = hint && { ...hint, source: 'feed' as const };
  if (page === null) return named;
  if (named !== undefined && shownZone(page, hint) !== undefined) return named;
  const isExact = named !== undefined && (named.precision === 'minute' || named.precision === 'second');
  if (page.precision === 'day')
    return isExact && Math.abs(Date.parse(named.at) - Date.parse(page.at)) <= mostApart ? named : page;
  if (page.offset !== null || zone === undefined) return page;
  return { ...page, at: new Date(Date.parse(page.at) - zone * minuteMs).toISOString() };
}

function minuteOf(at: string): number {
  return Math.floor(Date.parse(at) / minuteMs) * minuteMs;
}
