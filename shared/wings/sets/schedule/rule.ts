import type { RuleName } from '../../../domain/spec/rules.ts';
import type { Choice, Schedule, ScheduledSite } from './schedule.ts';

/** The next wish of a rule: so many pages on that site, and the reasons for the log. */
export interface RuleChoice {
  readonly site: number;
  /** At least 1; `decide` cuts it to what is left and to the site's own limit. */
  readonly pages: number;
  /** Best first; `bestCandidates` cuts it to the length that is kept. */
  readonly indexes: Choice['indexes'];
  /** New `Schedule.memory`; absent: as it was. */
  readonly memory?: unknown;
}

/**
 * Pure functions over plain JSON: the same schedule gives the same answer, in any process and after any restart. A rule puts its
 * memory into `ScheduledSite.memory` and `Schedule.memory`, of a size that does not grow with the pages.
 */
export interface Rule {
  readonly name: RuleName;
  /** Called at the start, and whenever a site is added or the budget is raised. Changes only the memories in the schedule. */
  arrange?(schedule: Schedule): Schedule;
  /** A schedule with memories of finished pages of which only sums are known: as if each had given the mean of its site. */
  recall?(schedule: Schedule): Schedule;
  /**
   * After each report was added to the counts (`site` as it is now): new memory of that site and of the set. Absent: as
   * they were. `rewards`: of this report, in page order, possibly none.
   */
  learn?(
    schedule: Schedule,
    site: ScheduledSite,
    rewards: readonly number[],
  ): { readonly siteMemory?: unknown; readonly memory?: unknown };
  /**
   * The next grant among the sites with `roomOf` > 0, of `left` (≥ 1) pages; undefined: nothing to choose before another
   * report is read. With no grant under way it must choose one where any site has room, or the crawl ends.
   * `now`: wall clock in ms, which only `quantum` may look at.
   */
  choose(schedule: Schedule, left: number, now: number): RuleChoice | undefined;
}

/** Pages that can be granted to the site now; Infinity without a limit, 0 if it is out of the choice. */
export function roomOf(site: ScheduledSite): number {
  if (site.state !== 'open') return 0;
  return Math.max(0, (site.most ?? Number.POSITIVE_INFINITY) - site.granted);
}

/** Pages of the budget that are neither finished nor reserved. */
export function unspent({ budget, sites }: Schedule): number {
  return sites.reduce((left, { granted }) => left - granted, budget);
}

/** Sites with room for a grant, by number. */
export function sitesWithRoom(schedule: Schedule): ScheduledSite[] {
  return schedule.sites.filter(site => roomOf(site) > 0);
}

/** Sites that can be chosen, by number. */
export function candidates(schedule: Schedule): ScheduledSite[] {
  return sitesWithRoom(schedule).filter(site => !isBusy(schedule, site));
}

/** Whether the site gets no further grant now because it has one. */
export function isBusy(
  { oneEach, underWay }: Pick<Schedule, 'oneEach' | 'underWay'>,
  { site: number }: Pick<ScheduledSite, 'site'>,
): boolean {
  return oneEach === true && underWay.some(({ site }) => site === number);
}

/** Least part of a busy site's index at which a free site gets a grant. */
const worth = 1 / 2;

/**
 * Sites that can be chosen, by falling index, ties to the lower number, at most as many as the log of choices keeps. None where a
 * busy site has more than twice the index of each: its report is worth waiting for. Else few sites would get equal shares,
 * since each that is free would be chosen.
 */
export function bestCandidates(schedule: Schedule, indexOf: (site: ScheduledSite) => number): Choice['indexes'] {
  const open = sitesWithRoom(schedule);
  const best = bestFirst(
    open.filter(site => !isBusy(schedule, site)),
    indexOf,
  );
  const isBetter = (site: ScheduledSite): boolean => worth * indexOf(site) > (best[0]?.value ?? 0);
  return open.some(site => isBusy(schedule, site) && isBetter(site)) ? [] : best;
}

const keptIndexes = 20;

function bestFirst(sites: readonly ScheduledSite[], indexOf: (site: ScheduledSite) => number): Choice['indexes'] {
  const best: { site: number; value: number }[] = [];
  for (const site of sites) {
    const value = indexOf(site);
    let at = best.length;
    while (at > 0 && best[at - 1]!.value < value) at--;
    if (at >= keptIndexes) continue;
    best.splice(at, 0, { site: site.site, value });
    if (best.length > keptIndexes) best.pop();
  }
  return best;
}
