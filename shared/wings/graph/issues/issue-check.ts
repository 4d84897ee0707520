import type { ExternalCheck } from '../../../domain/protocol/external-check.ts';
import type { SkipReason } from '../../../domain/skip-reason.ts';
import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import type { BadLink, GraphNode, SkippedUrl } from '../site-graph/graph.ts';
import type { IssueWords } from './issue-words.ts';

/** An address of the site that redirects. */
export interface RedirectedUrl {
  readonly url: string;
  readonly status: number;
  /** The next address of the way; `url` of another site as it is. */
  readonly target: string;
  /** Whether a page links to it. */
  readonly isLinked: boolean;
}

/** An address in a sitemap. */
export interface ListedUrl {
  readonly url: string;
  readonly sitemap: string;
  /** Outside of the site. */
  readonly isElsewhere: boolean;
}

/** The questions of tests to the stored tables of a site. Addresses are normalized. */
export interface IssueSite {
  readonly origin: string;
  /** The normalized address; undefined if it is no address, or of another site. */
  own(address: string): string | undefined;
  /** Outcome of the address; undefined if the crawl does not know it. */
  kindAt(url: string): 'node' | 'redirect' | 'duplicate' | 'skipped' | undefined;
  pageAt(url: string): GraphNode | undefined;
  /** Links of the page to names on other pages, as `Markup` has them. */
  awayOf(page: GraphNode): string;
  /** The names (`namesIn`) of the page that is shown at the address, behind redirects; undefined if they are not known. */
  namesAt(address: string): ReadonlySet<number> | undefined;
  /** Why the address, or the end of its redirects, failed; undefined if it did not. */
  failureAt(url: string): string | undefined;
  /** Why the address was skipped; undefined if it was not. */
  reasonAt(url: string): SkipReason | undefined;
  /** Nodes with this title. */
  titled(title: string): number;
  /** Nodes with this description. */
  described(description: string): number;
  /** Whether the page links to another page of the site. */
  leadsOn(page: GraphNode): boolean;
  /** The page that is most like this one, with `--near-duplicates`. */
  nearest(page: GraphNode): string | undefined;
  readonly hasSitemaps: boolean;
  isListed(url: string): boolean;
}

/** A finding on a row: undefined where nothing is wrong, else a detail, which may be empty. */
type Found = string | undefined;

/** A row of a stored table, and the test of it. Tests are pure. */
export interface IssueTests {
  readonly page?: (page: GraphNode, site: IssueSite) => Found;
  readonly skipped?: (url: SkippedUrl, site: IssueSite) => Found;
  readonly redirect?: (url: RedirectedUrl, site: IssueSite) => Found;
  readonly listed?: (url: ListedUrl, site: IssueSite) => Found;
  readonly external?: (check: ExternalCheck, site: IssueSite) => Found;
  readonly bad?: (link: BadLink, site: IssueSite) => Found;
}

export interface IssueCheck extends IssueWords {
  readonly tests: IssueTests;
}

/** Findings of a check on a site; plain JSON. `first`: some of its addresses, with details. */
export interface SiteIssue {
  readonly key: string;
  readonly count: number;
  readonly first: readonly (readonly [url: string, detail: string])[];
}

export interface SiteIssues {
  readonly origin: string;
  readonly labels: SiteLabels;
  readonly issues: readonly SiteIssue[];
}
