import { Arcs } from '../../../shared/wings/graph/site-graph/arcs.ts';
import type { GraphNode, SiteGraph, SiteResults } from '../../../shared/wings/graph/site-graph/graph.ts';

export type ArcOfTest = readonly [source: number, target: number, weight: number];

/** Texts that hold characters which XML 1.0 forbids (section 2.2), and what is left of them in an XML file. */
const forbiddenInXml: ReadonlyMap<string, string> = new Map([
  ['nul \u0000, bell \u0007, unit \u001f, noncharacter \ufffe\uffff, end', 'nul , bell , unit , noncharacter , end'],
  ['lone surrogates \ud800 and \udc00', 'lone surrogates  and '],
]);

/** Texts that break careless writers: markup, line ends, formulas, quotes, other scripts. */
export const oddTexts: readonly string[] = [
  '',
  `"double", 'single' & <b>bold</b> ]]> &amp;`,
  '=HYPERLINK("http://example.net";"click")',
  "'=1+1",
  '\tstarts with a tab',
  '\r\nstarts with a line end',
  '＝1+1',
  'one\ntwo\r\nthree\rfour\tfive',
  '  two blanks on both sides  ',
  'Заголовок 漢字 😀 \u202eright to left',
  ...forbiddenInXml.keys(),
];

export function inXml(oddText: string): string {
  return forbiddenInXml.get(oddText) ?? oddText;
}

export function arcsOf(nodeCount: number, arcs: readonly ArcOfTest[]): Arcs {
  const offsets = new Uint32Array(nodeCount + 1);
  const sorted = arcs.toSorted(([a, b], [c, d]) => a - c || b - d);
  for (const [source] of sorted) offsets[source + 1] = (offsets[source + 1] ?? 0) + 1;
  for (let node = 0; node < nodeCount; node++) offsets[node + 1] = (offsets[node + 1] ?? 0) + (offsets[node] ?? 0);
  const targets = Uint32Array.from(sorted, ([, target]) => target);
  return Arcs.from({ offsets, targets, weights: Uint32Array.from(sorted, ([, , weight]) => weight) });
}

export function nodeOf(id: number, changes: Partial<GraphNode> = {}): GraphNode {
  const label = id === 0 ? '/' : `/page-${id}`;
  return {
    id,
    label,
    url: `http://example.org${label}`,
    title: `Page ${id}`,
    level: id === 0 ? 0 : 1,
    inDegree: 0,
    outDegree: 0,
    externalLinks: 0,
    contentHash: id.toString(16).padStart(64, '0'),
    duplicates: 0,
    bytes: 100 + id,
    foundOn: id === 0 ? '' : 'http://example.org/',
    fetchedUrl: `http://example.org${label}`,
    linksDropped: 0,
    ...changes,
  };
}

export function graphOf(nodes: readonly GraphNode[], arcs: readonly ArcOfTest[]): SiteGraph {
  return {
    fileName: 'example.org',
    origin: 'http://example.org',
    nodeCount: nodes.length,
    arcs: arcsOf(nodes.length, arcs),
    duplicates: Uint32Array.from(nodes, ({ duplicates }) => duplicates),
    nodes: ids => (ids === undefined ? nodes : Array.from(ids, id => nodes[id]!)),
  };
}

export function resultsOf(graph: SiteGraph, reports: Partial<SiteResults> = {}): SiteResults {
  return {
    graph,
    externalLinks: () => [],
    badLinks: () => [],
    merges: () => [],
    normalizedIsCut: false,
    skipped: () => [],
    otherPages: () => [],
    linkEnd: () => undefined,
    nodeAt: url => [...graph.nodes()].findIndex(node => node.url === url),
    levels: [],
    ...reports,
  };
}

/** A node per odd text (as its title), in a ring, each with a link to itself. */
export function oddGraph(): SiteGraph {
  const nodes = oddTexts.map((title, id) => nodeOf(id, { title }));
  const ring = nodes.map(({ id }): ArcOfTest => [id, (id + 1) % nodes.length, id + 1]);
  const loops = nodes.map(({ id }): ArcOfTest => [id, id, 1]);
  return graphOf(nodes, [...ring, ...loops]);
}

export function arcList({ nodeCount, arcs }: SiteGraph): ArcOfTest[] {
  const nodes = Array.from({ length: nodeCount }, (_, id) => id);
  return nodes.flatMap(source => {
    const [first, end] = [arcs.offsets[source], arcs.offsets[source + 1]];
    const weights = arcs.weights.subarray(first, end);
    return Array.from(arcs.targets.subarray(first, end), (target, i): ArcOfTest => [source, target, weights[i] ?? 0]);
  });
}
