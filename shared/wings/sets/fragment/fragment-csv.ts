import { type CsvColumn, csvTable } from '../../../files/csv-table.ts';
import { arcsOf, type Fragment, type FragmentSite, type SiteArc } from './fragment.ts';
import { csvColumns } from './fragment-columns.ts';

const siteColumns: readonly CsvColumn<FragmentSite>[] = [
  ['Site', ({ site }) => site],
  ...csvColumns.map(({ name, of }): CsvColumn<FragmentSite> => [name, of]),
];

/** `fragment/sites.csv`. */
export function fragmentSitesCsv({ sites }: Fragment): Iterable<Uint8Array> {
  return csvTable(siteColumns, sites);
}

/** `fragment/links.csv`. */
export function fragmentLinksCsv({ sites, arcs }: Fragment): Iterable<Uint8Array> {
  const columns: readonly CsvColumn<SiteArc>[] = [
    ['Source', ({ source }) => sites[source]!.site],
    ['Target', ({ target }) => sites[target]!.site],
    ['Links', ({ links }) => links],
    ['Pages', ({ pages }) => pages],
    ['SourceName', ({ source }) => sites[source]!.name],
    ['TargetName', ({ target }) => sites[target]!.name],
    ['SourceTags', ({ source }) => sites[source]!.tags],
    ['TargetTags', ({ target }) => sites[target]!.tags],
  ];
  return csvTable(columns, arcsOf(arcs));
}
