import type { LinkDomain, LinkKind, LinkRow } from '../../../shared/domain/link-rows.ts';
import { csvRow } from '../../../shared/files/csv-cell.ts';

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
