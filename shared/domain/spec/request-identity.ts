import type { ResolvedSpec } from './crawl-spec.ts';

/** What all requests of a crawl have in common: who crawls, and what may be spoken. */
export interface RequestIdentity {
  readonly userAgent: string;
  /** RFC 9110 section 10.1.2: an e-mail address. */
  readonly from?: string;
  /** Whether HTTP/2 may be spoken. Absent: no. */
  readonly http2?: boolean;
}

/** An e-mail address goes into `From`; a web address into the user agent, as robots do: `Orbweaver/0.1 (+https://…)`. */
export function requestIdentityOf({
  userAgent,
  contact,
  http2,
}: Pick<ResolvedSpec, 'userAgent' | 'contact' | 'http2'>): RequestIdentity {
  const spoken = http2 === true ? { http2 } : {};
  if (contact === '') return { userAgent, ...spoken };
  return /^https?:/.test(contact)
    ? { userAgent: `${userAgent} (+${contact})`, ...spoken }
    : { userAgent, from: contact, ...spoken };
}
