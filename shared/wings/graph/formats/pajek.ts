import { ByteBlocks } from '../../../files/byte-blocks.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';
import { titleOf } from './label-columns.ts';

/**
 * `graph/<file>.net`: Pajek's network format. Vertices are numbered from 1 there, so a vertex is its Id + 1; its label
 * is the URL. Lines end in CRLF, as Pajek (a Windows program) writes them.
 */
export function* pajek(graph: SiteGraph): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  // A line of Pajek's own for a name of the network; without labels, nothing is written that was not before.
  if (graph.labels !== undefined) out.utf8(`*Network ${pajekLabel(networkName(graph))}\r\n`);
  out.utf8(`*Vertices ${graph.nodeCount}\r\n`);
  for (const { id, url } of graph.nodes()) {
    out.utf8(`${id + 1} "${pajekLabel(url)}"\r\n`);
    if (out.hasFull) yield* out.full();
  }
  out.utf8('*Arcs\r\n');
  yield* arcLines(out, graph.arcs, { firstId: 1, before: source => `${source} `, weight: ' ', end: () => '\r\n' });
  yield* out.rest();
}

/** With the tags of its site, which no other line could have. */
function networkName(graph: SiteGraph): string {
  const tags = graph.labels?.tags ?? '';
  return tags === '' ? titleOf(graph) : `${titleOf(graph)}: ${tags}`;
}

/** Characters that end or escape a quoted label in some reader, other than printable ASCII, and `&` where it opens a reference. */
const special = /["\\]|&(?=#)|[^ -~]/gu;

/** Pajek's own way to keep a character in an ASCII file: `&#` code point `;`. Decoding each reference once is exact. */
export function pajekLabel(text: string): string {
  return text.replace(special, character => `&#${character.codePointAt(0)};`);
}
