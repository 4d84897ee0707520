import { PageOrder } from '../../shared/wings/sets/order/page-order.ts';
import type { RewardSequence } from '../../shared/wings/sets/simulate/replay.ts';
import type { GraphPage } from './page-graph.ts';

/** Pages of one pick. */
const atOnce = 10;

/** New external links of each page of a site that is read in the learnt order. */
export function learntSequence(graph: readonly GraphPage[]): RewardSequence {
  const order = new PageOrder();
  const numbers = new Map<number, number>();
  const pages: number[] = [];
  const add = (page: number, features: readonly number[]): void => {
    if (page >= graph.length || numbers.has(page)) return;
    numbers.set(page, order.add(features));
    pages.push(page);
  };
  const seen = new Set<number>();
  const rewards: number[] = [];
  add(0, []);
  while (order.openCount > 0) {
    const picks = order.choose(atOnce);
    order.take(picks);
    for (const pick of picks) {
      const known = seen.size;
      for (const external of graph[pages[pick]!]!.externals) seen.add(external);
      rewards.push(seen.size - known);
      order.learn(pick, seen.size - known);
    }
    for (const pick of picks) for (const { page, features } of graph[pages[pick]!]!.links) add(page, features);
  }
  return rewards;
}
