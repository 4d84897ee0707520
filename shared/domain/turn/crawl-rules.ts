import type { RobotsPolicy } from '../robots/robots-policy.ts';
import type { ResolvedSpec } from '../spec/crawl-spec.ts';
import { nonPageExtensions } from '../url/non-page-extensions.ts';
import { createNormalizer } from '../url/normalize.ts';
import { hostOf, siteKeyOf } from '../url/scope.ts';
import { createAdmission, type NotAdmitted } from '../url/skip-before-fetch.ts';

/** A spec made ready for use: what the steps ask of it, per crawl. */
export interface CrawlRules {
  readonly spec: ResolvedSpec;
  /** Identity of a page. */
  normalize(url: URL): string;
  /** Why an address of the site is claimed but never fetched. */
  admit(identity: string): NotAdmitted | undefined;
  /** Names the site that an address belongs to. */
  siteKey(address: string): string;
  /** What politeness is counted for. */
  host(address: string): string;
}

/** The same for a worker that fetches. */
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
  return {
    spec,
    normalize: createNormalizer(spec.normalization),
    admit: createAdmission({ ...spec, extensions: spec.extensions ?? nonPageExtensions }),
    siteKey: address => siteKeyOf(new URL(address), spec.schemes),
    host: address => hostOf(new URL(address)),
  };
}
