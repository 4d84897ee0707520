import type { CrawlStore } from '../../shared/ports/ports.ts';
import { crawlOf, siteRow } from './sample-state.ts';

/** Two callers on the same state: two connections, two processes, two functions. */
interface Callers<Store> {
  readonly first: Store;
  readonly second: Store;
  close(): Promise<void> | void;
}

export type OpenCallers<Store> = () => Callers<Store> | Promise<Callers<Store>>;

export const id = 'crawl-1';

/** Callers on a new state that holds the crawl `id` with the sites 1 and 2, both active. */
export async function openCrawl<Store extends CrawlStore>(open: OpenCallers<Store>): Promise<Callers<Store>> {
  const callers = await open();
  const sites = [siteRow(id, 1), siteRow(id, 2, { origin: 'https://example.org' })];
  await callers.first.createCrawl(crawlOf(id, 2), sites);
  return callers;
}
