import { boundedAddress, isCutAddress } from './bounded-address.ts';
import type { NormalizationRules } from './normalization-rules.ts';
import { normalizationSteps } from './normalization-steps.ts';
import { isHttp } from './scope.ts';
import { partsOf, textOf } from './url-parts.ts';

/**
 * The identity of a page: the text that all addresses of one page have in common under `rules`.
 *
 * - Normalizing an identity again changes nothing.
 * - User name and password never become part of it.
 * - Addresses that are not http(s) only lose these; the other rules do not apply.
 * - What is longer than an address may be is cut (`boundedAddress`).
 *
 * `createNormalizer` throws an Error of one sentence if the rules cannot be followed.
 */
export function createNormalizer(rules: NormalizationRules): (url: URL) => string {
  const steps = normalizationSteps(rules);
  return url => {
    if (!isHttp(url)) return withoutCredentials(url).href;
    if (isCutAddress(url.href)) return url.href;
    return boundedAddress(textOf(steps.reduce((parts, step) => step.change(parts), partsOf(url))));
  };
}

export function withoutCredentials(url: URL): URL {
  if (url.username === '' && url.password === '') return url;
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  return copy;
}
