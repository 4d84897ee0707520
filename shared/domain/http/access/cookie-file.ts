/** Files of cookies as browsers' extensions, curl and Playwright write them. */
import { boundedJar, type GateCookie, type Jar } from '../gates/gate-cookies.ts';

/** Bounds of the cookies of a crawl, which are sent and kept. */
export const accessBounds = { cookies: 300, bytes: 128 * 1024 };

/**
 * The cookies of a file that are not expired and could be sent to one of the hosts: Netscape's cookies.txt, JSON as
 * extensions write it (`[{ name, value, domain, path, hostOnly, secure, expirationDate }]`), or Playwright's
 * `storageState`. Undefined: it is none of them.
 */
export function readCookieFile(text: string, hosts: readonly string[], now: number): Jar | undefined {
  const all = /^\s*[[{]/.test(text) ? cookiesOfJson(text) : cookiesOfLines(text);
  return all && boundedJar(all.filter(cookie => isFor(cookie, hosts)).toReversed(), now, accessBounds);
}

/** A domain above, or below: a site may have several hosts. */
function isFor({ domain }: GateCookie, hosts: readonly string[]): boolean {
  return hosts.some(host => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));
}

function cookiesOfLines(text: string): Jar | undefined {
  const rows = text
    .split(/\r?\n/)
    .map(line => line.replace(/^#HttpOnly_/, ''))
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split('\t'));
  const cookies = rows.map(([domain = '', below, path, secure, expires, name, value = '']) =>
    cookieOf({ domain, path, name, value, hostOnly: below === 'FALSE', secure: secure === 'TRUE', expires }),
  );
  return allOf(cookies);
}

function cookiesOfJson(text: string): Jar | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list: unknown = Array.isArray(read) ? read : Object(read)['cookies'];
  if (!Array.isArray(list)) return undefined;
  return allOf(list.map(each => cookieOf({ ...Object(each), expires: each?.expirationDate ?? each?.expires })));
}

/** A browser may have odd cookies of other sites. */
function allOf(cookies: readonly (GateCookie | undefined)[]): Jar | undefined {
  const read = cookies.filter(cookie => cookie !== undefined);
  return read.length > 0 ? read : undefined;
}

const printable = /^[\x20-\x3a\x3c-\x7e]{0,4096}$/;

function cookieOf(given: Readonly<Record<string, unknown>>): GateCookie | undefined {
  const { name, value, domain, path = '/', hostOnly, secure, expires } = given;
  if (typeof name !== 'string' || typeof value !== 'string' || typeof domain !== 'string' || domain === '') return;
  if (!/^[!#$%&'*+.^`|~\w-]{1,256}$/.test(name) || !printable.test(value)) return undefined;
  // Playwright says by the dot alone that hosts below get the cookie too.
  const isOwn = typeof hostOnly === 'boolean' ? hostOnly : !domain.startsWith('.');
  return {
    ...{ name, value, domain: domain.replace(/^\./, '').toLowerCase(), path: String(path) },
    ...(isOwn && { hostOnly: true }),
    ...(secure === true && { secure: true }),
    // Seconds; 0, -1 or nothing: as long as the session.
    ...(Number(expires) > 0 && { expires: Number(expires) * 1_000 }),
  };
}
