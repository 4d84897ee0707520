import type { LinkElement } from '../html/link-element.ts';
import type { NormalizationRules } from '../url/normalization-rules.ts';
import type { Profile, ResolvedSpec } from './crawl-spec.ts';

/** What a profile sets where nobody says otherwise. */
export interface ProfileDefaults {
  readonly elements: readonly LinkElement[];
  readonly schemes: ResolvedSpec['schemes'];
  /** Laid over the rules that hold without a profile. */
  readonly normalization: Partial<NormalizationRules>;
}

/**
 * `beebot`: the crawler BeeBot (Pechnikov, Chernobrovkin 2012): every element with `href` but `base`, and frames; a site
 * is a domain name whatever the scheme; addresses that differ in case or in a final slash are one (Lee, Kim, Hong 2005).
 * Its two further ways are the functions below.
 */
export const profileDefaults: Readonly<Record<Profile, ProfileDefaults>> = {
  graph: { elements: ['a', 'refresh'], schemes: 'same', normalization: {} },
  beebot: {
    elements: ['a', 'area', 'link', 'frame'],
    schemes: 'any',
    normalization: { lowerCase: true, dropFinalSlash: true },
  },
};

/** Anchor text of a frame whose address is outside the site. */
export function frameAnchorOf(profile: Profile): string {
  return profile === 'beebot' ? 'frame' : '';
}

/** Whether resuming a crawl tries the sites again that could not be loaded; BeeBot leaves them alone for good. */
export function triesUnavailableAgain(profile: Profile): boolean {
  return profile !== 'beebot';
}
