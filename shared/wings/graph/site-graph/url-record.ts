import type { Unchanged } from '../../../domain/protocol/classify-answer.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { SegmentPage } from '../../../domain/turn/segment.ts';

/** The outcome of one URL, from the last turn that took it. */
export interface UrlRecord {
  readonly identity: string;
  readonly address: string;
  readonly foundOn: string;
  readonly attempts: number;
  readonly level: number;
  /** Place in page order. */
  readonly order: number;
  readonly outcome: Outcome;
  /** Absent if the page was read. */
  readonly unchanged?: Unchanged;
  /** Of nodes. */
  readonly page?: NodePage;
}

/** As the segment has it, except for its links. */
export type NodePage = Omit<NonNullable<SegmentPage['page']>, 'links' | 'answer'> & {
  /** Where its internal links are in `CollectedSite.links`. */
  readonly links: number;
};
