/**
 * The numbers of the protocol, all in this one file (docs/design/protocol.md, "Numbers"). Times in ms.
 */
export const protocol = {
  /** A turn starts no request after this time, on one machine and in an account, where each turn has its price. */
  softDeadlineMs: 50_000,
  softDeadlineAwsMs: 100_000,
  /** No request of a turn is open after this long. */
  hardEndMs: 140_000,
  /** Greatest difference between the clocks of two workers. */
  clockSkewMs: 10_000,
  /** How long a delivered message is hidden from others. */
  visibilityMs: 170_000,
  /** A message that was not handled so long after it was expected is taken for lost. */
  overdueMs: 240_000,
  /** A worker may take a token that becomes free within this time; it waits for the rest. */
  nearMs: 25_000,
  /** Longest wait for a host in a worker with a browser, which is paid by the second. */
  longestBrowserWaitMs: 2_000,
  /** Most turns of a site that are fetched and not yet parsed. */
  maxPending: 8,
  /** A site that waits because of `maxPending` is woken below this number. */
  wakeBelow: 4,
  /** A turn ends early at this many bytes of bodies. */
  maxTurnBytes: 16 * 1024 * 1024,
  /** The same for a process that also parses, because it holds several turns in memory. */
  maxTurnBytesEmbedded: 4 * 1024 * 1024,
  /** Most hosts of a site that a turn requests side by side. */
  hostsOfTurn: 10,
  /**
   * A turn with several hosts may run ahead of its first waiting request: by `aheadFirst` requests, and `aheadPerPage`
   * more for each page before.
   */
  aheadFirst: 16,
  aheadForEach: 2,
  /** How often such a request checks whether it may begin. */
  aheadLookMs: 20,
  /** How often a turn checks whether there is room for a body. */
  roomLookMs: 50,
  /**
   * This long before the soft deadline, or at three quarters of the bytes, such a turn stops running ahead and only
   * fills the gaps.
   */
  closingMs: 10_000,
  /** How often a running turn checks for a stop. */
  stopLookMs: 1_000,
  /** The longest delay a queue can give a message. */
  maxMessageDelayMs: 900_000,
  maxAttempts: 3,
  maxRedirects: 10,
  /** robots.txt is requested again when it is older. */
  robotsLifeMs: 24 * 3_600_000,
  /** Failures in a row that open a host's circuit. */
  circuitFailures: 5,
  probeFirstMs: 30_000,
  probeLongestMs: 3_600_000,
  /** The longest rest of a host in trouble that is the rest of all its crawls: a crawl that begins now may find it well again. */
  sharedRestMs: 60_000,
  maxProbes: 10,
  /** The same for a further host of a site of several hosts, because the site waits meanwhile. */
  maxProbesBeside: 4,
  /** Wait of a host after a failed page; it doubles with each failure, up to the longest wait. */
  failureWaitFirstMs: 500,
  failureWaitLongestMs: 30_000,
  /** Wait before a failed robots.txt is requested again; it doubles with each failure. */
  robotsWaitFirstMs: 1_000,
  /** How long a reservation of a host lasts, and how long a refused site waits for the host. */
  wishMs: 3_000,
  /** Most time by which a reservation outlasts the delay of its message. */
  longestWishMs: 60_000,
  /**
   * A page in a browser that waits for the host of a part: how often it checks, its least wait, and a random addition.
   */
  partLookMs: 250,
  partWaitLeastMs: 5_000,
  partWaitSpreadMs: 15_000,
  /** Extra delay of a message that is sent before its turn ends, so that the lease is usually free when it comes. */
  leavingMs: 100,
  mostUrlsEmbedded: 500,
  mostUrlsAws: 100,
  /** The shortest and the longest wait of a message for a host whose token is taken. */
  heldRetryLeastMs: 1_000,
  heldRetryEmbeddedMs: 1_000,
  heldRetryAwsMs: 900_000,
} as const;

/** Lease of a token: the hard end of the turn and the skew of clocks. */
export const leaseMs = protocol.hardEndMs + protocol.clockSkewMs;

/** Longest time of a whole answer if its first byte may take `timeoutMs`. */
export function longestAnswerMs(timeoutMs: number): number {
  return Math.max(30_000, timeoutMs + 10_000);
}

/** Time from the start of a turn after which no request begins, because its answer could miss the hard end. */
export function softDeadlineMs(timeoutMs: number, most: number = protocol.softDeadlineMs): number {
  return Math.min(most, protocol.hardEndMs - longestAnswerMs(timeoutMs));
}

/** Bounds of the turns of a place; without a time 50 s. */
export interface TurnBounds {
  readonly urlsPerTurn: number;
  readonly softDeadlineMs?: number;
}

export const turnsAws = { urlsPerTurn: protocol.mostUrlsAws, softDeadlineMs: protocol.softDeadlineAwsMs };

/** URLs of one turn: as many as fit into its time at a delay of `delayMs`, from 1 to the most. */
export function urlsPerTurn(delayMs: number, most: TurnBounds): number {
  const { softDeadlineMs: time = protocol.softDeadlineMs } = most;
  return Math.max(1, Math.min(most.urlsPerTurn, Math.floor(time / Math.max(1, delayMs))));
}

/** The instant after which the sweeper takes a site's message for lost. */
export function dueAfter(expectedAt: number): number {
  return expectedAt + protocol.overdueMs;
}

/** The instant at which the message of `due` was expected. */
export function expectedBy(due: number): number {
  return due - protocol.overdueMs;
}

/**
 * The `due` of a site's next message, expected at `expectedAt`. Never the same twice, because `due` identifies the
 * message.
 */
export function dueOfNext({ due }: { readonly due: number }, expectedAt: number): number {
  return Math.max(dueAfter(expectedAt), due + 1);
}
