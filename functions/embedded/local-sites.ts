/** The set of sites of a crawl in a directory: looked at and changed also while another process works on the crawl. */

import { isDirectoryLocked } from '../../shared/adapters/local/open.ts';
import { defined } from '../../shared/domain/defined.ts';
import { allowance, BadInput, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import type { AddedSite } from '../../shared/domain/spec/resolve/added-site.ts';
import { progressOf, type SiteProgress } from '../../shared/report/progress.ts';
import { addSites, type SiteAddition } from '../../shared/steps/life/add-sites.ts';
import { removeSite } from '../../shared/steps/life/remove-site.ts';
import { sharedGrants } from '../../shared/wings/sets/budget/shared-budget.ts';
import { signJoined } from './plugins/trust.ts';
import { readCrawl, withCrawl } from './read-crawl.ts';

export interface ListedSite extends Pick<SiteProgress, 'number' | 'name' | 'origin' | 'status' | 'level' | 'queued'> {
  readonly shortName: string;
  readonly tags: readonly string[];
  readonly start: string;
  /** With status `same-as`: the site that keeps the origin. */
  readonly sameAs?: number;
  readonly order?: 'links';
  /** Pages with a final outcome after a request. */
  readonly pages: number;
}

/** By number. Throws `BadInput` where there is no crawl. */
export async function listLocalSites(directory: string): Promise<readonly ListedSite[]> {
  return await readCrawl(directory, async ({ store, clock }, crawl) => {
    const rows = await store.readSites(crawl.id);
    const named = new Map(crawl.spec.sites.map(site => [site.number, site]));
    const { sites, order } = progressOf(directory, crawl, rows, clock.now());
    return rows.map(({ sameAs }, index): ListedSite => {
      const { number, name, origin, status, level, used, queued } = sites[index]!;
      const { shortName = name, tags = [], url: start = origin } = named.get(number) ?? {};
      const of = defined({ sameAs, order });
      return { number, name, shortName, tags, start, origin, status, ...of, level, pages: used, queued };
    });
  });
}

const again = { next: 'ask again' };

export interface LocalAdditions {
  /** In the order of the sites. */
  readonly additions: readonly SiteAddition[];
  /** Whether a process works on the crawl, so that sites that were added are taken up now. */
  readonly isRunning: boolean;
}

export async function addLocalSites(directory: string, sites: readonly AddedSite[]): Promise<LocalAdditions> {
  return await withCrawl(directory, again, async (state, crawl) => {
    const additions = await addSites({ ...state, budget: sharedGrants }, crawl, sites);
    await signJoined(state.store, crawl);
    return { additions, isRunning: isDirectoryLocked(directory) };
  });
}

/** Whether each was there until now, in their order. Throws `BadInput` before anything where one is not known. */
export async function removeLocalSites(directory: string, numbers: readonly number[]): Promise<readonly boolean[]> {
  return await withCrawl(directory, again, async ({ store }, { id }) => {
    const known = new Set((await store.readSites(id)).map(({ site }) => site));
    const faults = numbers.filter(number => !known.has(number));
    if (faults.length > 0)
      throw new BadInput(
        faults.map(number => refusedValue('site', number, allowance('unknown-site', { count: known.size }))),
      );
    const removed: boolean[] = [];
    for (const number of numbers) removed.push(await removeSite({ store }, id, number));
    return removed;
  });
}
