import { BadInput } from '../../../shared/domain/refusal/bad-input.ts';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
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
        refusedValue('sitesFrom', undefined, allowance('lines-of-a-list', { lines: mostLines, most: mostSites })),
      ]);
  }
}

/** Throws `BadInput` where a list has more sites than one crawl takes. */
export function demandSites(sites: readonly ResolvedSite[]): void {
  if (sites.length <= mostSites) return;
  throw new BadInput([refusedValue('sites', sites.length, allowance('sites-of-a-crawl', { most: mostSites }))]);
}
