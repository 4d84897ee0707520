import { allowance, type Refusal, refusedValue } from '../refusal/refusal.ts';
import type { CrawlSpec } from './crawl-spec-schema.ts';

/** Sites that may share one page budget: a process holds the whole schedule, and a decision looks at every site. */
const mostSharingSites = 10_000;

/** What is wrong with a crawl of so many sites; `field` names them. */
export function sharingFault(field: string, { limit }: Pick<CrawlSpec, 'limit'>, sites: number): Refusal | undefined {
  if (limit === undefined || sites <= mostSharingSites) return undefined;
  return refusedValue(field, sites, allowance('sites-of-a-limit', { most: mostSharingSites }));
}
