import type { LinkDomain } from '../../../shared/domain/link-rows.ts';

/** The columns by which the table of domains may be sorted. */
export const domainSorts = ['domain', 'links', 'occurrences', 'sites'] as const satisfies readonly (keyof LinkDomain)[];

/** Sorted; domains alike are in the order of their names. */
export function sortedDomains(
  domains: readonly LinkDomain[],
  sort: (typeof domainSorts)[number],
  isDescending: boolean,
): readonly LinkDomain[] {
  const sign = isDescending ? -1 : 1;
  return domains.toSorted((a, b) => {
    if (a[sort] !== b[sort]) return a[sort] < b[sort] ? -sign : sign;
    return a.domain < b.domain ? -1 : 1;
  });
}

/** Sums over all domains; sites are counted once for each domain, so they have none. */
export function domainTotals(domains: readonly LinkDomain[]): object {
  return {
    domains: domains.length,
    links: domains.reduce((sum, { links }) => sum + links, 0),
    occurrences: domains.reduce((sum, { occurrences }) => sum + occurrences, 0),
  };
}
