/** Pages in a browser: how they are shown, clicked through and answered. */

import type { AnswerPage, PageAnswer, PageRequest } from '../domain/http/page-answer.ts';
import type { PageIdentity } from '../domain/http/request-identity.ts';
import type { RenderFailure } from '../domain/protocol/classify-answer.ts';
import type { TraverseOptions } from '../domain/spec/traverse-options.ts';
import type { FoundAddress } from '../domain/turn/found-address.ts';
import type { ObjectStore } from './ports.ts';

/**
 * Loads pages in a browser, each without a trace of other pages. Its time and its chance repeat: the same answers give the
 * same document. Never throws for what a page does.
 */
export interface Renderer {
  render(page: PageToRender): Promise<RenderedPage>;
  /** Ends its browsers at once; pages under way are `crashed`. */
  close(): Promise<void>;
}

export interface PageToRender extends PageIdentity {
  readonly address: string;
  /** Answers every request of the page, the first one for its document. Never throws. */
  readonly answer: AnswerPage;
}

export type RenderedPage =
  | {
      readonly kind: 'rendered';
      /** The document after loading, in UTF-8. */
      readonly html: Uint8Array;
      /** Where scripts of the page went, or wanted to, and where links of shadow trees and frames lead; each address once. */
      readonly went: readonly string[];
    }
  | { readonly kind: RenderFailure };

/**
 * Clicks through pages, a slice of time after the other. A page stays open between slices where there is room; otherwise it
 * is loaded again, and the presses that led to where it was are made again. The same answers give the same result, however
 * the slices were cut. Never throws for what a page does.
 */
export interface Traverser {
  goOn(page: PageToTraverse): Promise<TraversalSlice>;
  /** Ends its browsers at once. */
  close(): Promise<void>;
}

export interface PageToTraverse extends PageIdentity {
  /** Names the traversal among all that this process may meet. */
  readonly key: string;
  readonly url: string;
  readonly options: TraverseOptions;
  /** Names the last slice that is stored; empty before the first. A page that is open further on, or elsewhere, is loaded again. */
  readonly after: string;
  /** The name under which this slice will be stored. */
  readonly name: string;
  /** The last state in the stored slices; requested where the page is not open. Undefined before the first slice. */
  saved(): Promise<SavedTraversal | undefined>;
  /** Answers every request of the page, the first one for its document, until this slice is over. Never throws. */
  answer(request: PageRequest): Promise<TraversalAnswer>;
  /** Whether the crawl knew each of these addresses before it came to pages of this level. */
  known(addresses: readonly string[]): Promise<readonly boolean[]>;
  /** Aborts when the slice is over: requests that wait then are asked again in the next one. */
  readonly over: AbortSignal;
}

/** An answer, why there is none, or `later`: the next slice is to ask again. */
export type TraversalAnswer = PageAnswer | RequestRefusal | 'later';

/** Why a page's request was not answered; `late`: a part had not ended in time. */
export type RequestRefusal = 'robots' | 'private-address' | 'no-answer' | 'late' | 'advertising';

export interface SavedTraversal {
  readonly checkpoint: Uint8Array;
  /** Of all slices, in the order in which they were found, each once. */
  readonly found: readonly FoundAddress[];
}

export interface TraversalSlice {
  /** From where a later slice goes on; absent if nothing has changed since the last one, for there was no room. */
  readonly checkpoint?: Uint8Array;
  /** Found since the last slice. */
  readonly found: readonly FoundAddress[];
  /** Absent: there is more to do. */
  readonly result?: TraversalResult;
}

export interface TraversalResult {
  /** Found addresses that are no links: answers to the page's scripts that are no pages, and what was not requested by GET. */
  readonly notLinks: readonly string[];
  /** The work and the refusals, with the graph of states: JSON, the same for the same page. */
  readonly states: Uint8Array;
  /** The refusals, in words; empty: nothing. */
  readonly refused: string;
}

/** Keeps answers to requests of pages. */
export interface AnswerObjects extends Pick<ObjectStore, 'get' | 'put'> {
  /** Where their room is bounded: what the objects whose names begin with `kind` and a slash take. */
  readonly bytes?: (kind: string) => Promise<number>;
}
