import { candidates, type RuleChoice, roomOf, sitesWithRoom } from './rule.ts';
import type { Schedule, ScheduledSite } from './schedule.ts';

/**
 * The next grant towards the pages that every site gets before a rule compares them: `wait` where all are granted and
 * not all were read, `done` where the sites can be compared. One after the other by number; with several grants under way
 * the site with the fewest of them comes first, so that they are on several hosts. If the budget is too small for
 * all, the lower numbers keep what is theirs and the last sites get less.
 */
export function firstPages(
  schedule: Schedule,
  left: number,
  targetOf: (site: ScheduledSite) => number,
  step: number,
): RuleChoice | 'wait' | 'done' {
  const free = candidates(schedule);
  const next = leastBusy(schedule, whatIsLacking(free, left, targetOf));
  if (next !== undefined) return { site: next.site, pages: Math.min(step, next.pages), indexes: [] };
  const isAwaited = (site: ScheduledSite): boolean =>
    site.finished < Math.min(free.includes(site) ? site.granted : Number.POSITIVE_INFINITY, targetOf(site));
  return sitesWithRoom(schedule).some(isAwaited) ? 'wait' : 'done';
}

interface Lack {
  readonly site: number;
  readonly pages: number;
}

/** By number. Lazy: mostly the first few are enough. */
function* whatIsLacking(
  open: readonly ScheduledSite[],
  left: number,
  targetOf: (site: ScheduledSite) => number,
): Iterable<Lack> {
  let unreserved = left;
  for (const site of open) {
    const pages = Math.min(targetOf(site) - site.granted, roomOf(site), unreserved);
    if (pages <= 0) continue;
    yield { site: site.site, pages };
    unreserved -= pages;
  }
}

/** The first of those with the fewest grants under way. */
function leastBusy({ underWay }: Schedule, lacking: Iterable<Lack>): Lack | undefined {
  const busy = new Map<number, number>();
  for (const { site } of underWay) busy.set(site, (busy.get(site) ?? 0) + 1);
  let least: { readonly lack: Lack; readonly grants: number } | undefined;
  for (const lack of lacking) {
    const grants = busy.get(lack.site) ?? 0;
    if (grants === 0) return lack;
    if (least === undefined || grants < least.grants) least = { lack, grants };
  }
  return least?.lack;
}
