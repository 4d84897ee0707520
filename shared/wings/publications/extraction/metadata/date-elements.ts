import { attributeOf, TextNode, type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';
import { dayAt } from '../../../../domain/instant.ts';
import { ofChange, ofPublication, ofPublicationIn } from '../../times/date-labels.ts';
import { zoneOfHost } from '../../times/host-zone.ts';
import { type DateReading, type ReadDate, readDate } from '../../times/read-date.ts';
import { zoneOffset } from '../../times/zone-names.ts';
import { isOfSeries } from './dated-series.ts';
import { holds, isElsewhere, isHeadline, isOfHeadline } from './elsewhere.ts';
import type { NamedElement, PageParts } from './page-parts.ts';
import { dateIn, hasYear, type PageDate } from './said-date.ts';
import type { FactSource } from './sourced.ts';

const publishedNames =
  /(?:^|[\s_-])(?:entry-?date|post-?date|published|pub-?date|publish(?:ed)?-?date|date|datum|dateline|posted-?on|article-?date|news-?date|timestamp|date-?time|created|data|byline|entry-?meta|post-?meta|post-?info|meta|postmetadata|info|time|article-?meta|postinfo|submitted|day|time-?ago)(?:$|[\s_-])/;
/** Names of elements that hold a date and little else. */
const calledDate =
  /(?:^|[\s_-])(?:date|datum|data|дата|date-?time|timestamp|published|pub-?date|posted-?on|dateline)(?:$|[\s_-])/;
const calledPublished = /publish|publicat|veroeffentlich|entry-date|post-date|pubdate|created/;
const calledChanged = /(?:^|[\s_-])(?:mod|modified|updated?|changed|revised)(?:$|[\s_-])|updated|modified|mod_?date/;
/** Elements named as a date that are read at most. */
const mostNamed = 60;

export function itemDate({ named, title }: PageParts, name: RegExp, reading: DateReading): PageDate | undefined {
  const items = named.filter(element => name.test(element.itemprop) && !isElsewhere(element));
  return firstOf([...items.filter(isOfHeadline), ...items], 'microdata', { ...reading, title });
}

/** Dates of the `time` elements of a page, by their names. Cards of other articles are left out. */
export function timeDates({ named, title }: PageParts, reading: DateReading) {
  let times: readonly NamedElement[] | undefined;
  const first = (isWanted: (element: NamedElement) => boolean) => () => {
    // As hAtom has it, and programs that are older than the element `time`.
    const isTitled = ({ node, names }: NamedElement) =>
      node.name === 'abbr' && /(?:^|\s)(?:published|updated)(?:$|\s)/.test(names) && titleOf(node) !== undefined;
    times ??= named.filter(element => (isTime(element.node) || isTitled(element)) && !isElsewhere(element));
    return firstOf(times.filter(isWanted), 'time', { ...reading, title });
  };
  return {
    published: first(element => isCalledPublished(element) && !isCalledChange(element)),
    others: first(element => !isCalledChange(element)),
    modified: first(isCalledChange),
    /** Named as updated: in the microformat hAtom the time of publication where there is no other. */
    changed: first(element => !isSaidChange(element)),
  };
}

function isTime({ name }: TreeNode): boolean {
  return /^(?:relative-)?time(?:-ago)?$/.test(name);
}

export type TimeDates = ReturnType<typeof timeDates>;

/** The date of an element that is named as a date; the microformat hAtom takes the time of a change where there is no other. */
export function namedDate({ named, title }: PageParts, reading: DateReading): PageDate | undefined {
  const dated = named.filter(element => publishedNames.test(element.names) && !isElsewhere(element));
  const changed = named.filter(
    ({ node, names }) => /(?:^|\s)updated(?:$|\s)/.test(names) && titleOf(node) !== undefined,
  );
  const titled = { ...reading, title };
  return (
    firstOf(dated.slice(0, mostNamed), 'text', titled, hasYear) ?? firstOf(changed.slice(0, 1), 'text', titled, hasYear)
  );
}

/** "2 days ago" in an element that is named as a date, a few elements below one with the headline. */
export function spokenDate({ named, title }: PageParts, reading: DateReading): PageDate | undefined {
  const isBeside = ({ parent }: TreeNode, left = 4): boolean =>
    left > 0 &&
    parent !== null &&
    !/^(?:body|main)$/.test(parent.name) &&
    (holds(parent, isHeadline) || isBeside(parent, left - 1));
  const beside = named.filter(each => calledDate.test(each.names) && !isElsewhere(each) && isBeside(each.node));
  return firstOf(beside, 'text', { ...reading, title });
}

function namesAround({ node, names }: NamedElement): string {
  const { parent } = node;
  return parent === null ? names : `${names} ${attributeOf(parent, 'class') ?? ''}`.toLowerCase();
}

function isCalledPublished(element: NamedElement): boolean {
  return attributeOf(element.node, 'pubdate') !== undefined || calledPublished.test(namesAround(element));
}

/** Whether the names of an element or the words right before it say that its time is that of a change. */
function isCalledChange(element: NamedElement): boolean {
  const names = namesAround(element);
  return (calledChanged.test(names) && !calledPublished.test(names)) || isSaidChange(element);
}

function isSaidChange({ node: { previous } }: NamedElement): boolean {
  const words = previous instanceof TextNode ? previous.text : previous === null ? '' : textIn(previous, 200);
  const before = words.trim().slice(-40);
  return ofChange.test(before) && !ofPublication.test(before);
}

/** The title that the browser shows above an element of a microformat. */
function titleOf(node: TreeNode): string | undefined {
  const title = attributeOf(node, 'title');
  return title !== undefined && title.length < 60 && /\d{4}/.test(title) ? title : undefined;
}

/** The attribute of an element that scripts read: seconds or milliseconds since 1970, or a date. */
function dataOf({ attributes }: TreeNode): string | undefined {
  return attributes.find(
    ({ name, value }) =>
      /^data-.*(?:time|date|published)/.test(name) && /^(?:\d{10}|\d{13}|20\d\d-\d\d-\d\d.{0,20})$/.test(value),
  )?.value;
}

function firstOf(
  elements: readonly NamedElement[],
  source: FactSource,
  { title, ...reading }: DateReading & { readonly title: string },
  isEnough: (date: PageDate) => boolean = () => true,
): PageDate | undefined {
  let left = mostNamed;
  for (const { node, names } of elements) {
    const told = attributeOf(node, 'datetime') ?? attributeOf(node, 'content') ?? titleOf(node) ?? dataOf(node);
    const isDate = node.name === 'time' || calledDate.test(names);
    const text = textIn(node, 400);
    // A long text has dates of what it says.
    const said = text.length > 300 ? undefined : ofPublicationIn(text);
    const shown = () => dateIn(said, source, { ...reading, isDate });
    const written = dateIn(told, source, reading);
    const date = written === undefined ? shown() : ofPublication.test(text) ? trusted(written, shown()) : written;
    if (date === undefined || !isEnough(date)) continue;
    if (left === 0 || !isOfSeries(node, text, title, reading)) return left === 0 ? undefined : date;
    left -= 1;
  }
  return undefined;
}

/** The date in the attribute, unless the visible text names another day. */
function trusted(written: PageDate, shown: PageDate | undefined): PageDate {
  if (shown === undefined || !hasYear(shown)) return written;
  return Math.abs(Date.parse(shown.at) - Date.parse(written.at)) > 86_400_000 ? shown : written;
}

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
    .filter(each => (each.node.name === 'time' || /time-title/.test(each.names)) && !/updat|modif/.test(each.names))
    .slice(0, mostShown)
    .flatMap(({ node }) => [attributeOf(node, 'datetime') ?? titleOf(node) ?? '', textIn(node, 100)]);
  return [...times, ...lines.slice(0, 2 * mostShown)].flatMap(text =>
    isClock.test(text) ? (readDate(ofPublicationIn(text), plain) ?? []) : [],
  );
}

/** Minutes east of Greenwich of a visible clock. Undefined if the clock shows another instant. */
function offsetBetween({ at }: PageDate, { at: shown, precision, offset }: ReadDate): number | undefined {
  if (precision === 'day') return undefined;
  const [minute, shownMinute] = [at, shown].map(each => Math.floor(Date.parse(each) / 60_000));
  const minutes = shownMinute! - minute!;
  if (offset !== null) return minutes === 0 ? offset : undefined;
  return minutes % quarter === 0 && minutes >= west && minutes <= east ? minutes : undefined;
}

function countryOffset(date: PageDate, dates: readonly ReadDate[], host: string | undefined): number | undefined {
  const zone = host === undefined ? undefined : zoneOfHost(host);
  const offset = zone === undefined ? undefined : zoneOffset(zone, Date.parse(date.at));
  if (offset === undefined || dayAt(date.at, offset) === dayAt(date.at, 0)) return undefined;
  return dates.some(each => each.precision === 'day' && dayAt(each.at, 0) === dayAt(date.at, offset))
    ? offset
    : undefined;
}
