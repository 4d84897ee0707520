import { LostObject } from '../../../shared/domain/lost-object.ts';
import type { CrawlStore, ObjectStore } from '../../../shared/ports/ports.ts';
import { hasFiles } from '../../../shared/steps/unload/site-file-names.ts';
import { richTypeOf } from '../../../shared/wings/graph/indicators/rich-files.ts';
import { deletedLinks, segmentsOf } from '../../../shared/wings/graph/read-site.ts';

/** External addresses of all sites of a crawl, each once, by site and in page order; without those that a person deleted. */
export async function foundExternals(
  store: Pick<CrawlStore, 'readSites' | 'deletedLinksAfter'>,
  objects: Pick<ObjectStore, 'get'>,
  crawl: string,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const row of (await store.readSites(crawl)).filter(hasFiles)) {
    const deleted = await deletedLinks(store, row, 'external');
    for await (const [, segment] of segmentsOf(objects, row)) {
      // A lost turn is reported with the results.
      if (segment instanceof LostObject) continue;
      for (const { identity } of segment.externals) if (!deleted.has(identity)) found.add(identity);
    }
  }
  return [...found];
}

const claimsAtOnce = 10_000;

/** Linked rich files of all sites of a crawl, by site and address. Each is there once; files that a person deleted are left out. */
export async function foundRichFiles(
  store: Pick<CrawlStore, 'readSites' | 'claimsAfter'>,
  crawl: string,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { site } of (await store.readSites(crawl)).filter(hasFiles))
    for (let after = ''; ; ) {
      const claims = await store.claimsAfter(crawl, site, after, claimsAtOnce);
      for (const { identity, skip, deleted } of claims)
        if (skip === 'extension' && deleted !== true && richTypeOf(identity) !== undefined) found.add(identity);
      if (claims.length < claimsAtOnce) break;
      after = claims.at(-1)!.identity;
    }
  return [...found];
}
