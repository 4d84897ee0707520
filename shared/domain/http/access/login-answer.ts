/** Answers to a server's challenge: Digest (RFC 7616) where the server takes it, else Basic (RFC 7617). */
import { createHash, randomBytes } from 'node:crypto';
import type { Login } from './access.ts';

export type Challenge =
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'digest';
      readonly realm: string;
      readonly nonce: string;
      readonly opaque: string | undefined;
      /** Absent: as RFC 2069 had it. */
      readonly qop: boolean;
      readonly algorithm: string;
      /** The nonce before was too old, not the password wrong. */
      readonly stale: boolean;
    };

const hashes: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };
/** A field is from outside. */
const longestField = 4_096;

/** The strongest challenge of the WWW-Authenticate fields that can be answered. */
export function challengeIn(fields: readonly string[]): Challenge | undefined {
  const parts = fields.flatMap(field =>
    field.slice(0, longestField).split(/(?:^|,)\s*(?=(?:Basic|Digest|Negotiate|NTLM|Bearer)\b(?!\s*=))/i),
  );
  const all = parts.flatMap(part => challengeOf(part.trim()));
  const digests = all.filter(each => each.kind === 'digest');
  return digests.find(({ algorithm }) => /^sha/i.test(algorithm)) ?? digests[0] ?? all[0];
}

function challengeOf(text: string): readonly Challenge[] {
  if (/^basic\b/i.test(text)) return [{ kind: 'basic' }];
  if (!/^digest\s/i.test(text)) return [];
  const given = new Map<string, string>();
  for (const [, name, quoted, plain] of text.matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g))
    given.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  const nonce = given.get('nonce');
  const { algorithm, qop, realm = '', opaque, stale } = Object.fromEntries(given);
  const isKnown = hashes[(algorithm ?? 'MD5').toLowerCase().replace(/-sess$/, '')] !== undefined;
  const takesAuth = qop === undefined || /(?:^|,)\s*auth\s*(?:,|$)/i.test(qop);
  if (nonce === undefined || !isKnown || !takesAuth) return [];
  const isStale = stale?.toLowerCase() === 'true';
  return [
    { kind: 'digest', realm, nonce, opaque, qop: qop !== undefined, algorithm: algorithm ?? 'MD5', stale: isStale },
  ];
}

/** The value of Authorization for a request; `count`: how many requests have used this challenge, this one too. */
export function loginAnswer(
  challenge: Challenge,
  { user, password }: Login,
  { method, target, count }: { readonly method: string; readonly target: string; readonly count: number },
  cnonce = randomBytes(8).toString('hex'),
): string {
  if (challenge.kind === 'basic') return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const { realm, nonce, opaque, qop, algorithm } = challenge;
  const hash = hashes[algorithm.toLowerCase().replace(/-sess$/, '')]!;
  const of = (...parts: readonly string[]): string => createHash(hash).update(parts.join(':')).digest('hex');
  const secret = of(user, realm, password);
  const own = /-sess$/i.test(algorithm) ? of(secret, nonce, cnonce) : secret;
  const nc = count.toString(16).padStart(8, '0');
  const asked = of(method, target);
  const response = qop ? of(own, nonce, nc, cnonce, 'auth', asked) : of(own, nonce, asked);
  const quoted = { username: user, realm, nonce, uri: target, response, ...(opaque !== undefined && { opaque }) };
  const shown = Object.entries(quoted).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`);
  return `Digest ${[...shown, `algorithm=${algorithm}`, ...(qop ? [`qop=auth, nc=${nc}, cnonce="${cnonce}"`] : [])].join(', ')}`;
}
