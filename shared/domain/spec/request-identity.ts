import { defined } from '../defined.ts';
import type { ResolvedSpec } from './crawl-spec.ts';

/**
 * Properties that all requests of a crawl share: who crawls, whether gates are walked through, the limits of an answer.
 */
export interface RequestIdentity {
  readonly userAgent: string;
  /** RFC 9110 section 10.1.2: an e-mail address. */
  readonly from?: string;
  /** RFC 9110 section 12.5.4; absent: the header is not sent, and pages in a browser are shown in American English. */
  readonly acceptLanguage?: string;
  readonly noCookies?: true;
  /** Names the secrets that let the crawl in (`access.ts`). */
  readonly access?: string;
  /** Longest time from the call to the first byte of the answer, ms; absent = the default. */
  readonly timeoutMs?: number;
  /** Largest page, Content-Encoding undone; absent = the default. */
  readonly maxBodyBytes?: number;
}

/** The part of the identity that scripts of a page can see, so that a browser has to show it. */
export type PageIdentity = Pick<RequestIdentity, 'userAgent' | 'acceptLanguage'>;

type Requested = Pick<
  ResolvedSpec,
  keyof PageIdentity | 'access' | 'contact' | 'noCookies' | 'timeoutSeconds' | 'maxPageBytes'
>;

/** An e-mail address goes into `From`; a web address into the user agent, as robots do: `Orbweaver/0.1 (+https://…)`. */
export function requestIdentityOf({
  userAgent,
  contact,
  acceptLanguage,
  noCookies,
  access,
  timeoutSeconds,
  maxPageBytes: maxBodyBytes,
}: Requested): RequestIdentity {
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000;
  const others = {
    ...(noCookies === true && { noCookies }),
    ...defined({ acceptLanguage, access, timeoutMs, maxBodyBytes }),
  };
  if (contact === '') return { userAgent, ...others };
  const who = /^https?:/.test(contact) ? { userAgent: `${userAgent} (+${contact})` } : { userAgent, from: contact };
  return { ...who, ...others };
}

export function pageIdentityIn({ userAgent, acceptLanguage }: PageIdentity): PageIdentity {
  return { userAgent, ...defined({ acceptLanguage }) };
}

/** The part of the identity that each request carries. */
export function identityIn({
  from,
  noCookies,
  access,
  timeoutMs,
  maxBodyBytes,
  ...page
}: RequestIdentity): RequestIdentity {
  return { ...pageIdentityIn(page), ...defined({ from, noCookies, access, timeoutMs, maxBodyBytes }) };
}
