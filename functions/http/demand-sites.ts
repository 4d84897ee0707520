import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import type { ResolvedSite } from '../../shared/domain/spec/crawl-spec.ts';

/** Sites that a request may name itself. */
export const mostInlineSites = 1_000;
/** Sites of an uploaded list. */
const mostSites = 100_000;

/** Throws `BadInput` where a list has more sites than one crawl takes. */
export function demandSites(sites: readonly ResolvedSite[]): void {
  if (sites.length <= mostSites) return;
  throw new BadInput([`sites: ${sites.length} sites are refused; allowed are at most ${mostSites} in one crawl.`]);
}
