/** Cookies that gates (`gate-walk.ts`) set, as the stored row of a site keeps them. */

/** A cookie by RFC 6265, section 5.3; of its times only the expiry is kept. */
export interface GateCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** The cookie is sent to the host `domain` alone. */
  readonly hostOnly?: true;
  /** The cookie is sent over https alone. */
  readonly secure?: true;
  /** Wall clock, ms; absent: the cookie does not expire. */
  readonly expires?: number;
}

/** In the order of domain, path and name. */
export type Jar = readonly GateCookie[];

interface JarBounds {
  readonly cookies: number;
  /** Length of the jar's JSON. */
  readonly bytes: number;
}

/** Bounds of a jar in a site's row. */
const rowBounds: JarBounds = { cookies: 10, bytes: 2 * 1024 };
/** Bounds of a jar during one walk through a gate. */
export const walkBounds: JarBounds = { cookies: 50, bytes: 8 * 1024 };

/**
 * The jar of a site after gates, in the order of their entries. Of two cookies with one name, that of the later entry
 * counts.
 */
export function mergedJar(before: Jar, gates: readonly Jar[], now: number): Jar {
  return boundedJar([...gates.toReversed().flat(), ...before], now, rowBounds);
}

/** Drops expired cookies. Of two cookies with one name the first counts; if room is short, the first ones are kept. */
export function boundedJar(cookies: Jar, now: number, most: JarBounds): Jar {
  const kept = new Map<string, GateCookie>();
  const seen = new Set<string>();
  let bytes = 0;
  for (const cookie of cookies) {
    const size = Buffer.byteLength(JSON.stringify(cookie));
    const isNew = !seen.has(keyOf(cookie));
    seen.add(keyOf(cookie));
    if (!isNew || isExpired(cookie, now) || kept.size >= most.cookies || bytes + size > most.bytes) continue;
    kept.set(keyOf(cookie), cookie);
    bytes += size;
  }
  return [...kept.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cookie]) => cookie);
}

/**
 * The cookies that a walk set: the difference of its last jar from its first one. A removed cookie is in it as an
 * expired one.
 */
export function givenCookies(before: Jar, after: Jar): Jar {
  const keys = new Set(after.map(keyOf));
  const removed = before.filter(cookie => !keys.has(keyOf(cookie)));
  return [
    ...after.filter(cookie => !before.some(each => isSame(each, cookie) && each.expires === cookie.expires)),
    ...removed.map(cookie => ({ ...cookie, value: '', expires: 0 })),
  ];
}

export function isExpired({ expires = Number.POSITIVE_INFINITY }: GateCookie, now: number): boolean {
  return expires <= now;
}

/** Whether both jars send the same cookies. */
export function sameCookies(one: Jar, other: Jar): boolean {
  return one.length === other.length && one.every((cookie, at) => isSame(cookie, other[at]!));
}

function isSame(one: GateCookie, other: GateCookie): boolean {
  return keyOf(one) === keyOf(other) && one.value === other.value;
}

function keyOf({ domain, path, name }: GateCookie): string {
  return JSON.stringify([domain, path, name]);
}

/** Whether a stored value is a jar. */
export function isJar(value: unknown): value is Jar {
  const isText = (each: unknown): boolean => typeof each === 'string';
  return (
    Array.isArray(value) &&
    value.length <= rowBounds.cookies &&
    value.every(cookie => ['name', 'value', 'domain', 'path'].every(key => isText(Object(cookie)[key])))
  );
}
