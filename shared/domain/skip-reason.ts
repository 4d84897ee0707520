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

/** Why pages of a host that is not available were not requested. */
export function reasonAtHost({ noAnswer }: { readonly noAnswer?: { readonly reason: SkipReason } }): SkipReason {
  return notAskable.find(reason => reason === noAnswer?.reason) ?? 'host-down';
}

interface Skipped {
  readonly reason: SkipReason;
  readonly detail?: string;
}

/** A page that was not requested is `host-down` for all steps, and has the reason of its host as its detail. */
export function skippedAtHost(reason: SkipReason): Skipped & { readonly kind: 'skipped' } {
  return { kind: 'skipped', reason: 'host-down', ...(reason !== 'host-down' && { detail: reason }) };
}

/** The reason that results have. */
export function reportedSkip<S extends Skipped>(skipped: S): S {
  const { detail, ...rest } = skipped;
  const reason = skipped.reason === 'host-down' && notAskable.find(known => known === detail);
  return reason ? ({ ...rest, reason } as S) : skipped;
}
