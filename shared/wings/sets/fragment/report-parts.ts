import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';

/** The meaning of the numbers of the report, as HTML. */
export function howCounted(groupBy: ResolvedSpec['groupBy']): string {
  return `<ul>
${[siteIs[groupBy], ...notes].map(note => `<li>${note}</li>\n`).join('')}</ul>`;
}

const siteIs = {
  domain:
    'A site is a registrable domain by the public suffix list, its private section included (two names below <code>github.io</code> are two sites); an IP address, a single label or a public suffix itself is a site by its host.',
  host: 'A site is a host, with its port where that is neither 80 nor 443.',
} as const;

const notes = [
  'Links: distinct normalized addresses that are linked, counted once for each crawled site. Where several crawled sites are one site here, their counts add up, and links between them are none.',
  'Pages: distinct pages that hold such a link, and addresses that redirect there. Links and pages that were deleted do not count.',
  'The accompanying set: sites outside the target set with a link from it. K counts the target sites that gave at least one page. Linked from all: from all K, where K is at least 2; from several: from 2 to K - 1; from one: from exactly one. The groups have no site in common.',
  'Mutual: yes where a target site and another one link to each other. Accompanying sites were not crawled, nor were target sites that gave no page, so it is unknown whether they link back.',
  'In-degree and out-degree: sites that link here, sites that are linked. What accompanying sites link to is not known and counts as nothing.',
  'Density of the target set: linked pairs of the K crawled target sites out of K(K - 1). Density of the fragment: linked pairs out of K(n - 1), as only K of the n sites were crawled.',
  'Components: sites that hang together when the direction of links is left out, the largest first.',
  'PageRank: damping 0.85, links weighted by their number, the rank of sites without links spread over all; iterated until it changes by less than 10<sup>-10</sup> in all. It sums to 1.',
  'Hubs and authorities (HITS): each linked pair counts once, whatever its number of links; each measure sums to 1.',
];
