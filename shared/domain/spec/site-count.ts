import { allowance, BadInput, type Refusal, refusedValue } from '../refusal/refusal.ts';
import type { CrawlSpec } from './crawl-spec-schema.ts';

/** Most sites of one crawl: a process holds a row for each. */
const mostSites = 100_000;
/** Most sites in the body of an API request. */
export const mostInlineSites = 1_000;
/** Largest list of sites in bytes: some 670 for each site. */
export const mostListBytes = 64 * 1024 * 1024;
/** Most sites that share one page budget: a process holds the whole schedule, and each decision looks at every site. */
const mostSharingSites = 10_000;
/** Most lines of a list of sites: a name may contain line breaks. */
const mostLines = 2 * mostSites;

/** A refusal if a crawl has too many sites; `field` names them. */
export function siteCountFault(field: string, { limit }: Pick<CrawlSpec, 'limit'>, sites: number): Refusal | undefined {
  if (sites > mostSites) return refusedValue(field, sites, allowance('sites-of-a-crawl', { most: mostSites }));
  if (limit === undefined || sites <= mostSharingSites) return undefined;
  return refusedValue(field, sites, allowance('sites-of-a-limit', { most: mostSharingSites }));
}

/** Throws `BadInput` for a text with more lines than a list of sites may have, before reading them. */
export function demandLines(text: string, source: string): void {
  let lines = 0;
  for (const _ of text.matchAll(/\S.*/g)) {
    lines += 1;
    if (lines > mostLines)
      throw new BadInput([
        refusedValue(source, undefined, allowance('lines-of-a-list', { lines: mostLines, most: mostSites })),
      ]);
  }
}
