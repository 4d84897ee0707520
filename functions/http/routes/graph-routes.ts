import type { Context } from 'hono';
import { type LinkType, linkTypes } from '../../../shared/domain/link-type.ts';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { siteFileNames } from '../../../shared/steps/unload/site-file-names.ts';
import type { GraphNode } from '../../../shared/wings/graph/site-graph/graph.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { type PageSize, pageSize } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { resultCells } from '../request/result-rows.ts';
import { withResults } from './result-routes.ts';
import { numberOf } from './site-routes.ts';

type Asked = Context<HttpEnv>;

/** The first pages of a site and the arcs between them, as a picture shows them. */
export interface GraphSample {
  readonly site: number;
  readonly nodes: readonly ShownNode[];
  readonly edges: readonly ShownEdge[];
  /** The answer would be too large: nodes that were asked for, or arcs between these nodes, are left out. */
  readonly isCut?: true;
  /** Of the whole graph. */
  readonly total: { readonly nodes: number; readonly edges: number };
}

export type ShownNode = Pick<GraphNode, 'id' | 'label' | 'url' | 'title' | 'level' | 'inDegree' | 'outDegree'>;

interface ShownEdge {
  readonly source: number;
  readonly target: number;
  readonly weight: number;
  /** Of crawls whose pages a browser has loaded: how its links came to be. */
  readonly type?: LinkType;
}

/** Nodes of a picture: more than a browser draws well are not given. */
export const nodesOfPicture: PageSize = { usual: 1_000, most: 5_000 };
/**
 * Arcs of a picture, and rows that are looked at for them: the arcs of a hub may go on for millions, and the function of
 * the account, with a third of a processor, has 29 s.
 */
const mostEdges = 50_000;
const mostEdgeRows = 500_000;
/**
 * A Lambda answers 6 MB at most, which has the body as a JSON string: each quote in it takes two bytes. Of that, nodes
 * leave something to the arcs.
 */
const mostNodeBytes = 3_000_000;
const mostAnswerBytes = 5_000_000;

export function addGraphRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/crawls/:id/graph', async context => await showGraph(ports, context));
}

/** The first nodes of a site in the order of their ids, so by level, and the arcs between them. */
async function showGraph(ports: HttpPorts, context: Asked): Promise<Response> {
  const site = numberOf(context.req.query('site') ?? '1');
  const most = pageSize(context.req.query('nodes'), nodesOfPicture, 'nodes');
  const { id, run } = await withResults(ports, context);
  const rows = await ports.store.readSites(id);
  if (rows.every(row => row.site !== site))
    throw new Problem(404, [refusedValue('site', site, allowance('site-not-here'))]);
  const file = `graph/${siteFileNames(rows).get(site) ?? noGraph(ports.service, id)}`;
  const room = new AnswerRoom(mostNodeBytes);
  const nodes = await firstNodes(ports, id, `${file}.nodes.csv`, most, room);
  room.widen(mostAnswerBytes - mostNodeBytes);
  const edges = await arcsBetween(ports, id, `${file}.edges.csv`, nodes.length, room);
  const found = (await ports.service.sitesFound(id, run, [site])).get(site);
  const total = {
    nodes: found?.levels.reduce((sum, level) => sum + level.nodes, 0) ?? nodes.length,
    edges: found?.arcs ?? edges.length,
  };
  const sample: GraphSample = { site, nodes, edges, ...(room.isUsedUp ? { isCut: true } : {}), total };
  return context.json(sample);
}

/** What still goes into the answer. */
class AnswerRoom {
  private bytes: number;
  /** Something was left out. */
  isUsedUp = false;

  constructor(bytes: number) {
    this.bytes = bytes;
  }

  widen(bytes: number): void {
    this.bytes += bytes;
  }

  takes(part: object): boolean {
    const size = Buffer.byteLength(JSON.stringify(JSON.stringify(part)));
    const fits = size <= this.bytes;
    if (fits) this.bytes -= size;
    else this.isUsedUp = true;
    return fits;
  }
}

async function firstNodes(
  { service }: HttpPorts,
  crawl: string,
  name: string,
  most: number,
  room: AnswerRoom,
): Promise<readonly ShownNode[]> {
  const nodes: ShownNode[] = [];
  for await (const row of (await resultCells(service, crawl, name, nodeColumns)) ?? noGraph(service, crawl)) {
    const node = nodeOf(row);
    if (!room.takes(node)) break;
    nodes.push(node);
    if (nodes.length === most) break;
  }
  return nodes;
}

/** Of `graph/<site>.nodes.csv`, in the order in which `nodeOf` takes their cells. */
const nodeColumns = ['Id', 'Label', 'Url', 'Title', 'Level', 'InDegree', 'OutDegree'];
const edgeColumns = ['Source', 'Target', 'Weight', 'LinkType'];

function nodeOf([id, label = '', url = '', title = '', level, inDegree, outDegree]: readonly string[]): ShownNode {
  return {
    id: Number(id),
    label,
    url,
    title,
    level: Number(level),
    inDegree: Number(inDegree),
    outDegree: Number(outDegree),
  };
}

/** Arcs are sorted by source, so that no arc between the first nodes comes behind the first of a later one. */
async function arcsBetween(
  { service }: HttpPorts,
  crawl: string,
  name: string,
  nodes: number,
  room: AnswerRoom,
): Promise<readonly ShownEdge[]> {
  const edges: ShownEdge[] = [];
  let seen = 0;
  for await (const [from, to, weight, linkType] of (await resultCells(service, crawl, name, edgeColumns)) ??
    noGraph(service, crawl)) {
    const [source, target] = [Number(from), Number(to)];
    if (source >= nodes) break;
    seen += 1;
    if (seen > mostEdgeRows || edges.length === mostEdges) {
      room.isUsedUp = true;
      break;
    }
    if (target >= nodes) continue;
    const type = linkTypes.find(each => each === linkType);
    const edge = { source, target, weight: Number(weight), ...(type === undefined ? {} : { type }) };
    if (!room.takes(edge)) break;
    edges.push(edge);
  }
  return edges;
}

function noGraph(service: HttpPorts['service'], crawl: string): never {
  throw new Problem(409, [service.lacksFormat(crawl, 'csv')]);
}
