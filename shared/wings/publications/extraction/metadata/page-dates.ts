import type { DateReading } from '../../times/read-date.ts';
import { pageObject } from './article-object.ts';
import { itemDate, namedDate, type TimeDates, timeDates } from './date-elements.ts';
import { beginningDate, changedDate, type DatePlaces, datelineDate, labelledDate, lineDate } from './date-lines.ts';
import { type JsonObject, stringOf } from './json-ld.ts';
import { metaOf, type PageParts } from './page-parts.ts';
import { dateIn, type PageDate } from './said-date.ts';
import { withShownClock } from './shown-clock.ts';

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
/** `/2017/09/12/`, `/2017/9/12/`, `/2017-09-12-`, `/20170912`. In `/2017/09/12-story` twelve is the number of the story. */
const urlDate =
  /[/_-]((?:19|20)\d\d)(?:([/_-]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)(?!(?<=\/\d\d)-\p{L})|\/([1-9]|1[0-2])\/([1-9]|[12]\d|3[01])(?=\/))/u;
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
  return (
    lineDate(before, reading, true) ??
    namedDate(parts, reading) ??
    lineDate(after, reading, true) ??
    beginningDate(beginning, reading) ??
    lineDate([...before, ...after], reading, false) ??
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
  const date = dateIn(`${year}-${month}-${day}`, 'url', reading);
  return date && { ...date, words: words.slice(1) };
}
