import { boundedAddress, longestOrigin } from './bounded-address.ts';
import { detached } from './detached-string.ts';
import { hostsByIp } from './ip-to-host.ts';
import type { LinkMemory } from './link-memory.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { createNormalizer } from './normalize.ts';
import type { ResolvedLink } from './resolved-link.ts';
import { isHttp } from './scope.ts';
import { boundsOf, type ScopeRules, type SiteBounds, type SiteHome } from './site-scope.ts';
import { maxUrlLength } from './traps.ts';
import { partsOf, textOf } from './url-parts.ts';

type InternalLink = Extract<ResolvedLink, { kind: 'internal' }>;

/** The site whose links are resolved. */
export interface LinkSite extends ScopeRules, Pick<SiteHome, 'hosts'> {
  /** As `URL.origin` gives it. */
  readonly origin: string;
  /** Absent: the root of the origin. */
  readonly start?: string;
}

export function linkSiteOf({ schemes, scope }: ScopeRules, origin: string, home?: SiteHome): LinkSite {
  return { origin, schemes, ...(home !== undefined && scope !== undefined && { ...home, scope }) };
}

/** Decides the meaning of a resolved address for a site. */
export class LinkMeaning {
  readonly #bounds: SiteBounds;
  readonly #hosts: ReadonlyMap<string, string>;
  readonly #normalize: (url: URL) => string;

  constructor(site: LinkSite, rules: NormalizationRules) {
    this.#hosts = hostsByIp(rules.ipToHost);
    this.#normalize = createNormalizer(rules);
    const start = this.#named(new URL(site.start ?? site.origin)).href;
    this.#bounds = boundsOf({ ...site, start }, site);
  }

  /** For an address of the site's origin that is already normalized. */
  ofPlain(address: string, memory: LinkMemory): ResolvedLink {
    if (!this.#bounds.isWholeOrigin) return this.of(address, new URL(address), memory);
    return memory.one('internal', address, internal);
  }

  /** For any text, with the result of the URL parser (null: no URL). */
  of(text: string, url: URL | null, memory: LinkMemory): ResolvedLink {
    if (url === null) return bad(text, 'unparsable', memory);
    if (isHttp(url))
      return url.origin.length > longestOrigin ? bad(text, 'unparsable', memory) : this.#ofHttp(url, memory);
    if (url.protocol === 'javascript:' || url.protocol === 'vbscript:') return bad(text, 'script', memory);
    if (url.protocol === 'data:') return bad(text, 'data', memory);
    return memory.one('ignored', schemeOf(url), scheme => ({ mark: -1, kind: 'ignored', scheme }));
  }

  #ofHttp(url: URL, memory: LinkMemory): ResolvedLink {
    const identity = this.#normalize(url);
    if (!this.#bounds.belongs(this.#named(url))) {
      return memory.one('external', identity, key => ({ mark: -1, kind: 'external', identity: key }));
    }
    const seen = boundedAddress(this.#addressOf(url));
    if (seen === identity) return memory.one('internal', identity, internal);
    // Addresses contain no space, so it can separate them.
    return memory.one('internal', `${identity} ${seen}`, () => {
      const own = detached(identity);
      return internalLink(own, detached(seen));
    });
  }

  /** An IP address that stands for a domain is that domain. */
  #named(url: URL): URL {
    return this.#hosts.has(url.hostname) ? new URL(this.#addressOf(url)) : url;
  }

  /**
   * The address to request. An IP address that stands for a domain is requested at the domain, so that delays are kept
   * for the domain.
   */
  #addressOf(url: URL): string {
    const parts = partsOf(url);
    return textOf({ ...parts, hostname: this.#hosts.get(parts.hostname) ?? parts.hostname, fragment: undefined });
  }
}

/** A link whose address is already normalized. */
function internal(identity: string): InternalLink {
  return { mark: -1, kind: 'internal', identity, address: identity, seen: identity };
}

/** A link to a page of the site, with the address as its page writes it. */
export function internalLink(identity: string, seen: string): InternalLink {
  return seen === identity
    ? internal(identity)
    : { ...internal(identity), address: addressToAsk(identity, seen), seen };
}

/** A long address may have a short identity (a thousand slashes): then the identity is requested. */
function addressToAsk(identity: string, seen: string): string {
  if (seen.length <= maxUrlLength) return detached(seen);
  return identity.length <= maxUrlLength ? withoutFragment(identity) : identity;
}

/** Longer names of schemes are not distinguished; the longest registered one (IANA, URI Schemes) has 36 characters. */
const longestScheme = 40;

function schemeOf({ protocol }: URL): string {
  return protocol.length > longestScheme + 1 ? 'other' : protocol.slice(0, -1);
}

function bad(text: string, reason: 'unparsable' | 'script' | 'data', memory: LinkMemory): ResolvedLink {
  // Texts of megabytes are not remembered.
  if (text.length > maxUrlLength) return { mark: -1, kind: 'bad', reason };
  return memory.one('bad', text, () => ({ mark: -1, kind: 'bad', reason }));
}

function withoutFragment(identity: string): string {
  const start = identity.indexOf('#');
  return start < 0 ? identity : identity.slice(0, start);
}
