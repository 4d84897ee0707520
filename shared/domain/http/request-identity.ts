import { defined } from '../defined.ts';

/** Facts that a crawl gives of itself in each request: the settings of a spec with these names. */
export interface Identity {
  readonly userAgent: string;
  /** E-mail or web address of the person who crawls; `''` = not given. */
  readonly contact: string;
  /** RFC 9110 section 12.5.4; absent: the header is not sent, and pages in a browser are shown in American English. */
  readonly acceptLanguage?: string;
}

export const identitySettings = [
  'userAgent',
  'contact',
  'acceptLanguage',
] as const satisfies readonly (keyof Identity)[];

/** Settings that are sent as they are, each as the header field of its option's name. */
const sentFields = { userAgent: 'user-agent', acceptLanguage: 'accept-language' } as const;
export const sentNames: readonly string[] = Object.values(sentFields);

/**
 * Properties that all requests of a crawl share: who crawls, whether gates are walked through, the limits of an answer.
 */
export interface RequestIdentity extends Omit<Identity, 'contact'> {
  /** RFC 9110 section 10.1.2: an e-mail address. */
  readonly from?: string;
  readonly noCookies?: true;
  /** Product token that robots.txt was read for; absent: that of the crawl. */
  readonly agent?: string;
  /** Names the secrets that let the crawl in (`access.ts`). */
  readonly access?: string;
  /** Longest time from the call to the first byte of the answer, ms; absent = the default. */
  readonly timeoutMs?: number;
  /** Largest page, Content-Encoding undone; absent = the default. */
  readonly maxBodyBytes?: number;
}

/** The part of the identity that scripts of a page can see, so that a browser has to show it. */
export type PageIdentity = Omit<Identity, 'contact'>;

interface Requested extends Identity, Pick<RequestIdentity, 'access' | 'agent'> {
  readonly noCookies?: boolean;
  readonly timeoutSeconds?: number;
  readonly maxPageBytes?: number;
}

/** The identity of a spec, with `usual` values where it has none. */
export function identityOf(given: Partial<Record<keyof Identity, string | undefined>>, usual: Identity): Identity {
  const { userAgent, acceptLanguage, contact } = { ...usual, ...defined(given) };
  return { userAgent, contact, ...defined({ acceptLanguage }) };
}

/** An e-mail address goes into `From`; a web address into the user agent, as robots do: `Orbweaver/0.1 (+https://…)`. */
export function requestIdentityOf(spec: Requested): RequestIdentity {
  const { contact, timeoutSeconds, maxPageBytes, noCookies, ...given } = spec;
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000;
  const limits = defined({ timeoutMs, maxBodyBytes: maxPageBytes });
  const identity = identityIn({ ...given, ...(noCookies === true && { noCookies }), ...limits });
  if (contact === '') return identity;
  return /^https?:/.test(contact)
    ? { ...identity, userAgent: `${identity.userAgent} (+${contact})` }
    : { ...identity, from: contact };
}

export function pageIdentityIn({ userAgent, acceptLanguage }: PageIdentity): PageIdentity {
  return { userAgent, ...defined({ acceptLanguage }) };
}

/** The part of the identity that each request carries. */
export function identityIn(given: RequestIdentity): RequestIdentity {
  const { from, noCookies, access, agent, timeoutMs, maxBodyBytes } = given;
  return { ...pageIdentityIn(given), ...defined({ from, noCookies, access, agent, timeoutMs, maxBodyBytes }) };
}

/** Its header fields. */
export function headersOf({
  from,
  ...identity
}: Pick<RequestIdentity, 'from' | keyof PageIdentity>): Record<string, string> {
  const sent = Object.entries(sentFields).map(([name, field]) => [field, identity[name as keyof typeof sentFields]]);
  return defined({ from, ...Object.fromEntries(sent) }) as Record<string, string>;
}
