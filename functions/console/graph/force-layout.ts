import type { Spot } from './graph-layout.ts';

/*
 * Places of nodes by forces (ForceAtlas2; Jacomy and others 2014): nodes push each other off, arcs pull. It begins with a
 * spiral in the order of the nodes and draws no random number, so a graph always gives one picture.
 */

/** The message to the worker. Matrices as graphology-layout-forceatlas2 has them. */
export type ForceTask = ReturnType<typeof forceTask>;

/** The answer of the worker: the matrix of nodes after some of the rounds. */
export interface ForceStep {
  readonly nodes: Float32Array;
  readonly isLast: boolean;
}

/** Numbers per node and per edge: x, y, four of speed, mass, convergence, size, whether it is fixed; source, target, weight. */
const [perNode, perEdge] = [10, 3];
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** The task that a graph is; edges name nodes by their places in `ids`. */
export function forceTask(ids: readonly string[], edges: readonly { source: string; target: string }[]) {
  const places = new Map(ids.map((id, place) => [id, place]));
  const nodes = new Float32Array(perNode * ids.length);
  for (const place of ids.keys()) {
    const radius = 10 * Math.sqrt(place);
    nodes.set([radius * Math.cos(place * goldenAngle), radius * Math.sin(place * goldenAngle)], perNode * place);
    nodes.set([1, 1, 1, 0], perNode * place + 6);
  }
  const drawn = edges.filter(({ source, target }) => source !== target && places.has(source) && places.has(target));
  const arcsTo = Map.groupBy(drawn, ({ target }) => target);
  const matrix = new Float32Array(perEdge * drawn.length);
  for (const [at, { source, target }] of drawn.entries()) {
    const [from, to] = [places.get(source)!, places.get(target)!];
    // A page that all pages link to from their menus would pull all of them into one heap.
    const weight = 1 / arcsTo.get(target)!.length;
    matrix.set([perNode * from, perNode * to, weight], perEdge * at);
    nodes[perNode * from + 6]! += weight;
    nodes[perNode * to + 6]! += weight;
  }
  return { nodes, edges: matrix, rounds: roundsOf(ids.length), settings: settingsOf(ids.length) };
}

/** After a hundred of them groups are apart; 10,000 nodes take some fifteen seconds. */
function roundsOf(count: number): number {
  return count <= 1_000 ? 400 : count <= 2_000 ? 300 : count <= 5_000 ? 200 : 150;
}

/** All of them: the loop of rounds has no defaults. */
function settingsOf(count: number) {
  return {
    linLogMode: false,
    outboundAttractionDistribution: false,
    adjustSizes: false,
    edgeWeightInfluence: 1,
    scalingRatio: 10,
    strongGravityMode: false,
    gravity: 1,
    slowDown: 1,
    barnesHutOptimize: count > 200,
    barnesHutTheta: 0.7,
  };
}

/** The places that a step has. */
export function spotsOf(ids: readonly string[], { nodes }: Pick<ForceStep, 'nodes'>): ReadonlyMap<string, Spot> {
  return new Map(ids.map((id, place) => [id, { x: nodes[perNode * place]!, y: nodes[perNode * place + 1]! }]));
}

/** Lays a graph out in its own thread, and sends the places again and again until they are good. Ends with `signal`. */
export async function layOutByForce(
  ids: readonly string[],
  edges: readonly { source: string; target: string }[],
  onStep: (spots: ReadonlyMap<string, Spot>) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker('console/graph/force-worker.ts', { type: 'module' });
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve());
      worker.addEventListener('error', ({ message }) => reject(new Error(`the layout failed: ${message}`)));
      worker.addEventListener('message', ({ data }: MessageEvent<ForceStep>) => {
        if (signal.aborted) return;
        onStep(spotsOf(ids, data));
        if (data.isLast) resolve();
      });
      worker.postMessage(forceTask(ids, edges));
    });
  } finally {
    worker.terminate();
  }
}
