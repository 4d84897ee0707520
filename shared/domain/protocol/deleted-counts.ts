/** Counts of the links of a site that a person deleted, and the site's counters without them. */
import type { SiteRow } from './crawl-state.ts';

export interface DeletedCounts {
  readonly site: number;
  /** Addresses of the site by their result. */
  readonly nodes: number;
  readonly redirects: number;
  readonly duplicates: number;
  /** Distinct external addresses, and how often they occur. */
  readonly external: number;
  readonly occurrences: number;
  /** Distinct texts of bad links. */
  readonly bad: number;
}

/**
 * Counts as the result files do: a deleted page is found and skipped, whatever its result was. `badLinks`: occurrences
 * of bad links that are left, where they are counted.
 */
export function withoutDeleted(row: SiteRow, deleted: DeletedCounts, badLinks = row.counters.badLinks): SiteRow {
  const { counters } = row;
  const less = (count: number, by: number): number => Math.max(0, count - by);
  return {
    ...row,
    counters: {
      ...counters,
      nodes: less(counters.nodes, deleted.nodes),
      redirects: less(counters.redirects, deleted.redirects),
      duplicates: less(counters.duplicates, deleted.duplicates),
      skipped: counters.skipped + deleted.nodes + deleted.redirects + deleted.duplicates,
      externalLinks: less(counters.externalLinks, deleted.occurrences),
      newExternalLinks: less(counters.newExternalLinks, deleted.external),
      badLinks,
    },
  };
}
