import type { ToldRefusals } from './refusals.ts';
import type { PageState } from './state-files.ts';
import type { TraversalEnd } from './traversal-checkpoint.ts';

/** A page that was clicked through, as the results of a crawl show it. The same page gives the same values. */
export interface TraversedPage {
  readonly url: string;
  readonly ended: TraversalEnd;
  readonly clicks: number;
  /** Different addresses that came to light, those of the page as it was loaded included. */
  readonly addresses: number;
  /** Further ones that were not kept. */
  readonly addressesDropped: number;
  /** Parts of lists that were requested without the browser. */
  readonly listParts: number;
  /** States with buttons that no path reached any more. */
  readonly unreached: number;
  readonly refused: ToldRefusals;
  readonly states: readonly PageState[];
}
