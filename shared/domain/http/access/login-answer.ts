/** Answers to a server's challenge: Digest (RFC 7616) where the server takes it, else Basic (RFC 7617). */
import { createHash, randomBytes } from 'node:crypto';
import type { Login } from './access.ts';

export type Challenge =
  | { readonly kind: 'basic'; readonly realm: string }
  | {
      readonly kind: 'digest';
      readonly realm: string;
      readonly nonce: string;
      readonly opaque: string | undefined;
      /** Absent: as RFC 2069 had it. */
      readonly qop: 'auth' | 'auth-int' | undefined;
      readonly algorithm: string;
      /** The nonce before was too old, not the password wrong. */
      readonly stale: boolean;
      /** The server wants a hash in place of the user's name; with `utf8` it reads other letters by RFC 8187. */
      readonly userhash: boolean;
      readonly utf8: boolean;
    };

const hashes: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };
/** A field is from outside. */
const longestField = 4_096;

/** A scheme, or a parameter of the scheme before it. */
const part = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))|[A-Za-z][\w-]*(?=[\s,]|$)/g;

/** The strongest challenge of the WWW-Authenticate fields that can be answered. */
export function challengeIn(fields: readonly string[]): Challenge | undefined {
  const all: Challenge[] = [];
  for (const field of fields) {
    const schemes: { readonly name: string; readonly given: Map<string, string> }[] = [];
    for (const [text, name, quoted, plain = ''] of field.slice(0, longestField).matchAll(part))
      if (name === undefined) schemes.push({ name: text.toLowerCase(), given: new Map() });
      else schemes.at(-1)?.given.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain);
    all.push(...schemes.flatMap(({ name, given }) => challengeOf(name, Object.fromEntries(given)) ?? []));
  }
  const digests = all.filter(each => each.kind === 'digest');
  return digests.find(({ algorithm }) => /^sha/i.test(algorithm)) ?? digests[0] ?? all[0];
}

function challengeOf(scheme: string, given: Readonly<Record<string, string | undefined>>): Challenge | undefined {
  const { nonce, algorithm = 'MD5', qop = '', realm = '', opaque } = given;
  if (scheme === 'basic') return { kind: 'basic', realm };
  const isKnown = hashes[algorithm.toLowerCase().replace(/-sess$/, '')] !== undefined;
  const offered = qop
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const chosen = (['auth', 'auth-int'] as const).find(each => offered.includes(each));
  if (scheme !== 'digest' || nonce === undefined || !isKnown || (offered.length > 0 && !chosen)) return undefined;
  const isSaid = (name: string, value: string): boolean => given[name]?.toLowerCase() === value;
  return {
    ...{ kind: 'digest', realm, nonce, opaque, qop: chosen, algorithm },
    ...{ stale: isSaid('stale', 'true'), userhash: isSaid('userhash', 'true'), utf8: isSaid('charset', 'utf-8') },
  };
}

/** The value of Authorization for a request; `count`: how many requests have used this challenge, this one too. */
export function loginAnswer(
  challenge: Challenge,
  { user, password }: Login,
  { method, target, count }: { readonly method: string; readonly target: string; readonly count: number },
  cnonce = randomBytes(8).toString('hex'),
): string {
  if (challenge.kind === 'basic') return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const { realm, nonce, opaque, qop, algorithm, userhash, utf8 } = challenge;
  const hash = hashes[algorithm.toLowerCase().replace(/-sess$/, '')]!;
  // Fields come as Latin-1, one character a byte, and bytes are what the server hashes.
  const of = (...parts: readonly string[]): string => createHash(hash).update(parts.join(':'), 'latin1').digest('hex');
  const secret = of(bytesOf(user), realm, bytesOf(password));
  const own = /-sess$/i.test(algorithm) ? of(secret, nonce, cnonce) : secret;
  const nc = count.toString(16).padStart(8, '0');
  // No request here has a body.
  const asked = qop === 'auth-int' ? of(method, target, of('')) : of(method, target);
  const response = qop ? of(own, nonce, nc, cnonce, qop, asked) : of(own, nonce, asked);
  const quoted = { realm, nonce, uri: target, response, ...(opaque !== undefined && { opaque }) };
  const shown = Object.entries(quoted).map(([name, value]) => `${name}=${inQuotes(value)}`);
  const name = userhash
    ? [`username="${of(bytesOf(user), realm)}"`, 'userhash=true']
    : [utf8 && /[^ -~]/.test(user) ? `username*=UTF-8''${extended(user)}` : `username=${inQuotes(bytesOf(user))}`];
  const counted = qop === undefined ? [] : [`qop=${qop}, nc=${nc}, cnonce="${cnonce}"`];
  return `Digest ${[...name, ...shown, `algorithm=${algorithm}`, ...counted].join(', ')}`;
}

function inQuotes(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** Fields are sent as Latin-1: one character a byte. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** RFC 8187, section 3.2. */
function extended(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}
