import type { StatedTime } from '../times/stated-time.ts';

/** The facts in an entry about an address before its page was fetched. */
export interface ItemHint {
  readonly title?: string;
  readonly published?: StatedTime;
  /** Where the entry does not say when it was published. */
  readonly updated?: StatedTime;
  readonly authors?: readonly string[];
  readonly section?: string;
}
