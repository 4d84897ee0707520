import type { CrawlRow, FinishReason, SiteRow } from './crawl-state.ts';

/** What a finish condition may look at. */
export interface CrawlProgress {
  readonly elapsedMs: number;
  /** Pages with a final outcome after a request. */
  readonly pages: number;
  readonly sites: readonly SiteRow[];
}

/** Ends a crawl before its work is done. Chosen by name in the spec; asked about once a second. */
export interface FinishCondition {
  readonly name: string;
  isMet(progress: CrawlProgress): boolean;
}

/** A host that went down later has left its pages. */
function hasNoPage({ status, counters }: SiteRow): boolean {
  return status === 'not-available' && counters.nodes === 0;
}

/** Why a crawl with no active site ended. */
export function finishReasonOf(crawl: CrawlRow, sites: readonly SiteRow[]): FinishReason {
  const counted = sites.filter(({ status }) => status !== 'same-as' && status !== 'removed');
  if (counted.length > 0 && counted.every(({ status }) => status === 'not-available')) return 'not-available';
  const has = (reason: FinishReason): boolean => counted.some(({ status }) => status === reason);
  if (crawl.stop !== undefined && has(crawl.stop)) return crawl.stop;
  // After a resume that did not raise its limit, a site keeps the finish reason of the earlier run.
  const limit = (['time-limit', 'page-budget'] as const).find(has);
  return limit ?? (counted.some(hasNoPage) ? 'start-pages' : 'no-work');
}
