/** Files of cookies as browsers' extensions, curl and Playwright write them. */
import { defined } from '../../defined.ts';
import { jsonOf } from '../../spec/fields/json-of.ts';
import { boundedJar, type GateCookie, type Jar } from '../gates/gate-cookies.ts';

/** Bounds of the cookies of a crawl, which are sent and kept. */
export const accessBounds = { cookies: 300, bytes: 128 * 1024 };

/**
 * The cookies of a file that are not expired and could be sent to one of the hosts: Netscape's cookies.txt, or JSON, a list or
 * `{ cookies: [] }`, as extensions, Playwright, Puppeteer, Selenium and tough-cookie write it. Undefined: it is none of them.
 */
export function readCookieFile(given: string, hosts: readonly string[], now: number): Jar | undefined {
  const text = given.replace(/^\ufeff/, '');
  const all = /^\s*[[{]/.test(text) ? cookiesOfJson(text) : cookiesOfLines(text);
  return all && boundedJar(all.filter(cookie => isFor(cookie, hosts)).toReversed(), now, accessBounds);
}

/** A domain above, or below: a site may have several hosts. */
function isFor({ domain }: GateCookie, hosts: readonly string[]): boolean {
  return hosts.some(host => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));
}

function cookiesOfLines(text: string): Jar | undefined {
  const rows = text
    .split(/[\r\n]+/)
    .map(line => line.replace(/^#HttpOnly_/i, ''))
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split(line.includes('\t') ? '\t' : /\s+/));
  const cookies = rows.map(([domain = '', below, path, secure, expires, name, value = '']) =>
    cookieOf({ domain, path, name, value, hostOnly: !isTrue(below), secure: isTrue(secure), expires }),
  );
  return allOf(cookies);
}

function cookiesOfJson(text: string): Jar | undefined {
  const read = jsonOf(text);
  const list: unknown = Array.isArray(read) ? read : Object(read)['cookies'];
  if (!Array.isArray(list)) return undefined;
  return allOf(list.map(each => cookieOf(asNamed(Object(each)))));
}

/** Names of members, the usual one first. */
const members: Readonly<Record<string, readonly string[]>> = {
  name: ['name', 'key', 'Name raw'],
  value: ['value', 'Content raw'],
  domain: ['domain', 'host', 'Host raw', 'url'],
  path: ['path', 'Path raw'],
  hostOnly: ['hostOnly', 'This domain only raw'],
  secure: ['secure', 'isSecure', 'Send for raw'],
  expires: ['expirationDate', 'expires', 'expiry', 'Expires raw'],
};

function asNamed(each: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const found = Object.entries(members).map(([name, names]) => [
    name,
    names.map(one => each[one]).find(one => one != null),
  ]);
  const { domain, hostOnly, secure, ...rest } = Object.fromEntries(found);
  const host = typeof domain === 'string' ? domain.replace(/^https?:\/\/|(?::\d+)?(?:\/.*)?$/g, '') : domain;
  const own = hostOnly === undefined ? undefined : isTrue(hostOnly);
  return { ...rest, domain: host, hostOnly: own, secure: isTrue(secure) };
}

function isTrue(value: unknown): boolean {
  return /^true$/i.test(String(value));
}

/** ms since 1970 of seconds, of ms, or of a date; undefined: as long as the session (0, -1 or nothing). */
function instantIn(expires: unknown): number | undefined {
  const number =
    typeof expires === 'string' && /\D/.test(expires.replace(/^-|\.\d+$/g, '')) ? Date.parse(expires) : Number(expires);
  // As seconds, the instant would be after the year 5000.
  return number > 0 ? number * (number < 1e11 ? 1_000 : 1) : undefined;
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
    ...defined({ expires: instantIn(expires) }),
  };
}
