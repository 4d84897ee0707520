import type { SiteArcs } from './fragment.ts';

/** Site-level links as they are collected: one list per column, in any order, the same pair of sites more than once. */
interface ArcLists extends Omit<SiteArcs, 'offsets'> {
  readonly targets: Uint32Array;
}

/** Sorts links by target, then source, and adds up those of the same pair. Time and space: linear. */
export function sortArcs({ sources, targets, links, pages }: ArcLists, siteCount: number): SiteArcs {
  const any = Uint32Array.from({ length: sources.length }, (_, i) => i);
  const order = sortedBy(sortedBy(any, sources, siteCount), targets, siteCount);
  const offsets = new Uint32Array(siteCount + 1);
  const column = (): Uint32Array => new Uint32Array(order.length);
  const sums = { sources: column(), links: column(), pages: column() };
  let [last, found] = [-1, 0];
  for (const i of order) {
    const isNew = last < 0 || sources[i] !== sources[last] || targets[i] !== targets[last];
    if (isNew) {
      sums.sources[found] = sources[i]!;
      offsets[targets[i]! + 1]! += 1;
      found += 1;
    }
    sums.links[found - 1]! += links[i]!;
    sums.pages[found - 1]! += pages[i]!;
    last = i;
  }
  for (let site = 0; site < siteCount; site += 1) offsets[site + 1]! += offsets[site]!;
  return {
    offsets,
    sources: sums.sources.subarray(0, found),
    links: sums.links.subarray(0, found),
    pages: sums.pages.subarray(0, found),
  };
}

/** Of each site, the sum of `values` (one per link) over the links to it. */
export function sumByTarget({ offsets }: SiteArcs, values: Uint32Array): Float64Array {
  const sums = new Float64Array(offsets.length - 1);
  for (let site = 0; site < sums.length; site += 1)
    for (let i = offsets[site]!; i < offsets[site + 1]!; i += 1) sums[site]! += values[i]!;
  return sums;
}

/** Counting sort: stable, so that two in a row sort by two keys. */
function sortedBy(order: Uint32Array, keys: Uint32Array, keyCount: number): Uint32Array {
  const places = new Uint32Array(keyCount + 1);
  for (const i of order) places[keys[i]! + 1]! += 1;
  for (let key = 0; key < keyCount; key += 1) places[key + 1]! += places[key]!;
  const sorted = new Uint32Array(order.length);
  for (const i of order) {
    const key = keys[i]!;
    sorted[places[key]!] = i;
    places[key]! += 1;
  }
  return sorted;
}
