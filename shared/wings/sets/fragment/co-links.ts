/**
 * Co-links: which sites are linked by the same sites (Small 1973 for citations; co-link analysis of Issue Crawler and Webometric
 * Analyst). Two sites that nobody links to together have no row.
 */

import { columnsOf } from '../../../files/column.ts';
import { type GraphEdge, writeGraph } from '../../../files/graph-file.ts';
import { writeTable } from '../../../files/write-table.ts';
import type { TableSink } from '../../../ports/result-ports.ts';
import { arcsTo, type Fragment, type FragmentSite, shownName } from './fragment.ts';
import { graphColumns } from './fragment-csv.ts';

interface CoLink {
  readonly site: FragmentSite;
  readonly other: FragmentSite;
  /** Sites that link to both. */
  readonly count: number;
}

/** The sites that most sites link to are compared, since the number of pairs grows with the square. */
const mostSites = 1_000;

export const coLinkColumns = columnsOf<CoLink>([
  ['Site', 'string', 'a site that another site links to', ({ site }) => site.site],
  ['Other', 'string', 'another one', ({ other }) => other.site],
  ['CoLinks', 'integer', 'sites that link to both', ({ count }) => count],
  ['Cosine', 'double', 'CoLinks ÷ √(InSites of Site × InSites of Other)', link => cosineOf(link)],
]);

function cosineOf({ site, other, count }: CoLink): string {
  return (count / Math.sqrt(site.inSites * other.inSites)).toFixed(4);
}

/** `fragment/co-links`: a table, GEXF and GraphML. */
export async function writeCoLinks(sink: TableSink, fragment: Fragment): Promise<void> {
  const sites = fragment.sites
    .filter(({ inSites }) => inSites > 0)
    .sort((a, b) => b.inSites - a.inSites || a.id - b.id)
    .slice(0, mostSites)
    .sort((a, b) => a.id - b.id);
  const links = coLinks(fragment, sites);
  await writeTable(sink, 'fragment/co-links', coLinkColumns, links);
  await writeGraph<FragmentSite>(sink, 'fragment/co-links', {
    description: 'Sites, and how many sites link to both of two',
    nodes: sites,
    label: shownName,
    nodeAttributes: graphColumns,
    edges: () => links.map(edgeOf),
    edgeCount: links.length,
    edgeAttributes: [{ name: 'Cosine', type: 'double' }],
    isUndirected: true,
  });
}

function edgeOf(link: CoLink): GraphEdge {
  return { source: link.site.id, target: link.other.id, weight: link.count, values: [cosineOf(link)] };
}

/** In the order of the fragment's sites. */
function coLinks({ sites: all, arcs }: Fragment, sites: readonly FragmentSite[]): readonly CoLink[] {
  /** By source: places of the sites that it links to, ascending. */
  const linked = all.map((): number[] => []);
  for (const [place, { id }] of sites.entries()) for (const { source } of arcsTo(arcs, id)) linked[source]!.push(place);
  const counts = new Uint32Array(sites.length * sites.length);
  for (const places of linked)
    for (const [at, place] of places.entries())
      for (const other of places.slice(at + 1)) counts[place * sites.length + other]! += 1;
  const found: CoLink[] = [];
  for (const [index, count] of counts.entries())
    if (count > 0)
      found.push({ site: sites[Math.floor(index / sites.length)]!, other: sites[index % sites.length]!, count });
  return found;
}
