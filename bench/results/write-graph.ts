/**
 * The cost of each result writer on a synthetic graph: `node bench/results/write-graph.ts [nodes] [arcs]` (10,000 and 1,000,000
 * if not said). Prints CPU (user + system) and wall milliseconds of the fastest of three runs, and the bytes written.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileResultSink } from '../../shared/adapters/local/file-result-sink.ts';
import { builtInWriters } from '../../shared/wings/graph/formats/built-in-writers.ts';
import type { ResultWriter } from '../../shared/wings/graph/formats/result-writer.ts';
import { Arcs } from '../../shared/wings/graph/site-graph/arcs.ts';
import type { GraphNode, SiteResults } from '../../shared/wings/graph/site-graph/graph.ts';

const [nodeCount = 10_000, arcCount = 1_000_000] = process.argv.slice(2).map(Number);

function syntheticNode(id: number): GraphNode {
  const label = `/docs/section-${id % 97}/page-${id}.html`;
  return {
    id,
    label,
    url: `https://docs.example${label}`,
    title: `Page ${id}, "about" <sections> & more`,
    level: id % 12,
    inDegree: 100,
    outDegree: 100,
    externalLinks: id % 40,
    contentHash: id.toString(16).padStart(64, '0'),
    duplicates: 0,
    bytes: 26_000 + id,
    foundOn: 'https://docs.example/docs/index.html',
    fetchedUrl: `https://docs.example${label}`,
    linksDropped: 0,
  };
}

/** Every node has the same number of arcs, one into each of as many equal ranges of nodes, so targets ascend. */
function syntheticArcs(): Arcs {
  const each = Math.floor(arcCount / nodeCount);
  const range = Math.floor(nodeCount / each);
  const offsets = Uint32Array.from({ length: nodeCount + 1 }, (_, node) => node * each);
  const scattered = (arc: number) => (Math.imul(arc, 2_654_435_761) >>> 0) % range;
  const targets = Uint32Array.from({ length: nodeCount * each }, (_, arc) => (arc % each) * range + scattered(arc));
  const weights = Uint32Array.from({ length: nodeCount * each }, (_, arc) => 1 + (scattered(arc) % 3));
  return Arcs.from({ offsets, targets, weights });
}

function syntheticResults(): SiteResults {
  const nodes = Array.from({ length: nodeCount }, (_, id) => syntheticNode(id));
  const graph = {
    fileName: 'docs.example',
    origin: 'https://docs.example',
    nodeCount,
    arcs: syntheticArcs(),
    duplicates: new Uint32Array(nodeCount),
    nodes: (ids?: Uint32Array) => (ids === undefined ? nodes : Array.from(ids, id => nodes[id]!)),
  };
  return {
    graph,
    externalLinks: () => [],
    badLinks: () => [],
    normalizedIsCut: false,
    merges: () => [],
    skipped: () => [],
    otherPages: () => [],
    linkEnd: () => undefined,
    nodeAt: () => -1,
    levels: [],
  };
}

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly megabytes: number;
}

async function measured(writer: ResultWriter, results: SiteResults): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), 'write-graph-'));
  try {
    const before = process.cpuUsage();
    const start = performance.now();
    await writer.write(results, new FileResultSink(folder));
    const wallMs = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    return { cpuMs: (user + system) / 1000, wallMs, megabytes: await megabytesIn(join(folder, 'graph')) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function megabytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async name => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

const results = syntheticResults();
console.log(`${nodeCount} nodes, ${results.graph.arcs.length} arcs: first run; fastest of three`);
for (const writer of builtInWriters.values()) {
  const runs = [await measured(writer, results), await measured(writer, results), await measured(writer, results)];
  const [first, fastest] = [runs[0] as Cost, runs.reduce((a, b) => (b.cpuMs < a.cpuMs ? b : a))];
  const times = [first, fastest].map(({ cpuMs, wallMs }) => `${cpuMs.toFixed(0)} ms CPU, ${wallMs.toFixed(0)} ms wall`);
  console.log(`${writer.name.padEnd(12)} ${times.join('; ')} (${fastest.megabytes.toFixed(1)} MB)`);
}
