import type { CrawlRow, SiteRow } from '../domain/protocol/crawl-state.ts';
import type { ResolvedSite, ResolvedSpec } from '../domain/spec/crawl-spec.ts';
import { siteNumbered } from '../domain/spec/sites/site-numbered.ts';

/** Grants that follow from the spec and a site's row: the most pages that a site may use in all. */
export interface GrantRules {
  /** Grant of a site that joins a crawl; 0: it gets its grant later. */
  joining(spec: ResolvedSpec, site: ResolvedSite): number;
  /** Whether the store keeps how many new external links each page gave. */
  keepsRewards(spec: ResolvedSpec): boolean;
}

/** Decides how many pages each site may fetch. The wing of sets (`shared/wings/sets`) implements it. */
export interface PageBudget extends GrantRules {
  /** Grants of sites that a resume makes active. `spec` has the new limits. */
  reopening(crawl: string, spec: ResolvedSpec): Promise<(row: SiteRow) => number>;
  /** Grants of a new crawl, before it is written. A repeat returns the same. */
  first(crawl: string, spec: ResolvedSpec): Promise<(site: ResolvedSite) => number>;
  /**
   * Call after pages of `site` were parsed, or when it has ended: sites whose grants depend on that get them now. A
   * repeat changes nothing, and the next tick makes up for a lost call.
   */
  moved(crawl: CrawlRow, site: number): Promise<void>;
  /**
   * Begins the check of a tick. Called before the tick reads the rows, so that it knows nothing newer than they are.
   */
  look(crawl: CrawlRow): Promise<BudgetLook>;
}

export interface BudgetLook {
  /** Whether `isSpent` needs all sites. */
  readonly needsAllSites: boolean;
  /** Grants pages where possible. True: a site that has used its grant gets no larger one. */
  isSpent(crawl: CrawlRow, rows: readonly SiteRow[]): Promise<boolean>;
}

/** The part of a step's ports that a wing implements. */
export interface Budgeted {
  readonly budget: PageBudget;
}

const ownLimit = ({ limit }: Pick<ResolvedSite, 'limit'>): number => limit ?? Number.POSITIVE_INFINITY;

/** Every site may use its own limit, independent of the others. */
export const ownLimits: PageBudget = {
  joining: (_, site) => ownLimit(site),
  reopening:
    async (_, { sites }) =>
    ({ site, grant, used }) => {
      const limit = ownLimit(siteNumbered(sites, site) ?? {});
      // A resume has set a first limit.
      return Number.isFinite(grant) ? Math.max(grant, limit) : Math.max(used, limit);
    },
  keepsRewards: () => false,
  first: async () => ownLimit,
  moved: async () => undefined,
  look: async () => ({ needsAllSites: false, isSpent: async () => true }),
};
