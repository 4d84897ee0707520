import type { ResolvedSpec } from '../spec/crawl-spec.ts';
import { linkSiteOf } from '../url/link-meaning.ts';
import { hostsOf } from './crawl-rules.ts';
import type { TurnRecord } from './turn-record.ts';

/** Names where a site is: with equal names links of equal pages mean the same. */
export function homeOf(
  spec: Pick<ResolvedSpec, 'schemes' | 'scope' | 'sites'>,
  site: number,
  { origin, start }: Pick<TurnRecord, 'origin' | 'start'>,
): string {
  const home = start === undefined ? undefined : { start, ...hostsOf(spec, site) };
  return JSON.stringify(linkSiteOf(spec, origin, home));
}

/** Why no page of an earlier crawl can stand for one of this crawl. */
export type Unfit = 'other-rules' | 'other-agent' | 'other-fields' | 'no-anchors' | 'no-signatures' | 'plugins';

/** Undefined: pages of the earlier crawl can stand for those of this one. */
export function unfitFor(earlier: ResolvedSpec, now: ResolvedSpec, hasAnalyzers: boolean): Unfit | undefined {
  if (hasAnalyzers || earlier.plugins.length > 0) return 'plugins';
  if (earlier.userAgent !== now.userAgent) return 'other-agent';
  if (rulesOf(earlier) !== rulesOf(now)) return 'other-rules';
  if (JSON.stringify(earlier.extract ?? []) !== JSON.stringify(now.extract ?? [])) return 'other-fields';
  if (describesLinks(now) && !describesLinks(earlier)) return 'no-anchors';
  if (now.nearDuplicates !== undefined && earlier.nearDuplicates === undefined) return 'no-signatures';
  return undefined;
}

/** What decides which links a page has and what they mean, beside where its site is. */
function rulesOf({ elements, normalization, profile, render = 'never', traverse = [] }: ResolvedSpec): string {
  const rules = Object.entries(normalization).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ elements, rules, profile, render, traverse });
}

function describesLinks({ allLinks, checkExternal }: ResolvedSpec): boolean {
  return allLinks === true || checkExternal === true;
}
