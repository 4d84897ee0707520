import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as local from '../../shared/adapters/local/open.ts';
import type * as Links from '../../shared/domain/link-rows.ts';
import type { CrawlRow, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { withoutDeleted } from '../../shared/domain/protocol/deleted-counts.ts';
import type { SumLap } from '../../shared/domain/protocol/site-sums.ts';
import { BadInput, type Refusal, refusal } from '../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { AddedSite } from '../../shared/domain/spec/resolve/added-site.ts';
import type { SiteJoin, SiteLevel } from '../../shared/place/crawl-service.ts';
import { linkDomains } from '../../shared/place/link-domains.ts';
import type { ComparedCrawls } from '../../shared/wings/graph/diff/compared-crawls.ts';
import type { AskedSimulation, SimulatedRules } from '../../shared/wings/sets/simulate/simulated-rules.ts';
import { isOfWatch } from '../embedded/directory/own-files.ts';
import { nameLocalCrawl } from '../embedded/name-crawl.ts';
import { signJoined } from '../embedded/plugins/trust.ts';
import { noCrawl } from '../embedded/read-crawl.ts';
import { foundSummary } from '../embedded/read-summary.ts';
import { trusted } from '../embedded/watch/trusted-spec.ts';
import { joinSites } from '../http/request/change-sites.ts';
import { comparedCrawls } from './compared-crawls.ts';

import { LostResults } from './lost-results.ts';
import { simulatedRules } from './simulated-rules.ts';
import { RestingCounts } from './threads/resting-counts.ts';

/** The content of a crawl directory. */
export interface CrawlLook {
  /** Absent before the crawl is written down. */
  readonly row?: CrawlRow;
  /** Whether a process works on it. */
  readonly isLocked: boolean;
  /** A watch that no process works on and that has looked at nothing yet. */
  readonly isUnbegun?: boolean;
  /** Why `crawl.db` cannot be read. */
  readonly fault?: readonly Refusal[];
  /** Its files are those of a watch; only with a fault. */
  readonly isWatch?: true;
}

/**
 * The states of crawls by their directories, whichever process works on them. Each call opens the directory's file and
 * closes it again, so that a crawl can be deleted or begun anew by others. Plain data in and out: it runs in its own
 * process, for SQLite waits and scans without letting anything else go on.
 */
export class LocalCrawls {
  private readonly counts = new RestingCounts<readonly SiteLevel[]>(1_000);
  private readonly lost = new LostResults();

  /** Undefined if there is no crawl. */
  async look(directory: string): Promise<CrawlLook | undefined> {
    if (!hasCrawl(directory)) return hasResults(directory) ? lostState(directory) : undefined;
    let isLocked = false;
    try {
      isLocked = local.isDirectoryLocked(directory);
      const { row, isUnbegun } = (await readRow(directory, async ({ store }, found) => ({
        ...{ row: found, isUnbegun: !isLocked && (await isUnbegunWatch(store, found)) },
      }))) ?? { isUnbegun: false };
      if (row === undefined) return !isLocked && hasResults(directory) ? lostState(directory) : { isLocked };
      const lost = row.state === 'finished' && !isLocked ? this.lost.of(directory) : undefined;
      const damaged = lost === undefined ? row : { ...row, damages: [...(row.damages ?? []), lost.why] };
      return { isLocked, row: damaged, ...(isUnbegun && { isUnbegun }) };
    } catch (error) {
      return unreadLook(directory, isLocked, faultOf(error));
    }
  }

  /** By which the server itself may send requests. Throws `BadInput` where the directory wants a private host that this user did not allow. */
  async trustedSpec(directory: string): Promise<ResolvedSpec | undefined> {
    return await readRow(directory, trusted(directory));
  }

  /** Of a finished crawl. */
  async lostResults(directory: string): Promise<ReturnType<LostResults['of']>> {
    return this.lost.of(directory);
  }

  /** Counted without what a person deleted, as the tables and files are. */
  async readSites(directory: string): Promise<SiteRow[]> {
    return await readCounted(directory, async ({ store }, { id }) => await store.readSites(id));
  }

  async readSitesAfter(directory: string, after: number, most: number): Promise<SiteRow[]> {
    return await readCounted(directory, async ({ store }, { id }) => await store.readSitesAfter(id, after, most));
  }

  readonly readSite = calling(readRow, store => store.readSite.bind(store), undefined);
  readonly listLinks = calling(readRow, store => store.listLinks.bind(store), { links: [] });
  readonly sortedLinks = calling(readRow, store => store.sortedLinks.bind(store), []);
  readonly linkTotals = calling(readRow, store => store.linkTotals.bind(store), { links: 0 });
  readonly readSchedule = calling(readRow, store => store.readSchedule.bind(store), undefined);
  readonly readChoices = calling(readRow, store => store.readChoices.bind(store), []);
  readonly readRewards = calling(readRow, store => store.readRewards.bind(store), []);
  readonly requestStop = calling(withRow, store => store.requestStop.bind(store), false);
  readonly deleteLinks = calling(withRow, store => store.deleteLinks.bind(store), 0);
  readonly restoreLinks = calling(withRow, store => store.restoreLinks.bind(store), 0);
  readonly removeSite = calling(withRow, store => store.removeSite.bind(store), false);

  async readLap(directory: string): Promise<SumLap | undefined> {
    return await readRow(directory, async ({ store }) => await store.readLap(''));
  }

  async linkDomains(
    directory: string,
    filter: Links.LinkFilter,
    most: number,
  ): Promise<readonly Links.LinkDomain[] | undefined> {
    return await linkDomains(async query => await this.listLinks(directory, 'external', query), filter, most);
  }

  async nameCrawl(directory: string, name: string): Promise<boolean> {
    if (!hasCrawl(directory)) return false;
    await nameLocalCrawl(directory, name);
    return true;
  }

  async addSites(directory: string, sites: readonly AddedSite[]): Promise<readonly SiteJoin[]> {
    const joining = withRow(directory, async (state, row) => {
      const joined = await joinSites(state, row, sites);
      await signJoined(state.store, row);
      return joined;
    });
    return (await joining) ?? [];
  }

  async levels(directory: string, site: number | undefined): Promise<readonly SiteLevel[]> {
    if (!hasCrawl(directory)) return [];
    return await this.counts.of(`${site ?? ''} ${directory}`, async () => await local.readLocalLevels(directory, site));
  }

  async compare(before: string, after: string): Promise<ComparedCrawls> {
    return await comparedCrawls(before, after);
  }

  async simulate(
    crawls: readonly { readonly id: string; readonly directory: string }[],
    asked: AskedSimulation,
  ): Promise<SimulatedRules> {
    return await simulatedRules(crawls, asked);
  }
}

/** `watch new` writes a watch that `watch run` begins. */
async function isUnbegunWatch(store: local.LocalArchive['store'], { id, spec, state }: CrawlRow): Promise<boolean> {
  if (kindOf(spec).ends || state === 'finished') return false;
  return (await store.readSites(id)).every(({ turn }) => turn === 0);
}

function hasCrawl(directory: string): boolean {
  return existsSync(join(directory, 'crawl.db'));
}

/** Results without the state that they were made from. */
function hasResults(directory: string): boolean {
  return existsSync(join(directory, 'crawl.json'));
}

/** The rows that `read` gives, without what was deleted. */
async function readCounted(
  directory: string,
  read: (archive: local.LocalArchive, row: CrawlRow) => Promise<SiteRow[]>,
): Promise<SiteRow[]> {
  const reading = readRow(directory, async (archive, row) => ({
    ...{ state: row.state, rows: await read(archive, row), deleted: await archive.store.deletedCounts() },
  }));
  const { state, rows, deleted } = (await reading) ?? { rows: [], deleted: [] };
  if (deleted.length === 0) return rows;
  const deletedOf = new Map(deleted.map(each => [each.site, each]));
  const badLinks = state === 'finished' ? badLinksIn(directory) : new Map<number, number>();
  return rows.map(row => {
    const own = deletedOf.get(row.site);
    return own === undefined ? row : withoutDeleted(row, own, own.bad === 0 ? undefined : badLinks.get(row.site));
  });
}

/** Occurrences of bad links of each site, as the files have them; only their scan counts those that were deleted. */
function badLinksIn(directory: string): ReadonlyMap<number, number> {
  // That it is missing or damaged is reported with the crawl.
  return new Map(foundSummary(directory)?.sites.map(({ number, badLinks }) => [number, badLinks]));
}

/** The facts about a crawl whose state cannot be read. */
export function unreadLook(directory: string, isLocked: boolean, fault: readonly Refusal[]): CrawlLook {
  const isWatch = existsSync(directory) && isOfWatch(readdirSync(directory));
  return { isLocked, fault, ...(isWatch && { isWatch }) };
}

function lostState(directory: string): CrawlLook {
  return { isLocked: false, fault: noCrawl(directory).refusals };
}

/** Undefined if there is no crawl, or not yet. `work` only reads. */
async function readRow<T>(
  directory: string,
  work: (archive: local.LocalArchive, row: CrawlRow) => Promise<T>,
): Promise<T | undefined> {
  if (!hasCrawl(directory)) return undefined;
  return await local.readLocalState(directory, async archive => {
    const row = await archive.store.onlyCrawl();
    return row === undefined ? undefined : await work(archive, row);
  });
}

/** The same with a state that can be written. */
async function withRow<T>(
  directory: string,
  work: (state: local.LocalState, row: CrawlRow) => Promise<T>,
): Promise<T | undefined> {
  if (!hasCrawl(directory)) return undefined;
  using state = local.openLocalState(directory);
  const row = await state.store.onlyCrawl();
  return row === undefined ? undefined : await work(state, row);
}

/** A call of the store of a crawl, by the directory of the crawl; `none` is the answer where there is no crawl. */
function calling<Store, Rest extends readonly unknown[], Answer>(
  within: <T>(
    directory: string,
    work: (state: { readonly store: Store }, row: CrawlRow) => Promise<T>,
  ) => Promise<T | undefined>,
  call: (store: Store) => (id: string, ...rest: Rest) => Promise<Answer>,
  none: Answer,
): (directory: string, ...rest: Rest) => Promise<Answer> {
  return async (directory, ...rest) => {
    const said = await within(directory, async ({ store }, { id }) => ({ answer: await call(store)(id, ...rest) }));
    return said === undefined ? none : said.answer;
  };
}

function faultOf(error: unknown): readonly Refusal[] {
  return error instanceof BadInput ? error.refusals : [refusal('state-unreadable', { why: (error as Error).message })];
}
