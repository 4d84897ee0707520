import { type LocalState, openLocalState } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { demandCrawl, demandKind, noCrawl } from '../read-crawl.ts';
import { refusalAtStart } from '../refusal.ts';

/** Work on the state of a watch, also while another process works on it. Throws `BadInput` where there is none. */
export async function withWatch<T>(
  directory: string,
  work: (state: LocalState, crawl: CrawlRow) => Promise<T>,
): Promise<T> {
  demandCrawl(directory);
  try {
    using state = openLocalState(directory);
    const crawl = await state.store.onlyCrawl();
    if (crawl === undefined) throw noCrawl(directory);
    demandKind('watch', directory, crawl);
    return await work(state, crawl);
  } catch (error) {
    throw refusalAtStart(error, directory);
  }
}
