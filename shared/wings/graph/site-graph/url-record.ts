import type { SegmentPage } from '../../../domain/turn/segment.ts';

/** The outcome of one URL, from the last turn that took it. */
export interface UrlRecord
  extends Pick<SegmentPage, 'identity' | 'address' | 'foundOn' | 'attempts' | 'outcome' | 'unchanged'> {
  readonly level: number;
  /** Place in page order. */
  readonly order: number;
  /** Of nodes. */
  readonly page?: NodePage;
}

/** As the segment has it, except for its links. */
export type NodePage = Omit<NonNullable<SegmentPage['page']>, 'links' | 'answer'> & {
  /** Where its internal links are in `CollectedSite.links`. */
  readonly links: number;
};
