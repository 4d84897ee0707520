import type { ResolvedSpec } from './crawl-spec.ts';
import { hostAndPort } from './site-address.ts';

/** Exceptions from the ban on private addresses, as `host:port`. */
export interface AllowedHosts {
  /** Hosts that may have a private, loopback or link-local address. */
  readonly allowHosts: readonly string[];
  /** Hosts that may have the address of a cloud's metadata service: only those in `allowHosts` of the spec. */
  readonly allowMetadataHosts: readonly string[];
}

interface Starts {
  readonly sites: readonly { readonly url: string; readonly hosts?: readonly string[] }[];
}

export function allowedHostsOf({ sites, allowHosts }: Starts & Pick<ResolvedSpec, 'allowHosts'>): AllowedHosts {
  return { allowHosts: [...new Set([...openlyPrivateStarts(sites), ...allowHosts])], allowMetadataHosts: allowHosts };
}

/**
 * Sites of the spec that are openly private: IP addresses and `localhost`. The owner of any other name chooses its
 * address, at any time, so a start address with a name permits no private address.
 */
export function openlyPrivateStarts(sites: Starts['sites']): readonly string[] {
  const starts = sites.flatMap(({ url, hosts = [] }) => [url, ...hosts]).map(address => new URL(address));
  return [...new Set(starts.filter(({ hostname }) => isOpen(hostname)).map(hostAndPort))];
}

/** The URL standard writes every IPv4 address as four decimal numbers and every IPv6 address in brackets. */
function isOpen(hostname: string): boolean {
  return hostname.startsWith('[') || /^(?:\d+\.){3}\d+$/.test(hostname) || /^localhost\.?$/.test(hostname);
}
