import type { NoFeed } from '../feeds/feed.ts';
import type { ArchiveSize } from './archive-size.ts';
import type { AddressKind, PublicationShape } from './publication-rules.ts';

/** How an entry was found. */
export type FoundWhy =
  /** The address that was given is it. */
  | 'given'
  /** `<link rel="alternate">` of a page; a link of a page. */
  | 'declared'
  | 'linked'
  /** A path that many sites have. */
  | 'well-known'
  /** A `Sitemap` line of robots.txt; an entry of an index. */
  | 'robots'
  | 'index'
  /** A page with links to publications: the start page, or a page that it links to. */
  | 'start'
  | 'section'
  /** A page with a button for more, or with a list that scripts fill (empty as sent, or drawn in a browser). */
  | 'button'
  | 'empty-list'
  | 'drawn';

/** Why an entry is proposed and not switched on. */
export type OffWhy =
  /** All that it shows is in a feed or sitemap that is on. */
  | 'covered'
  | 'comments'
  /** It names no publication, or none of this source. */
  | 'empty'
  /** Needs a browser, and others are on: a person decides. */
  | 'clicks'
  /** Nothing in it is new enough to be looked at often: an archive. */
  | 'old';

/** An address that is worth being looked at again and again. */
export interface FoundEntry {
  readonly kind: 'feed' | 'sitemap' | 'page' | 'traversal';
  readonly address: string;
  readonly why: FoundWhy;
  readonly title?: string;
  /** Texts of buttons, or names of lists that are empty. */
  readonly clicks?: readonly string[];
  /**
   * Where a browser showed the page: publications in the page as sent, further ones drawn by scripts, further ones
   * after presses.
   */
  readonly seen?: { readonly sent: number; readonly drawn: number; readonly pressed: number };
  /** Items of a feed, entries of a sitemap, links of a page. */
  readonly items: number;
  /** Those that are publications of this source, by the rules. */
  readonly publications: number;
  /** The newest time among them, ISO 8601. */
  readonly newest?: string;
  /** Seconds between the first and the second look. Later looks are set by what the looks before find. */
  readonly intervalS: number;
  readonly on: boolean;
  readonly off?: OffWhy;
  /** Faults of the document, by reason. */
  readonly faults?: Readonly<Record<string, number>>;
}

/** The outcome of a document that was requested. */
export type TriedOutcome =
  | 'feed'
  | 'sitemap'
  | 'page'
  | 'robots'
  | 'private-address'
  | 'no-answer'
  | 'status'
  | 'moved-away'
  | `no-feed-${NoFeed}`
  | 'no-sitemap'
  /** A packed sitemap of which nothing can be unpacked. */
  | 'bad-gzip'
  | 'not-a-page'
  | 'same-content';

export interface TriedDocument {
  readonly address: string;
  readonly outcome: TriedOutcome;
  readonly status?: number;
}

/** The use of a browser, where pages seemed to need one. */
export interface BrowserUse {
  /** `off`: the finding was to go without one, or the place has none; `none`: none could be started, `detail` says why. */
  readonly state: 'used' | 'off' | 'none';
  /** Pages that were shown; publications as of `FoundEntry.seen`. */
  readonly pages: readonly {
    readonly address: string;
    readonly sent: number;
    readonly drawn: number;
    readonly pressed: number;
    /** Texts of the buttons that brought publications. */
    readonly buttons: readonly string[];
  }[];
  /** Pages that seemed to need a browser and were not shown. */
  readonly left: number;
  /** Requests that the shown pages made themselves, and those for which none was left. */
  readonly requests: number;
  readonly requestsLeft: number;
  readonly detail?: string;
}

/** The texts of pages of publications without and with their scripts. */
export interface ArticleSamples {
  /** Pages that were requested. */
  readonly pages: number;
  /** Articles as they were sent, and further ones after their scripts have run. */
  readonly sent: number;
  readonly drawn: number;
  /** Pages that scripts seem to draw and that no browser has shown; `detail` says why. */
  readonly unseen: number;
  readonly detail?: string;
}

/** An address and what it is taken for. */
export interface AddressExample {
  readonly address: string;
  readonly kind: AddressKind;
}

/** The findings at a source. Plain data: the watch's settings are made of it. */
export interface SourceFindings {
  /** As given. */
  readonly source: string;
  /** Where its start page is, after redirects. */
  readonly address: string;
  readonly title?: string;
  /** `moved`: it answers at another host. `refused`: 401, 403, 429 or 503, as sites answer that admit browsers only. `challenge`: its page requests proof that a person is there. */
  readonly state: 'found' | 'nothing' | 'moved' | 'refused' | 'challenge' | 'not-available';
  /** Of the answer to the start page. */
  readonly status?: number;
  readonly entries: readonly FoundEntry[];
  /** The shapes of addresses of publications. */
  readonly shapes: readonly PublicationShape[];
  /** Publications from which the shapes were learnt: some of each. */
  readonly known: readonly string[];
  /** Addresses seen in all entries, each once, by what the rules say of them. */
  readonly addresses: Readonly<Record<AddressKind, number>>;
  /** Some of them: publications first, then some of each other kind. */
  readonly examples: readonly AddressExample[];
  /** The size of the archive of old publications. */
  readonly archive: ArchiveSize;
  /** Absent: no page of a publication was had. */
  readonly articles?: ArticleSamples;
  /** Absent: no page seemed to need a browser. */
  readonly browser?: BrowserUse;
  readonly tried: readonly TriedDocument[];
  /** Documents that were found and not requested: beyond the limit of requests, or enough of their kind were. */
  readonly untried: number;
}
