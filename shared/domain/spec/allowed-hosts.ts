import type { ResolvedSpec } from './crawl-spec.ts';

/** Exceptions from the rule that private addresses are not asked, as `host:port`. */
export interface AllowedHosts {
  /** Private, loopback and link-local addresses: start addresses and what `allowHosts` names. */
  readonly allowHosts: readonly string[];
  /** Addresses of cloud metadata services: only what `allowHosts` names. */
  readonly allowMetadataHosts: readonly string[];
}

export function allowedHostsOf(spec: Pick<ResolvedSpec, 'allowHosts' | 'startHosts'>): AllowedHosts {
  return {
    allowHosts: [...new Set([...spec.startHosts, ...spec.allowHosts])],
    allowMetadataHosts: spec.allowHosts,
  };
}
