import type { SkipReason } from '../../domain/skip-reason.ts';
import type { SiteFigures } from '../../report/summary.ts';
import type { SiteReading } from './read-site.ts';
import type { SiteGraph } from './site-graph/graph.ts';

/** Duplicates of one node that make it suspicious. */
const manyDuplicates = 20;

/** The numbers of one site that its summary tells. `nearUncompared`: pages that may have near duplicates which nobody looked for. */
export function figuresOf({ results, site }: SiteReading, nearUncompared: number): SiteFigures {
  const skippedBy: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of results.skipped()) skippedBy[reason] = (skippedBy[reason] ?? 0) + 1;
  return {
    levels: results.levels,
    skippedBy,
    normalized: results.levels.reduce((sum, { normalized = 0 }) => sum + normalized, 0),
    normalizedIsCut: results.normalizedIsCut,
    arcs: results.graph.arcs.length,
    ...sumsOf(site),
    nearUncompared,
    externalAddresses: site.externals.distinct,
    externalLinks: site.externals.occurrences,
    repeated: [...repeated(results.graph)],
    badLinks: site.bads.occurrences,
    ignoredLinks: Object.fromEntries([...site.ignored].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function sumsOf({
  records,
}: SiteReading['site']): Pick<SiteFigures, 'linksDropped' | 'fieldsUnread' | 'pagesUnchanged'> {
  let [linksDropped, fieldsUnread, notLoaded, notParsed] = [0, 0, 0, 0];
  for (const { page, unchanged } of records.values()) {
    linksDropped += page?.linksDropped ?? 0;
    if (page?.hasUnreadFields === true) fieldsUnread += 1;
    if (unchanged === 'not-loaded') notLoaded += 1;
    if (unchanged === 'not-parsed') notParsed += 1;
  }
  return {
    linksDropped,
    fieldsUnread,
    ...(notLoaded + notParsed === 0 ? {} : { pagesUnchanged: { notLoaded, notParsed } }),
  };
}

function* repeated(graph: SiteGraph): Iterable<{ readonly url: string; readonly duplicates: number }> {
  for (const { url, duplicates } of graph.nodes()) if (duplicates >= manyDuplicates) yield { url, duplicates };
}
