import type { CrawlRow, SiteRow } from '../domain/protocol/crawl-state.ts';
import type { ResolvedSite, ResolvedSpec } from '../domain/spec/crawl-spec.ts';
import { siteNumbered } from '../domain/spec/sites/site-numbered.ts';

/** What a site is granted, as far as the spec and its row say: the most pages that it may use in all. */
export interface GrantRules {
  /** Of a site that joins a crawl; 0: it is granted pages later. */
  joining(spec: ResolvedSpec, site: ResolvedSite): number;
  /** Whether the store is to keep how many new external links each page brought. */
  keepsRewards(spec: ResolvedSpec): boolean;
}

/** Who may fetch how many pages. The engine asks; the wing of target sets answers. */
export interface PageBudget extends GrantRules {
  /** Grants of sites that a resume takes up again. `spec` has the limits of from now on. */
  reopening(crawl: string, spec: ResolvedSpec): Promise<(row: SiteRow) => number>;
  /** Grants of a crawl that is about to be written. A repeat answers the same. */
  first(crawl: string, spec: ResolvedSpec): Promise<(site: ResolvedSite) => number>;
  /**
   * Pages of `site` were parsed, or it has ended: sites whose grants depend on that get them now. A repeat changes
   * nothing, and a call that is lost is made good by the next tick.
   */
  moved(crawl: CrawlRow, site: number): Promise<void>;
  /** Begins the look of a tick. Called before the tick reads the rows, so that it knows nothing newer than they are. */
  look(crawl: CrawlRow): Promise<BudgetLook>;
}

export interface BudgetLook {
  /** Whether `isSpent` asks about all sites; else it may know some of them. */
  readonly needsAllSites: boolean;
  /** Grants what can be granted. True: a site that has used up its grant gets no larger one. */
  isSpent(crawl: CrawlRow, rows: readonly SiteRow[]): Promise<boolean>;
}

/** The part of a step's ports that a wing fills. */
export interface Budgeted {
  readonly budget: PageBudget;
}

const ownLimit = ({ limit }: Pick<ResolvedSite, 'limit'>): number => limit ?? Number.POSITIVE_INFINITY;

/** Every site may use its own limit, whatever the others do. */
export const ownLimits: PageBudget = {
  joining: (_, site) => ownLimit(site),
  reopening:
    async (_, { sites }) =>
    ({ site, grant, used }) => {
      const limit = ownLimit(siteNumbered(sites, site) ?? {});
      // A resume has set a limit where there was none.
      return Number.isFinite(grant) ? Math.max(grant, limit) : Math.max(used, limit);
    },
  keepsRewards: () => false,
  first: async () => ownLimit,
  moved: async () => undefined,
  look: async () => ({ needsAllSites: false, isSpent: async () => true }),
};
