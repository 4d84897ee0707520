import type { Schedule, ScheduledSite } from './schedule.ts';

/** Throws if the schedule has no such site. */
export function siteOf({ sites }: Schedule, number: number): ScheduledSite {
  const found = sites.find(({ site }) => site === number);
  if (found === undefined) throw new Error(`site ${number} is not in the schedule`);
  return found;
}

/** The schedule with one site changed. Throws if it has no such site. */
export function withSite(schedule: Schedule, number: number, change: Partial<ScheduledSite>): Schedule {
  const site = siteOf(schedule, number);
  return { ...schedule, sites: schedule.sites.with(schedule.sites.indexOf(site), { ...site, ...change }) };
}
