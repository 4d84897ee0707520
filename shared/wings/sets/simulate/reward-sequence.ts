import { isBudgetPage } from '../../../domain/protocol/classify-answer.ts';
import type { Segment } from '../../../domain/turn/segment.ts';

/**
 * A site's rewards, from its segments in turn order. A reward is the number of distinct external addresses on a page that
 * no earlier page of the site held. Memory: the site's distinct external addresses.
 */
export class RewardReader {
  readonly rewards: number[] = [];
  private readonly seen = new Set<string>();

  addSegment({ pages, externals }: Segment): void {
    const fresh = new Map<number, number>();
    for (const { identity, page } of externals) {
      if (this.seen.has(identity)) continue;
      this.seen.add(identity);
      fresh.set(page, (fresh.get(page) ?? 0) + 1);
    }
    for (const [index, { outcome }] of pages.entries()) {
      if (isBudgetPage(outcome)) this.rewards.push(fresh.get(index) ?? 0);
    }
  }
}
