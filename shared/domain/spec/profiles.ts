import type { LinkElement } from '../html/link-element.ts';
import { redirectStatuses } from '../http/status-names.ts';
import type { NormalizationRules } from '../url/normalization-rules.ts';
import type { Profile, ResolvedSpec } from './crawl-spec.ts';

/** Settings of a profile that hold unless a person gives others. */
export interface ProfileDefaults {
  readonly elements: readonly LinkElement[];
  readonly schemes: ResolvedSpec['schemes'];
  /** Merged over the default rules of normalization. */
  readonly normalization: Partial<NormalizationRules>;
}

/**
 * `beebot`: the crawler BeeBot (Pechnikov, Chernobrovkin 2012): every element with `href` but `base`, and frames; a
 * site is a domain name whatever the scheme; addresses that differ in case or in a final slash are one (Lee, Kim, Hong
 * 2005). `rccrawler`: the crawler RCCrawler (Pechnikov, Lankin 2016): links are those of `a`, and all three groups of
 * its rules of normalization hold. The functions below hold their other differences.
 */
export const profileDefaults: Readonly<Record<Profile, ProfileDefaults>> = {
  graph: { elements: ['a', 'refresh'], schemes: 'same', normalization: {} },
  beebot: {
    elements: ['a', 'area', 'link', 'frame'],
    schemes: 'any',
    normalization: { lowerCase: true, dropFinalSlash: true, sessionIds: false },
  },
  rccrawler: {
    elements: ['a'],
    schemes: 'same',
    normalization: { trailingSlash: true, bareParams: true, sessionIds: false },
  },
};

/** Anchor text of a frame whose address is outside the site. */
export function frameAnchorOf(profile: Profile): string {
  return profile === 'beebot' ? 'frame' : '';
}

/** Whether resuming a crawl tries the sites again that could not be loaded; BeeBot never does. */
export function triesUnavailableAgain(profile: Profile): boolean {
  return profile !== 'beebot';
}

const firstRedirects: ReadonlySet<number> = new Set([301, 302, 303]);

/** Statuses of redirects. RCCrawler knows three: for it 307 and 308 are failures. */
export function replacingStatuses(profile: Profile): ReadonlySet<number> {
  return profile === 'rccrawler' ? firstRedirects : redirectStatuses;
}

/** Whether an answer without a media type may be a page. RCCrawler skips such answers. */
export function sniffsTypes(profile: Profile): boolean {
  return profile !== 'rccrawler';
}
