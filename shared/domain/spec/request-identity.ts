import { defined } from '../defined.ts';
import type { ResolvedSpec } from './crawl-spec.ts';

/**
 * Properties that all requests of a crawl share: who crawls, whether gates are walked through, the limits of an answer.
 */
export interface RequestIdentity {
  readonly userAgent: string;
  /** RFC 9110 section 10.1.2: an e-mail address. */
  readonly from?: string;
  readonly noCookies?: true;
  /** Longest time from the call to the first byte of the answer, ms; absent = the default. */
  readonly timeoutMs?: number;
  /** Largest page, Content-Encoding undone; absent = the default. */
  readonly maxBodyBytes?: number;
}

/** The part of the identity that scripts of a page can see, so that a browser has to show it. */
export type PageIdentity = Pick<RequestIdentity, 'userAgent'>;

type Requested = Pick<ResolvedSpec, 'userAgent' | 'contact' | 'noCookies' | 'timeoutSeconds' | 'maxPageBytes'>;

/** An e-mail address goes into `From`; a web address into the user agent, as robots do: `Orbweaver/0.1 (+https://…)`. */
export function requestIdentityOf({
  userAgent,
  contact,
  noCookies,
  timeoutSeconds,
  maxPageBytes: maxBodyBytes,
}: Requested): RequestIdentity {
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000;
  const others = { ...(noCookies === true && { noCookies }), ...defined({ timeoutMs, maxBodyBytes }) };
  if (contact === '') return { userAgent, ...others };
  const who = /^https?:/.test(contact) ? { userAgent: `${userAgent} (+${contact})` } : { userAgent, from: contact };
  return { ...who, ...others };
}

export function pageIdentityIn({ userAgent }: PageIdentity): PageIdentity {
  return { userAgent };
}

/** The part of the identity that each request carries. */
export function identityIn({ userAgent, from, timeoutMs, maxBodyBytes }: RequestIdentity): RequestIdentity {
  return { userAgent, ...defined({ from, timeoutMs, maxBodyBytes }) };
}
