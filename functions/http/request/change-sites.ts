import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { AddedSite } from '../../../shared/domain/spec/resolve/added-site.ts';
import type { SiteChanges, SiteJoin } from '../../../shared/place/crawl-service.ts';
import type { CrawlRows, SiteSet } from '../../../shared/ports/ports.ts';
import { addSites, type JoinStore } from '../../../shared/steps/life/add-sites.ts';
import { sharedGrants } from '../../../shared/wings/sets/budget/shared-budget.ts';

interface AddPorts {
  readonly store: JoinStore;
}

interface ChangePorts extends AddPorts {
  readonly store: JoinStore & Pick<SiteSet, 'removeSite'> & Pick<CrawlRows, 'readCrawl'>;
}

/** The changes of a place whose store keeps all crawls. */
export function siteChanges(ports: ChangePorts): SiteChanges {
  return {
    add: async (id, sites) => {
      const crawl = await ports.store.readCrawl(id);
      if (crawl === undefined) throw new Error(`crawl ${id} is not in the table of crawls`);
      return await joinSites(ports, crawl, sites);
    },
    remove: async (id, site) => await ports.store.removeSite(id, site),
  };
}

/** Adds sites, and answers as the caller's door reports it. */
export async function joinSites(
  ports: AddPorts,
  crawl: CrawlRow,
  sites: readonly AddedSite[],
): Promise<readonly SiteJoin[]> {
  const additions = await addSites({ ...ports, budget: sharedGrants }, crawl, sites);
  return additions.map(addition =>
    addition.state === 'exists' ? addition : { number: addition.site.number, state: addition.state },
  );
}
