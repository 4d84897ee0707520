/**
 * The verdict on the document of an entry: its publications, the lists and sitemaps that it leads to, and the counts of all its other
 * addresses. A function of the document and of what is known; `EntryReading` does what the verdict says.
 */
import { defined } from '../../../domain/defined.ts';
import { formParts, isPartOf } from '../finding/archive-forms.ts';
import { countingPlaces, laterPart, placesIn } from '../finding/further-parts.ts';
import { headlinesOf, isHeadline, isLegalPage, type PublicationRules } from '../finding/publication-rules.ts';
import type { LookOutcome } from '../looks/look-outcome.ts';
import { newestFirst } from '../sitemaps/newest-first.ts';
import type { SitemapEntry } from '../sitemaps/sitemap.ts';
import type { ItemHint } from '../store/item-hint.ts';
import type { FoundBy } from '../store/publication-store.ts';
import type { StatedTime } from '../times/stated-time.ts';
import type { EntryDocument, ListDocument } from './read-entry.ts';

/** Sitemaps that an index brings in one look. */
const mostOfIndex = 100;

export interface EntryKnown {
  readonly rules: Pick<PublicationRules, 'kindOf' | 'kindOfSibling' | 'kindsAmong'>;
  /** No publication of the source is known, and lists of the turn that may show some are still to be read. */
  readonly isUntaught: boolean;
  /** Publications from before the watch are wanted. */
  readonly archive: boolean;
  /** It is an entry itself, or the first part behind an entry. */
  readonly isFirst: boolean;
  /** It is a further part of a list. */
  readonly isPart: boolean;
  /** Epoch ms of the look. */
  readonly at: number;
}

/** An address that is named as a publication. */
export interface NamedItem {
  readonly address: string;
  /** The entry that names it, where this names publications only. */
  readonly by?: FoundBy;
  readonly hint?: ItemHint;
  /** Its own time, epoch ms. */
  readonly time?: number | undefined;
}

/** The list is closed. */
export type EntryVerdict =
  | { readonly kind: 'failed'; readonly outcome: LookOutcome }
  /** It is read again when the other lists of the turn have taught the rules. */
  | { readonly kind: 'deferred' }
  | ReadVerdict;

export interface ReadVerdict {
  readonly kind: 'read';
  readonly items: readonly NamedItem[];
  /** Further parts of lists and calendars, and sitemaps that an index names. */
  readonly parts: readonly string[];
  /** The next number behind a fragment without further parts. */
  readonly later?: string | undefined;
  readonly sitemaps: readonly string[];
  /** Everything else by its kind, and the faults of the document. */
  readonly left: Readonly<Record<string, number>>;
  /** Times of publications in a sitemap, which may state its zone. */
  readonly times: readonly StatedTime[];
  /** Time that the document wants to be left alone, s, and hours of the day (UTC) in which it does not change. */
  readonly restS: number;
  readonly skipHours: readonly number[];
}

const nothing = {
  kind: 'read',
  items: [],
  parts: [],
  sitemaps: [],
  left: {},
  times: [],
  restS: 0,
  skipHours: [],
} as const;

/** The lessons of a document before it is judged. `byHeadlines`: no publication was known before the lists of its turn. */
export function taughtBy(
  document: EntryDocument,
  byHeadlines: boolean,
): { readonly publications: readonly string[]; readonly places: readonly string[] } {
  if (document.kind === 'list') {
    const { glance, base } = document;
    const publications = byHeadlines ? headlinesOf(glance, new URL(base).host) : [];
    return { publications, places: countingPlaces(glance, base) };
  }
  const named =
    document.kind === 'feed'
      ? document.feed.items
      : document.kind === 'sitemap'
        ? document.entries.filter(({ news }) => news !== undefined)
        : [];
  const older = document.kind === 'feed' ? olderOf(document) : [];
  return {
    publications: named.map(({ address }) => address),
    places: older.flatMap(placesOfNext),
  };
}

export function judgeEntry(document: EntryDocument, known: EntryKnown): EntryVerdict {
  if (document.kind === 'none') return { kind: 'failed', outcome: document.why };
  if (document.kind === 'feed') return judgeFeed(document, known);
  if (document.kind === 'index') return judgeIndex(document);
  if (known.isUntaught) return { kind: 'deferred' };
  return document.kind === 'list' ? judgeList(document, known) : judgeSitemap(document, known);
}

type FeedDocument = Extract<EntryDocument, { kind: 'feed' }>;

/** Pages of a feed are a list with further parts. */
function olderOf({ feed }: FeedDocument): readonly string[] {
  return feed.next === undefined ? [] : [feed.next];
}

/** The places in which the address of a feed's next page counts, or has a mark: `?cursor=eyJpZCI6N30`. */
function placesOfNext(address: string): readonly string[] {
  const [next, forms] = [{ address, text: 'next', inMenu: false }, []];
  const ofMark = countingPlaces({ links: [next], next: address, forms }, new URL('?', address).href);
  return [...placesIn(address).map(({ place }) => place), ...ofMark];
}

function judgeFeed({ feed }: FeedDocument, { rules, archive }: EntryKnown): ReadVerdict {
  const left: Record<string, number> = { ...feed.faults };
  const items: NamedItem[] = [];
  for (const { address, title, published, updated, authors, categories } of feed.items) {
    const hint = {
      ...defined({ title, published }),
      ...(published === undefined && updated !== undefined && { updated }),
      ...(authors.length !== 0 && { authors }),
      ...(categories[0] !== undefined && { section: categories[0] }),
    };
    if (rules.kindOf(address) === 'file') count(left, 'file');
    else if (isLegalPage(address)) count(left, 'service');
    else items.push({ address, by: 'feed', hint, time: timeOf((published ?? updated)?.at) });
  }
  const parts = archive ? olderOf({ kind: 'feed', feed }) : [];
  return { ...nothing, items, parts, left, restS: 60 * (feed.ttlMinutes ?? 0), skipHours: feed.skipHours };
}

/** Sitemaps of an index are their own entries. */
function judgeIndex({ entries, faults }: Extract<EntryDocument, { entries: unknown }>): ReadVerdict {
  const sitemaps = newestFirst(entries).map(({ address }) => address);
  const left: Record<string, number> = { ...faults };
  if (sitemaps.length > mostOfIndex) left['too-many'] = sitemaps.length - mostOfIndex;
  return { ...nothing, sitemaps: sitemaps.slice(0, mostOfIndex), left };
}

function judgeSitemap(
  { entries, faults }: { readonly entries: readonly SitemapEntry[]; readonly faults: Readonly<Record<string, number>> },
  { rules }: EntryKnown,
): ReadVerdict {
  const left: Record<string, number> = { ...faults };
  const items: NamedItem[] = [];
  const times: StatedTime[] = [];
  const kindOf = rules.kindsAmong(entries.map(({ address }) => address));
  for (const { address, news, modified } of entries) {
    const kind = kindOf(address);
    if (kind === 'publication' && modified !== undefined) times.push(modified);
    if (kind !== 'publication' && (news === undefined || kind === 'file')) {
      count(left, kind);
      continue;
    }
    const hint = defined({ title: news?.title, published: news?.published });
    const by = news === undefined ? {} : { by: 'sitemap' as const };
    items.push({ address, ...by, hint, time: timeOf((news?.published ?? modified)?.at) });
  }
  return { ...nothing, items, left, times };
}

function judgeList(
  { glance, pressed, base }: ListDocument,
  { rules, archive, isFirst, isPart, at }: EntryKnown,
): ReadVerdict {
  const left: Record<string, number> = {};
  const items: NamedItem[] = [];
  const parts = new Set<string>();
  const headlines = new Set(glance.links.filter(isHeadline).map(({ address }) => address));
  for (const address of new Set([...glance.links.map(link => link.address), ...pressed])) {
    const kind = headlines.has(address) ? rules.kindOfSibling(address) : rules.kindOf(address);
    if (kind === 'publication') items.push({ address });
    else if (kind === 'archive') parts.add(address);
    else count(left, kind);
  }
  // Behind the first page of an archive a part without a publication leads no further: an empty calendar has no end.
  if (archive && (items.length > 0 || isFirst)) {
    const before = isPart ? monthBefore(base) : undefined;
    if (before !== undefined) parts.add(before);
    const forms = isFirst ? glance.forms.filter(form => !isPartOf(form, base)) : [];
    // Scripts request fragments by their numbers.
    const isFragment = items.length > 0 && glance.title === '' && glance.forms.length === 0;
    const later = isPart && parts.size === 0 && isFragment ? laterPart(base, items.length) : undefined;
    return { ...nothing, items, left, later, parts: [...parts, ...forms.flatMap(form => formParts(form, base, at))] };
  }
  if (parts.size > 0) left['archive'] = parts.size;
  return { ...nothing, items, left };
}

export function count(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}

function timeOf(at: string | undefined): number | undefined {
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return Number.isFinite(time) ? time : undefined;
}

/** Lists of one month, whatever they are called: `/2025/03/`, `/archive/2025-03`, `/news/2025.03.html`. */

const monthAtEnd = /(?<=\/)(19[89]\d|20\d\d)([/.-])(0?[1-9]|1[0-2])(?=\/?$|\.\w{2,5}$)/;

/** The list of the month before that of `address`, written in the same way; undefined if it is the list of no month. */
export function monthBefore(address: string): string | undefined {
  const url = new URL(address);
  const [found, year, separator, month] = monthAtEnd.exec(url.pathname) ?? [];
  if (found === undefined) return undefined;
  const before = 12 * Number(year) + Number(month) - 2;
  const name = String((before % 12) + 1).padStart(month!.length, '0');
  url.pathname = url.pathname.replace(monthAtEnd, `${Math.floor(before / 12)}${separator}${name}`);
  return url.href;
}
