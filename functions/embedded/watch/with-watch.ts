import type { LocalState } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { demandKind, withCrawl } from '../read-crawl.ts';

/** Work on the state of a watch, also while another process works on it. Throws `BadInput` where there is none. */
export async function withWatch<T>(
  directory: string,
  work: (state: LocalState, crawl: CrawlRow) => Promise<T>,
): Promise<T> {
  return await withCrawl(directory, {}, async (state, crawl) => {
    demandKind('watch', directory, crawl);
    return await work(state, crawl);
  });
}
