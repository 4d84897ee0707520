/** The list of public suffixes in an own module, because a bundle can load only own modules on demand. */
import { getDomain } from 'tldts';

/**
 * The private section of the list counts: `anna.github.io` and `ben.github.io` are sites of two people. Names come from
 * URLs, so they need no check; an unlisted suffix has one label (the rule `*` of the list).
 */
const suffixes = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };

/** The registrable domain of the hostname of a URL; null: an IP address, a single label, a public suffix, a name with an empty label. */
export function domainOf(hostname: string): string | null {
  const hasEmptyLabel = hostname.startsWith('.') || hostname.includes('..');
  return hasEmptyLabel ? null : getDomain(hostname, suffixes);
}
