import type { Phase, SiteRow } from '../../domain/protocol/crawl-state.ts';

/** The round of a level that holds its pick; round 0 holds the pages that links of the level before led to, which wait. */
export const pickRound = 1;

/** The order of pages that is learnt: a level is a pick of a few pages among all that are known. */
export interface PagePicks {
  /**
   * Writes the chunk of the next level, at most `most` pages. All turns of the site are parsed. Resolves with false if no page is
   * left. With `most` 0 it writes nothing.
   */
  next(row: SiteRow, most: number): Promise<boolean>;
}

/** Whether the entries of the phase were chosen, so that none of them is of an earlier phase too. */
export function isPicked(spec: { readonly order?: unknown }, { level }: Pick<Phase, 'level'>): boolean {
  return spec.order !== undefined && level > 0;
}
