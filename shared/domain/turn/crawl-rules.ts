import { isDeepStrictEqual } from 'node:util';
import { defined } from '../defined.ts';
import { isLetIn, whoOfReference } from '../http/access/access.ts';
import { isLogoutAddress } from '../http/access/logout.ts';
import { pageIdentityIn } from '../http/request-identity.ts';
import { partTypes } from '../protocol/watched-address.ts';
import type { RobotsPolicy } from '../robots/robots-policy.ts';
import type { ResolvedSite, ResolvedSpec } from '../spec/crawl-spec.ts';
import { siteNumbered, specOf } from '../spec/sites/site-numbered.ts';
import { linkSiteOf } from '../url/link-meaning.ts';
import { createNormalizer } from '../url/normalize.ts';
import { withoutTracking } from '../url/parameters/tracking.ts';
import { hostOf } from '../url/scope.ts';
import { boundsOf, type SiteBounds } from '../url/site-scope.ts';
import { createAdmission, type NotAdmitted, nonPageExtensions } from '../url/skip-before-fetch.ts';
import type { TurnRecord } from './turn-record.ts';

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
  const types = spec.watch === undefined ? pageTypes : new Set([...pageTypes, ...partTypes]);
  return { ...createCrawlRules(spec), robots, pageTypes: types };
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

/** Key of a site's place: under equal keys equal links mean the same address, requested in the same name. */
export function homeOf(
  spec: Pick<ResolvedSpec, 'schemes' | 'scope' | 'sites'>,
  site: number,
  { origin, start }: Pick<TurnRecord, 'origin' | 'start'>,
): string {
  const home = start === undefined ? undefined : { start, ...hostsOf(spec, site) };
  const { userAgent } = siteNumbered(spec.sites, site) ?? {};
  return JSON.stringify({ ...linkSiteOf(spec, origin, home), ...defined({ userAgent }) });
}

/** Why pages of an earlier crawl cannot replace pages of this crawl. */
export type Unfit = 'other-rules' | 'other-agent' | 'other-fields' | 'no-anchors' | 'no-signatures' | 'plugins';

/** Undefined if pages of the earlier crawl can replace pages of this one. */
export function unfitFor(earlier: ResolvedSpec, now: ResolvedSpec, hasAnalyzers: boolean): Unfit | undefined {
  if (hasAnalyzers || earlier.plugins.length > 0) return 'plugins';
  if (!isDeepStrictEqual(pageIdentityIn(earlier), pageIdentityIn(now))) return 'other-agent';
  if (whoOfReference(earlier.access) !== whoOfReference(now.access)) return 'other-agent';
  if (rulesOf(withSessionRule(earlier, now)) !== rulesOf(now)) return 'other-rules';
  if (JSON.stringify(earlier.extract ?? []) !== JSON.stringify(now.extract ?? [])) return 'other-fields';
  if (describesLinks(now) && !describesLinks(earlier)) return 'no-anchors';
  if (now.nearDuplicates !== undefined && earlier.nearDuplicates === undefined) return 'no-signatures';
  return undefined;
}

/**
 * A crawl of before the rule `sessionIds` kept such ids in the addresses of its links: a page with one of them is not trusted
 * (`trusted-page.ts`), and every other page has the same links under the rule.
 */
function withSessionRule(earlier: ResolvedSpec, { normalization: { sessionIds } }: ResolvedSpec): ResolvedSpec {
  return sessionIds === true ? { ...earlier, normalization: { ...earlier.normalization, sessionIds } } : earlier;
}

/** Settings that decide a page's links and their meaning, apart from the site's place. */
function rulesOf({ elements, normalization, profile, ...spec }: ResolvedSpec): string {
  const { render = 'never', traverse = [], purpose, heed } = spec;
  const on = Object.entries(normalization).filter(([, value]) => value !== false);
  const rules = on.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ elements, rules, profile, render, traverse, purpose, heed });
}

function describesLinks({ allLinks, checkExternal }: ResolvedSpec): boolean {
  return allLinks === true || checkExternal === true;
}
