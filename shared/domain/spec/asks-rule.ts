import type { CrawlSpec } from './crawl-spec-schema.ts';

/** Sites that may share one page budget: a process holds the whole schedule, and a decision looks at every site. */
const mostSharingSites = 10_000;

/** What is wrong with a crawl of so many sites, one sentence; `field` names them. */
export function sharingFault(field: string, { limit }: Pick<CrawlSpec, 'limit'>, sites: number): string | undefined {
  if (limit === undefined || sites <= mostSharingSites) return undefined;
  return `${field}: ${sites} sites share a limit; allowed are ${mostSharingSites} (siteLimit limits each).`;
}
