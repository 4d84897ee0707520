import type { ResolvedSpec } from './crawl-spec.ts';

/** What all requests of a crawl have in common: who crawls, and whether gates are walked through. */
export interface RequestIdentity {
  readonly userAgent: string;
  /** RFC 9110 section 10.1.2: an e-mail address. */
  readonly from?: string;
  readonly noCookies?: true;
}

/** An e-mail address goes into `From`; a web address into the user agent, as robots do: `Orbweaver/0.1 (+https://…)`. */
export function requestIdentityOf({
  userAgent,
  contact,
  noCookies,
}: Pick<ResolvedSpec, 'userAgent' | 'contact' | 'noCookies'>): RequestIdentity {
  const cookies = noCookies === true ? { noCookies } : {};
  if (contact === '') return { userAgent, ...cookies };
  const who = /^https?:/.test(contact) ? { userAgent: `${userAgent} (+${contact})` } : { userAgent, from: contact };
  return { ...who, ...cookies };
}
