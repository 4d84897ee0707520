import { getDomain } from 'tldts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { hostOf } from '../../../domain/url/scope.ts';

/**
 * The private section of the public suffix list counts: `anna.github.io` and `ben.github.io` are sites of two people.
 * Names come from URLs, so they need no check; an unlisted ending is one label long (the list's own rule `*`).
 */
const suffixes = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };

/**
 * Names the site of the Web fragment that an http(s) address belongs to: its registrable domain, or its host. Where there
 * is no registrable domain (an IP address, a single label, a public suffix itself) it is the host, with the port where
 * that is neither 80 nor 443. A dot at the end of a name is left out.
 */
export function createSiteNamer(groupBy: ResolvedSpec['groupBy']): (address: string) => string {
  const names = new Map<string, string>();
  return address => {
    const origin = originPart.exec(address)?.[0] ?? address;
    const known = names.get(origin);
    if (known !== undefined) return known;
    const url = new URL(origin);
    const host = hostOf(url).replace(/\.(?=:|$)/, '');
    const name = (groupBy === 'domain' ? getDomain(url.hostname, suffixes) : null) ?? host;
    names.set(origin, name);
    return name;
  };
}

/** Scheme and authority: addresses are many, hosts are few. */
const originPart = /^[^/]*\/\/[^/?#]*/;
