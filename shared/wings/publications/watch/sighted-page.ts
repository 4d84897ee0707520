import { defined } from '../../../domain/defined.ts';
import { pageText } from '../../../domain/html/decode-text.ts';
import { looksBinary } from '../../../domain/html/encoding/sniff-binary.ts';
import { type ExtractedPage, type Extraction, extractWithTexts } from '../extraction/extract-page.ts';
import type { PageDate } from '../extraction/metadata/page-dates.ts';
import { peopleIn } from '../extraction/metadata/people-in.ts';
import type { HostTemplate } from '../extraction/text/host-template.ts';
import { type GrabbedPage, grabPage } from '../grabber/grab-page.ts';
import type { KeptPage } from '../kept/kept-pages.ts';
import { indexText } from '../store/indexed-text.ts';
import type { ItemHint } from '../store/item-hint.ts';
import type { Sighting } from '../store/publication-store.ts';
import { relativeStart } from '../times/relative-words.ts';
import type { StatedTime } from '../times/stated-time.ts';
import { offsetOfClock, type SourceClock, type TimePair } from './source-clock.ts';
import type { HeldRules } from './source-settings.ts';

export interface SeenPage extends Pick<KeptPage, 'body' | 'contentType' | 'address' | 'at' | 'isNamed'> {
  /** Which page of its article it is; absent: the first one. */
  readonly page?: { readonly first: string; readonly number: number };
}

/** Undefined for bytes that are no text. */
export function readArticle(page: SeenPage, template: HostTemplate | undefined): ExtractedPage | undefined {
  if (looksBinary(page.body)) return undefined;
  return extractWithTexts({
    ...{ html: pageText(page), url: page.address, now: page.at, isNamed: page.isNamed, marks: true as const },
    ...defined({ template, page: page.page }),
  });
}

/** The page by the rules of its time; what they leave open is the automatic extractor's. */
export function grabArticle(page: SeenPage, template: HostTemplate | undefined, { rules }: HeldRules): GrabbedPage {
  return grabPage({
    ...{ html: pageText(page), url: page.address, now: page.at, isNamed: page.isNamed, rules },
    ...(template !== undefined && { template }),
  });
}

interface Seen extends Pick<Sighting, 'source' | 'identity' | 'address' | 'by' | 'seenAt'> {
  readonly hint: ItemHint | undefined;
  /** That of the source's pages that name no zone, as far as it is known. */
  readonly clock: SourceClock | undefined;
  /** Number of the version of rules that gave any field. */
  readonly revision: number | undefined;
  /** The application that gave the publication, where its name is not that of the method. */
  readonly application: string | undefined;
}

/** Facts that the page does not state are taken from the entry that named the page. */
export function sightingOf({ hint, clock, revision, application, ...seen }: Seen, extraction: Extraction): Sighting {
  const title = extraction.title ?? hint?.title ?? '';
  const { text, title: _, url: __, article: ___, language, canonicalUrl, ...told } = extraction;
  // RFC 4287, section 4.2: an entry of Atom must say when it was updated, and need not say when it was published.
  const updated = hint?.updated && { ...hint.updated, source: 'feed-updated' as const };
  const published = publishedTime(extraction.published, hint?.published, clock) ?? updated;
  const authors = extraction.authors.length > 0 ? extraction.authors : (hint?.authors ?? []).flatMap(peopleIn);
  const section = extraction.section ?? hint?.section ?? null;
  const at = published === undefined ? Number.NaN : Date.parse(published.at);
  return {
    ...seen,
    version: {
      title,
      publishedAt: Number.isFinite(at) ? at : undefined,
      language: language ?? undefined,
      canonical: canonicalUrl ?? undefined,
      text,
      details: JSON.stringify({
        ...{ ...told, authors, published: published ?? null, section },
        ...{ application: application ?? extraction.method, rules: revision ?? null },
      }),
    },
    index: indexText(title, text),
  };
}

/** When a publication was published, and where that was read. `feed-updated`: neither page nor entry says, and this is when the entry was updated. */
type PublishedTime = PageDate | (StatedTime & { readonly source: 'feed' | 'feed-updated' });

const minuteMs = 60_000;
/** Whole hours from Greenwich that are zones, west and east. */
const hourZones = { west: -12, east: 14 };
/** Zones between whole hours, minutes east of Greenwich, summer time too. */
const oddZones = new Set([-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825]);
/** Between a day and an instant of that day in any zone, ms. */
const mostApart = 36 * 3_600_000;

/** The clock of a page without a zone, minutes east of Greenwich. Undefined if the hint does not agree with the page. */
export function shownZone(page: PageDate | null, hint: StatedTime | undefined): number | undefined {
  const minutes = minutesApart({ page, hint });
  return minutes !== undefined && isZone(minutes) ? minutes : undefined;
}

/** The clock that most of a source's pages show. Fewer pages may agree with their hints by chance. */
export function agreedZone(pairs: readonly TimePair[]): number | undefined {
  const apart = pairs.flatMap(pair => minutesApart(pair) ?? []);
  const [most] = [...Map.groupBy(apart.filter(isZone), minutes => minutes)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return most !== undefined && most[1].length * 2 > apart.length ? most[0] : undefined;
}

/** Undefined if the page has a zone, if the hint has no zone, or if no minutes are named. */
function minutesApart({ page, hint }: TimePair): number | undefined {
  if (page === null || page.offset !== null || page.precision === 'day') return undefined;
  if (hint?.offsetMinutes === undefined || !isExact(hint)) return undefined;
  return Math.round((minuteOf(page.at) - minuteOf(hint.at)) / minuteMs);
}

function isZone(minutes: number): boolean {
  const hours = minutes / 60;
  return oddZones.has(minutes) || (Number.isInteger(hours) && hours >= hourZones.west && hours <= hourZones.east);
}

function isExact({ precision }: StatedTime): boolean {
  return precision === 'minute' || precision === 'second';
}

/**
 * A page's own time, unless the entry that named it says the same with its zone, or more exactly. `clock`: that of the source's
 * other pages, for a page that names no zone.
 */
export function publishedTime(
  page: PageDate | null,
  hint: StatedTime | undefined,
  clock: SourceClock | undefined,
): PublishedTime | undefined {
  const named = hint && { ...hint, source: 'feed' as const };
  if (page === null) return named;
  if (named !== undefined && (shownZone(page, hint) !== undefined || (isExact(named) && isVague(page)))) return named;
  if (page.precision === 'day')
    return named !== undefined && isExact(named) && Math.abs(Date.parse(named.at) - Date.parse(page.at)) <= mostApart
      ? named
      : page;
  if (page.offset !== null || clock === undefined) return page;
  const zone = offsetOfClock(clock, Date.parse(page.at));
  return { ...page, offset: zone, at: new Date(Date.parse(page.at) - zone * minuteMs).toISOString() };
}

/** "3 hours ago", "last week": a clock and a date say more. */
function isVague({ words }: PageDate): boolean {
  return relativeStart.test(words) && !/\p{Nd}{4}|\p{Nd}\P{L}\p{Nd}{2}/u.test(words);
}

function minuteOf(at: string): number {
  return Math.floor(Date.parse(at) / minuteMs) * minuteMs;
}
