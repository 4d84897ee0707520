import { t } from '../words/language.ts';
import { firstOf, pagesOf } from './api.ts';
import type { Crawl, CrawlPage } from './api-types.ts';

const crawlsOfPage = 100;
const mostCrawls = 1_000;

/** The newest first. */
export async function finishedCrawls(signal: AbortSignal): Promise<readonly Crawl[]> {
  const pages = await firstOf(
    pagesOf<CrawlPage>(['crawls'], { limit: crawlsOfPage }, signal),
    mostCrawls / crawlsOfPage,
  );
  const crawls = pages.flatMap(page => page.crawls);
  return crawls.filter(({ kind, state }) => kind !== 'watch' && state === 'finished');
}

/** The name of a crawl in one text, as `crawlName` shows it. */
export function nameText({ id, name, firstSite, siteCount = 1 }: Crawl): string {
  if (name !== undefined || firstSite === undefined) return name ?? id;
  return siteCount > 1 ? `${firstSite} ${t('andMore', { count: siteCount - 1 })}` : firstSite;
}
