/** The work of a crawl at this moment, as far as only the process that crawls knows it. Plain JSON. */

/** A request for a page that gave no page. */
export interface RefusedRequest {
  readonly address: string;
  /** Wall clock, ms. */
  readonly at: number;
  readonly status?: number;
  /** Why there was no answer. */
  readonly reason?: string;
}

/** How long the crawl goes on. `mostMs` is absent if nobody knows, and equal to `leastMs` where a limit says it. */
export interface TimeLeft {
  readonly leastMs: number;
  readonly mostMs?: number;
}

export interface LiveWork {
  /** Wall clock, ms. */
  readonly at: number;
  /** Requests answered in this run. */
  readonly requests: number;
  /** Requests open now. */
  readonly inFlight: number;
  /** Addresses of requests that are open, the oldest first; not all of them. */
  readonly fetching: readonly string[];
  /** The last refused requests, the newest first; not all of them. */
  readonly refused: readonly RefusedRequest[];
  /** Requests that go out per second, over all hosts; of no host more than its delay allows. */
  readonly startsPerSecond: number;
  readonly timeLeft?: TimeLeft;
  /** Sites whose sitemaps are being read, by number; not all of them. Absent: none. */
  readonly sitemapsOf?: readonly number[];
  /** Behind the last page: external addresses and linked files to check, and how many are done. */
  readonly checks?: ChecksDone;
}

export interface ChecksDone {
  readonly done: number;
  readonly of: number;
}

/** Addresses and refusals that are named, at most. */
export const mostNamed = 5;
/** Sites that are named, at most. */
export const mostSitesNamed = 1_000;
