import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import { fileNameOf } from '../../domain/url/scope.ts';

/** File names have 255 bytes at most; prefixes and suffixes of the host need the rest. */
export const longestHostName = 180;

type NamedSite = Pick<SiteRow, 'site' | 'origin' | 'sameAs'>;

/** A site whose origin belongs to an earlier site has no files, even if it was removed later. */
export function hasFiles({ sameAs }: Pick<SiteRow, 'sameAs'>): boolean {
  return sameAs === undefined;
}

/**
 * Prefixes of the names of sites' files, by site number; `https_` comes first only if both schemes of a host are sites.
 * The number follows if the site was removed and added again, or if its host is too long and cut.
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
      const hasNumber = seen.has(origin) || name.length > longestHostName;
      seen.add(origin);
      return [site, hasNumber ? `${name.slice(0, longestHostName)}~${site}` : name] as const;
    });
}
