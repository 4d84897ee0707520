import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import { registrableDomain } from '../../../domain/url/registrable-domain.ts';
import type { SiteBounds } from '../../../domain/url/site-scope.ts';

type NamedBounds = readonly [number: string, bounds: SiteBounds];

/**
 * Names the site of the crawl that an external address belongs to, by its number, so that links into each site can be
 * counted; empty: none of them. Undefined if a site is a host, which names itself.
 */
export function linkedNames({
  spec,
  bounds,
}: Pick<CrawlRules, 'spec' | 'bounds'>): ((address: string) => string) | undefined {
  if (spec.scope === undefined) return undefined;
  const nameOf = spec.scope === 'domain' ? registrableDomain : (hostname: string): string => hostname;
  const near = new Map<string, NamedBounds[]>();
  for (const { number, url, hosts = [] } of spec.sites) {
    const site = [String(number), bounds(number, url)] as const;
    for (const name of new Set([url, ...hosts].map(address => nameOf(new URL(address).hostname))))
      near.set(name, [...(near.get(name) ?? []), site]);
  }
  return address => {
    const url = new URL(address);
    return near.get(nameOf(url.hostname))?.find(([, site]) => site.belongs(url))?.[0] ?? '';
  };
}
