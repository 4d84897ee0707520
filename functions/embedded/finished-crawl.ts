import type { CrawlSummary } from '../../shared/report/summary.ts';
import type { LocalCrawl } from './local-crawl.ts';

/** Of a crawl that was finished before: `run` does nothing and answers `summary`. */
export function finishedCrawl(summary: CrawlSummary): LocalCrawl {
  const nothing = (): void => undefined;
  return { run: async () => summary, stop: nothing, stopNow: nothing, onProgress: nothing, onLogLine: nothing };
}
