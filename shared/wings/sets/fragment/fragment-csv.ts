import { type Column, columnsOf, significant } from '../../../files/column.ts';
import { arcsOf, type Fragment, type FragmentSite } from './fragment.ts';

/** Of the nodes of the graph files, beside the label; `double` ones with eight significant digits. */
export const graphColumns = columnsOf<FragmentSite, string | number>([
  ['Site', 'string', 'domain, or host', ({ site }) => site],
  ['Kind', 'string', '`target` or `accompanying`', ({ kind }) => kind],
  [
    'Group',
    'string',
    'of accompanying sites: linked from `one`, `several` or `all` target sites',
    ({ group }) => group,
  ],
  [
    'Mutual',
    'string',
    'whether it and another target site link to each other: `yes`, `no`, `unknown`',
    site => site.mutual,
  ],
  ['InSites', 'integer', 'sites that link to it', ({ inSites }) => inSites],
  ['InLinks', 'integer', 'their links', ({ inLinks }) => inLinks],
  ['InPages', 'integer', 'their pages with such a link', ({ inPages }) => inPages],
  ['OutSites', 'integer', 'sites that it links to', ({ outSites }) => outSites],
  ['OutLinks', 'integer', 'links to them; 0 where it was not crawled', ({ outLinks }) => outLinks],
  ['PageRank', 'double', 'damping 0.85, a link has the weight Links; all sum to 1', site => significant(site.pageRank)],
  ['Hub', 'double', 'HITS; all sum to 1', ({ hub }) => significant(hub)],
  ['Authority', 'double', 'HITS; all sum to 1', ({ authority }) => significant(authority)],
  ['Component', 'integer', 'weakly connected component; 1 is the largest', ({ component }) => component],
  ['Number', 'string', 'number in the list of sites; several with `; ` between', site => site.number],
  ['Name', 'string', 'name in the list of sites; empty if the list gives none', site => site.name],
  ['ShortName', 'string', 'short name in the list of sites', site => site.shortName],
  ['Tags', 'string', 'kinds of sites in the words of the list', site => site.tags],
]);

const ofGraphsAlone = ['OutSites', 'Hub', 'Authority'];

/** Of `fragment/sites.csv`. */
export const csvColumns: readonly Column<FragmentSite>[] = graphColumns.filter(
  ({ name }) => !ofGraphsAlone.includes(name),
);

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
