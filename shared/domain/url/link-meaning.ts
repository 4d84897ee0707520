import { boundedAddress, longestOrigin } from './bounded-address.ts';
import { detached } from './detached-string.ts';
import { hostsByIp } from './ip-to-host.ts';
import { LinkBytes } from './link-bytes.ts';
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

/** Data that all pages of a folder share. */
export interface LinkFolder {
  /** Number of the folder in `LinkMemory.table`. */
  readonly number: number;
  /** Only `LinkMemory.remember` may add to it. */
  readonly texts: Map<string, ResolvedLink>;
}

/** Assumed characters of a text with its meaning; most have half as many. */
const charactersEach = 200;

/** Memory of a link resolver: texts by the folder of their base address, and one object per meaning. */
export class LinkMemory {
  readonly #folders = new Map<string, LinkFolder>();
  readonly #meanings = {
    internal: new Map<string, ResolvedLink>(),
    external: new Map<string, ResolvedLink>(),
    bad: new Map<string, ResolvedLink>(),
    ignored: new Map<string, ResolvedLink>(),
  };
  /** Texts that mean the same for every base; only `remember` may add to it. */
  readonly absolute = new Map<string, ResolvedLink>();
  /** Links by their bytes in the pages of each folder. */
  readonly table = new LinkBytes();
  #texts = 0;
  #links = 0;
  #characters = 0;

  /** Whether the memory holds more than `entries` texts or meanings, or the characters of so many. */
  holdsMoreThan(entries: number): boolean {
    if (this.#characters + this.table.bytes > entries * charactersEach) return true;
    return Math.max(this.#texts + this.table.size, this.#links) > entries;
  }

  under(folder: string): LinkFolder {
    let known = this.#folders.get(folder);
    if (known === undefined) {
      known = { number: this.#folders.size + 1, texts: new Map() };
      this.#folders.set(detached(folder), known);
      this.#texts++;
      this.#characters += folder.length;
    }
    return known;
  }

  remember(known: Map<string, ResolvedLink>, text: string, link: ResolvedLink): void {
    known.set(detached(text), link);
    this.#texts++;
    this.#characters += text.length;
  }

  /** The only object of this kind and key; `make` creates it at the first call. */
  one<Kind extends ResolvedLink['kind']>(
    kind: Kind,
    key: string,
    make: (key: string) => ResolvedLink & { kind: Kind },
  ): ResolvedLink {
    const seen = this.#meanings[kind].get(key);
    if (seen !== undefined) return seen;
    const ownKey = detached(key);
    const link = make(ownKey);
    this.#meanings[kind].set(ownKey, link);
    this.#links++;
    this.#characters += key.length;
    return link;
  }
}
