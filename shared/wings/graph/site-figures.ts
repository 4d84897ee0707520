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
  const { linksDropped, fieldsUnread, notLoaded, notParsed } = site.records.sums();
  return {
    levels: results.levels,
    skippedBy,
    normalized: results.levels.reduce((sum, { normalized = 0 }) => sum + normalized, 0),
    normalizedIsCut: results.normalizedIsCut,
    arcs: results.graph.arcs.length,
    linksDropped,
    fieldsUnread,
    nearUncompared,
    ...(notLoaded + notParsed === 0 ? {} : { pagesUnchanged: { notLoaded, notParsed } }),
    externalAddresses: site.externals.distinct,
    externalLinks: site.externals.occurrences,
    repeated: repeated(results.graph),
    badLinks: site.bads.occurrences,
    ignoredLinks: Object.fromEntries([...site.ignored].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function repeated(graph: SiteGraph): SiteFigures['repeated'] {
  const ids = Uint32Array.from(graph.duplicates.keys()).filter(id => graph.duplicates[id]! >= manyDuplicates);
  return Array.from(graph.nodes(ids), ({ url, duplicates }) => ({ url, duplicates }));
}
