import { attributeOf, textIn } from '../../../../domain/html/tree-text.ts';
import { dayAt } from '../../../../domain/instant.ts';
import { ofPublicationIn } from '../../times/date-labels.ts';
import { zoneOfHost } from '../../times/host-zone.ts';
import { type DateReading, type ReadDate, readDate } from '../../times/read-date.ts';
import { zoneOffset } from '../../times/zone-names.ts';
import type { PageParts } from './page-parts.ts';
import type { PageDate } from './said-date.ts';

/** Minutes: clocks of the world differ from Greenwich by whole quarters of an hour. */
const quarter = 15;
const west = -12 * 60;
const east = 14 * 60;
const mostShown = 4;

interface Shown {
  readonly parts: PageParts;
  readonly lines: readonly string[];
  readonly host: string | undefined;
  /** The day in the page's address. */
  readonly day: PageDate | undefined;
}

/**
 * Programs write instants in UTC, and readers see the clock of the place. An instant in UTC gets the offset of the clock that the page
 * shows. Without such a clock it gets the offset of the host's country, if only that offset gives the day that the page shows. A day gets
 * the clock that the page shows with it.
 */
export function withShownClock(date: PageDate, shown: Shown, reading: DateReading): PageDate {
  if (date.precision !== 'day' && date.offset !== 0) return date;
  const dates = shownDates(shown, reading);
  if (date.precision === 'day') return { ...date, ...dates.find(each => isClockOf(date, each)) };
  const clock = dates.map(each => offsetBetween(date, each)).find(minutes => minutes !== undefined && minutes !== 0);
  const offset = clock ?? countryOffset(date, [...dates, ...(shown.day ? [shown.day] : [])], shown.host);
  return offset === undefined ? date : { ...date, offset };
}

/** A clock, or the end of a year. */
const isClock = /\d[:.h]\d\d|(?:19|20)\d\d/;

function isClockOf(date: PageDate, { at, precision, offset }: ReadDate): boolean {
  return precision !== 'day' && dayAt(at, offset ?? 0) === dayAt(date.at, 0);
}

function shownDates({ parts, lines }: Shown, reading: DateReading): readonly ReadDate[] {
  const plain: DateReading = { ...reading, zone: 'utc' };
  const times = parts.named
    .filter(({ node, names }) => node.name === 'time' && !/updat|modif/.test(names))
    .slice(0, mostShown)
    .flatMap(({ node }) => [attributeOf(node, 'datetime') ?? '', textIn(node, 100)]);
  return [...times, ...lines.slice(0, 2 * mostShown)].flatMap(text =>
    isClock.test(text) ? (readDate(ofPublicationIn(text), plain) ?? []) : [],
  );
}

/** Minutes east of Greenwich of a visible clock. Undefined if the clock shows another instant. */
function offsetBetween({ at }: PageDate, { at: shown, precision, offset }: ReadDate): number | undefined {
  if (precision === 'day') return undefined;
  const minutes = (minuteOf(shown) - minuteOf(at)) / 60_000;
  if (offset !== null) return minutes === 0 ? offset : undefined;
  return minutes % quarter === 0 && minutes >= west && minutes <= east ? minutes : undefined;
}

function minuteOf(at: string): number {
  return Math.floor(Date.parse(at) / 60_000) * 60_000;
}

function countryOffset(date: PageDate, dates: readonly ReadDate[], host: string | undefined): number | undefined {
  const zone = host === undefined ? undefined : zoneOfHost(host);
  const offset = zone === undefined ? undefined : zoneOffset(zone, Date.parse(date.at));
  if (offset === undefined || dayAt(date.at, offset) === dayAt(date.at, 0)) return undefined;
  return dates.some(each => each.precision === 'day' && dayAt(each.at, 0) === dayAt(date.at, offset))
    ? offset
    : undefined;
}
