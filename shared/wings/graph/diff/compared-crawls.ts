import type { SiteFinish } from '../../../domain/protocol/crawl-state.ts';
import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { Change } from './compare-sites.ts';

/** Pages and links of a site in one crawl, and how it ended there: other reasons than `no-work` leave pages out. */
export interface ComparedSide {
  readonly pages: number;
  readonly links: number;
  readonly status: SiteFinish | 'active';
}

/** The changes of a site; without one of the sides only one crawl has the site. */
export interface ComparedSiteView {
  readonly origin: string;
  /** Its labels in the list of sites; absent if the list has only addresses. */
  readonly labels?: SiteLabels;
  readonly before?: ComparedSide;
  readonly after?: ComparedSide;
  readonly counts: Readonly<Partial<Record<ChangeKind, number>>>;
  /** The first changes of each kind. */
  readonly changes: readonly Change[];
}

/** Two crawls compared, as a page shows it. */
export interface ComparedCrawls {
  /** Sites with changes, and sites that only one crawl has. */
  readonly sites: readonly ComparedSiteView[];
  /** Sites without a change. */
  readonly same: number;
  /** Sites with changes beyond those that are reported. */
  readonly more: number;
}
