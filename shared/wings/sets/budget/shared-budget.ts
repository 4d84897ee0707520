/**
 * Shares a page budget over sites by decisions of a rule (docs/design/budgets.md, "Sharing a page budget"). A decision is written
 * ahead under a version check, and only then given to its site as an absolute grant. So a worker that reads a report
 * twice, late or together with another worker decides nothing anew, and the next tick completes what a crash cut short.
 */
import type { CrawlRow, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import { sideBySide } from '../../../domain/side-by-side.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import type { CrawlStore, Ports } from '../../../ports/ports.ts';
import { type GrantRules, ownLimits, type PageBudget } from '../../../steps/page-budget.ts';
import { firstSchedule, followCrawl, type SitePast } from '../schedule/crawl-schedule.ts';
import { decide, nothingLeft } from '../schedule/decide.ts';
import { isHostSilent } from '../schedule/host-silence.ts';
import type { Choice, Grant, GrantReport, Schedule } from '../schedule/schedule.ts';
import type { ScheduleStore } from '../schedule/schedule-store.ts';

/** The state by which a page budget is shared. */
export type ShareStore = Pick<CrawlStore, 'readSite' | 'raiseGrant'> & Omit<ScheduleStore, 'readChoices'>;

interface SharePorts extends Pick<Ports, 'clock' | 'queue'> {
  readonly store: ShareStore;
}

/** A schedule as it is stored; version 0: not yet. */
interface Known {
  readonly version: number;
  readonly schedule: Schedule | undefined;
}

/** How often others may be faster before the rest is left to a tick. */
const mostLooks = 20;

/** Grants as far as no decision is needed. */
export const sharedGrants: GrantRules = {
  joining: (spec, site) => (keepsRewards(spec) ? 0 : ownLimits.joining(spec, site)),
  keepsRewards,
};

/** A page budget that a rule shares; where none is asked, every site has its own limit. */
export function sharedBudget(ports: SharePorts): PageBudget {
  return {
    ...sharedGrants,
    reopening: async (id, spec) =>
      asksRule(spec)
        ? grantsAgain((await ports.store.readSchedule(id))?.schedule)
        : await ownLimits.reopening(id, spec),
    first: async (id, spec) => {
      if (!asksRule(spec)) return await ownLimits.first(id, spec);
      const grants = await firstGrants(ports, id, spec);
      return ({ number }) => grants.get(number) ?? 0;
    },
    moved: async (crawl, site) => await shareBudget(ports, crawl, site),
    look: async ({ id, spec }) => {
      const known = keepsRewards(spec) ? await ports.store.readSchedule(id) : undefined;
      return {
        needsAllSites: known !== undefined || asksRule(spec),
        isSpent: async (crawl, rows) => {
          if (known === undefined && !asksRule(crawl.spec)) return true;
          // Under a rule a site may get more as long as anything is left.
          const schedule = await shareAnew(ports, crawl, known, rows);
          return schedule !== undefined && nothingLeft(schedule);
        },
      };
    },
  };
}

/**
 * Under a rule all grants together stay within the budget: what a site left over when it ended went back and may be another's by
 * now. Without a schedule no rule was asked so far, so a site keeps what it has fetched. If a budget is more than that, the next
 * decisions give the rest.
 */
function grantsAgain(schedule: Schedule | undefined): (row: SiteRow) => number {
  const granted = new Map(schedule?.sites.map(site => [site.site, site.granted]));
  return ({ site, status, used, grant }) => {
    if (status === 'no-work' || status === 'not-available') return used;
    return Math.max(used, Math.min(grant, granted.get(site) ?? used));
  };
}

/** Whether a rule shares the page budget: several sites want it. One alone, or sites without a budget, ask nobody. */
function asksRule({ limit, sites }: Pick<ResolvedSpec, 'limit' | 'sites'>): boolean {
  return limit !== undefined && sites.length > 1;
}

/**
 * Whether rewards are kept. A crawl with a single site keeps them too, because more sites may join while the crawl
 * runs.
 */
function keepsRewards({ limit }: Pick<ResolvedSpec, 'limit'>): boolean {
  return limit !== undefined;
}

/** The first decisions of a crawl, made before it is there. A repeat answers the same. Pages by site number. */
async function firstGrants(
  { store, clock }: Pick<SharePorts, 'store' | 'clock'>,
  id: string,
  spec: ResolvedSpec,
): Promise<ReadonlyMap<number, number>> {
  let schedule = (await store.readSchedule(id))?.schedule;
  if (schedule === undefined) {
    const first = decide(firstSchedule(spec), [], clock.now());
    await store.writeSchedule(id, 0, first.schedule, first.choices);
    schedule = (await store.readSchedule(id))?.schedule ?? first.schedule;
  }
  return new Map(schedule.sites.map(({ site, granted }) => [site, granted]));
}

/**
 * Called after pages of `site` were parsed, and when the site has ended. Reads the site's report, if a decision waits for
 * it, and makes the decisions that the report allows. Nothing is decided once a stop is requested, so that a resume finds the schedule as it was.
 */
async function shareBudget(ports: SharePorts, crawl: CrawlRow, site: number): Promise<void> {
  if (!asksRule(crawl.spec) || crawl.stop !== undefined) return;
  for (let look = 0; look < mostLooks; look += 1) {
    const known = await ports.store.readSchedule(crawl.id);
    if (known?.schedule.underWay[0]?.site !== site) return;
    if ((await decideOn(ports, crawl.id, known, known.schedule)) !== undefined) return;
  }
}

/**
 * The same for a tick, which looks at all sites: follows what became of them and of the spec, and gives again what is
 * under way. `rows` must have been read after `known`. Undefined: another was faster, and looks after it now.
 */
async function shareAnew(
  ports: SharePorts,
  crawl: CrawlRow,
  known: Known | undefined,
  rows: readonly SiteRow[],
): Promise<Schedule | undefined> {
  const { schedule = firstSchedule(crawl.spec, await pastOf(ports, rows)), version = 0 } = known ?? {};
  await giveAll(ports, rows, schedule.underWay);
  const followed = followCrawl(schedule, crawl.spec, rows, ports.clock.now());
  return await decideOn(ports, crawl.id, { version, schedule: known?.schedule }, followed);
}

/** Rows whose rewards are read side by side. */
const rowsAtOnce = 16;

/** The history of sites before a rule was asked; which rewards were kept of it, the store says. */
async function pastOf({ store }: SharePorts, rows: readonly SiteRow[]): Promise<readonly SitePast[]> {
  return await sideBySide(rows, rowsAtOnce, async row => {
    const { crawl, site, counters } = row;
    const kept = counters.pages === 0 ? 0 : (await store.readRewards(crawl, site, 0)).length;
    return { row, hasRewards: kept >= counters.pages };
  });
}

/** Decides as long as reports come in. `next` is the schedule as it should be, before that. */
async function decideOn(ports: SharePorts, crawl: string, known: Known, next: Schedule): Promise<Schedule | undefined> {
  let { version, schedule: stored } = known;
  for (;;) {
    const { schedule, choices } = decide(next, await reportsOf(ports, crawl, next), ports.clock.now());
    if (schedule === stored) return schedule;
    if (!(await ports.store.writeSchedule(crawl, version, schedule, choices))) return undefined;
    for (const choice of choices) await give(ports, crawl, choice);
    version += 1;
    stored = schedule;
    next = schedule;
  }
}

/** Reports of the first grants under way, as far as they are there one after the other. */
async function reportsOf(ports: SharePorts, crawl: string, { underWay }: Schedule): Promise<readonly GrantReport[]> {
  const reports: GrantReport[] = [];
  const ended = new Set<number>();
  for (const grant of underWay) {
    // Decisions after the last report of a site are void.
    if (ended.has(grant.site)) continue;
    const report = await reportOf(ports, crawl, grant);
    if (report === undefined) break;
    if (report.end !== 'whole') ended.add(grant.site);
    reports.push(report);
  }
  return reports;
}

async function reportOf(ports: SharePorts, crawl: string, grant: Grant): Promise<GrantReport | undefined> {
  const { store, clock } = ports;
  const pages = grant.to - grant.from;
  const read = async (): Promise<readonly number[]> =>
    (await store.readRewards(crawl, grant.site, grant.from)).slice(0, pages);
  const rewards = await read();
  if (rewards.length === pages) return { step: grant.step, rewards, end: 'whole' };
  const row = await store.readSite(crawl, grant.site);
  const end = row && endOf(row, clock.now());
  if (end === undefined) return undefined;
  // Read again: the last pages may have been parsed between the two reads.
  const last = await read();
  return { step: grant.step, rewards: last, end: last.length === pages ? 'whole' : end };
}

/** Why a site gives no more of what it was granted, for now or for good; undefined: it is to be awaited. */
function endOf(row: SiteRow, now: number): 'short' | 'held' | undefined {
  if (row.pending.size > 0) return undefined;
  switch (row.status) {
    case 'active':
      return isHostSilent(row, now) ? 'held' : undefined;
    case 'stopped':
    case 'time-limit':
      // A resumed crawl finds the rest of its grant.
      return undefined;
    default:
      return 'short';
  }
}

/** A decision whose grant did not reach its site. */
async function giveAll(ports: SharePorts, rows: readonly SiteRow[], underWay: readonly Grant[]): Promise<void> {
  const bySite = new Map(rows.map(row => [row.site, row]));
  for (const grant of underWay) {
    const row = bySite.get(grant.site);
    if (row !== undefined && row.status === 'active' && row.grant < grant.to) await give(ports, row.crawl, grant);
  }
}

/**
 * Raises the site's grant, if it is smaller. A parked site is woken, for it has no message. Any other site has a
 * message or a turn under way, which will find the larger grant. A repeat changes nothing.
 */
async function give(
  { store, queue }: SharePorts,
  crawl: string,
  { site, to }: Pick<Choice, 'site' | 'to'>,
): Promise<void> {
  for (let row = await store.readSite(crawl, site); isToRaise(row, to); row = await store.readSite(crawl, site)) {
    if (!(await store.raiseGrant(crawl, site, row, to))) continue;
    if (row.parked) await queue.send([{ kind: 'fetch', crawl, site, turn: row.turn + 1 }]);
    return;
  }
}

function isToRaise(row: SiteRow | undefined, to: number): row is SiteRow {
  return row !== undefined && row.status === 'active' && row.grant < to;
}
