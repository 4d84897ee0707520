import { defined } from '../../domain/defined.ts';
import { type CrawlRow, firstCursor, type SiteRow } from '../../domain/protocol/crawl-state.ts';
import { isToFetchAgain } from '../../domain/protocol/lost-turn.ts';
import { dueAfter, protocol } from '../../domain/protocol/protocol.ts';
import { lastExpected, runningTime } from '../../domain/protocol/running-time.ts';
import { believedEnd } from '../../domain/protocol/set-clock.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { triesUnavailableAgain } from '../../domain/spec/profiles.ts';
import { siteNumbered } from '../../domain/spec/sites/site-numbered.ts';
import { segmentName } from '../../domain/turn/segment.ts';
import { turnRecordName } from '../../domain/turn/turn-record.ts';
import { createNormalizer } from '../../domain/url/normalize.ts';
import { hostOf } from '../../domain/url/scope.ts';
import type { CrawlRows, Frontier, Ports, Reopening, SiteRows } from '../../ports/ports.ts';
import type { PageBudget } from '../page-budget.ts';
import { wakesOf } from '../wake.ts';
import { demandMendable, mendedStart } from './mended-start.ts';
import { type SeedStore, seedSites } from './start-crawl.ts';

/** The stores that a resume reads and changes. */
export type ResumeStore = Pick<CrawlRows, 'readCrawl' | 'reopen'> & Pick<SiteRows, 'readSites'> & Frontier & SeedStore;

interface ResumePorts extends Pick<Ports, 'clock' | 'queue' | 'objects'> {
  readonly store: ResumeStore;
  readonly budget: Pick<PageBudget, 'reopening'>;
}

/**
 * Resumes a crawl with `spec` (unchanged or changed): sites that were stopped, lost or limited become active, the stop
 * is removed, every site is woken. False: there is nothing to do, and nothing was written. Throws `BadInput` before any
 * write if a start page cannot be changed. `lastSeen`: when an interrupted crawl last ran; otherwise the rows decide.
 */
export async function resumeCrawl(
  ports: ResumePorts,
  crawl: CrawlRow,
  spec: ResolvedSpec,
  lastSeen?: number,
): Promise<boolean> {
  const { clock, store, queue } = ports;
  const sites = await store.readSites(crawl.id);
  demandMendable(sites, crawl.spec, spec);
  if (!isResumable(crawl, sites, spec)) return false;
  const grantOf = await ports.budget.reopening(crawl.id, spec);
  const opened = goingOn(sites, crawl.spec, spec, grantOf);
  // Done before any site is active: later an old message may start a turn, whose bodies would be removed. If a second
  // resume was faster, our rows do not know its turns, so their objects stay.
  const isUnchanged = async (): Promise<boolean> => (await store.readCrawl(crawl.id))?.state === crawl.state;
  if (!(await removeUnknownObjects(ports, sites, isUnchanged))) return true;
  const added = new Map<number, StartAgain>();
  for (const row of opened) added.set(row.site, await askStartAgain(ports, row, spec));
  const now = clock.now();
  const { timeLimitSeconds } = spec;
  const ended = crawl.finishedAt ?? lastSeen ?? lastExpected(sites, now);
  await store.reopen(crawl.id, {
    spec,
    run: { ranMs: runningTime(crawl, ended), runStartedAt: now },
    ...(timeLimitSeconds !== undefined && { deadline: now + timeLimitSeconds * 1000 }),
    sites: opened.map(row => ({
      ...reopened(row, spec, { grant: grantOf(row), now }),
      ...added.get(row.site),
    })),
  });
  await queue.send((await store.readSites(crawl.id)).flatMap(wakesOf));
  return true;
}

/** Whether a resume with `spec` would do anything. */
export function isResumable(crawl: CrawlRow, sites: readonly SiteRow[], spec: ResolvedSpec): boolean {
  return crawl.state !== 'finished' || goingOn(sites, crawl.spec, spec).length > 0;
}

/**
 * The sites that go on. A site that was not available needs a page of the budget to show that it is available now: a page beyond
 * the grants of all other sites.
 */
function goingOn(
  sites: readonly SiteRow[],
  before: ResolvedSpec,
  after: ResolvedSpec,
  grantOf = ({ used }: SiteRow): number => used,
): readonly SiteRow[] {
  const taken = sites.reduce((sum, row) => sum + (row.status === 'not-available' ? row.used : grantOf(row)), 0);
  const hasPages = after.limit === undefined || taken < after.limit;
  return sites.filter(site => goesOn(site, before, after, hasPages));
}

function goesOn(row: SiteRow, before: ResolvedSpec, after: ResolvedSpec, hasPages: boolean): boolean {
  const { site, status, maxLevel } = row;
  if (isToFetchAgain(row)) return true;
  switch (status) {
    case 'active':
    case 'stopped':
      return true;
    case 'not-available':
      return (hasPages && triesUnavailableAgain(after.profile)) || mendedStart(row, after) !== undefined;
    case 'time-limit':
      return (after.timeLimitSeconds ?? Number.POSITIVE_INFINITY) > (before.timeLimitSeconds ?? 0);
    case 'page-budget':
      return after.limit === undefined
        ? (siteNumbered(after.sites, site)?.limit ?? Number.POSITIVE_INFINITY) > row.grant
        : after.limit > (before.limit ?? Number.POSITIVE_INFINITY);
    case 'no-work':
      return maxLevelOf(after, site) > maxLevel;
    case 'removed':
    case 'same-as':
      return false;
  }
}

type StartAgain = Partial<Pick<Reopening['sites'][number], 'add' | 'trouble'>>;

const noTrouble: SiteRow['trouble'] = { failures: 0 };

/** A start page that failed to load opens a new round of level 0. A repeat writes the same chunk. */
async function askStartAgain(
  { store }: Pick<ResumePorts, 'store'>,
  row: SiteRow,
  spec: ResolvedSpec,
): Promise<StartAgain> {
  const { crawl, site, status, phase, trouble } = row;
  const mended = mendedStart(row, spec);
  if (mended !== undefined) {
    const rules = { spec, normalize: createNormalizer(spec.normalization) };
    await seedSites({ store }, crawl, rules, [siteNumbered(spec.sites, site)!], mended.phase);
    return { add: { queued: 1, taken: 0, skipped: 0 }, trouble: noTrouble };
  }
  const { startFailed, startSkipped } = trouble;
  // Without robots.txt the page was not requested, so it waits in its chunk.
  const wasAsked = startSkipped !== undefined || (startFailed !== undefined && startFailed !== 'robots');
  if (status !== 'not-available' || !wasAsked) return {};
  const asked = await store.readChunks(crawl, site, phase, firstCursor, 1);
  const again = asked.map(({ entry }) => ({ ...entry, attempt: 1 }));
  // No turn has the number 0, so this chunk name is free.
  await store.putChunk(crawl, site, { level: phase.level, round: phase.round + 1 }, 0, again);
  // An address has a single outcome, so the former outcome is removed.
  const isCounted = again.length > 0 && row.pending.size === 0 && row.counters.skipped > 0 && row.counters.taken > 0;
  return { ...(isCounted && { add: { queued: 0, taken: -1, skipped: -1 } }), trouble: noTrouble };
}

/** A site that becomes active again. The fault of its start page stays known, unless that page is requested again. */
export function reopened(
  row: SiteRow,
  spec: ResolvedSpec,
  { grant, now }: { readonly grant: number; readonly now: number },
): Reopening['sites'][number] {
  const { site } = row;
  const maxLevel = maxLevelOf(spec, site);
  const delayMs = siteNumbered(spec.sites, site)?.delayMs;
  const start = mendedStart(row, spec);
  const { startSkipped, noAnswer } = row.trouble;
  const known = startSkipped === undefined ? {} : { startSkipped, noAnswer };
  const closed = {
    ...{ site, grant, maxLevel, due: dueAfter(now), trouble: { ...noTrouble, ...defined(known) } },
    ...(delayMs !== row.delayMs && delayMs !== undefined && { delayMs }),
    ...(start !== undefined && { start }),
  };
  const release = releaseOf(row, now);
  return release === undefined ? closed : { ...closed, release };
}

/**
 * A person who resumes wants to know whether the host is well again, so only one delay and the server's requested wait
 * remain.
 */
function releaseOf({ origin, delayMs, robots, trouble }: SiteRow, now: number): Reopening['sites'][number]['release'] {
  const { hold } = trouble;
  if (hold === undefined) return undefined;
  const { asked, since = asked - protocol.probeLongestMs } = hold;
  const to = Math.max(now + Math.max(delayMs, robots?.crawlDelayMs ?? 0), believedEnd(asked, asked - since, now));
  return to < hold.until ? { host: hostOf(new URL(origin)), from: hold.until, to } : undefined;
}

function maxLevelOf(spec: ResolvedSpec, site: number): number {
  return siteNumbered(spec.sites, site)?.maxLevel ?? Number.POSITIVE_INFINITY;
}

/**
 * Removes objects without a row: bodies of a killed process, and segments of unparsed turns. Segments are never overwritten, so after a restore from a backup an old segment would count as that of the
 * new turn. `mayRemove` is called before each removal; after its first `false` nothing more is removed, and the result
 * is false.
 */
export async function removeUnknownObjects(
  { objects }: Pick<Ports, 'objects'>,
  sites: readonly SiteRow[],
  mayRemove: () => Promise<boolean>,
): Promise<boolean> {
  const bodies = new Set(
    sites.flatMap(({ site, pending, lost = [] }) => [
      ...[...pending].map(([turn, attempt]) => turnRecordName(site, turn, attempt)),
      ...lost.flatMap(({ turn, attempt }) => (attempt === undefined ? [] : [turnRecordName(site, turn, attempt)])),
    ]),
  );
  const rows = new Map(sites.map(row => [row.site, row]));
  const isParsed = (name: string): boolean => {
    const [site = 0, turn = 0] = name.split('/').slice(1).map(Number);
    const row = rows.get(site);
    if (row === undefined || !(Number.isInteger(turn) && turn >= 1 && turn <= row.turn)) return false;
    return name === segmentName(site, turn) && !row.pending.has(turn);
  };
  const unknown = [
    ...(await objects.list('bodies/')).filter(name => !bodies.has(name)),
    ...(await objects.list('segments/')).filter(name => !isParsed(name)),
  ];
  for (const name of unknown) {
    if (!(await mayRemove())) return false;
    await objects.remove(name);
  }
  return true;
}
