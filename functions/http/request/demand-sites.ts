import { BadInput } from '../../../shared/domain/spec/bad-input.ts';
import type { ResolvedSite } from '../../../shared/domain/spec/crawl-spec.ts';

/** Sites that a request may name itself. */
export const mostInlineSites = 1_000;
/** Sites of an uploaded list. */
const mostSites = 100_000;

/** Names of sites may break over lines. */
const mostLines = 2 * mostSites;

/** Throws `BadInput` where a text has more lines than any list of sites that one crawl takes: it is not even read. */
export function demandLines(text: string): void {
  let lines = 0;
  for (const _ of text.matchAll(/\S.*/g)) {
    lines += 1;
    if (lines > mostLines)
      throw new BadInput([
        `sitesFrom: more than ${mostLines} lines are refused; allowed are at most ${mostSites} sites in one crawl.`,
      ]);
  }
}

/** Throws `BadInput` where a list has more sites than one crawl takes. */
export function demandSites(sites: readonly ResolvedSite[]): void {
  if (sites.length <= mostSites) return;
  throw new BadInput([`sites: ${sites.length} sites are refused; allowed are at most ${mostSites} in one crawl.`]);
}
