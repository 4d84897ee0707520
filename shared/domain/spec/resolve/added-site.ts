/** A site that joins a crawl: its settings from the crawl's spec, and the spec with the new site. */
import type { ResolvedSite, ResolvedSpec } from '../crawl-spec.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import { resolveSites } from './resolve-sites.ts';

/** A site as a person adds it: an absolute address, and its own settings. */
export type AddedSite = NonNullable<CrawlSpec['sites']>[number];

const commonSettings = ['delayMs', 'maxDownloads', 'maxLevel', 'ownLimit'] as const;

/**
 * The site with every default filled in. Settings that all sites share hold for it too. It has no pages of a shared
 * budget yet.
 */
export function resolveAddedSite(spec: ResolvedSpec, given: AddedSite, number: number): ResolvedSite {
  const { delayMs, maxDownloads, maxLevel, ownLimit: siteLimit } = commonOf(spec.sites);
  const common = Object.entries({ delayMs, maxDownloads, maxLevel, siteLimit }).filter(
    ([, value]) => value !== undefined,
  );
  const [site] = resolveSites({ ...Object.fromEntries(common), sites: [{ ...given, number }] });
  return spec.limit === undefined ? site! : { ...site!, limit: 0 };
}

/** The spec with `added`. */
export function withSites(spec: ResolvedSpec, added: readonly ResolvedSite[]): ResolvedSpec {
  return { ...spec, sites: [...spec.sites, ...added].toSorted((a, b) => a.number - b.number) };
}

/** `spec` with the name of `stored` and with its newer sites, which joined while `spec` was computed. */
export function withSitesOf(stored: ResolvedSpec, spec: ResolvedSpec): ResolvedSpec {
  const named = new Set(spec.sites.map(({ number }) => number));
  const joined = stored.sites.filter(({ number }) => !named.has(number));
  return withSites(stored.name === undefined ? spec : withName(spec, stored.name), joined);
}

/** `spec` with this name, or without a name. */
export function withName({ name: _, ...spec }: ResolvedSpec, name: string): ResolvedSpec {
  return { name, ...spec };
}

function commonOf(sites: readonly ResolvedSite[]): Partial<Pick<ResolvedSite, (typeof commonSettings)[number]>> {
  const [first] = sites;
  const shared = commonSettings.filter(name => sites.every(site => site[name] === first?.[name]));
  return Object.fromEntries(shared.flatMap(name => (first?.[name] === undefined ? [] : [[name, first[name]]])));
}
