import type { ResolvedSite } from '../crawl-spec.ts';

/** The site with this number. Searches in log n steps, because the numbers ascend. */
export function siteNumbered(sites: readonly ResolvedSite[], number: number): ResolvedSite | undefined {
  let low = 0;
  let high = sites.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sites[middle]!.number < number) low = middle + 1;
    else high = middle;
  }
  return sites[low]?.number === number ? sites[low] : undefined;
}
