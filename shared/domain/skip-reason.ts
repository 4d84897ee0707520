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

/** These reasons mean no host, a host that may not be asked, or a host without a secure connection. The host is not down. */
const notAskable: readonly SkipReason[] = ['dns', 'private-address', 'tls'];

type Skipped = { readonly kind: 'skipped'; readonly reason: SkipReason; readonly detail?: string };

/** The outcome of pages of a host that is not available. Where that has a reason of its host, the reason is the detail. */
export function skippedAtHost(trouble: { readonly noAnswer?: { readonly reason: SkipReason } }): Skipped {
  const detail = notAskable.find(reason => reason === trouble.noAnswer?.reason);
  return { kind: 'skipped', reason: 'host-down', ...(detail !== undefined && { detail }) };
}

/** As results have it: with the reason of the host. */
export function reportedSkip<S extends Skipped>(skipped: S): S {
  const reason = skipped.reason === 'host-down' && notAskable.find(each => each === skipped.detail);
  return reason ? { ...skipped, reason, detail: undefined } : skipped;
}
