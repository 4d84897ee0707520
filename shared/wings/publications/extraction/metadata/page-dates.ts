import { TextNode } from '../../../../domain/html/tree-node.ts';
import { attributeOf, textIn } from '../../../../domain/html/tree-text.ts';
import { type DateReading, type ReadDate, readDate } from '../../times/read-date.ts';
import { pageObject } from './article-object.ts';
import { isElsewhere } from './elsewhere.ts';
import { type JsonObject, stringOf } from './json-ld.ts';
import { metaOf, type NamedElement, type PageParts } from './page-parts.ts';
import type { FactSource } from './sourced.ts';

export interface PageDate extends ReadDate {
  readonly source: FactSource;
}

export interface PageDates {
  readonly published: PageDate | undefined;
  readonly modified: PageDate | undefined;
}

export interface DatePlaces {
  readonly parts: PageParts;
  readonly url: string | undefined;
  /** Lines in front of the article, the nearest first, and those at its beginning and end. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const publishedMetas = [
  ...['article:published_time', 'article:published', 'og:published_time', 'og:article:published_time', 'datepublished'],
  ...['pubdate', 'publishdate', 'publish-date', 'publish_date', 'publication_date', 'publicationdate', 'pub_date'],
  ...['parsely-pub-date', 'sailthru.date', 'cxenseparse:recs:publishtime', 'dc.date.issued', 'dcterms.issued'],
  ...['dc.date.created', 'dcterms.created', 'dcterms.date', 'dc.date', 'article.published', 'article:publicationdate'],
  ...['article_date_original', 'originalpublicationdate', 'citation_publication_date', 'citation_date', 'ptime'],
  ...['date.issued', 'dc.dates', 'rnews:datepublished', 'article.created', 'shareaholic:article_published_time'],
  ...['datecreated', 'article:post_date', 'release_date', 'displaydate', 'timestamp', 'date', 'created'],
];
const modifiedMetas = [
  ...['article:modified_time', 'article:modified', 'og:updated_time', 'og:article:modified_time', 'datemodified'],
  ...['dcterms.modified', 'dc.date.modified', 'last-modified', 'lastmod', 'revised', 'modified', 'utime'],
];
const publishedNames =
  /(?:^|[\s_-])(?:entry-?date|post-?date|published|pub-?date|publish(?:ed)?-?date|date|datum|dateline|posted-?on|article-?date|news-?date|timestamp|date-?time|created|data|byline|entry-?meta|post-?meta|post-?info|meta|postmetadata|info|time|article-?meta|postinfo|submitted|day)(?:$|[\s_-])/;
/** `/2017/09/12/`, `/2017-09-12-`, `/20170912`. In `/2017/09/12-story` twelve is the number of the story. */
const urlDate = /[/_-]((?:19|20)\d\d)([/_-]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)(?!(?<=\/\d\d)-\p{L})/u;

/** Names of elements that hold a date and little else. */
const calledDate =
  /(?:^|[\s_-])(?:date|datum|data|дата|date-?time|timestamp|published|pub-?date|posted-?on|dateline)(?:$|[\s_-])/;
const ofPublication =
  /(?:first |originally )?(?:published|posted)|опубликован\p{L}*|дата публикации|создан\p{L}*|veröffentlicht|erstellt|publié|publicado|pubblicato|opublikowan\p{L}*/iu;
const ofChange =
  /(?:last |zuletzt )?(?:updated|modified|changed|aktualisiert|geändert)|обновл\p{L}+|изменен\p{L}*|stand:|mis à jour|modifié|actualizado|atualizado|aggiornato|zaktualizowan\p{L}*/iu;

/** Of a line that has several dates the part that speaks of the publication: not "Updated: 15 March". */
function ofPublicationIn(text: string): string {
  const change = ofChange.exec(text);
  if (change === null) return text;
  const label = ofPublication.exec(text);
  if (label === null) return text.slice(0, change.index);
  return label.index > change.index ? text.slice(label.index) : text.slice(label.index, change.index);
}

/** Between the day in an address and a time that was said elsewhere, ms. */
const mostApart = 2 * 86_400_000;

/** When the article was published and changed. Of several sources the first in the order of `FactSource` counts. */
export function datesOf(places: DatePlaces, reading: DateReading): PageDates {
  const { parts } = places;
  const modified =
    dateIn(linked(parts, 'dateModified'), 'ld', reading) ??
    dateIn(metaOf(parts, ...modifiedMetas), 'meta', reading) ??
    itemDate(parts, /datemodified/, reading);
  return { published: publishedOf(places, reading), modified };
}

function publishedOf(places: DatePlaces, reading: DateReading): PageDate | undefined {
  const { parts, url, before, after } = places;
  const told =
    dateIn(
      linked(parts, 'datePublished') ?? linked(parts, 'dateCreated') ?? linked(parts, 'uploadDate'),
      'ld',
      reading,
    ) ??
    firstMeta(parts, reading) ??
    itemDate(parts, /datepublished|datecreated|pubdate/, reading) ??
    timeDate(parts, reading);
  const inUrl = dateInUrl(url ?? metaOf(parts, 'og:url') ?? parts.links.get('canonical')?.[0], reading);
  const shown =
    told ??
    lineDate(before, reading, true) ??
    namedDate(parts, reading) ??
    lineDate(after, reading, true) ??
    lineDate([...before, ...after], reading, false);
  if (inUrl === undefined || shown === undefined) return shown ?? inUrl;
  // An address keeps its day; what programs write may be the day of a change.
  const isApart = Math.abs(Date.parse(shown.at) - Date.parse(inUrl.at)) > mostApart;
  return isApart || (told === undefined && shown.precision === 'day') ? inUrl : shown;
}

function linked({ article, jsonLd }: PageParts, name: string): string | undefined {
  const objects: readonly (JsonObject | undefined)[] = [article, pageObject(jsonLd)];
  for (const object of objects) {
    const value = object === undefined ? undefined : stringOf(object, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function firstMeta({ metas }: PageParts, reading: DateReading): PageDate | undefined {
  for (const name of publishedMetas) {
    for (const value of metas.get(name) ?? []) {
      const date = dateIn(value, 'meta', reading);
      if (date !== undefined) return date;
    }
  }
  return undefined;
}

/** Seconds or milliseconds since 1970 are dates too where a program wrote them. */
function dateIn(value: string | undefined, source: FactSource, reading: DateReading): PageDate | undefined {
  if (value === undefined) return undefined;
  const epoch = /^\s*(\d{10})(\d{3})?\s*$/.exec(value);
  if (epoch !== null) {
    const at = Number(epoch[1]) * 1000;
    if (at > reading.now) return undefined;
    return { at: new Date(at).toISOString(), precision: 'second', offset: 0, words: value.trim(), source };
  }
  const date = readDate(value, reading);
  return date === undefined ? undefined : { ...date, source };
}

function itemDate({ named }: PageParts, name: RegExp, reading: DateReading): PageDate | undefined {
  return firstOf(
    named.filter(element => name.test(element.itemprop) && !isElsewhere(element)),
    'microdata',
    reading,
  );
}

/** Of several `time` elements one that is called the date of publication comes first. */
function timeDate({ named }: PageParts, reading: DateReading): PageDate | undefined {
  const times = named.filter(element => element.node.name === 'time' && !isElsewhere(element));
  const called = times.filter(
    ({ node, names }) =>
      attributeOf(node, 'pubdate') !== undefined || /publish|entry-date|post-date|pubdate|created/.test(names),
  );
  const others = times.filter(element => !/updated|modified/.test(element.names) && !isCalledChange(element));
  return firstOf([...called.filter(element => !isCalledChange(element)), ...others, ...times], 'time', reading);
}

/** Whether the words right before an element say that its time is that of a change. */
function isCalledChange({ node }: NamedElement): boolean {
  const { previous } = node;
  const words = previous instanceof TextNode ? previous.text : previous === null ? '' : textIn(previous, 200);
  const before = words.trim().slice(-40);
  return ofChange.test(before) && !ofPublication.test(before);
}

function namedDate({ named }: PageParts, reading: DateReading): PageDate | undefined {
  const dated = named.filter(element => publishedNames.test(element.names) && !isElsewhere(element));
  return firstOf(dated.slice(0, 60), 'text', reading, true);
}

function firstOf(
  elements: readonly NamedElement[],
  source: FactSource,
  reading: DateReading,
  isFull = false,
): PageDate | undefined {
  for (const { node, names } of elements) {
    const told = attributeOf(node, 'datetime') ?? attributeOf(node, 'content');
    const isDate = node.name === 'time' || calledDate.test(names);
    const date = dateIn(told, source, reading) ?? dateInShort(textIn(node, 400), source, { ...reading, isDate });
    if (date !== undefined && (!isFull || hasYear(date))) return date;
  }
  return undefined;
}

/** A long text has dates of what it says. */
function dateInShort(text: string, source: FactSource, reading: DateReading): PageDate | undefined {
  return text.length > 300 ? undefined : dateIn(ofPublicationIn(text), source, reading);
}

function dateInUrl(url: string | undefined, reading: DateReading): PageDate | undefined {
  const match = url === undefined ? null : urlDate.exec(url);
  if (match === null) return undefined;
  const date = readDate(`${match[1]}-${match[3]}-${match[4]}`, reading);
  return date === undefined ? undefined : { ...date, words: match[0].slice(1), source: 'url' };
}

/** The first line with a date; a full one has day, month and year. */
function lineDate(lines: readonly string[], reading: DateReading, isFull: boolean): PageDate | undefined {
  for (const line of lines) {
    const date = dateIn(ofPublicationIn(line), 'text', reading);
    if (date !== undefined && (!isFull || hasYear(date))) return date;
  }
  return undefined;
}

function hasYear({ words }: PageDate): boolean {
  return /(?:19|20)\d\d|\d[./-]\d\d[./-]\d\d/.test(words);
}
