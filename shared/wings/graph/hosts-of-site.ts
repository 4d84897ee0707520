import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { hostsOf } from '../../domain/turn/crawl-rules.ts';

/** The host of an address as tables have it. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** The host of the start page and the hosts of the list, each once. */
export function hostsOfSite(
  spec: Pick<ResolvedSpec, 'sites'>,
  { site, start }: Pick<SiteRow, 'site' | 'start'>,
): readonly string[] {
  return [...new Set([start, ...(hostsOf(spec, site).hosts ?? [])].map(hostOf))];
}
