import { localClock, openLocalFetcher } from '../../../shared/adapters/local/open.ts';
import { requestIdentityOf } from '../../../shared/domain/http/request-identity.ts';
import { sideBySide } from '../../../shared/domain/side-by-side.ts';
import type { ResolvedSite, ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { specOf } from '../../../shared/domain/spec/sites/site-numbered.ts';
import { type CrawlRules, createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../../shared/domain/url/site-scope.ts';
import { HostLines } from '../../../shared/steps/page/host-lines.ts';
import { askPolitely } from '../../../shared/steps/page/polite-asker.ts';
import { readSiteSitemaps } from '../../../shared/wings/publications/finding/site-sitemaps.ts';

/** Sites whose sitemaps are read at the same time. */
const atOnce = 16;
/** After that no other sitemap is requested: an estimate is awaited. The count by then is still the least. */
const longestMs = 20_000;

/**
 * How many pages of each site its sitemaps list, by the site's number: those that the crawl would fetch if a page linked to them, each once. Requested
 * within robots.txt and at the delays of the crawl. Sites without a sitemap are left out.
 */
export async function countListed(spec: ResolvedSpec): Promise<ReadonlyMap<number, number>> {
  const pages = new Map<number, number>();
  if (spec.fromWarc !== undefined) return pages;
  await prepareScope(spec);
  const rules = createCrawlRules(spec);
  const clock = localClock();
  const lines = new HostLines(clock);
  const end = clock.now() + longestMs;
  const fetcher = await openLocalFetcher(spec);
  try {
    await sideBySide(spec.sites, atOnce, async site => {
      const isStopped = (): boolean => clock.now() >= end;
      if (isStopped()) return;
      const { delayMs } = site;
      const asking = askPolitely(fetcher, {
        ...{ clock, identity: requestIdentityOf(specOf(spec, site.number)), delayMs, robots: spec.robots, lines },
      });
      const { files, addresses } = await readSiteSitemaps(site.url, { ...asking, nowMs: clock.now(), isStopped });
      if (files.length > 0) pages.set(site.number, countOwn(rules, site, addresses));
    });
  } finally {
    await fetcher.close();
  }
  return pages;
}

function countOwn(
  rules: CrawlRules,
  { number, url }: ResolvedSite,
  addresses: readonly { readonly address: string }[],
): number {
  const bounds = rules.bounds(number, url);
  const own = new Set<string>();
  for (const { address } of addresses) {
    const listed = URL.parse(address);
    if (listed === null || !bounds.belongs(listed)) continue;
    const identity = rules.normalize(listed);
    if (rules.admit(identity) === undefined) own.add(identity);
  }
  return own.size;
}
