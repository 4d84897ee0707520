import { allowance, BadInput, refusedValue } from '../../domain/refusal/refusal.ts';
import type { CrawlStore, SiteSet } from '../../ports/ports.ts';

interface RemovePorts {
  readonly store: Pick<CrawlStore, 'readSites'> & Pick<SiteSet, 'removeSite'>;
}

/**
 * Removes a site from a crawl. Its running turn cannot commit any more, fetched pages are still parsed, found pages
 * that were not fetched are skipped (`removed`), and its results stay. False: it was removed before. Throws `BadInput`
 * for an unknown site.
 */
export async function removeSite({ store }: RemovePorts, crawl: string, number: number): Promise<boolean> {
  if (await store.removeSite(crawl, number)) return true;
  const numbers = (await store.readSites(crawl)).map(({ site }) => site);
  if (numbers.includes(number)) return false;
  throw new BadInput([refusedValue('site', number, allowance('unknown-site', { count: numbers.length }))]);
}
