/**
 * The numbers of the protocol, all in this one file (docs/design/protocol.md, "Numbers"). Times in ms.
 */
export const protocol = {
  /** A turn stops starting requests after this long. */
  softDeadlineMs: 50_000,
  /** No request of a turn is open after this long. */
  hardEndMs: 90_000,
  /** How far the clocks of two workers may be apart. */
  clockSkewMs: 10_000,
  /** How long a delivered message is hidden from others. */
  visibilityMs: 120_000,
  /** A token that becomes free within this time may be taken already; the worker waits for the rest. */
  nearMs: 25_000,
  /** A worker with a browser, which is paid by the second, waits no longer for a host's next start. */
  longestBrowserWaitMs: 2_000,
  /** Turns of a site that are fetched and not yet parsed, at most. */
  maxPending: 8,
  /** A site that waited because of `maxPending` is woken below this many. */
  wakeBelow: 4,
  /** A turn ends early at this many bytes of bodies. */
  maxTurnBytes: 16 * 1024 * 1024,
  /** The same where the process that fetches also parses: several such turns are in its memory at once. */
  maxTurnBytesEmbedded: 4 * 1024 * 1024,
  /** Hosts of a site that a turn asks side by side, at most. */
  hostsOfTurn: 10,
  /** Of a turn that asks several hosts: requests ahead of the first that is not begun, at most so many, and so many more for each page before. */
  aheadFirst: 16,
  aheadForEach: 2,
  /** How often such a request looks whether it may begin. */
  aheadLookMs: 20,
  /** So long before the soft deadline, or with three quarters of the bytes, such a turn begins nothing further on: it fills up what is between. */
  closingMs: 10_000,
  /** How often a running turn looks whether a stop is requested. */
  stopLookMs: 1_000,
  /** The longest delay a queue can give a message. */
  maxMessageDelayMs: 900_000,
  /** Requests for one URL, at most. */
  maxAttempts: 3,
  /** Redirects on the way to one page, at most. */
  maxRedirects: 10,
  /** robots.txt is requested again when it is older. */
  robotsLifeMs: 24 * 3_600_000,
  /** Failures in a row that open a host's circuit. */
  circuitFailures: 5,
  probeFirstMs: 30_000,
  probeLongestMs: 3_600_000,
  maxProbes: 10,
  /** The same for a host of a site of several hosts, beside that of its start page: the site waits meanwhile. */
  maxProbesBeside: 4,
  /** How long the host of a page that failed is left alone; it doubles with each failure, up to the longest wait. */
  failureWaitFirstMs: 500,
  failureWaitLongestMs: 30_000,
  /** Before a site's first robots.txt is requested again; it doubles with each failure. */
  robotsWaitFirstMs: 1_000,
  /** How long a wish for a host lasts, and how long a refused site waits for it. */
  wishMs: 3_000,
  /** How much longer than its message's delay a wish for a host lasts, at most. */
  longestWishMs: 60_000,
  /** A page that waits for the host of a part: how often it looks, how long it waits at least, and what chance adds. */
  partLookMs: 250,
  partWaitLeastMs: 5_000,
  partWaitSpreadMs: 15_000,
  /** A message that is sent before its turn is left comes so much later, so that it seldom finds the lease still there. */
  leavingMs: 100,
  /** URLs of one turn, at most. */
  mostUrlsEmbedded: 500,
  mostUrlsAws: 50,
  /** The longest wait of a message for a host whose token is taken. */
  heldRetryEmbeddedMs: 1_000,
  heldRetryAwsMs: 900_000,
} as const;

/** Lease of a token: the hard end of the turn and the skew of clocks. */
export const leaseMs = protocol.hardEndMs + protocol.clockSkewMs;

/** How long a whole answer may take where its first byte may take `timeoutMs`. */
export function longestAnswerMs(timeoutMs: number): number {
  return Math.max(30_000, timeoutMs + 10_000);
}

/** From the start of a turn: later no request begins, because its answer could come after the hard end. */
export function softDeadlineMs(timeoutMs: number): number {
  return Math.min(protocol.softDeadlineMs, protocol.hardEndMs - longestAnswerMs(timeoutMs));
}

/** URLs of one turn: what fits into 50 s at a delay of `delayMs`, 1 … `most` (`mostUrlsEmbedded`, `mostUrlsAws`). */
export function urlsPerTurn(delayMs: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(protocol.softDeadlineMs / Math.max(1, delayMs))));
}

/** The instant after which the sweeper may think that a site's message was lost. */
export function dueAfter(expectedAt: number): number {
  return expectedAt + 2 * protocol.visibilityMs;
}

/** When the message was expected that `due` names. */
export function expectedBy(due: number): number {
  return due - 2 * protocol.visibilityMs;
}

/** The `due` of a site whose next message is expected then. Never the same twice, for `due` names that message. */
export function dueOfNext({ due }: { readonly due: number }, expectedAt: number): number {
  return Math.max(dueAfter(expectedAt), due + 1);
}
