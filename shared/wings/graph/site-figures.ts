import { defined } from '../../domain/defined.ts';
import type { ExternalCheck } from '../../domain/protocol/external-check.ts';
import type { SkipReason } from '../../domain/skip-reason.ts';
import { unknownIdsIn } from '../../domain/url/parameters/unknown-ids.ts';
import type { SiteFigures } from '../../report/summary.ts';
import { hostOf } from './hosts-of-site.ts';
import type { SiteReading } from './read-site.ts';
import type { SiteGraph } from './site-graph/graph.ts';
import { languagesOf } from './site-graph/page-languages.ts';
import { checkedRefusals, refusalsOf } from './site-refusals.ts';

/** Duplicates of one node that make it suspicious. */
const manyDuplicates = 20;

/**
 * The numbers of one site that its summary says. `checks`: of external addresses. `nearUncompared`: pages that may have near duplicates which nobody looked for.
 * `hosts`: the list of a site with the scope `list`.
 */
export function figuresOf(
  { results, site }: SiteReading,
  nearUncompared: number,
  checks: ReadonlyMap<string, ExternalCheck> | undefined,
  hosts: readonly string[] = [],
): SiteFigures {
  const skippedBy: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of results.skipped()) skippedBy[reason] = (skippedBy[reason] ?? 0) + 1;
  const silent = withoutPage(results.graph, hosts);
  const { linksDropped, fieldsUnread, notLoaded, notParsed } = site.records.sums();
  return {
    levels: results.levels,
    skippedBy,
    ...refusalsOf(results),
    ...defined({ checked: checkedRefusals({ site }, checks) }),
    normalized: results.levels.reduce((sum, { normalized = 0 }) => sum + normalized, 0),
    normalizedIsCut: results.normalizedIsCut,
    arcs: results.graph.arcs.length,
    linksDropped,
    fieldsUnread,
    nearUncompared,
    ...(silent.length !== 0 && { hostsWithoutPage: { of: hosts.length, hosts: silent } }),
    ...(notLoaded + notParsed !== 0 && { pagesUnchanged: { notLoaded, notParsed } }),
    externalAddresses: site.externals.distinct,
    externalLinks: site.externals.occurrences,
    repeated: repeated(results.graph),
    ...hintsOf(results),
    ...defined({ unknownIds: unknownIdsIn(urlsOf(results.graph)), languages: languagesOf(results.graph) }),
    badLinks: site.bads.occurrences,
    ignoredLinks: Object.fromEntries([...site.ignored].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function* urlsOf(graph: SiteGraph): Generator<string> {
  for (const { url } of graph.nodes()) yield url;
}

/** Of a start page that led to no other address of the site. */
function hintsOf({ graph, levels }: SiteReading['results']): Pick<SiteFigures, 'hints'> {
  const found = levels.reduce((sum, level) => sum + level.found - level.redirects, 0);
  if (graph.nodeCount !== 1 || found > 1) return {};
  const [only] = graph.nodes();
  return only?.facts?.hints === undefined ? {} : { hints: only.facts.hints };
}

/** None if the whole site gave no page, which is reported by itself. */
function withoutPage(graph: SiteGraph, hosts: readonly string[]): readonly string[] {
  const silent = new Set(graph.nodeCount === 0 ? [] : hosts);
  if (silent.size === 0) return [];
  for (const { url } of graph.nodes()) {
    silent.delete(hostOf(url));
    if (silent.size === 0) break;
  }
  return [...silent];
}

function repeated(graph: SiteGraph): SiteFigures['repeated'] {
  const ids = Uint32Array.from(graph.duplicates.keys()).filter(id => graph.duplicates[id]! >= manyDuplicates);
  return Array.from(graph.nodes(ids), ({ url, duplicates }) => ({ url, duplicates }));
}
