import type { pageOrders } from '../../../domain/spec/crawl-spec.ts';
import { PageOrder } from '../order/page-order.ts';
import type { RewardSequence } from './replay.ts';
import type { SiteGraph } from './site-graph.ts';

/** New external links of each page of a site whose pages are read in this order. */
export function sequenceInOrder(graph: SiteGraph, order: (typeof pageOrders)[number]): RewardSequence {
  if (graph.pages.length === 0) return [];
  return order === 'links' ? learntSequence(graph) : breadthFirst(graph);
}

function breadthFirst(graph: SiteGraph): RewardSequence {
  const seen = new Set<number>();
  const found = new Set([0]);
  const rewards: number[] = [];
  // The set grows while its pages are read.
  for (const page of found) {
    rewards.push(readPage(graph, page, seen));
    for (const next of linksOf(graph, page)) found.add(next.page);
  }
  return rewards;
}

/** The start page is no pick: the order of a crawl counts its fifth pages without it. */
function learntSequence(graph: SiteGraph): RewardSequence {
  const order = new PageOrder();
  const seen = new Set<number>();
  const found = new Set([0]);
  /** By number in the order. */
  const pages = [0];
  const rewards: number[] = [];
  for (let picks = [order.add([], false)]; picks.length > 0; picks = nextPick(order)) {
    for (const pick of picks) {
      const reward = readPage(graph, pages[pick]!, seen);
      rewards.push(reward);
      order.learn(pick, reward);
    }
    for (const pick of picks) {
      for (const { page, features } of linksOf(graph, pages[pick]!)) {
        if (found.has(page)) continue;
        found.add(page);
        pages.push(page);
        order.add(graph.features[features]!);
      }
    }
  }
  return rewards;
}

function nextPick(order: PageOrder): number[] {
  const picks = order.choose(order.atOnce).map(({ page }) => page);
  order.take(picks);
  return picks;
}

/** The number of its external addresses that nothing gave before. */
function readPage({ pages }: SiteGraph, page: number, seen: Set<number>): number {
  const known = seen.size;
  const { externals } = pages[page]!;
  for (let at = 0; at < externals.length; at += 1) seen.add(externals[at]!);
  return seen.size - known;
}

/** Links to pages that were read. */
function* linksOf({ pages }: SiteGraph, page: number): Generator<{ readonly page: number; readonly features: number }> {
  const { links } = pages[page]!;
  for (let at = 0; at < links.length; at += 2)
    if (links[at]! < pages.length) yield { page: links[at]!, features: links[at + 1]! };
}
