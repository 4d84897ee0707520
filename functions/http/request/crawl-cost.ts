import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { CrawlUsage } from '../../../shared/report/crawl-usage.ts';

/** The actual or expected usage, in requests and in dollars; undefined if nothing is billed. */
export function costOf(
  usage: CrawlUsage,
  { service }: HttpPorts,
): { readonly requests: CrawlUsage; readonly dollars: number } | undefined {
  const dollars = service.dollars(usage);
  return dollars === undefined ? undefined : { requests: usage, dollars: Number(dollars.toFixed(6)) };
}
