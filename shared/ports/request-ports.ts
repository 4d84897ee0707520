/** Requests, and what an earlier crawl knows in place of them. */

import type { FetchAnswer } from '../domain/http/fetch-answer.ts';
import type { RequestIdentity } from '../domain/http/request-identity.ts';
import type { FetchResult } from '../domain/protocol/classify-answer.ts';
import type * as State from '../domain/protocol/crawl-state.ts';
import type { EarlierPage } from '../domain/turn/kept-page.ts';

/** Pages as an earlier crawl of the same sites has them. */
export interface EarlierPages {
  /** `home`: where the site is (`homeOf`). Undefined: nothing there can stand for the page. */
  find(home: string, page: Pick<State.ChunkEntry, 'identity' | 'address'>): EarlierPage | undefined;
  /** Whether validators of a host were found to be wrong. */
  /**
   * Where the earlier crawl is this one, which requests again what failed: what stands for a request of an entry; undefined: it is
   * requested. Absent: the earlier crawl is another one, and each of its pages is requested.
   */
  readonly known?: (
    site: number,
    home: string,
    page: Pick<State.ChunkEntry, 'identity' | 'address'>,
  ) => FetchResult | undefined;
  isDisbelieved(host: string): boolean;
  disbelieve(host: string): void;
}

/**
 * One request without following redirects.
 * Never throws for what a server, a resolver or a network does: that is an answer of some `kind`. Throws if this process
 * or machine may open no more files and connections.
 */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchAnswer>;
  /** Closes idle connections; a fetch after it fails. */
  close(): Promise<void>;
}

export interface FetchRequest extends RequestIdentity {
  /** Absolute http(s) address, no fragment. */
  readonly address: string;
  /**
   * `page` keeps the body of a 200 answer only; `robots` keeps the first 500 KiB of any 2xx answer; `part` (what a page's
   * scripts request) keeps every body and all header fields; `check` keeps no body.
   */
  readonly purpose: 'page' | 'robots' | 'part' | 'check';
  /** Absent: GET. */
  readonly method?: 'HEAD';
  /**
   * Fields beside those that every request has; they replace `accept`. Names in lower case. An answer to a request with
   * them, be they none, has all its own.
   */
  readonly fields?: Readonly<Record<string, string>>;
  /** Of the Cookie field; absent, or empty: there is none. */
  readonly cookie?: string;
  /** For `page`: which try for its entry it is, from 1; absent for a probe, and for other addresses on the way through a gate. */
  readonly attempt?: number;
  /** The answer is read as browsers read it (`tolerant-connection.ts`). Absent: only if the origin is known to need that. */
  readonly tolerant?: true;
  /** For `page`: media types, in lower case, whose bodies are kept beside those of text/html. */
  readonly pageTypes?: ReadonlySet<string>;
  /** From the call to the end of the body, ms; the answer is then `{ kind: 'failed', reason: 'timeout' }`. */
  readonly longestMs?: number;
  /** Ends the request (lease end, second Ctrl-C). The answer is then `{ kind: 'failed', reason: 'timeout' }`. */
  readonly signal?: AbortSignal;
  /**
   * Called once before the large part of a body is read: with its length, or with the most that it may have. Nothing more
   * is read until the answer; false: the body is given up, and the answer is `failed`.
   */
  readonly admit?: (bytes: number) => Promise<boolean>;
  /**
   * Called with the monotonic time when the request is about to be written to a connected socket; again where a kept
   * connection turned out to be closed and the request is written to another one.
   */
  readonly onStart?: (monotonicMs: number) => void;
}
