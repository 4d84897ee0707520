import type { Context } from 'hono';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type GraphSample, mostShownNodes } from '../../../shared/wings/graph/formats/graph-sample.ts';
import { amount, choice, site, type ValuesOf } from '../request/fields.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';
import { type Route, route } from '../request/route.ts';
import { siteFileOf } from '../views/site-files.ts';
import { demandResults, withResults } from './result-routes.ts';

type Asked = Context<HttpEnv>;

/** The first nodes of a site and the arcs between them, as `graph/<site>.sample.json` or `.ranked.json` has them. */
export interface ShownGraph extends Pick<GraphSample, 'nodes' | 'edges' | 'total'> {
  readonly site: number;
  /** The answer would be too large: nodes that were requested, or arcs between these nodes, are left out. */
  readonly isCut?: true;
}

/** Larger than any sample. */
const mostSampleBytes = 8_000_000;

/** The orders in which nodes are the first, and the files that hold them. */
const graphOrders = { level: 'sample', rank: 'ranked' } as const;
type GraphOrder = keyof typeof graphOrders;

const graphQuery = {
  site,
  nodes: amount('At most so many.', { usual: 1_000, most: mostShownNodes }),
  order: choice<GraphOrder>('Of the nodes: by level, or by PageRank, the highest first.', ['level', 'rank'], 'level'),
};

export const graphRoutes: readonly Route[] = [
  route('GET /crawls/{id}/graph', 'Gives the first nodes of the graph of a site and the arcs between them.', {
    query: graphQuery,
    answers: { 200: 'Nodes, edges, and how many there are in all.', 409: 'Not finished, or its file is missing.' },
    handle: showGraph,
  }),
];

/** The first nodes of a site, by level (in the order of their ids) or by rank (by PageRank), and the arcs between them. */
async function showGraph(
  ports: HttpPorts,
  context: Asked,
  { site: number = 1, nodes: most, order }: ValuesOf<typeof graphQuery>,
): Promise<Response> {
  const record = await withResults(ports, context);
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
  return context.json(graph);
}

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
