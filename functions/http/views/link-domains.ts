import type { LinkDomain, LinkKind, LinkRow } from '../../../shared/domain/link-rows.ts';
import { csvRow } from '../../../shared/files/csv-table.ts';

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

type Cells = readonly (string | number)[];

/** Columns as the result files call them, behind the number and the name of the site. */
const columns: Readonly<Record<LinkKind, { readonly names: readonly string[]; cellsOf(row: LinkRow): Cells }>> = {
  internal: {
    names: ['Url', 'Level', 'FoundOn', 'Status', 'Reason', 'LinkType'],
    cellsOf: ({ link, level, page, status = '', reason = '', type = '' }) => [link, level, page, status, reason, type],
  },
  external: {
    names: ['Url', 'Page', 'Level', 'Anchor', 'Occurrences', 'LinkType'],
    cellsOf: ({ link, page, level, anchor = '', occurrences = '', type = '' }) => [
      ...[link, page, level, anchor, occurrences, type],
    ],
  },
  bad: {
    names: ['Text', 'Page', 'Level', 'Reason'],
    cellsOf: ({ link, page, level, reason = '' }) => [link, page, level, reason],
  },
};

/** Links as a CSV file; `nameOf` names sites by their numbers. */
export async function* linksCsv(
  kind: LinkKind,
  rows: AsyncIterable<LinkRow>,
  nameOf: (site: number) => string,
): AsyncGenerator<Uint8Array, void> {
  const { names, cellsOf } = columns[kind];
  yield Buffer.from(csvRow(['Site', 'SiteName', ...names]));
  for await (const row of rows) yield Buffer.from(csvRow([row.site, nameOf(row.site), ...cellsOf(row)]));
}

export function domainsCsv(domains: readonly LinkDomain[]): string {
  const rows = domains.map(({ domain, links, occurrences, sites }) => csvRow([domain, links, occurrences, sites]));
  return [csvRow(['Domain', 'Links', 'Occurrences', 'Sites']), ...rows].join('');
}
