import type { SiteResults } from '../../shared/wings/graph/site-graph/graph.ts';

/** The row of the results for one URL; as `ReferenceUrl`, but a merge has no level of its own in the files. */
export interface FoundUrl {
  readonly outcome: string;
  readonly level?: number;
  readonly foundOn?: string;
}

export function foundUrls(results: SiteResults): ReadonlyMap<string, FoundUrl> {
  const urls = new Map<string, FoundUrl>();
  for (const { url, level, foundOn } of results.graph.nodes()) urls.set(url, { outcome: 'node', level, foundOn });
  // The addresses that normalization joins are no URLs of the crawl.
  for (const { url, kind, keptUrl } of results.merges())
    if (kind !== 'normalized') urls.set(url, { outcome: `${kind} ${keptUrl}` });
  for (const { url, reason, level, foundOn } of results.skipped())
    urls.set(url, { outcome: `skipped ${reason}`, level, foundOn });
  return urls;
}
