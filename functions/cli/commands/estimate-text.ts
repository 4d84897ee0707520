import type { CrawlEstimate } from '../../../shared/report/crawl-usage.ts';
import { formatCount, formatCounted, formatDuration } from '../terminal/print.ts';

/** An estimate at a terminal: the amounts of `estimateCrawl`; dollars where the place costs some. */
export interface Estimate extends Omit<CrawlEstimate, 'usage' | 'assumptions'> {
  readonly dollars?: number;
  readonly dollarsPerThousand?: number;
  readonly assumptions: readonly { readonly message: string }[];
}

/** Whole lines, with a line break at the end. */
export function estimateText({ assumptions, listed, ...estimate }: Estimate): string {
  const lines = [amountsText(estimate), ...(listed === undefined ? [] : [listedText(listed)])];
  return [...lines, ...assumptions.map(({ message }) => message), ''].join('\n');
}

function amountsText(estimate: Omit<Estimate, 'assumptions' | 'listed'>): string {
  const { pages, seconds = 0, mostSeconds = seconds, secondsPerThousand, dollars, dollarsPerThousand } = estimate;
  if (pages === undefined)
    return [
      'How many pages there are is not known before the crawl (--pages-per-site assumes a number).',
      `1,000 pages of a site: ${atLeast(secondsPerThousand)}${costText(dollarsPerThousand)}`,
    ].join('\n');
  const most = mostSeconds > seconds ? ` (up to ${time(mostSeconds)} if one site gives most)` : '';
  return `At most ${formatCounted(pages, 'page')}, ${atLeast(seconds)}${most}${costText(dollars)}`;
}

function listedText({ sites, pages, seconds }: NonNullable<Estimate['listed']>): string {
  const whose = sites === 1 ? 'The sitemap of a site lists' : `The sitemaps of ${formatCount(sites)} sites list`;
  return `${whose} ${formatCounted(pages, 'page')} within the limits: ${atLeast(seconds)} if clicks lead to all of them.`;
}

function atLeast(seconds: number): string {
  return seconds === 0 ? 'as fast as the sites answer' : `at least ${time(seconds)}`;
}

function time(seconds: number): string {
  return formatDuration(seconds * 1_000);
}

function costText(dollars: number | undefined): string {
  return dollars === undefined ? '' : `, $${dollars.toFixed(4)}`;
}
