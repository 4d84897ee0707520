import type { SkipReason } from '../skip-reason.ts';

/** Why a request had no usable answer. */
export interface RequestFault {
  /** `robots`: robots.txt of the host answers with an error of the server, and without it nothing may be requested. */
  readonly reason: SkipReason;
  /** `name:port` of the host that was asked: where a redirect led, not where it began. */
  readonly host: string;
  /** One line. */
  readonly why: string;
}
