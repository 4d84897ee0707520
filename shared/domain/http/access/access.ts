/** Secrets that let a crawl in, and its way into the network. A spec names them by a reference; values are never in it. */
import { createHash } from 'node:crypto';
import type { Jar } from '../gates/gate-cookies.ts';
import type { Signing } from './request-signature.ts';

export interface Login {
  readonly user: string;
  readonly password: string;
}

/** They go to these origins alone. */
export interface Credentials {
  readonly origins: readonly string[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of Basic (RFC 7617) or Digest (RFC 7616), as the server challenges. */
  readonly login?: Login;
}

export interface NetworkAccess {
  /** `http`, `https`, `socks5` or `socks5h` with host and port, and user and password if it wants them. */
  readonly proxy?: string;
  /** Certificates in PEM that are trusted beside those of Node. */
  readonly ca?: string;
  /** Hosts, or `name:port`, whose certificates are not checked. */
  readonly insecure?: readonly string[];
}

export interface Access {
  readonly credentials: readonly Credentials[];
  /** Absent: no cookies were given, so no session is kept. */
  readonly cookies?: Jar;
  readonly network?: NetworkAccess;
  /** All requests are signed with it; absent: none is. */
  readonly signing?: Signing;
}

/** All that counts for an origin; undefined: nothing does. */
export function credentialsFor({ credentials }: Access, origin: string): Credentials | undefined {
  const own = credentials.filter(({ origins }) => origins.includes(origin));
  if (own.length === 0) return undefined;
  const login = own.findLast(each => each.login !== undefined)?.login;
  const headers = Object.assign({}, ...own.map(each => each.headers)) as Record<string, string>;
  return { origins: [origin], headers, ...(login !== undefined && { login }) };
}

/** The origins that secrets for a start address go to: its own, and of http on the default port that of https. */
export function originsFor(address: string): readonly string[] {
  const { origin, protocol, port, host } = new URL(address);
  return protocol === 'http:' && port === '' ? [origin, `https://${host}`] : [origin];
}

/** The person who asks, without passwords; of cookies the domains alone, for all else changes with each login. `''`: nobody. */
export function whoAsks({ credentials, cookies = [] }: Access): string {
  if (credentials.every(({ headers, login }) => !login && Object.keys(headers).length === 0) && cookies.length === 0)
    return '';
  const asked = credentials.map(({ origins, headers, login }) => [origins, headers, login?.user]);
  return JSON.stringify([asked, [...new Set(cookies.map(({ domain }) => domain))]]);
}

const form = /^([0-9a-f]{16})-[0-9a-f]{16}$/;
const nobody = '0'.repeat(16);

export function isReference(reference: unknown): reference is string {
  return typeof reference === 'string' && form.test(reference);
}

/** The part of a reference that is equal where the same person asks. */
export function whoOfReference(reference: string | undefined): string {
  return form.exec(reference ?? '')?.[1] ?? nobody;
}

/** Whether a crawl has own headers, cookies or a login. */
export function isLetIn({ access }: { readonly access?: string }): boolean {
  return whoOfReference(access) !== nobody;
}

/** A reference: `who` is a signature of `whoAsks`, hex. */
export function referenceOf(who: string, chance: string): string {
  return `${who === '' ? nobody : who.slice(0, 16)}-${createHash('sha256').update(chance).digest('hex').slice(0, 16)}`;
}
