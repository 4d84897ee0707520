import type { SitemapEntry } from './sitemap.ts';

/**
 * The sitemaps of an index, those first that may name new addresses: by their times, the newest first; then those without a time
 * from both ends of the index, since some sites add new ones at its end and others at its beginning.
 */
export function newestFirst(entries: readonly SitemapEntry[]): readonly SitemapEntry[] {
  const dated = entries.filter(({ modified }) => modified !== undefined);
  const undated = entries.filter(({ modified }) => modified === undefined);
  return [...dated.toSorted((a, b) => timeOf(b) - timeOf(a)), ...fromBothEnds(undated)];
}

function fromBothEnds<T>(items: readonly T[]): readonly T[] {
  return items.map((_, at) => items[at % 2 === 0 ? items.length - 1 - at / 2 : (at - 1) / 2]!);
}

function timeOf({ modified }: SitemapEntry): number {
  return Date.parse(modified!.at);
}
