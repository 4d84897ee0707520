/**
 * The view that a traversal has of a page, and the port by which it acts on the page (docs/design/browser.md, "Clicking
 * through a page"; Vasenin, Dzabraev 2018, "Methods and tools for monitoring publications in mass media").
 * The algorithm (`traversal.ts`) sees the page through these types only, so it runs without a browser.
 */

import type { FoundAddress } from '../../domain/turn/found-address.ts';

/** The pseudo press that loads the page anew. It begins every run of presses. */
export const jumpRoot = '^';

/**
 * The rank of a button in the order of presses: 0 scrolls to the end of the page, 1 has its own handler, 2 is a
 * link with a handler or a disabled element, 3 is the whole page or a very large part of it, 4 gives a consent.
 */
export type ButtonPriority = 0 | 1 | 2 | 3 | 4;

export interface Button {
  /** Hash of the text and the sources of the handlers, with `.k` for the k-th equal button in document order. */
  readonly key: string;
  /** Hash of the same with every number as `#`: what all "page 7" buttons share. */
  readonly family: string;
  /** Hash of the handlers and of the kind of place: what the items of one list share, whatever their texts. */
  readonly kin: string;
  /** At most 160 characters; empty for a button whose text is longer. */
  readonly text: string;
  readonly priority: ButtonPriority;
}

/** One state of the page: (B, N, H) of the article. */
export interface Snapshot {
  /** B, in document order, each key once. */
  readonly buttons: readonly Button[];
  /** Buttons that the page has beyond those; absent: none. */
  readonly buttonsCut?: number;
  /** N: how many different http(s) addresses the links of the page have. */
  readonly linkCount: number;
  /** H: the sum of the addresses' hashes modulo 2^53. */
  readonly linkSum: number;
}

/** The result of a load or a press. */
export interface Arrival {
  readonly snapshot: Snapshot;
  /** Addresses seen since the last answer of the driver, in the order in which they were seen, each once per answer. */
  readonly found: readonly FoundAddress[];
  /** Hashes of the text blocks that were added since the last answer. */
  readonly texts: readonly string[];
  /** Addresses that scripts of the page requested by GET since the last answer, in order. */
  readonly requests: readonly string[];
  /** How many presses were made: fewer than requested where one of them brought no new address. */
  readonly presses: number;
  /** Growing lists that have been emptied since the page was loaded. */
  readonly cuts: readonly string[];
}

/** The page, or the browser, did not survive: `hung` (its deadline passed), `crashed`, or `failed` (the load gave no HTML page). */
export type Breakdown = 'hung' | 'crashed' | 'failed';

export type DriverAnswer =
  | { readonly kind: 'arrived'; readonly arrival: Arrival }
  /** The button is not on the page. The snapshot is that of the page as it is. */
  | { readonly kind: 'missing'; readonly arrival: Arrival }
  | { readonly kind: 'broken'; readonly why: Breakdown };

/** The page right after a load, and after nobody did anything to it for a while. */
export type Observation =
  | { readonly kind: 'observed'; readonly early: Arrival; readonly late: Arrival }
  | { readonly kind: 'broken'; readonly why: Breakdown };

export interface PressRequest {
  readonly key: string;
  /** At least 1. More than 1: a burst, without a snapshot between its presses. */
  readonly times: number;
  /** A replayed burst makes all its presses. A new burst stops at the first press without a new address. */
  readonly whole: boolean;
}

/**
 * Drives one page. Never throws for what the page does. All calls follow one another.
 * `load` gives a page without any trace of the loads before: cookies, storage, clock and chance are as at the first one.
 */
export interface TraversalDriver {
  /** Watches one load without a press and learns which parts of the page change by themselves; later calls leave them out of snapshots. */
  observe(): Promise<Observation>;
  /** `late`: as long after the load as `observe` watches. */
  load(late: boolean): Promise<DriverAnswer>;
  press(request: PressRequest): Promise<DriverAnswer>;
  /** From the next load on these growing lists stay as the page makes them. */
  neverCut(lists: readonly string[]): void;
}
