/** The schedule of a crawl, kept in step with its spec and with what became of its sites. */
import type { SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { arranged, beginSchedule } from './decide.ts';
import { isHostWell } from './host-silence.ts';
import type { Schedule, ScheduledSite } from './schedule.ts';
import { siteOf, withSite } from './site-of.ts';

/**
 * The first schedule of a crawl whose spec asks a rule. If the crawl had a single site before, the pages granted to
 * that site become the first open grant of the schedule.
 */
export function firstSchedule(spec: ResolvedSpec, rows: readonly Pick<SiteRow, 'site' | 'grant'>[] = []): Schedule {
  const { rule, ruleOptions: options, limit: budget = 0 } = spec;
  const held = new Map(rows.filter(({ grant }) => grant > 0).map(({ site, grant }) => [site, grant]));
  const alone = spec.sites.filter(({ number }) => held.has(number)).map(({ number }) => number);
  const first = alone.length === 0 ? spec.sites : spec.sites.filter(({ number }) => held.has(number));
  const begun = beginSchedule({
    ...{ rule, options, budget },
    sites: first.map(({ number, ownLimit }) => ({
      site: number,
      ...(ownLimit === undefined ? {} : { most: ownLimit }),
    })),
  });
  const underWay = alone.map((site, index) => ({ step: index + 1, site, from: 0, to: held.get(site)! }));
  const sites = begun.sites.map(site => ({ ...site, granted: held.get(site.site) ?? 0 }));
  return { ...begun, sites, underWay, next: underWay.length + 1 };
}

/**
 * The schedule unchanged where nothing changed. Otherwise with a larger budget, with added sites, without removed sites
 * (their fetched pages stay spent), with sites that a resume reopened, and with sites whose host is well again.
 */
export function followCrawl(schedule: Schedule, spec: ResolvedSpec, rows: readonly SiteRow[], now: number): Schedule {
  let followed = raiseBudget(schedule, spec.limit ?? 0);
  const known = new Map(schedule.sites.map(site => [site.site, site]));
  const own = new Map(spec.sites.map(({ number, ownLimit }) => [number, ownLimit]));
  for (const row of rows) {
    const site = known.get(row.site);
    const most = own.get(row.site);
    if (site === undefined && row.status === 'active')
      followed = addSite(followed, { site: row.site, ...(most === undefined ? {} : { most }) });
    if (site !== undefined) followed = followSite(followed, site, row, now);
  }
  return followed;
}

function followSite(schedule: Schedule, site: ScheduledSite, row: SiteRow, now: number): Schedule {
  switch (row.status) {
    case 'removed':
    case 'same-as':
      return site.state === 'dry' && site.finished === row.used ? schedule : removeSite(schedule, row.site, row.used);
    case 'active':
      if (site.state === 'dry') return reopenSite(schedule, row.site);
      return isHostWell(row, now) ? releaseSite(schedule, row.site) : schedule;
    default:
      // Its host is not waited for any more: what it gave, and what it did not, is told by a report.
      return releaseSite(schedule, row.site);
  }
}

/* What happens to a schedule beside decisions. After each of these, `decide` without reports makes the new grants. */

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
