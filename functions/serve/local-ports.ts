import { localClock, localIds } from '../../shared/adapters/local/open.ts';
import type { HttpPorts } from '../../shared/place/crawl-service.ts';
import type { CrawlFolder } from './crawl-folder.ts';
import type { CrawlRuns } from './crawl-runs.ts';
import type { CrawlsClient } from './crawls-client.ts';
import { LocalRegistry } from './local-registry.ts';
import { localCrawlService } from './local-service.ts';
import type { Uploads } from './uploads.ts';

interface LocalParts {
  readonly folder: CrawlFolder;
  readonly runs: CrawlRuns;
  readonly uploads: Uploads;
  readonly crawls: CrawlsClient['crawls'];
  /** The same on another thread, for what takes long. */
  readonly scans: CrawlsClient['crawls'];
}

/** The ports of the HTTP app on one machine. A crawl's id is the name of its directory, whatever its file calls it. */
export function localPorts({ folder, runs, uploads, crawls, scans }: LocalParts): HttpPorts {
  const clock = localClock();
  const at = (id: string): string => folder.directory(id);
  const now = (): number => clock.now();
  return {
    clock,
    ids: localIds,
    registry: new LocalRegistry({ folder, runs, crawls, now }),
    service: localCrawlService({ folder, runs, uploads, crawls, scans, now }),
    store: {
      readCrawl: async id => (await crawls.look(at(id)))?.row,
      readSites: async id => [...(await crawls.readSites(at(id)))],
      requestStop: async (id, stop) => await crawls.requestStop(at(id), stop),
    },
    links: {
      listLinks: async (id, kind, query) => await crawls.listLinks(at(id), kind, query),
      deleteLinks: async (id, kind, links) => await crawls.deleteLinks(at(id), kind, links),
    },
    schedule: {
      readSchedule: async id => await crawls.readSchedule(at(id)),
      readChoices: async (id, after, most) => await crawls.readChoices(at(id), after, most),
      readRewards: async (id, site, skip) => await crawls.readRewards(at(id), site, skip),
    },
    sites: {
      add: async (id, sites) => await crawls.addSites(at(id), sites),
      remove: async (id, site) => await crawls.removeSite(at(id), site),
    },
  };
}
