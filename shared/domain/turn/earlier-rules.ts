import { isDeepStrictEqual } from 'node:util';
import { defined } from '../defined.ts';
import { whoOfReference } from '../http/access/access.ts';
import { pageIdentityIn } from '../http/request-identity.ts';
import type { ResolvedSpec } from '../spec/crawl-spec.ts';
import { siteNumbered } from '../spec/sites/site-numbered.ts';
import { linkSiteOf } from '../url/link-meaning.ts';
import { hostsOf } from './crawl-rules.ts';
import type { TurnRecord } from './turn-record.ts';

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
