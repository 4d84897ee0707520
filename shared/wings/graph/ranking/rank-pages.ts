import type { Arcs } from '../site-graph/arcs.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { type HubsAndAuthorities, hubsAndAuthorities } from './hubs-and-authorities.ts';
import { pageRank } from './page-rank.ts';
import { rankedArcs } from './ranked-arcs.ts';
import { type StrongComponents, strongComponents } from './strong-components.ts';

/** Measures of each node of a site's graph, by its id. */
export interface PageRanks extends HubsAndAuthorities {
  readonly ranks: Float64Array;
  readonly components: StrongComponents;
}

const known = new WeakMap<SiteGraph, PageRanks>();

/** Parts that need most memory come first. */
function measure(arcs: Arcs): PageRanks {
  const components = strongComponents(arcs);
  const ranked = rankedArcs(arcs);
  return { ranks: pageRank(ranked), ...hubsAndAuthorities(ranked), components };
}

/** Computed when first requested, once for all files of a site. */
export function ranksOf(graph: SiteGraph): PageRanks {
  const measured = known.get(graph) ?? measure(graph.arcs);
  known.set(graph, measured);
  return measured;
}
