import type { CrawlDelayLine } from './parse-robots.ts';

/** A longer `Crawl-delay` is cut to this, so that no site makes a crawl endless. The caller logs the cut. */
const longestCrawlDelayMs = 30_000;

export interface CrawlDelay {
  readonly delayMs: number;
  /** The delay in the file, in ms, if it was more than 30 s. */
  readonly clampedFrom?: number;
  readonly line: number;
}

/**
 * The delay that the lines request (seconds, fractions allowed). Undefined if no line is readable: negative numbers,
 * units and words do not count. RFC 9309 is silent about `Crawl-delay` and Google ignores it; of several lines the
 * longest delay counts, the first of equal ones.
 */
export function crawlDelayMs(rules: { readonly crawlDelays: readonly CrawlDelayLine[] }): CrawlDelay | undefined {
  let longest: { readonly askedMs: number; readonly line: number } | undefined;
  for (const { line, value } of rules.crawlDelays) {
    const askedMs = readSecondsAsMs(value);
    if (askedMs !== undefined && askedMs > (longest?.askedMs ?? -1)) longest = { askedMs, line };
  }
  if (longest === undefined) return undefined;
  const { askedMs, line } = longest;
  if (askedMs <= longestCrawlDelayMs) return { delayMs: askedMs, line };
  return { delayMs: longestCrawlDelayMs, clampedFrom: askedMs, line };
}

/** Finite and whole, so that it can be logged as a JSON number. */
function readSecondsAsMs(value: string): number | undefined {
  if (!/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)) return undefined;
  return Math.min(Math.round(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
}
