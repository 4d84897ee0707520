import type { LocalArchive } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { trustedAccess, trustedHosts } from '../plugins/trust.ts';
import { readCrawl } from '../read-crawl.ts';

/** The settings of the crawl or the watch in a directory, with those private hosts alone that the user has named. */
export async function trustedSpec(directory: string): Promise<ResolvedSpec> {
  return await readCrawl(directory, trusted(directory));
}

/** The same, where somebody else reads the row. */
export function trusted(directory: string) {
  return async ({ store }: Pick<LocalArchive, 'store'>, { id, spec }: CrawlRow): Promise<ResolvedSpec> => ({
    ...spec,
    allowHosts: await trustedHosts(store, { directory, id, spec }, []),
    ...trustedAccess({ directory, id, spec }, undefined),
  });
}
