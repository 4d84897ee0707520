import type { SiteRow } from '../domain/protocol/crawl-state.ts';
import { fileNameOf } from '../domain/url/scope.ts';

type NamedSite = Pick<SiteRow, 'site' | 'origin' | 'sameAs'>;

/** One that is the same as another has none, also when it was removed since. */
export function hasFiles({ sameAs }: Pick<SiteRow, 'sameAs'>): boolean {
  return sameAs === undefined;
}

/**
 * What the files of a crawl's sites are called, by the number of each site that has files; `https_` stands in front only
 * where both schemes of a host are sites. A site that was removed and added anew has its number behind.
 */
export function siteFileNames(sites: readonly NamedSite[]): ReadonlyMap<number, string> {
  const byHost = Map.groupBy(sites.filter(hasFiles), ({ origin }) => new URL(origin).host);
  return new Map([...byHost.values()].flatMap(namesOnHost));
}

function namesOnHost(sites: readonly NamedSite[]): (readonly [site: number, name: string])[] {
  const hasBothSchemes = new Set(sites.map(({ origin }) => new URL(origin).protocol)).size > 1;
  const seen = new Set<string>();
  return sites
    .toSorted((a, b) => a.site - b.site)
    .map(({ site, origin }) => {
      const name = fileNameOf(origin, hasBothSchemes);
      const isAgain = seen.has(origin);
      seen.add(origin);
      return [site, isAgain ? `${name}~${site}` : name] as const;
    });
}
