import type { ResolvedSpec } from './crawl-spec.ts';
import { hostAndPort } from './site-address.ts';

/** Exceptions from the rule that private addresses are not asked, as `host:port`. */
export interface AllowedHosts {
  /** May have a private, loopback or link-local address. */
  readonly allowHosts: readonly string[];
  /** May have the address of a cloud's metadata service: only what `allowHosts` of the spec names. */
  readonly allowMetadataHosts: readonly string[];
}

interface Starts {
  readonly sites: readonly { readonly url: string; readonly hosts?: readonly string[] }[];
}

export function allowedHostsOf({ sites, allowHosts }: Starts & Pick<ResolvedSpec, 'allowHosts'>): AllowedHosts {
  return { allowHosts: [...new Set([...openlyPrivateStarts(sites), ...allowHosts])], allowMetadataHosts: allowHosts };
}

/**
 * Hosts that the spec names as sites and whose address is there to be seen: IP addresses and `localhost`. The address of any other name is chosen by
 * the owner of the name, at any time, so a start address by name is no permission to ask a private address.
 */
export function openlyPrivateStarts(sites: Starts['sites']): readonly string[] {
  const starts = sites.flatMap(({ url, hosts = [] }) => [url, ...hosts]).map(address => new URL(address));
  return [...new Set(starts.filter(({ hostname }) => isOpen(hostname)).map(hostAndPort))];
}

/** The URL standard writes every IPv4 address as four decimal numbers and every IPv6 address in brackets. */
function isOpen(hostname: string): boolean {
  return hostname.startsWith('[') || /^(?:\d+\.){3}\d+$/.test(hostname) || /^localhost\.?$/.test(hostname);
}
