import type { PageReading } from '../applications/application-records.ts';
import type { SearchQuery } from '../search/search-query.ts';
import type { IndexedText } from './indexed-text.ts';
import type { SearchedVersion } from './mention-store.ts';

/** How a source led to an address; `archive`: a person had its page in a WARC file. */
export type FoundBy = 'feed' | 'sitemap' | 'link' | 'traversal' | 'archive';

/** The reading of a publication by an application at one look. Facts that nobody searches by are in `details`. */
export interface ReadVersion {
  readonly title: string;
  /** Ms since the epoch; undefined if the page does not say. */
  readonly publishedAt: number | undefined;
  /** BCP 47, as far as it is known. */
  readonly language: string | undefined;
  readonly canonical: string | undefined;
  readonly text: string;
  /** JSON of everything else that the application said: authors, section, where each fact is from. */
  readonly details: string;
}

/** One look at an address that holds a publication. */
export interface Sighting {
  /** Number of the source. */
  readonly source: number;
  /** The normalized URL. */
  readonly identity: string;
  /** The URL that was requested. */
  readonly address: string;
  readonly by: FoundBy;
  /** When the page was requested, ms since the epoch. */
  readonly seenAt: number;
  readonly version: ReadVersion;
  /** `indexText` of the version's title and text. */
  readonly index: IndexedText;
  /** Mentions in the version, written with it; absent if the watch looks for no organizations. */
  readonly searched?: SearchedVersion;
  /** The page of this version of the publication was read again: what it gives now is the next version, seen at the same instant. */
  readonly corrects?: number;
}

/**
 * The outcome of a sighting: a publication that is new; a new version of a known publication; nothing new; a further address of a
 * publication of this source with the same text; older than what the store has.
 */
export type SightingOutcome = 'new' | 'version' | 'same' | 'address' | 'late';

export interface AcceptedSighting {
  readonly outcome: SightingOutcome;
  readonly publication: number;
  /** Number of the version that the address shows now, from 1. */
  readonly version: number;
}

/**
 * `gone`: its address answers 404 or 410, or leads to the home page. `doubtful`: its address shows something else, as a wall of consent, a
 * log-in or a page of errors that is sent with status 200.
 */
export const lostStates = ['doubtful', 'gone'] as const;
export type LostState = (typeof lostStates)[number];
export type PublicationState = 'live' | LostState;

/** Publications by state; a state without any is left out. */
export type LostCounts = Readonly<Partial<Record<LostState, number>>>;

export interface PublicationRow
  extends Omit<ReadVersion, 'text'>,
    Pick<Sighting, 'source' | 'identity' | 'address' | 'by' | 'seenAt'> {
  /** Counts up in the order in which publications were found. */
  readonly id: number;
  readonly firstSeenAt: number;
  readonly state: PublicationState;
  /** Since when it is not live. */
  readonly goneAt: number | undefined;
  /** The latest version. */
  readonly version: number;
  /** Publications whose texts are alike have this number in common: the number of the first found among them. */
  readonly cluster: number;
}

/** A place in the order of lists: by the published time, or else by the first look; of one instant the one found last comes first. */
export interface ListPlace {
  /** Ms since the epoch. */
  readonly datedAt: number;
  /** Of the publication. */
  readonly id: number;
}

/** Where a publication is in lists. */
export function placeOf({ id, publishedAt, firstSeenAt }: PublicationRow): ListPlace {
  return { datedAt: publishedAt ?? firstSeenAt, id };
}

/** Sorts places as lists have them. */
export function newestFirst(a: ListPlace, b: ListPlace): number {
  return b.datedAt - a.datedAt || b.id - a.id;
}

export type VersionRow = Pick<PublicationRow, 'version' | 'seenAt' | 'title' | 'publishedAt' | 'language' | 'details'>;

/** A row is listed if it matches all fields that are given. */
export interface PublicationQuery {
  readonly words?: SearchQuery;
  readonly sources?: readonly number[];
  /** Publications and their copies: the number of the cluster. */
  readonly cluster?: number;
  /** BCP 47, in small letters: `en` has `en-GB` too. */
  readonly language?: string;
  /** Ms since the epoch, of the published time, or else of the first look: `since` belongs to it, `until` does not. */
  readonly since?: number;
  readonly until?: number;
  /** Without copies: of each cluster only the one that stands for it (`firstOfCluster`). */
  readonly isOriginal?: boolean;
}

/** How many publications fit a query, as far as they were looked at. */
export interface FittingCount {
  readonly count: number;
  /** Otherwise there may be more. */
  readonly isWhole: boolean;
}

/**
 * Publications of a watch. Versions never change and are never removed.
 * Several callers may use a store at the same time; a call may come twice, and then changes nothing.
 */
export interface PublicationStore {
  /**
   * In this order, all in one transaction or nothing; answers for each. `readings`: what applications of the user's made of pages,
   * kept in the same transaction after the sightings. A correction of what is not the latest version is `late`; it makes nothing live.
   */
  accept(sightings: readonly Sighting[], readings?: readonly PageReading[]): Promise<readonly AcceptedSighting[]>;
  /**
   * The address showed at `at` that its publication is not live. A later sighting makes it live again. Nothing if the address has no
   * publication; what is gone does not become doubtful. Gives the further addresses of what is gone: seen at one of them, it is there from now on.
   */
  markLost(source: number, identity: string, state: LostState, at: number): Promise<readonly string[]>;
  publication(id: number): Promise<PublicationRow | undefined>;
  /** Those of these numbers that there are, in any order. */
  rows(ids: readonly number[]): Promise<readonly PublicationRow[]>;
  /** That of an address of the source, its first or a further one. */
  publicationAt(source: number, identity: string): Promise<PublicationRow | undefined>;
  /** All versions, from the first on. */
  versions(id: number): Promise<readonly VersionRow[]>;
  /** Undefined if there is no such version. */
  text(id: number, version: number): Promise<string | undefined>;
  /** Further addresses of the source with the same text. */
  addresses(id: number): Promise<readonly string[]>;
  /** The newest first, those behind `before` only, at most `most`. */
  find(query: PublicationQuery, most: number, before?: ListPlace): Promise<readonly PublicationRow[]>;
  /** How many `find` would list. A store that has to read what it counts looks at the newest `mostLooked` only. */
  countFitting(query: PublicationQuery, mostLooked: number): Promise<FittingCount>;
  /** Numbers of the rows that are copies: another publication stands for their cluster (`firstOfCluster`). */
  copiesAmong(rows: readonly Pick<PublicationRow, 'id' | 'cluster'>[]): Promise<ReadonlySet<number>>;
  count(): Promise<number>;
  /** By the number of the source; sources without publications are left out. */
  countBySource(): Promise<ReadonlyMap<number, number>>;
  /** The same of those that are not live, by state. */
  lostBySource(): Promise<ReadonlyMap<number, LostCounts>>;
}
