import type { CrawlStore } from '../../../shared/ports.ts';
import { hasFiles } from '../../../shared/steps/unload/site-file-names.ts';
import { richTypeOf } from '../../../shared/wings/graph/indicators/rich-files.ts';

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
