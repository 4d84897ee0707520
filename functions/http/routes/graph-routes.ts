import { allowance, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type GraphSample, mostShownNodes } from '../../../shared/wings/graph/formats/graph-sample.ts';
import { amount, choice, site } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { firstRows, resultRows } from '../request/result-rows.ts';
import { type Route, route } from '../request/route.ts';
import { siteFileOf } from '../views/site-files.ts';
import { demandResults, withResults } from './result-routes.ts';

/** The first nodes of a site and the arcs between them, as `graph/<site>.sample.json` or `.ranked.json` has them. */
export interface ShownGraph extends Pick<GraphSample, 'nodes' | 'edges' | 'total'> {
  readonly site: number;
  /** The answer would be too large: nodes that were requested, or arcs between these nodes, are left out. */
  readonly isCut?: true;
}

/** Of the Web fragment, of sites and of links. */
const mostRows = 2_000;
/** Larger than any sample. */
const mostSampleBytes = 8_000_000;

/** The orders in which nodes are the first, and the files that hold them. */
const graphOrders = { level: 'sample', rank: 'ranked' } as const;
type GraphOrder = keyof typeof graphOrders;

export const graphRoutes: readonly Route[] = [
  route('GET /crawls/{id}/graph', 'Gives the first nodes of the graph of a site and the arcs between them.', {
    query: {
      site,
      nodes: amount('At most so many.', { usual: 1_000, most: mostShownNodes }),
      order: choice<GraphOrder>(
        'Of the nodes: by level, or by PageRank, the highest first.',
        ['level', 'rank'],
        'level',
      ),
    },
    answers: { 200: 'Nodes, edges, and how many there are in all.', 409: 'Not finished, or its file is missing.' },
    of: withResults,
    /** The first nodes of a site, by level (in the order of their ids) or by rank (by PageRank), and the arcs between them. */
    handle: async ({ own: record, query: { site: number = 1, nodes: most, order }, ports }) => {
      const { id } = record;
      const file = await siteFileOf(ports, record, number);
      if (file === undefined && (await ports.store.readSite(id, number)) === undefined)
        throw new Problem(404, [refusedValue('site', number, allowance('site-not-here'))]);
      const { nodes, edges, whole, total } = await readSample(ports, id, file, order);
      const shown = nodes.slice(0, most);
      const isCut = shown.length < Math.min(most, total.nodes) || whole < shown.length;
      const ids = new Set(shown.map(node => node.id));
      const between = edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
      const graph: ShownGraph = { site: number, nodes: shown, edges: between, ...(isCut && { isCut }), total };
      return graph;
    },
  }),
  route('GET /crawls/{id}/fragment', 'Gives the Web fragment: sites and links between them, at most 2,000 of each.', {
    answers: { 200: 'The rows of its files.', 409: 'Not finished.' },
    of: withResults,
    /** The Web fragment as its files have it: sites of the set and its accompanying set, and the links between them. */
    handle: async ({ own: { id }, ports }) => {
      await demandResults(ports, id, name => name.startsWith('fragment/'));
      const [sites, links] = await Promise.all([
        headOf(ports, id, 'fragment/sites.csv'),
        headOf(ports, id, 'fragment/links.csv'),
      ]);
      return { sites, links };
    },
  }),
];

async function readSample(
  ports: HttpPorts,
  crawl: string,
  site: string | undefined,
  order: GraphOrder,
): Promise<GraphSample> {
  const { service } = ports;
  const file = `graph/${site}.${graphOrders[order]}.json`;
  await demandResults(ports, crawl, name => name === file);
  const bytes = site === undefined ? undefined : await service.readResult(crawl, file, 0, mostSampleBytes);
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString()) as GraphSample;
  } catch {
    throw new Problem(409, [service.lacksPicture(crawl)]);
  }
}

/** The first rows of a file, by the names of its columns. */
async function headOf({ service }: HttpPorts, crawl: string, name: string): Promise<readonly object[]> {
  const rows = await resultRows(service, crawl, name);
  if (rows === undefined) throw new Problem(404, [refusal('no-fragment')]);
  const [header = [], ...shown] = await firstRows(rows, mostRows + 1);
  return shown.map(row => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
}
