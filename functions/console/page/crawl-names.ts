import { t } from '../words/language.ts';
import { askList } from './api.ts';
import type { Crawl, CrawlPage } from './api-types.ts';

const crawlsOfPage = 100;
const mostCrawls = 1_000;

/** The newest first. */
export async function finishedCrawls(signal: AbortSignal): Promise<readonly Crawl[]> {
  const found: Crawl[] = [];
  let cursor: string | undefined;
  for (let asked = 0; asked < mostCrawls; asked += crawlsOfPage) {
    const page = await askList<CrawlPage>(['crawls'], { limit: crawlsOfPage, cursor }, signal);
    found.push(...page.crawls.filter(({ kind, state }) => kind !== 'watch' && state === 'finished'));
    cursor = page.next;
    if (cursor === undefined) break;
  }
  return found;
}

/** The name of a crawl in one text, as `crawlName` shows it. */
export function nameText({ id, name, firstSite, siteCount = 1 }: Crawl): string {
  if (name !== undefined || firstSite === undefined) return name ?? id;
  return siteCount > 1 ? `${firstSite} ${t('andMore', { count: siteCount - 1 })}` : firstSite;
}
