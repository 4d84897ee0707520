/** What a person deleted of the links of a site, and its counters without that. */
import type { SiteRow } from './crawl-state.ts';

export interface DeletedCounts {
  readonly site: number;
  /** Addresses of the site by what became of them. */
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
 * As the result files count: a page that was deleted is found and skipped, whatever became of it. `badLinks`: occurrences of
 * bad links that are left, where they are counted.
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
