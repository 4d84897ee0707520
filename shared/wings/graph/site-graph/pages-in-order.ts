import { isBudgetPage } from '../../../domain/protocol/classify-answer.ts';
import type { PickReason } from '../../../domain/protocol/crawl-state.ts';
import type { TextTable } from '../../../domain/text-table.ts';
import type { Segment } from '../../../domain/turn/segment.ts';

export interface OrderedPage {
  /** From 1; absent behind a lost turn, whose number of pages is not known. */
  readonly page?: number;
  /** Number of its identity in the table. */
  readonly address: number;
  /** Absent for the start page. */
  readonly pick?: PickReason;
}

/** The pages of a site that count in a budget, in the order in which they came. */
export class PagesInOrder {
  readonly pages: OrderedPage[] = [];
  private turn = 0;
  private isWhole = true;

  addSegment({ turn, pages }: Segment, addresses: TextTable): void {
    this.isWhole &&= turn === this.turn + 1;
    this.turn = turn;
    for (const { identity, outcome, pick } of pages) {
      if (!isBudgetPage(outcome)) continue;
      const page = this.isWhole ? { page: this.pages.length + 1 } : {};
      this.pages.push({ ...page, address: addresses.add(identity), ...(pick !== undefined && { pick }) });
    }
  }
}
