import { createHash, timingSafeEqual } from 'node:crypto';
import { type Allowance, allowance, refusal, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import { Problem } from '../http/request/problem.ts';

/** Wrong tokens of a minute after which more are reported to wait; the right one always passes. */
const mostFailures = 30;
const windowMs = 60_000;

interface GuardOptions {
  readonly token: string;
  readonly port: number;
  /** Monotonic, ms. */
  readonly now: () => number;
}

/**
 * Allowed callers of a server on loopback: the page that the server itself serves, and programs that know its token.
 * Any web page can make a browser send requests here, so that the address requested (DNS rebinding), the page that asks
 * (`Origin`, Fetch Metadata), and the secret must all be right.
 */
export class SessionGuard {
  private readonly options: GuardOptions;
  private readonly hosts: ReadonlySet<string>;
  private failures: number[] = [];

  constructor(options: GuardOptions) {
    this.options = options;
    const names = ['127.0.0.1', 'localhost', '[::1]'];
    // A browser leaves the usual port out.
    const usual = options.port === 80 ? names : [];
    this.hosts = new Set([...names.map(name => `${name}:${options.port}`), ...usual]);
  }

  /** Each port has its own session: cookies do not know ports (RFC 6265, section 8.5). */
  get cookieName(): string {
    return `orbweaver-${this.options.port}`;
  }

  /** `HttpOnly` hides the cookie from scripts. `SameSite=Strict` keeps browsers from sending the cookie for pages of other sites. */
  cookie(): string {
    return `${this.cookieName}=${this.options.token}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Throws a `Problem` (403) where a request comes from elsewhere than this server's own page or a program. */
  demandOwnOrigin(request: Request): void {
    const { headers } = request;
    if (!this.hosts.has((headers.get('host') ?? '').toLowerCase()))
      throw refused('Host', headers.get('host'), allowance('one-of', { names: [...this.hosts] }));
    const origin = headers.get('origin');
    if (origin !== null && !this.isOwn(origin)) throw refused('Origin', origin, allowance('other-page'));
    const site = headers.get('sec-fetch-site');
    if (site !== null && site !== 'same-origin' && site !== 'none' && !isVisit(request))
      throw refused('Sec-Fetch-Site', site, allowance('other-page'));
  }

  /** Throws a `Problem`: 401 without the token, 429 after many wrong ones, 403 where a cookie alone would change state. */
  demandToken(request: Request): void {
    const { headers, method } = request;
    const bearer = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    this.demandRight(bearer ?? this.cookieOf(headers));
    if (bearer !== undefined) return;
    if (method !== 'GET' && method !== 'HEAD' && headers.get('origin') === null)
      throw refused('Origin', null, allowance('cookie-alone'));
  }

  private isOwn(origin: string): boolean {
    const url = URL.parse(origin);
    return url !== null && url.protocol === 'http:' && url.origin === origin && this.hosts.has(url.host);
  }

  private cookieOf(headers: Headers): string | undefined {
    const pairs = (headers.get('cookie') ?? '').split(';').map(pair => pair.trim());
    return pairs.find(pair => pair.startsWith(`${this.cookieName}=`))?.slice(this.cookieName.length + 1);
  }

  private demandRight(token: string | undefined): void {
    if (token !== undefined && isEqual(token, this.options.token)) return;
    const now = this.options.now();
    this.failures = this.failures.filter(at => now - at < windowMs);
    if (token !== undefined) this.failures.push(now);
    if (this.failures.length > mostFailures) throw new Problem(429, [refusal('many-tokens')]);
    throw new Problem(401, [refusal(token === undefined ? 'no-token' : 'wrong-token')]);
  }
}

/** A person follows a link to the page, from wherever it is; there is nothing on it before the token comes. */
function isVisit({ method, url, headers }: Request): boolean {
  const isDocument = headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return method === 'GET' && isDocument && new URL(url).pathname === '/';
}

/** In constant time: of hashes, which have one length. */
function isEqual(one: string, other: string): boolean {
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(one), hashOf(other));
}

function refused(header: string, value: string | null, why: Allowance): Problem {
  return new Problem(403, [refusedValue(header, value ?? undefined, why)]);
}
