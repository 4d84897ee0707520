import { ByteBlocks } from '../../../files/byte-blocks.ts';
import type { Arcs } from '../site-graph/arcs.ts';
import type { GraphNode } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';

/**
 * The text form in which Common Crawl publishes its web graphs: a vertex is `id TAB name`, an edge `from TAB to`, both
 * sorted by id, no header. The name is the URL here, a reversed host name there. A normalized URL holds neither tab
 * nor line feed (the URL standard drops them).
 */
export function* vertexLines(nodes: Iterable<GraphNode>): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  for (const { id, url } of nodes) {
    out.utf8(`${id}\t${url}\n`);
    if (out.hasFull) yield* out.full();
  }
  yield* out.rest();
}

export function* edgeLines(arcs: Arcs): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  yield* arcLines(out, arcs, { firstId: 0, before: source => `${source}\t`, end: () => '\n' });
  yield* out.rest();
}
