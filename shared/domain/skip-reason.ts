/**
 * Why a claimed URL became neither a node nor a redirect nor a duplicate. The list is closed: result files, tables
 * and the API use exactly these words (`docs/formats/tables.md` explains each).
 */
export const skipReasons = [
  // never requested: the address alone decided, when it was claimed
  'extension',
  'too-long',
  'too-deep',
  'repeating',
  'excluded',
  'logout',
  'level',
  'pattern-limit',
  'not-publication',
  // never requested: decided at the time of the request, or at the end of the crawl
  'robots',
  'preference',
  'page-budget',
  'time-limit',
  'stopped',
  'removed',
  'host-down',
  'lost',
  // deleted by a person, whatever its result was
  'deleted',
  // requested, no answer
  'network',
  'timeout',
  'dns',
  'tls',
  'private-address',
  'protocol',
  'not-archived',
  // answered, but not with a page
  'page-preference',
  'wall',
  'http-status',
  'content-type',
  'no-article',
  'binary',
  'parser',
  'too-large',
  'decode',
  'redirects',
  'bad-location',
] as const;

export type SkipReason = (typeof skipReasons)[number];

/** Outcomes that a turn gives to URLs without requesting them. */
export const reasonsWithoutRequest: ReadonlySet<SkipReason> = new Set(['robots', 'preference', 'deleted', 'host-down']);
