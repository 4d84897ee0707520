import { LostObject } from '../../../shared/domain/lost-object.ts';
import type { CrawlStore, ObjectStore } from '../../../shared/ports.ts';
import { hasFiles } from '../../../shared/steps/unload/site-file-names.ts';
import { segmentsOf } from '../../../shared/wings/graph/read-site.ts';

const atOnce = 10_000;

/** External addresses of all sites of a crawl, each once, by site and in page order; without those that a person deleted. */
export async function foundExternals(
  store: Pick<CrawlStore, 'readSites' | 'deletedLinksAfter'>,
  objects: Pick<ObjectStore, 'get'>,
  crawl: string,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const row of (await store.readSites(crawl)).filter(hasFiles)) {
    const deleted = new Set<string>();
    for (let after: string | undefined; ; ) {
      const links = await store.deletedLinksAfter(crawl, row.site, 'external', after, atOnce);
      for (const link of links) deleted.add(link);
      if (links.length < atOnce) break;
      after = links.at(-1);
    }
    for await (const [, segment] of segmentsOf(objects, row)) {
      // A lost turn is told with the results.
      if (segment instanceof LostObject) continue;
      for (const { identity } of segment.externals) if (!deleted.has(identity)) found.add(identity);
    }
  }
  return [...found];
}
