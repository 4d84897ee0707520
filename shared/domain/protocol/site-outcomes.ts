import type { SiteRow } from './crawl-state.ts';

/** What became of the URLs found so far: `found` = the other four + those that still wait. */
export interface OutcomeCounts {
  readonly found: number;
  readonly nodes: number;
  readonly redirects: number;
  readonly duplicates: number;
  readonly skipped: number;
}

/** URLs found and not yet requested. Of a site that has ended nothing waits any more: it is skipped, unless a resume takes it up. */
export function queuedOf(site: SiteRow): number {
  return site.status === 'active' ? openOf(site) : 0;
}

const goesOn: readonly SiteRow['status'][] = ['stopped', 'time-limit', 'page-budget', 'not-available'];

/** Of a site that has ended early: URLs found and not requested, which a resume continues. */
export function leftOf(site: SiteRow): number {
  return goesOn.includes(site.status) ? openOf(site) : 0;
}

function openOf({ counters }: SiteRow): number {
  return Math.max(0, counters.queued - counters.taken);
}

/**
 * A site that is the same as an earlier site counts nothing, as in the results: its pages belong to the earlier site.
 */
export function outcomesOf(site: SiteRow): OutcomeCounts {
  if (site.status === 'same-as') return { found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0 };
  const { nodes, redirects, duplicates } = site.counters;
  const skipped = site.counters.skipped + (openOf(site) - queuedOf(site));
  return { found: nodes + redirects + duplicates + skipped + queuedOf(site), nodes, redirects, duplicates, skipped };
}

/**
 * The row with the outcomes that the results of the ended crawl count. The live counters of a row count an address twice
 * that waited when a redirect lowered it to an earlier level, and each address of a circle of redirects as a redirect.
 */
export function asWritten(site: SiteRow, written: OutcomeCounts): SiteRow {
  const { nodes, redirects, duplicates } = written;
  const left = leftAsWritten(leftOf(site), outcomesOf(site), written);
  const counters = { ...site.counters, nodes, redirects, duplicates, skipped: written.skipped - left };
  return { ...site, counters: { ...counters, queued: counters.taken + left } };
}

/** URLs found and not requested, of which `counted` has those twice that a redirect lowered. */
export function leftAsWritten(left: number, counted: OutcomeCounts, written: OutcomeCounts): number {
  return Math.min(left, Math.max(0, left - (counted.found - written.found)));
}

export const noOutcomes: OutcomeCounts = { found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0 };

export function addOutcomes(counts: readonly OutcomeCounts[]): OutcomeCounts {
  return counts.reduce(
    (sum, { found, nodes, redirects, duplicates, skipped }) => ({
      found: sum.found + found,
      nodes: sum.nodes + nodes,
      redirects: sum.redirects + redirects,
      duplicates: sum.duplicates + duplicates,
      skipped: sum.skipped + skipped,
    }),
    noOutcomes,
  );
}
