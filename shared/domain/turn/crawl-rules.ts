import { isLetIn } from '../http/access/access.ts';
import { isLogoutAddress } from '../http/access/logout.ts';
import type { RobotsPolicy } from '../robots/robots-policy.ts';
import type { ResolvedSite, ResolvedSpec } from '../spec/crawl-spec.ts';
import { siteNumbered, specOf } from '../spec/sites/site-numbered.ts';
import { nonPageExtensions } from '../url/non-page-extensions.ts';
import { createNormalizer } from '../url/normalize.ts';
import { withoutTracking } from '../url/parameters/tracking.ts';
import { hostOf } from '../url/scope.ts';
import { boundsOf, type SiteBounds } from '../url/site-scope.ts';
import { createAdmission, type NotAdmitted } from '../url/skip-before-fetch.ts';

/** A crawl's spec, prepared for the questions of the steps. */
export interface CrawlRules {
  readonly spec: ResolvedSpec;
  /** Identity of a page. */
  normalize(url: URL): string;
  /** Why an address of the site is claimed but never fetched. */
  admit(identity: string): NotAdmitted | undefined;
  /** Key of the site that begins at an address: sites with equal keys are one site. */
  siteKey(start: string): string;
  /** The extent of a site, by its number and its start address. */
  bounds(site: number, start: string): SiteBounds;
  /** The host for which delays are kept. */
  host(address: string): string;
}

/** The rules for a worker that fetches. */
export interface FetchRules extends CrawlRules {
  readonly robots: RobotsPolicy;
  /** Media types that are pages beside text/html, in lower case. */
  readonly pageTypes: ReadonlySet<string>;
}

export function createFetchRules(
  spec: ResolvedSpec,
  robots: RobotsPolicy,
  pageTypes: ReadonlySet<string> = new Set(),
): FetchRules {
  return { ...createCrawlRules(spec), robots, pageTypes };
}

export function createCrawlRules(spec: ResolvedSpec): CrawlRules {
  const normalize = createNormalizer(spec.normalization);
  return {
    spec,
    // Feeds name publications with tracking parameters, sitemaps and lists without.
    normalize: spec.watch === undefined ? normalize : url => normalize(withoutTracking(url)),
    admit: admissionOf(spec),
    siteKey: start => boundsOf({ start }, spec).key,
    bounds: (site, start) => boundsOf({ start, ...hostsOf(spec, site) }, spec),
    host: address => hostOf(new URL(address)),
  };
}

/** The rules with the user agent of a site. */
export function rulesOfSite<R extends CrawlRules>(rules: R, site: number): R {
  const spec = specOf(rules.spec, site);
  return spec === rules.spec ? rules : { ...rules, spec };
}

/** A crawl with a login does not log out. */
function admissionOf(spec: ResolvedSpec): CrawlRules['admit'] {
  const admit = createAdmission({ ...spec, extensions: spec.extensions ?? nonPageExtensions });
  if (!isLetIn(spec)) return admit;
  return identity => admit(identity) ?? (isLogoutAddress(identity) ? 'logout' : undefined);
}

/** Further hosts and prefixes of a site with the scope `list`. */
export function hostsOf({ sites }: Pick<ResolvedSpec, 'sites'>, site: number): Pick<ResolvedSite, 'hosts'> {
  const hosts = siteNumbered(sites, site)?.hosts;
  return hosts === undefined ? {} : { hosts };
}
