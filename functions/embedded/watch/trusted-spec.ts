import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { trustedAccess, trustedHosts } from '../plugins/trust.ts';
import { readCrawl } from '../read-crawl.ts';

/** The settings of the crawl or the watch in a directory, with those private hosts alone that the user has named. */
export async function trustedSpec(directory: string): Promise<ResolvedSpec> {
  return await readCrawl(directory, async ({ store }, { id, spec }) => ({
    ...spec,
    allowHosts: await trustedHosts(store, { directory, id, spec }, []),
    ...trustedAccess({ directory, id, spec }, undefined),
  }));
}
