import { columnsOf } from '../../../files/column.ts';
import { arcsOf, type Fragment, type FragmentSite } from './fragment.ts';

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

/** The rows of `fragment/links.csv`. */
export function linkedSites({ sites, arcs }: Fragment): Iterable<LinkedSites> {
  return Iterator.from(arcsOf(arcs)).map(
    ({ source, target, ...counts }): LinkedSites => ({ from: sites[source]!, to: sites[target]!, ...counts }),
  );
}
