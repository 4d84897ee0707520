import type { SiteRow } from './crawl-state.ts';

/** Results of the URLs found so far: `found` = the other four + those that still wait. */
export interface OutcomeCounts {
  readonly found: number;
  readonly nodes: number;
  readonly redirects: number;
  readonly duplicates: number;
  readonly skipped: number;
}

/**
 * URLs found and not yet requested: pages that were fetched and not parsed yet are none of them. In a site that has ended none waits: they are skipped unless a resume continues.
 */
export function queuedOf(site: SiteRow): number {
  const fetched = site.pending.size === 0 ? 0 : Math.max(0, site.used - site.counters.pages);
  return site.status === 'active' ? Math.max(0, openOf(site) - fetched) : 0;
}

/** Why addresses are left to a resume, rather than skipped: those of a host that is down are skipped, as in the results. */
export const leftReasons = ['stopped', 'time-limit', 'page-budget'] as const;
export const isLeft = (reason: string): boolean => (leftReasons as readonly string[]).includes(reason);

/** URLs of a site that ended early which were not requested; a resume continues with them. */
export function leftOf(site: SiteRow): number {
  return isLeft(site.status) ? openOf(site) : 0;
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
  const open = site.status === 'active' ? openOf(site) : 0;
  const skipped = site.counters.skipped + (openOf(site) - open);
  return { found: nodes + redirects + duplicates + skipped + open, nodes, redirects, duplicates, skipped };
}

/** Level of pages that no click from the start page leads to. */
export const noLevel = -1;

/** The level that is being fetched, or the last level of links of a site that has ended. */
export function levelOf({ status, phase: { level }, unlinkedFrom = Number.POSITIVE_INFINITY }: SiteRow): number {
  if (level < unlinkedFrom) return level;
  return status === 'active' ? noLevel : unlinkedFrom - 1;
}

interface WrittenLevel extends OutcomeCounts {
  readonly level: number;
}

/** The level of the deepest page that clicks lead to. */
export function deepestOf(levels: readonly WrittenLevel[]): number {
  return levels.findLast(({ nodes, level }) => nodes > 0 && level !== noLevel)?.level ?? 0;
}

/**
 * The row with level and outcomes as the result files have them; with an `order` it keeps the number of its pick. The live counters count
 * an address twice if a redirect moved it to an earlier level while it waited, and count each address of a redirect circle as a redirect.
 */
export function asWritten(site: SiteRow, levels: readonly WrittenLevel[], order?: 'links'): SiteRow {
  const written = addOutcomes(levels);
  const { nodes, redirects, duplicates } = written;
  const left = leftAsWritten(leftOf(site), outcomesOf(site), written);
  const counters = { ...site.counters, nodes, redirects, duplicates, skipped: written.skipped - left };
  const row = { ...site, counters: { ...counters, queued: counters.taken + left } };
  if (order !== undefined) return row;
  const { unlinkedFrom: _, ...linked } = row;
  return { ...linked, phase: { ...site.phase, level: deepestOf(levels) } };
}

/** URLs not requested. `counted` counts those twice that a redirect moved to an earlier level. */
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
