/** The list of public suffixes, as a file of ours: the bundle loads no package by itself when needed. */
import { getDomain } from 'tldts';

/**
 * The private section of the list counts: `anna.github.io` and `ben.github.io` are sites of two people. Names come from
 * URLs, so they need no check; an unlisted ending is one label long (the list's own rule `*`).
 */
const suffixes = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };

/** The registrable domain of the hostname of a URL; null: an IP address, a single label, a public suffix. */
export function domainOf(hostname: string): string | null {
  return getDomain(hostname, suffixes);
}
