import type { SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { decodeListed, listedName } from '../../../shared/domain/protocol/listed-addresses.ts';
import type { CrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { ObjectStore } from '../../../shared/ports.ts';

/** Rules that admit only what the sitemaps of the sites list; start pages are fetched all the same. */
export async function listedRules(
  rules: CrawlRules,
  objects: Pick<ObjectStore, 'get' | 'list'>,
  sites: readonly Pick<SiteRow, 'site'>[],
): Promise<CrawlRules> {
  const stored = new Set(await objects.list('sitemaps/'));
  const listed = new Set<string>();
  for (const { site } of sites) {
    if (!stored.has(listedName(site))) continue;
    for (const { address } of decodeListed(await objects.get(listedName(site))).addresses)
      listed.add(rules.normalize(new URL(address)));
  }
  return { ...rules, admit: identity => rules.admit(identity) ?? (listed.has(identity) ? undefined : 'excluded') };
}
