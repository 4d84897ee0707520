import { allowance, BadInput, type Refusal, refusedValue } from '../refusal/refusal.ts';
import type { CrawlSpec } from './crawl-spec-schema.ts';

/** Sites of one crawl: a process holds a row for each. */
const mostSites = 100_000;
/** Sites that a request of the API may name itself. */
export const mostInlineSites = 1_000;
/** Bytes of a list of sites: some 670 for each of the most sites that there may be. */
export const mostListBytes = 64 * 1024 * 1024;
/** Sites that may share one page budget: a process holds the whole schedule, and a decision looks at every site. */
const mostSharingSites = 10_000;
/** Lines of a list of sites: names of sites may break over lines. */
const mostLines = 2 * mostSites;

/** What is wrong with a crawl of so many sites; `field` names them. */
export function siteCountFault(field: string, { limit }: Pick<CrawlSpec, 'limit'>, sites: number): Refusal | undefined {
  if (sites > mostSites) return refusedValue(field, sites, allowance('sites-of-a-crawl', { most: mostSites }));
  if (limit === undefined || sites <= mostSharingSites) return undefined;
  return refusedValue(field, sites, allowance('sites-of-a-limit', { most: mostSharingSites }));
}

/** Throws `BadInput` where a text has more lines than any list of sites that one crawl takes: it is not even read. */
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
