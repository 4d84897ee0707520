import type { SiteGraph } from '../site-graph/graph.ts';
import { type HubsAndAuthorities, hubsAndAuthorities } from './hubs-and-authorities.ts';
import { pageRank } from './page-rank.ts';
import { type StrongComponents, strongComponents } from './strong-components.ts';

/** Measures of each node of a site's graph, by its id. */
export interface PageRanks extends HubsAndAuthorities {
  readonly ranks: Float64Array;
  readonly components: StrongComponents;
}

const known = new WeakMap<SiteGraph, PageRanks>();

/** Computed when first asked for, once for all files of a site. */
export function ranksOf(graph: SiteGraph): PageRanks {
  const ranks = known.get(graph) ?? {
    ranks: pageRank(graph.arcs),
    ...hubsAndAuthorities(graph.arcs),
    components: strongComponents(graph.arcs),
  };
  known.set(graph, ranks);
  return ranks;
}
