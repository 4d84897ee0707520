import { candidates, type RuleChoice, roomOf } from './rule.ts';
import type { Schedule, ScheduledSite } from './schedule.ts';

/**
 * The next grant towards the pages that every site gets before a rule compares them: `wait` where all are granted and
 * not all were read, `done` where the sites can be compared. One after the other by number; with several grants under way
 * the site with the fewest of them comes first, so that they are on several hosts. Where the budget is too small for
 * all, the lower numbers keep what is theirs and the last sites get less.
 */
export function firstPages(
  schedule: Schedule,
  left: number,
  targetOf: (site: ScheduledSite) => number,
  step: number,
): RuleChoice | 'wait' | 'done' {
  const open = candidates(schedule);
  const lacking = whatIsLacking(open, left, targetOf);
  const [next] = lacking.toSorted((a, b) => busy(schedule, a.site) - busy(schedule, b.site) || a.site - b.site);
  if (next !== undefined) return { site: next.site, pages: Math.min(step, next.pages), indexes: [] };
  return open.some(site => site.finished < Math.min(site.granted, targetOf(site))) ? 'wait' : 'done';
}

function whatIsLacking(
  open: readonly ScheduledSite[],
  left: number,
  targetOf: (site: ScheduledSite) => number,
): { site: number; pages: number }[] {
  let unreserved = left;
  const lacking: { site: number; pages: number }[] = [];
  for (const site of open) {
    const pages = Math.min(targetOf(site) - site.granted, roomOf(site), unreserved);
    if (pages <= 0) continue;
    lacking.push({ site: site.site, pages });
    unreserved -= pages;
  }
  return lacking;
}

function busy({ underWay }: Schedule, site: number): number {
  return underWay.filter(grant => grant.site === site).length;
}
