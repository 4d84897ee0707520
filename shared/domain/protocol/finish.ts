import type { CrawlRow, FinishReason, SiteRow } from './crawl-state.ts';
import type { SiteSums } from './site-sums.ts';

/** Facts for finish conditions. */
export interface CrawlProgress {
  readonly elapsedMs: number;
  /** Pages with a final outcome after a request. */
  readonly pages: number;
  readonly sites: readonly SiteRow[];
}

/** Ends a crawl before its work is done. The spec names it; it is evaluated about once a second. */
export interface FinishCondition {
  readonly name: string;
  isMet(progress: CrawlProgress): boolean;
}

/** Why a crawl without active sites ended. `sums`: sums over all its sites. */
export function finishReasonOf(
  crawl: Pick<CrawlRow, 'stop'>,
  { byStatus, withoutPage }: Pick<SiteSums, 'byStatus' | 'withoutPage'>,
): FinishReason {
  const { 'same-as': _, removed: __, ...counted } = byStatus;
  const sites = Object.values(counted).reduce((sum, count) => sum + count, 0);
  if (sites > 0 && counted['not-available'] === sites) return 'not-available';
  const has = (reason: FinishReason): boolean => byStatus[reason as keyof typeof byStatus] !== undefined;
  if (crawl.stop !== undefined && has(crawl.stop)) return crawl.stop;
  // After a resume that did not raise its limit, a site keeps the finish reason of the earlier run.
  const limit = (['time-limit', 'page-budget'] as const).find(has);
  return limit ?? (withoutPage > 0 ? 'start-pages' : 'no-work');
}
