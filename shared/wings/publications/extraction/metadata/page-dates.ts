import { ofChange, ofPublication, ofPublicationIn } from '../../times/date-labels.ts';
import type { DateReading } from '../../times/read-date.ts';
import { pageObject } from './article-object.ts';
import { itemDate, namedDate, spokenDate, type TimeDates, timeDates, withShownClock } from './date-elements.ts';
import { type JsonObject, stringOf } from './json-ld.ts';
import type { LinesAround } from './lines-around.ts';
import { metaOf, type PageParts } from './page-parts.ts';
import { dateIn, hasYear, type PageDate } from './said-date.ts';

export type { PageDate } from './said-date.ts';

const publishedMetas = [
  ...['article:published_time', 'article:published', 'og:published_time', 'og:article:published_time', 'datepublished'],
  ...['pubdate', 'publishdate', 'publish-date', 'publish_date', 'publication_date', 'publicationdate', 'pub_date'],
  ...['parsely-pub-date', 'sailthru.date', 'cxenseparse:recs:publishtime', 'dc.date.issued', 'dcterms.issued'],
  ...['dc.date.created', 'dcterms.created', 'article.published', 'article:publicationdate', 'article_date_original'],
  ...['originalpublicationdate', 'citation_publication_date', 'citation_date', 'ptime', 'date.issued', 'dc.dates'],
  ...['rnews:datepublished', 'article.created', 'shareaholic:article_published_time', 'datecreated'],
  ...['article:post_date', 'release_date', 'displaydate'],
];
/** They do not say of what. */
const dateMetas = ['dcterms.date', 'dc.date', 'timestamp', 'date', 'created'];
const modifiedMetas = [
  ...['article:modified_time', 'article:modified', 'og:updated_time', 'og:article:modified_time', 'datemodified'],
  ...['dcterms.modified', 'dc.date.modified', 'last-modified', 'lastmod', 'revised', 'modified', 'utime'],
];
/** Metas of a site's own that say by their names that something was published. */
const ownPublishedMeta = /publi(?:sh|cat)|upload|issued|release.?date|pub.?date/;
/** `/2017/09/12/`, `/2017/9/12/`, `/2017/sep/12/`, `/2017-09-12-`, `/20170912`. In `/2017/09/12-story` twelve is the number of the story. */
const urlDate =
  /[/_-]((?:19|20)\d\d)(?:([/_-]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)(?!(?<=\/\d\d)-\p{L})|\/([1-9]|1[0-2]|\p{L}{3})\/([1-9]|0[1-9]|[12]\d|3[01])(?=\/))/u;
/** `/12-09-2017`. */
const dayFirst = /[/_-](0[1-9]|[12]\d|3[01])[_-](0[1-9]|1[0-2])[_-](20\d\d)(?!\d)/;

/** Between the day in an address and a time that was said elsewhere, ms. */
const mostApart = 2 * 86_400_000;

/** When the article was published and changed. Of several sources the first in the order of trust counts (docs/design/publications.md). */
export function datesOf(places: DatePlaces, reading: DateReading) {
  const { parts } = places;
  const times = timeDates(parts, reading);
  const modified =
    dateIn(linked(parts, 'dateModified'), 'ld', reading) ??
    dateIn(metaOf(parts, ...modifiedMetas), 'meta', reading) ??
    itemDate(parts, /datemodified/, reading) ??
    times.modified() ??
    changedDate([...[...places.before].reverse(), ...places.after], reading);
  return { published: publishedOf(places, times, reading), modified };
}

function publishedOf(places: DatePlaces, times: TimeDates, reading: DateReading): PageDate | undefined {
  const address = places.url ?? metaOf(places.parts, 'og:url') ?? places.parts.links.get('canonical')?.[0];
  const inUrl = dateInUrl(address, reading);
  const told = toldDate(places, times, reading);
  const found = told ?? shownDate(places, reading);
  const date =
    found === undefined ? (inUrl ?? hiddenDate(places, times, reading)) : trusted(found, inUrl, told !== undefined);
  const host = address === undefined ? undefined : URL.parse(address)?.hostname;
  const lines = [...places.before, ...places.after];
  return date && withShownClock(date, { parts: places.parts, lines, host, day: inUrl }, reading);
}

/** An address keeps its day; what programs write may be the day of a change. */
function trusted(found: PageDate, inUrl: PageDate | undefined, isTold: boolean): PageDate {
  if (inUrl === undefined) return found;
  const isApart = Math.abs(Date.parse(found.at) - Date.parse(inUrl.at)) > mostApart;
  return isApart || (!isTold && found.precision === 'day') ? inUrl : found;
}

/** The date that a program wrote for programs. */
function toldDate({ parts, lines }: DatePlaces, times: TimeDates, reading: DateReading): PageDate | undefined {
  const created = linked(parts, 'datePublished') ?? linked(parts, 'dateCreated') ?? linked(parts, 'uploadDate');
  return (
    dateIn(created, 'ld', reading) ??
    firstMeta(parts, publishedMetas, reading) ??
    itemDate(parts, /datepublished|datecreated|pubdate/, reading) ??
    times.published() ??
    labelledDate(lines, reading) ??
    firstMeta(parts, dateMetas, reading) ??
    times.others()
  );
}

/** The date that readers are shown. */
function shownDate({ parts, before, after, beginning }: DatePlaces, reading: DateReading): PageDate | undefined {
  const begin = beginning.map(text => beginningDate.exec(text)).find(match => match !== null);
  return (
    lineDate(before, reading, true) ??
    namedDate(parts, reading) ??
    lineDate(after, reading, true) ??
    dateIn(begin?.[1], 'text', reading) ??
    lineDate([...before, ...after], reading, false) ??
    spokenDate(parts, reading) ??
    datelineDate(beginning, reading)
  );
}

/** The date that is left where neither page nor address has one. */
function hiddenDate({ parts }: DatePlaces, times: TimeDates, reading: DateReading): PageDate | undefined {
  const own = [...parts.metas.keys()].filter(name => ownPublishedMeta.test(name));
  return firstMeta(parts, own, reading) ?? times.changed() ?? dateIn(parts.stateDate(), 'text', reading);
}

function linked({ article, jsonLd }: PageParts, name: string): string | undefined {
  const objects: readonly (JsonObject | undefined)[] = [article, pageObject(jsonLd)];
  for (const object of objects) {
    const value = object === undefined ? undefined : stringOf(object, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function firstMeta({ metas }: PageParts, names: readonly string[], reading: DateReading): PageDate | undefined {
  for (const name of names) {
    for (const value of metas.get(name) ?? []) {
      const date = dateIn(value, 'meta', reading);
      if (date !== undefined) return date;
    }
  }
  return undefined;
}

function dateInUrl(url: string | undefined, reading: DateReading): PageDate | undefined {
  const match = url === undefined ? null : (urlDate.exec(url) ?? dayFirst.exec(url));
  if (match === null) return undefined;
  const [words, first, second, ...rest] = match;
  const [year, month, day] =
    first!.length === 4 ? [first, rest[0] ?? rest[2], rest[1] ?? rest[3]] : [rest[0], second, first];
  const date = dateIn(/\d/.test(month!) ? `${year}-${month}-${day}` : `${day} ${month} ${year}`, 'url', reading);
  return date && { ...date, words: words.slice(1) };
}

interface DatePlaces extends LinesAround {
  readonly parts: PageParts;
  readonly url: string | undefined;
}

/** Characters of a line that says when a page was published. */
const mostLabelled = 160;
/** Of one that says how long ago a page was changed: "Updated 2 hours ago". */
const mostRelative = 60;
/** Lines with a label of publication that are read. */
const mostLabelledLines = 300;
const year = /(?:19|20)\d\d|\d[./]\d\d?[./]\d\d/;

/** The first line with a date; a full one has day, month and year. */
function lineDate(lines: readonly string[], reading: DateReading, isFull: boolean): PageDate | undefined {
  for (const line of lines) {
    const date = dateIn(ofPublicationIn(line), 'text', reading);
    if (date !== undefined && (!isFull || hasYear(date))) return date;
  }
  return undefined;
}

/** The date of the first line with a label of publication. The label may be the line before. */
function labelledDate(lines: DatePlaces['lines'], reading: DateReading): PageDate | undefined {
  let left = mostLabelledLines;
  for (const said of dated(lines(isDated))) {
    if (!ofPublication.test(said)) continue;
    left -= 1;
    if (left < 0) break;
    const date = lineDate([ofPublicationIn(said)], reading, true);
    if (date !== undefined) return date;
  }
  return undefined;
}

function isDated(line: string): boolean {
  return line.length <= mostLabelled && year.test(line);
}

/** Short lines with a year, each behind its label where that is the line before. */
function dated(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) => {
    if (!isDated(line)) return [];
    const before = at === 0 ? '' : lines[at - 1]!;
    return [before.length < 20 && /^\p{L}+:?$/u.test(before) ? `${before.replace(/:?$/, ':')} ${line}` : line];
  });
}

/** The first line that says when the page was changed. */
function changedDate(lines: readonly string[], reading: DateReading): PageDate | undefined {
  for (const line of dated(lines)) {
    const change = ofChange.exec(line);
    const date = change === null ? undefined : dateIn(line.slice(change.index), 'text', reading);
    if (date !== undefined && hasYear(date)) return date;
  }
  const relative = lines.find(line => line.length < mostRelative && ofChange.exec(line)?.index === 0);
  return dateIn(relative, 'text', reading);
}

/** The date in the dateline of an agency: "LONDON, March 12 (Lark) — The bridge …". */
function datelineDate([first = '']: readonly string[], reading: DateReading): PageDate | undefined {
  const said = dateline.exec(first.slice(0, 120))?.[1];
  return dateIn(said?.replace(/^(\p{L}+\.?) (\d+)$/u, '$2 $1'), 'text', reading);
}

const dateline =
  /^\p{Lu}{3}[\p{Lu} .’'-]{0,40}, (\d{1,2}\.? \p{L}{3,9}\.?(?: (?:19|20)\d\d)?|\p{L}{3,9}\.? \d{1,2}(?:, (?:19|20)\d\d)?)(?![\d\p{L}])(?:\. \/\p{L}{2,20}\/|[^—–-]{0,30} [—–-] )/u;
/** A paragraph begins with it: "(18.01.2018) Farmers fear …". */
const beginningDate = /^[\s(]{0,3}(\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}{3,9})\s?(?:19|20)\d\d|\d{4}-\d\d-\d\d)(?!\d)/u;
