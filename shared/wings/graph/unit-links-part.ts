/** The graph between the hosts of a site, and between its folders: the figure of a site of several hosts. */

import { indexIn } from '../../domain/index-in.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { isOfHosts } from '../../domain/url/site-scope.ts';
import { columnsOf } from '../../files/column.ts';
import { type GraphEdge, writeGraph } from '../../files/graph-file.ts';
import { readableHost, readablePath } from '../../files/readable-address.ts';
import { writeTable } from '../../files/write-table.ts';
import type { EndedSite, ResultPart } from '../../steps/unload/result-part.ts';
import { withLabels } from './formats/node-columns.ts';
import { hostOf } from './hosts-of-site.ts';
import type { SiteReading } from './read-site.ts';
import { arcRow } from './site-graph/arc-rows.ts';
import type { SiteGraph } from './site-graph/graph.ts';

interface Unit {
  readonly id: number;
  readonly name: string;
  readonly pages: number;
}

interface UnitLink {
  readonly source: Unit;
  readonly target: Unit;
  /** Links, every occurrence. */
  readonly links: number;
  /** Pages of the source with such a link. */
  readonly pages: number;
}

/** Counted in squares of a cell for each two units: 8 MB where there are as many units as there may be. */
interface UnitGraph {
  readonly units: readonly Unit[];
  readonly count: number;
  /** By source, then by target. */
  links(): Generator<UnitLink>;
}

/** The largest units; all further ones are one unit, so that a site of a million folders has no trillion pairs. */
const mostUnits = 1_000;
const otherUnits = '(others)';

export const unitLinkColumns = columnsOf<UnitLink>([
  ['Source', 'string', 'host, or first folder of the path, of the pages that link', ({ source }) => source.name],
  ['Target', 'string', 'that of the pages that are linked; the same unit is among them', ({ target }) => target.name],
  ['Links', 'integer', 'links from the one to the other, every occurrence', ({ links }) => links],
  ['Pages', 'integer', 'pages of Source that link to Target', ({ pages }) => pages],
  ['SourcePages', 'integer', 'pages of Source', ({ source }) => source.pages],
  ['TargetPages', 'integer', 'pages of Target', ({ target }) => target.pages],
]);

/** `graph/<site>.host-links` of a site of several hosts, and `graph/<site>.folder-links`: tables, GEXF and GraphML. */
export function unitLinksPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  { scope }: Pick<ResolvedSpec, 'scope'>,
): ResultPart<undefined> {
  const hasHosts = isOfHosts(scope);
  const folderOf = (url: string): string => `${hasHosts ? hostOf(url) : ''}${firstFolder(url)}`;
  return {
    name: 'unit-links',
    perSite: async (ended, sink) => {
      const { graph } = (await read(ended)).results;
      const ways = [['folder', folderOf] as const, ...(hasHosts ? [['host', hostOf] as const] : [])];
      for (const [kind, unitOf] of ways) {
        const { units, count, links } = unitGraph(graph, unitOf);
        const name = `graph/${ended.fileName}.${kind}-links`;
        await writeTable(sink, name, withLabels(unitLinkColumns, graph.labels), links());
        await writeGraph(sink, name, {
          description: `The ${kind}s of a site and the links between them`,
          nodes: units,
          label: unit => readablePath(readableHost(unit.name)),
          nodeAttributes: [
            { name: 'Name', type: 'string', of: unit => unit.name },
            { name: 'Pages', type: 'integer', of: unit => unit.pages },
          ],
          edges: () => edgesOf(links()),
          edgeCount: count,
          edgeAttributes: [{ name: 'LinkPages', type: 'integer' }],
        });
      }
      return undefined;
    },
  };
}

/** `/news/` of `/news/2024/a.html`; `/` of a page beside the start page. */
function firstFolder(url: string): string {
  return /^\/(?:[^/]*\/)?/.exec(new URL(url).pathname)![0];
}

function unitGraph(graph: SiteGraph, nameOf: (url: string) => string): UnitGraph {
  const { units, unitAt } = unitsOf(graph, nameOf);
  const size = units.length;
  const links = new Uint32Array(size * size);
  const pages = new Uint32Array(size * size);
  /** By the target: one more than the last page that links to it. */
  const lastPage = new Uint32Array(size);
  let count = 0;
  const row = arcRow(graph.arcs.longest);
  for (let node = 0; node < graph.nodeCount; node += 1) {
    const length = graph.arcs.read(node, row);
    for (let at = 0; at < length; at += 1) {
      const target = unitAt[row.targets[at]!]!;
      const cell = unitAt[node]! * size + target;
      if (pages[cell] === 0) count += 1;
      links[cell]! += row.weights[at]!;
      if (lastPage[target] !== node + 1) pages[cell]! += 1;
      lastPage[target] = node + 1;
    }
  }
  return {
    units,
    count,
    *links() {
      for (const source of units)
        for (const target of units) {
          const cell = source.id * size + target.id;
          if (pages[cell] !== 0) yield { source, target, links: links[cell]!, pages: pages[cell]! };
        }
    },
  };
}

/** Units by their names; by the id of a node the id of its unit. */
function unitsOf(graph: SiteGraph, nameOf: (url: string) => string): { units: readonly Unit[]; unitAt: Uint32Array } {
  const indexes = new Map<string, number>();
  /** By the id of a node: the index of its unit's name, then the id of its unit. */
  const unitAt = new Uint32Array(graph.nodeCount);
  for (const { id, url } of graph.nodes()) unitAt[id] = indexIn(indexes, nameOf(url));
  const counts = new Uint32Array(indexes.size);
  for (const index of unitAt) counts[index]! += 1;
  const largest = [...indexes]
    .sort(([a, i], [b, k]) => counts[k]! - counts[i]! || (a < b ? -1 : 1))
    .slice(0, mostUnits)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const units = largest.map(([name, index], id): Unit => ({ id, name, pages: counts[index]! }));
  if (indexes.size > mostUnits) {
    const pages = graph.nodeCount - units.reduce((sum, unit) => sum + unit.pages, 0);
    units.push({ id: mostUnits, name: otherUnits, pages });
  }
  const ids = new Uint32Array(indexes.size).fill(units.length - 1);
  for (const [id, [, index]] of largest.entries()) ids[index] = id;
  for (const [node, index] of unitAt.entries()) unitAt[node] = ids[index]!;
  return { units, unitAt };
}

function* edgesOf(links: Iterable<UnitLink>): Generator<GraphEdge> {
  for (const { source, target, links: weight, pages } of links)
    yield { source: source.id, target: target.id, weight, values: [pages] };
}
