import type { Context } from 'hono';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type GraphSample, mostShownNodes } from '../../../shared/wings/graph/formats/graph-sample.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { type PageSize, pageSize } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { siteNumber } from '../request/site-number.ts';
import { siteFileOf } from '../views/site-files.ts';
import { demandResults, withResults } from './result-routes.ts';

type Asked = Context<HttpEnv>;

/** The first nodes of a site and the arcs between them, as `graph/<site>.sample.json` or `.ranked.json` has them. */
export interface ShownGraph extends Pick<GraphSample, 'nodes' | 'edges' | 'total'> {
  readonly site: number;
  /** The answer would be too large: nodes that were requested, or arcs between these nodes, are left out. */
  readonly isCut?: true;
}

export const nodesOfPicture: PageSize = { usual: 1_000, most: mostShownNodes };
/** Larger than any sample. */
const mostSampleBytes = 8_000_000;

export function addGraphRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/crawls/:id/graph', async context => await showGraph(ports, context));
}

/** The orders in which nodes are the first, and the files that hold them. */
export const graphOrders = { level: 'sample', rank: 'ranked' } as const;

/** The first nodes of a site, by level (in the order of their ids) or by rank (by PageRank), and the arcs between them. */
async function showGraph(ports: HttpPorts, context: Asked): Promise<Response> {
  const site = siteNumber(context.req.query('site') ?? '1');
  const most = pageSize(context.req.query('nodes'), nodesOfPicture, 'nodes');
  const order = orderOf(context.req.query('order'));
  const record = await withResults(ports, context);
  const { id } = record;
  const file = await siteFileOf(ports, record, site);
  if (file === undefined && (await ports.store.readSite(id, site)) === undefined)
    throw new Problem(404, [refusedValue('site', site, allowance('site-not-here'))]);
  const { nodes, edges, whole, total } = await readSample(ports, id, file, order);
  const shown = nodes.slice(0, most);
  const isCut = shown.length < Math.min(most, total.nodes) || whole < shown.length;
  const ids = new Set(shown.map(node => node.id));
  const between = edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  const graph: ShownGraph = { site, nodes: shown, edges: between, ...(isCut && { isCut }), total };
  return context.json(graph);
}

function orderOf(text: string | undefined): keyof typeof graphOrders {
  if (text === undefined || text === 'level') return 'level';
  if (text === 'rank') return 'rank';
  throw new Problem(400, [refusedValue('order', text, allowance('one-of', { names: Object.keys(graphOrders) }))]);
}

async function readSample(
  ports: HttpPorts,
  crawl: string,
  site: string | undefined,
  order: keyof typeof graphOrders,
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
