/**
 * RFC 6265 and the list of public suffixes, by tough-cookie. This module is loaded when the first gate is met
 * (`gate-walk.ts`).
 */
import { Cookie, CookieJar } from 'tough-cookie';
import { boundedJar, type GateCookie, isExpired, type Jar, walkBounds } from './gate-cookies.ts';

/**
 * The jar after an answer of `address` with these Set-Cookie fields. Cookies that the address may not set are ignored.
 */
export function jarAfter(
  jar: Jar,
  setCookies: readonly string[],
  address: string,
  now: number,
  most = walkBounds,
): Jar {
  const rules = rulesWith(jar);
  for (const text of setCookies)
    rules.setCookieSync(text, address, { ignoreError: true, loose: true, now: new Date(now) });
  const cookies = (rules.serializeSync()?.cookies ?? []).map(each => gateCookieOf(each, now));
  // If there is no room for all, the latest cookies are kept.
  return boundedJar(cookies.toReversed(), now, most);
}

/** The value of the Cookie field of a request; `''` for none. */
export function cookieField(jar: Jar, address: string, now: number): string {
  const rules = rulesWith(jar.filter(cookie => !isExpired(cookie, now)));
  return rules.getCookieStringSync(address, { expire: false });
}

function rulesWith(jar: Jar): CookieJar {
  const cookies = jar.map(({ name, expires, ...cookie }) => ({
    ...{ key: name, hostOnly: false, ...cookie },
    ...(expires !== undefined && { expires: new Date(expires).toISOString() }),
  }));
  return CookieJar.deserializeSync({ ...new CookieJar().serializeSync()!, cookies });
}

function gateCookieOf(stored: object, now: number): GateCookie {
  const cookie = Cookie.fromJSON(stored)!;
  const expires = cookie.expiryTime(new Date(now)) ?? Number.POSITIVE_INFINITY;
  return {
    ...{ name: cookie.key, value: cookie.value, domain: cookie.domain ?? '', path: cookie.path ?? '/' },
    ...(cookie.hostOnly === true && { hostOnly: true }),
    ...(cookie.secure && { secure: true }),
    // tough-cookie may give an infinite time in the past.
    ...(expires < Number.POSITIVE_INFINITY && { expires: Math.max(0, expires) }),
  };
}
