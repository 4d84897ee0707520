import type { SkipReason } from '../skip-reason.ts';

/** Why a request had no usable answer. */
export interface RequestFault {
  /** `robots`: the host answers the request of robots.txt with a server error, so nothing may be requested. */
  readonly reason: SkipReason;
  /** `name:port` of the host that was asked last, after redirects. */
  readonly host: string;
  /** The fault in one line. */
  readonly why: string;
}
