import type { CrawlRecord } from '../../../shared/domain/protocol/crawl-record.ts';
import { remember } from '../../../shared/domain/remember.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { siteFileNames } from '../../../shared/steps/unload/site-file-names.ts';

type SiteFiles = ReadonlyMap<number, string>;

/** Crawls whose names are kept: a person looks at few at a time. */
const mostKept = 2;
const keptOf = new WeakMap<HttpPorts, Map<string, SiteFiles>>();

/**
 * The base name of the files of a site of a finished crawl; undefined for a site without files. A name depends on the other sites
 * of its host, so the first call reads all rows. Names of a run never change.
 */
export async function siteFileOf(
  ports: HttpPorts,
  { id, run }: Pick<CrawlRecord, 'id' | 'run'>,
  site: number,
): Promise<string | undefined> {
  const kept = keptOf.get(ports) ?? new Map<string, SiteFiles>();
  keptOf.set(ports, kept);
  const key = `${id} ${run}`;
  const known = kept.get(key)?.get(site);
  if (known !== undefined) return known;
  const names = siteFileNames(await ports.store.readSites(id));
  remember(kept, key, names, mostKept);
  return names.get(site);
}
