import { defined } from '../../../shared/domain/defined.ts';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { SiteSums } from '../../../shared/domain/protocol/site-sums.ts';
import { siteNumbered } from '../../../shared/domain/spec/sites/site-numbered.ts';
import { siteProgresses } from '../../../shared/report/progress.ts';

export type SiteLine = ReturnType<typeof siteLines>[number];

/**
 * A site in the table of sites: names, progress and results. `files`: parts of the names of result files, by the sites' numbers, where
 * they are known.
 */
export function siteLines(
  crawl: CrawlRow,
  rows: readonly SiteRow[],
  now: number,
  files: ReadonlyMap<number, string> = new Map(),
) {
  const sites = siteProgresses(crawl, rows, now);
  return rows.map((row, index) => {
    const { name, waitingFor, level, outcomes, queued, left, startFault, delayMs } = sites[index]!;
    const { shortName = name, tags } = siteNumbered(crawl.spec.sites, row.site) ?? {};
    const { newExternalLinks, externalLinks, badLinks } = row.counters;
    const file = files.get(row.site);
    return {
      number: row.site,
      name,
      shortName,
      ...defined({
        tags,
        file,
        start: row.start,
        origin: row.origin,
        status: row.status,
        finishReason: row.status === 'active' ? undefined : row.status,
        sameAs: row.sameAs,
      }),
      level,
      outcomes,
      queued,
      left,
      used: row.used,
      ...(Number.isFinite(row.grant) && { grant: row.grant }),
      newExternalLinks,
      externalLinks,
      badLinks,
      delayMs,
      ...(row.turn === 0 && row.status === 'stopped' && { neverRan: true }),
      ...defined({ waitingFor, startFault }),
    };
  });
}

/** The columns by which the table of sites may be sorted. Addresses that were left count as waiting. */
const sortValues = {
  number: ({ number }: SiteLine) => number,
  name: ({ name }: SiteLine) => name,
  origin: ({ origin }: SiteLine) => origin,
  status: ({ status }: SiteLine) => status,
  used: ({ used }: SiteLine) => used,
  waiting: (site: SiteLine) => site.queued + site.left,
  newExternalLinks: ({ newExternalLinks }: SiteLine) => newExternalLinks,
  badLinks: ({ badLinks }: SiteLine) => badLinks,
};
type SiteSort = keyof typeof sortValues;
export const siteSorts = Object.keys(sortValues) as readonly SiteSort[];

export type SiteOrder = (a: SiteLine, b: SiteLine) => number;

/** How two sites follow each other. Sites without a count come last, and equal sites are in the order of their numbers. */
export function siteOrder(sort: SiteSort, isDescending: boolean): SiteOrder {
  const keyOf: (site: SiteLine) => number | string | undefined = sortValues[sort];
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === other) return a.number - b.number;
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
    return one < other === isDescending ? 1 : -1;
  };
}

/** Sums over all sites. */
export function siteTotals({ sites, used, queued, left, newExternalLinks, badLinks }: SiteSums): object {
  return { sites, used, waiting: queued + left, newExternalLinks, badLinks };
}
