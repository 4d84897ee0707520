import type { CrawlRecord } from '../../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { asWritten } from '../../../shared/domain/protocol/site-outcomes.ts';
import { hasManySites, noSums, withSites } from '../../../shared/domain/protocol/site-sums.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { rowsOfPage } from '../../../shared/place/pages.ts';
import { siteFileNames } from '../../../shared/steps/unload/site-file-names.ts';
import type { ShownSites } from './crawl-view.ts';

/** Some sites by number: `after` is the number of the last one shown before. */
export interface SitePage {
  readonly after: number;
  readonly most: number;
}

type SiteStore = Pick<HttpPorts['store'], 'readSites' | 'readSitesAfter' | 'readSite' | 'readLap'>;

/** Results of more sites are not read for one request. */
const mostWritten = rowsOfPage.usual;

const nothing: ShownSites = { sums: noSums, rows: [], hasMore: false, faulty: [] };

/**
 * The sites of the crawl that the place calls `record.id`, for one page; its row may call it otherwise. With many sites only
 * those of the page are read; the sums are those of the last whole lap of the ticks, or as far as the first lap has come.
 */
export async function sitesShown(
  { store, service }: { readonly store: SiteStore; readonly service: HttpPorts['service'] },
  record: CrawlRecord,
  row: CrawlRow | undefined,
  page: SitePage,
): Promise<ShownSites> {
  if (row === undefined) return nothing;
  if (hasManySites(row)) return await shownOfMany(store, record.id, page);
  const all = await rowsAsWritten(service, record, row, await store.readSites(record.id));
  const rest = all.filter(({ site }) => site > page.after);
  const sums = withSites(noSums, all);
  const faulty = all.filter(({ site }) => sums.firstFaulty.includes(site));
  // One name depends on the others, so all rows have to be known.
  const files = row.state === 'finished' ? { files: siteFileNames(all) } : {};
  return { sums, rows: rest.slice(0, page.most), hasMore: rest.length > page.most, faulty, ...files };
}

/** Rows of a crawl that has ended say what its result files say. */
export async function rowsAsWritten(
  service: HttpPorts['service'],
  { id, run, queued }: CrawlRecord,
  { state, spec }: CrawlRow,
  rows: readonly SiteRow[],
): Promise<readonly SiteRow[]> {
  if (queued || state !== 'finished' || rows.length > mostWritten) return rows;
  const numbers = rows.map(({ site }) => site);
  const found = await service.sitesFound(id, run, numbers);
  return rows.map(row => {
    const levels = found.get(row.site)?.levels;
    return levels === undefined || levels.length === 0 ? row : asWritten(row, levels, spec.order);
  });
}

async function shownOfMany(store: SiteStore, id: string, { after, most }: SitePage): Promise<ShownSites> {
  const [lap, found] = await Promise.all([store.readLap(id), store.readSitesAfter(id, after, most + 1)]);
  const { sums, at } = lap?.last ?? { sums: lap?.soFar ?? noSums, at: undefined };
  const faulty = await Promise.all(sums.firstFaulty.map(async site => await store.readSite(id, site)));
  return {
    sums,
    ...(at !== undefined && { countedAt: at }),
    rows: found.slice(0, most),
    hasMore: found.length > most,
    faulty: faulty.filter((row): row is SiteRow => row !== undefined),
  };
}
