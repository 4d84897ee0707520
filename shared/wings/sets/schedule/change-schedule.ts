/** What happens to a schedule beside decisions. After each of these, `decide` without reports makes the new grants. */
import { arranged } from './decide.ts';
import type { Schedule, ScheduledSite } from './schedule.ts';
import { siteOf, withSite } from './site-of.ts';

/** A site joins the choice. Throws where the number is taken. */
export function addSite(schedule: Schedule, added: { readonly site: number; readonly most?: number }): Schedule {
  if (schedule.sites.some(({ site }) => site === added.site)) throw new Error(`site ${added.site} is in the schedule`);
  const site: ScheduledSite = { ...added, state: 'open', granted: 0, finished: 0, reward: 0 };
  return arranged({ ...schedule, sites: [...schedule.sites, site].sort((a, b) => a.site - b.site) });
}

/**
 * A site leaves for good (removed, or its host was given up): what it has not spent returns, its grants leave the queue
 * and reports of them are ignored. `finished`: pages it has fetched, read or not; they stay spent.
 */
export function removeSite(schedule: Schedule, number: number, finished: number): Schedule {
  const spent = Math.max(finished, siteOf(schedule, number).finished);
  return {
    ...withSite(schedule, number, { state: 'dry', granted: spent, finished: spent }),
    underWay: schedule.underWay.filter(({ site }) => site !== number),
  };
}

/** A dry site may go on, as after a resume that raised its limits. */
export function reopenSite(schedule: Schedule, number: number): Schedule {
  return siteOf(schedule, number).state === 'dry' ? withSite(schedule, number, { state: 'open' }) : schedule;
}

/** A host is well again: the site is back in the choice, the rest of what it was granted is the last grant under way. */
export function releaseSite(schedule: Schedule, number: number): Schedule {
  const { state, finished, granted } = siteOf(schedule, number);
  if (state !== 'held') return schedule;
  const open = withSite(schedule, number, { state: 'open' });
  if (granted === finished) return open;
  const rest = { step: schedule.next, site: number, from: finished, to: granted };
  return { ...open, next: schedule.next + 1, underWay: [...schedule.underWay, rest] };
}

/** A budget is never lowered: what was granted may be spent already. */
export function raiseBudget(schedule: Schedule, budget: number): Schedule {
  return budget > schedule.budget ? arranged({ ...schedule, budget }) : schedule;
}
