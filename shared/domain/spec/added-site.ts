/** A site that joins a crawl: what it takes from the crawl's spec, and the spec with it. */
import type { ResolvedSite, ResolvedSpec } from './crawl-spec.ts';
import type { CrawlSpec } from './crawl-spec-schema.ts';
import { resolveSites } from './resolve-sites.ts';
import { hostAndPort } from './site-address.ts';

/** A site as it was asked for: an absolute address, and what it is to have of its own. */
export type AddedSite = NonNullable<CrawlSpec['sites']>[number];

const commonSettings = ['delayMs', 'maxDownloads', 'maxLevel', 'ownLimit'] as const;

/**
 * The site with every default filled in: what all sites of the crawl have in common counts for this one too. Where the
 * sites share a page budget it has no page of it yet.
 */
export function resolveAddedSite(spec: ResolvedSpec, given: AddedSite, number: number): ResolvedSite {
  const { delayMs, maxDownloads, maxLevel, ownLimit: siteLimit } = commonOf(spec.sites);
  const common = Object.entries({ delayMs, maxDownloads, maxLevel, siteLimit }).filter(
    ([, value]) => value !== undefined,
  );
  const [site] = resolveSites({ ...Object.fromEntries(common), sites: [{ ...given, number }] });
  return spec.limit === undefined ? site! : { ...site!, limit: 0 };
}

/** The spec that names `site` too; its start host may be asked as those of the first sites. */
export function withSite(spec: ResolvedSpec, site: ResolvedSite): ResolvedSpec {
  const startHosts = new Set([...spec.startHosts, hostAndPort(new URL(site.url))]);
  const sites = [...spec.sites, site].toSorted((a, b) => a.number - b.number);
  return { ...spec, sites, startHosts: [...startHosts] };
}

/** `spec` with the sites of `stored` that it does not name: they joined while it was worked out. */
export function withSitesOf(stored: ResolvedSpec, spec: ResolvedSpec): ResolvedSpec {
  const named = new Set(spec.sites.map(({ number }) => number));
  return stored.sites.filter(({ number }) => !named.has(number)).reduce(withSite, spec);
}

function commonOf(sites: readonly ResolvedSite[]): Partial<Pick<ResolvedSite, (typeof commonSettings)[number]>> {
  const shared = commonSettings.map(name => {
    const values = new Set(sites.map(site => site[name]));
    return [name, values.size === 1 ? [...values][0] : undefined] as const;
  });
  return Object.fromEntries(shared.filter(([, value]) => value !== undefined));
}
