import type { SkipReason } from '../../domain/skip-reason.ts';
import type { SiteFigures } from '../../report/summary.ts';
import type { SiteReading } from './read-site.ts';

/** Duplicates of one node that make it suspicious. */
const manyDuplicates = 20;

/** The numbers of one site that its summary tells. `nearUncompared`: pages that may have near duplicates which nobody looked for. */
export function figuresOf({ results, site }: SiteReading, nearUncompared: number): SiteFigures {
  const skippedBy: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of results.skipped()) skippedBy[reason] = (skippedBy[reason] ?? 0) + 1;
  const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
  return {
    levels: results.levels,
    skippedBy,
    normalized: sum(results.levels.map(({ normalized = 0 }) => normalized)),
    normalizedIsCut: results.normalizedIsCut,
    arcs: results.graph.arcs.targets.length,
    linksDropped: sum([...site.records.values()].map(({ page }) => page?.linksDropped ?? 0)),
    fieldsUnread: [...site.records.values()].filter(({ page }) => page?.hasUnreadFields === true).length,
    nearUncompared,
    ...unchangedOf(site),
    externalAddresses: site.externals.size,
    externalLinks: sum([...site.externals.values()].map(({ occurrences }) => occurrences)),
    repeated: [...results.graph.nodes()]
      .filter(({ duplicates }) => duplicates >= manyDuplicates)
      .map(({ url, duplicates }) => ({ url, duplicates })),
    badLinks: sum([...site.bads.values()].map(({ occurrences }) => occurrences)),
    ignoredLinks: Object.fromEntries([...site.ignored].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function unchangedOf({ records }: SiteReading['site']): Pick<SiteFigures, 'pagesUnchanged'> {
  let [notLoaded, notParsed] = [0, 0];
  for (const { unchanged } of records.values()) {
    if (unchanged === 'not-loaded') notLoaded += 1;
    if (unchanged === 'not-parsed') notParsed += 1;
  }
  return notLoaded + notParsed === 0 ? {} : { pagesUnchanged: { notLoaded, notParsed } };
}
