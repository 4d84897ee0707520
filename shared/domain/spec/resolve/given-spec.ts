import { type ResolvedSite, type ResolvedSpec, specDefaults } from '../crawl-spec.ts';
import { type CrawlSpec, specKeys } from '../crawl-spec-schema.ts';
import { isMapping } from '../fields/is-mapping.ts';
import { resolveSites } from './resolve-sites.ts';
import { resolveSettings } from './resolve-spec.ts';

type Site = NonNullable<CrawlSpec['sites']>[number];
type Settings = Readonly<Record<string, unknown>>;

/** Settings of a site that a crawl may also give for all sites. */
const ofEachSite = ['delayMs', 'maxDownloads', 'maxLevel', 'ownLimit'] as const;
type OfEachSite = (typeof ofEachSite)[number];

/** Names of these settings in a site of a spec, and in the spec itself. */
const siteNames = {
  delayMs: 'delayMs',
  maxDownloads: 'maxDownloads',
  maxLevel: 'maxLevel',
  ownLimit: 'limit',
} as const;
const crawlNames = { ...siteNames, ownLimit: 'siteLimit' } as const;

/**
 * The shortest spec that resolves to `resolved`, as a person would write it: without defaults, and with settings that
 * all sites share given once. `resolveSpec` turns it into `resolved` again.
 */
export function givenSpec(resolved: ResolvedSpec): CrawlSpec {
  return { ...givenSites(resolved.sites), ...givenSettings(resolved) };
}

/**
 * The same without the sites, because a large list does not fit into a request. Settings that all sites share are
 * included.
 */
export function givenSettings({ sites, autoRule, ...resolved }: ResolvedSpec): CrawlSpec {
  const asGiven = autoRule === true ? { ...resolved, rule: 'auto' } : resolved;
  const all = Object.entries(asGiven).filter(([key]) => specKeys.includes(key) && key !== 'frames');
  return { ...saidOnce(sites, alikeIn(sites)), ...lean(Object.fromEntries(all)) };
}

/** `settings` without the entries that follow from the defaults and the other entries. */
function lean(settings: Settings): CrawlSpec {
  const meant = meaning(settings);
  const paths = Object.entries(settings).flatMap(([key, value]) => [
    ...Object.keys(isMapping(value) ? value : {}).map(inner => [key, inner]),
    [key],
  ]);
  return paths.reduce<Settings>((kept, path) => {
    const without = withoutEntry(kept, path);
    return meaning(without) === meant ? without : kept;
  }, settings) as CrawlSpec;
}

function meaning(settings: Settings): string {
  return JSON.stringify(resolveSettings([{ spec: settings as CrawlSpec, nameOf: path => path.join('.') }]));
}

function withoutEntry(settings: Settings, [key = '', inner]: readonly string[]): Settings {
  const { [key]: value, ...rest } = settings;
  if (inner === undefined) return rest;
  const { [inner]: _, ...left } = value as Settings;
  return { ...settings, [key]: left };
}

function givenSites(sites: readonly ResolvedSite[]): CrawlSpec {
  const usual = resolveSites({ sites: sites.map(({ url }) => ({ url })) });
  const alike = alikeIn(sites);
  const hosts = sites.length === 1 ? sites[0]!.hosts : undefined;
  const given = sites.map((site, index) => givenSite(site, usual[index]!, alike));
  return {
    sites: hosts === undefined ? given : given.map(({ hosts: _, ...site }) => site),
    ...(hosts !== undefined && { hosts: [...hosts] }),
  };
}

/** Settings that are equal in all sites. */
function alikeIn(sites: readonly ResolvedSite[]): readonly OfEachSite[] {
  return ofEachSite.filter(key => sites.every(site => site[key] === sites[0]?.[key]));
}

function saidOnce([first]: readonly ResolvedSite[], alike: readonly OfEachSite[]): Readonly<Record<string, number>> {
  return said(alike, first ?? {}, key => crawlNames[key], specDefaults);
}

function givenSite(site: ResolvedSite, usual: ResolvedSite, alike: readonly OfEachSite[]): Site {
  const { number, url, hosts, tags, userAgent } = site;
  const own = ofEachSite.filter(key => !alike.includes(key));
  return {
    url,
    ...(number !== usual.number && { number }),
    ...givenNames(site),
    ...(tags !== undefined && { tags: [...tags] }),
    ...(userAgent !== undefined && { userAgent }),
    ...(hosts !== undefined && { hosts: [...hosts] }),
    ...said(own, site, key => siteNames[key], {}),
  };
}

/** Names that are not those by themselves: the host, and the name for the short name. */
export function givenNames({ url, name, shortName }: Pick<ResolvedSite, 'url' | 'name' | 'shortName'>): Partial<Site> {
  return { ...(name !== new URL(url).host && { name }), ...(shortName !== name && { shortName }) };
}

/** The values of `keys` by the names of a spec; `usual` values are left out. */
function said(
  keys: readonly OfEachSite[],
  values: Partial<Record<OfEachSite, number>>,
  nameOf: (key: OfEachSite) => string,
  usual: Partial<Record<OfEachSite, number>>,
): Readonly<Record<string, number>> {
  const entries = keys.flatMap(key => {
    const value = values[key];
    return value === undefined || value === usual[key] ? [] : [[nameOf(key), value] as const];
  });
  return Object.fromEntries(entries);
}
