import type { Context } from 'hono';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { siteFileNames } from '../../../shared/steps/unload/site-file-names.ts';
import { type GraphSample, mostShownNodes } from '../../../shared/wings/graph/formats/graph-sample.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { type PageSize, pageSize } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { demandResults, withResults } from './result-routes.ts';
import { numberOf } from './site-routes.ts';

type Asked = Context<HttpEnv>;

/** The first nodes of a site and the arcs between them, as `graph/<site>.sample.json` has them. */
export interface ShownGraph extends Pick<GraphSample, 'nodes' | 'edges' | 'total'> {
  readonly site: number;
  /** The answer would be too large: nodes that were asked for, or arcs between these nodes, are left out. */
  readonly isCut?: true;
}

export const nodesOfPicture: PageSize = { usual: 1_000, most: mostShownNodes };
/** Larger than any sample. */
const mostSampleBytes = 8_000_000;

export function addGraphRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/crawls/:id/graph', async context => await showGraph(ports, context));
}

/** The first nodes of a site in the order of their ids, so by level, and the arcs between them. */
async function showGraph(ports: HttpPorts, context: Asked): Promise<Response> {
  const site = numberOf(context.req.query('site') ?? '1');
  const most = pageSize(context.req.query('nodes'), nodesOfPicture, 'nodes');
  const { id } = await withResults(ports, context);
  const rows = await ports.store.readSites(id);
  if (rows.every(row => row.site !== site))
    throw new Problem(404, [refusedValue('site', site, allowance('site-not-here'))]);
  const { nodes, edges, whole, total } = await readSample(ports, id, siteFileNames(rows).get(site));
  const shown = nodes.slice(0, most);
  const isCut = shown.length < Math.min(most, total.nodes) || whole < shown.length;
  const between = edges.filter(({ source, target }) => source < most && target < most);
  const graph: ShownGraph = { site, nodes: shown, edges: between, ...(isCut ? { isCut } : {}), total };
  return context.json(graph);
}

async function readSample(ports: HttpPorts, crawl: string, site: string | undefined): Promise<GraphSample> {
  const { service } = ports;
  const file = `graph/${site}.sample.json`;
  await demandResults(ports, crawl, name => name === file);
  const bytes = site === undefined ? undefined : await service.readResult(crawl, file, 0, mostSampleBytes);
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString()) as GraphSample;
  } catch {
    throw new Problem(409, [service.lacksPicture(crawl)]);
  }
}
