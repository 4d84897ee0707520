import { kindOf } from '../spec/crawl-kind.ts';
import type { CrawlRow } from './crawl-state.ts';

const dayMs = 24 * 3_600_000;
export const longestCrawlDays = 60;

/**
 * Longest life of a crawl in an account. Claims of its first pages expire some days after this time: later they would be claimed,
 * and fetched, once more.
 */
export const longestCrawlMs = longestCrawlDays * dayMs;

/** Why a crawl must stop that has lived so long; undefined: it may go on. A watch has no claims that expire. */
export function outlived({ startedAt, spec }: Pick<CrawlRow, 'startedAt' | 'spec'>, now: number): string | undefined {
  if (!kindOf(spec).ends || now - startedAt < longestCrawlMs) return undefined;
  return `older than ${longestCrawlDays} days, for which an account knows what a crawl has fetched`;
}
