import { allowance, BadInput, refusedValue } from '../../domain/refusal/refusal.ts';
import type { CrawlStore, SiteSet } from '../../ports.ts';

interface RemovePorts {
  readonly store: Pick<CrawlStore, 'readSites'> & Pick<SiteSet, 'removeSite'>;
}

/**
 * Takes a site out of a crawl. A turn of its that runs can commit no more, what was fetched is still parsed, what was
 * found and not fetched is skipped (`removed`), and what it gave stays. False: it was removed before. Throws `BadInput`
 * where there is no such site.
 */
export async function removeSite({ store }: RemovePorts, crawl: string, number: number): Promise<boolean> {
  if (await store.removeSite(crawl, number)) return true;
  const numbers = (await store.readSites(crawl)).map(({ site }) => site);
  if (numbers.includes(number)) return false;
  throw new BadInput([refusedValue('site', number, allowance('unknown-site', { count: numbers.length }))]);
}
