import type { ResolvedSpec } from '../spec/crawl-spec.ts';

/** Sites that may share one page budget: the schedule is read and written as a whole. */
export const mostSharingSites = 10_000;

/** Whether a rule shares the page budget: several sites want it. One alone, or sites without a budget, ask nobody. */
export function asksRule({ limit, sites }: Pick<ResolvedSpec, 'limit' | 'sites'>): boolean {
  return limit !== undefined && sites.length > 1;
}

/** Whether rewards are kept: also of a site that is alone as yet, for another one may join while the crawl runs. */
export function keepsRewards({ limit }: Pick<ResolvedSpec, 'limit'>): boolean {
  return limit !== undefined;
}
