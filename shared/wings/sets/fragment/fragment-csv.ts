import { columnsOf } from '../../../files/column.ts';
import { csvTable } from '../../../files/csv-table.ts';
import { arcsOf, type Fragment, type FragmentSite } from './fragment.ts';
import { csvColumns } from './fragment-columns.ts';

/** Links from one site to another. */
interface LinkedSites {
  readonly from: FragmentSite;
  readonly to: FragmentSite;
  readonly links: number;
  readonly pages: number;
}

export const siteLinkColumns = columnsOf<LinkedSites>([
  ['Source', 'string', 'target site that links', ({ from }) => from.site],
  ['Target', 'string', 'site that is linked', ({ to }) => to.site],
  ['Links', 'integer', 'distinct addresses that are linked', ({ links }) => links],
  ['Pages', 'integer', 'pages with such a link', ({ pages }) => pages],
  ['SourceName', 'string', 'Name of Source', ({ from }) => from.name],
  ['TargetName', 'string', 'Name of Target', ({ to }) => to.name],
  ['SourceTags', 'string', 'Tags of Source', ({ from }) => from.tags],
  ['TargetTags', 'string', 'Tags of Target', ({ to }) => to.tags],
]);

/** `fragment/sites.csv`. */
export function fragmentSitesCsv({ sites }: Fragment): Iterable<Uint8Array> {
  return csvTable(csvColumns, sites);
}

/** `fragment/links.csv`. */
export function fragmentLinksCsv({ sites, arcs }: Fragment): Iterable<Uint8Array> {
  const rows = Iterator.from(arcsOf(arcs)).map(
    ({ source, target, ...counts }): LinkedSites => ({ from: sites[source]!, to: sites[target]!, ...counts }),
  );
  return csvTable(siteLinkColumns, rows);
}
