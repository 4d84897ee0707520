import type { Progress } from '../../shared/report/progress.ts';
import type { CrawlSummary } from '../../shared/report/summary.ts';

/**
 * The progress of a crawl that has ended, with the outcomes of its result files: what still waited, or lies beyond a
 * limit, is skipped there.
 */
export function withResults(progress: Progress, summary: CrawlSummary): Progress {
  const outcomesOf = new Map(summary.sites.map(({ number, outcomes }) => [number, outcomes]));
  return {
    ...progress,
    outcomes: summary.outcomes,
    queued: 0,
    sites: progress.sites.map(site => ({ ...site, queued: 0, outcomes: outcomesOf.get(site.number) ?? site.outcomes })),
  };
}
