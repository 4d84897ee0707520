import { type Allowance, allowance } from '../refusal/refusal.ts';
import { maxUrlLength } from '../url/traps.ts';

export type SiteAddress =
  | { readonly kind: 'address'; readonly url: URL; readonly schemeAssumed: boolean }
  | { readonly kind: 'refused'; readonly why: Allowance };

/**
 * Reads a start address as a person types it: by the URL standard, http and https only, the fragment dropped. A host
 * name alone (`example.org`, `localhost:8080/docs/`) gets `scheme`.
 */
export function parseSiteAddress(text: string, scheme = 'https:'): SiteAddress {
  const typed = text.trim();
  if (typed.length > maxUrlLength) {
    return refused(allowance('address-length', { most: maxUrlLength, length: typed.length }));
  }
  const schemeAssumed = isBareHost(typed);
  const url = URL.parse(schemeAssumed ? `${scheme}//${typed}` : typed);
  if (url === null) return refused(allowance('address'));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refused(allowance('scheme', { scheme: url.protocol.slice(0, 20) }));
  }
  if (url.username !== '' || url.password !== '') {
    return refused(allowance('credentials'));
  }
  if (!/^(?:[a-z0-9._-]+|\[.+\])$/.test(url.hostname)) {
    // The URL standard allows `;` in a host, so a line of RCCrawler with a missing field would pass.
    return refused(allowance('host-characters'));
  }
  url.hash = '';
  return { kind: 'address', url, schemeAssumed };
}

/** A name with a dot, an IP address, or `localhost`, with or without a port and a path; never `scheme:something`. */
function isBareHost(text: string): boolean {
  return /^(?:[^\s/?#@:[\]\\]+\.[^\s/?#@:[\]\\]+|localhost|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#].*)?$/iu.test(text);
}

function refused(why: Allowance): SiteAddress {
  return { kind: 'refused', why };
}

/** `host:port` of an http(s) address, with the default port; used to compare addresses. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}
