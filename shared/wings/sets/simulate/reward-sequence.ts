import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import { reasonsWithoutRequest } from '../../../domain/skip-reason.ts';
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
      if (countsInBudget(outcome)) this.rewards.push(fresh.get(index) ?? 0);
    }
  }
}

/** A final outcome after a request, which a page of the budget has (docs/design/budgets.md, "Sharing a page budget"). */
export function countsInBudget(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'node':
    case 'duplicate':
      return true;
    case 'skipped':
      return !reasonsWithoutRequest.has(outcome.reason);
    case 'redirect':
    case 'retry':
      return false;
  }
}
