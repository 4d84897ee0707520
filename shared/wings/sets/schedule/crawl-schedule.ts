/** The schedule of a crawl, kept in step with its spec and with what became of its sites. */
import type { SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { arranged, beginSchedule, recalled } from './decide.ts';
import { isHostWell } from './host-silence.ts';
import type { Schedule, ScheduledSite } from './schedule.ts';
import { siteOf, withSite } from './site-of.ts';

/** The history of a site before a rule was asked. `hasRewards`: those of all its parsed pages were kept. */
export interface SitePast {
  readonly row: Pick<SiteRow, 'site' | 'status' | 'grant' | 'used' | 'counters'>;
  readonly hasRewards: boolean;
}

/**
 * The first schedule of a crawl whose spec asks a rule. If the crawl had a single site before, or no limit, the sites that have
 * something are in it from the first decision on, and the others join. Fetched pages are spent, also those of sites that have
 * ended. Pages that are granted and not counted yet are the first open grant of their site.
 */
export function firstSchedule(spec: ResolvedSpec, past: readonly SitePast[] = []): Schedule {
  const { rule, ruleOptions: options, limit: budget = 0 } = spec;
  const begun = past.filter(({ row }) => row.used > 0 || (row.grant > 0 && row.status === 'active'));
  const numbers = new Set(begun.map(({ row }) => row.site));
  const first = begun.length === 0 ? spec.sites : spec.sites.filter(({ number }) => numbers.has(number));
  const fresh = beginSchedule({
    ...{ rule, options, budget, ...(spec.order === 'links' && { oneEach: true as const }) },
    sites: first.map(({ number, ownLimit }) => ({
      site: number,
      ...(ownLimit !== undefined && { most: ownLimit }),
    })),
  });
  return begun.length === 0 ? fresh : withPast(fresh, new Map(begun.map(site => [site.row.site, countsOf(site)])));
}

/** As a schedule counts it. */
function countsOf({ row, hasRewards }: SitePast): Counts {
  const { status, grant, used, counters } = row;
  if (status !== 'active') return { state: 'dry', granted: used, finished: used, reward: counters.newExternalLinks };
  const granted = Number.isFinite(grant) ? Math.max(grant, used) : used;
  return hasRewards
    ? { state: 'open', granted, finished: 0, reward: 0 }
    : { state: 'open', granted, finished: counters.pages, reward: counters.newExternalLinks };
}

type Counts = Pick<ScheduledSite, 'state' | 'granted' | 'finished' | 'reward'>;

function withPast(schedule: Schedule, counts: ReadonlyMap<number, Counts>): Schedule {
  const sites = schedule.sites.map((site): ScheduledSite => ({ ...site, ...counts.get(site.site) }));
  const underWay = sites
    .filter(({ granted, finished }) => granted > finished)
    .map(({ site, finished, granted }, index) => ({ step: index + 1, site, from: finished, to: granted }));
  return arranged(recalled({ ...schedule, sites, underWay, next: underWay.length + 1 }));
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
      followed = addSite(followed, { site: row.site, ...(most !== undefined && { most }) });
    if (site !== undefined) followed = followSite(followed, site, row, now);
  }
  return followed;
}

function followSite(schedule: Schedule, site: ScheduledSite, row: SiteRow, now: number): Schedule {
  switch (row.status) {
    case 'removed':
      return site.state === 'dry' && site.finished === row.used ? schedule : removeSite(schedule, row.site, row.used);
    case 'active':
      if (site.state === 'dry') return reopenSite(schedule, row.site);
      return isHostWell(row, now) ? releaseSite(schedule, row.site) : schedule;
    default:
      // Reports end the site, not this tick, whose instant nobody knows.
      return releaseSite(schedule, row.site);
  }
}

/* The changes of a schedule beside decisions. After each of these, `decide` without reports makes the new grants. */

/** A site joins the choice. Throws if the number is taken. */
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
