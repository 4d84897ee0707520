import { MultiGraph } from 'graphology';
import { parse as parseGexf } from 'graphology-gexf';
import { parse as parseGraphml } from 'graphology-graphml';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { builtInWriters } from '../../../shared/wings/graph/formats/built-in-writers.ts';
import type { SiteGraph } from '../../../shared/wings/graph/site-graph/graph.ts';
import { MemorySink } from './memory-sink.ts';
import { type ArcOfTest, arcList, graphOf, inXml, nodeOf, oddGraph, resultsOf } from './sample-results.ts';

/** By people who did not write these writers. */
const xmlReaders = [
  { format: 'gexf', parse: parseGexf },
  { format: 'graphml', parse: parseGraphml },
] as const;

async function files(format: string, graph: SiteGraph): Promise<MemorySink> {
  const sink = new MemorySink();
  await builtInWriters.get(format)?.write(resultsOf(graph), sink);
  return sink;
}

describe.each(xmlReaders)('$format, read by graphology (adverse 67)', ({ format, parse }) => {
  const read = async (graph: SiteGraph) =>
    parse(MultiGraph, (await files(format, graph)).text(`graph/example.org.${format}`));

  it('has the nodes with their titles, and the arcs with their weights', async () => {
    const graph = oddGraph();
    const found = await read(graph);
    expect(found.order).toBe(graph.nodeCount);
    for (const node of graph.nodes()) {
      expect(found.getNodeAttributes(String(node.id))).toMatchObject({
        label: node.label,
        Url: node.url,
        Title: inXml(node.title),
        Level: node.level,
        Bytes: node.bytes,
        ContentHash: node.contentHash,
      });
    }
    const arcs = found.mapEdges((_, { weight }, source, target) => [Number(source), Number(target), weight]);
    expect(arcs).toEqual(arcList(graph));
  });

  it('is well-formed without nodes', async () => {
    expect((await read(graphOf([], []))).order).toBe(0);
  });

  it('keeps a single page that links to itself', async () => {
    const found = await read(graphOf([nodeOf(0)], [[0, 0, 7]]));
    expect([found.order, found.size, found.selfLoopCount]).toEqual([1, 1, 1]);
  });
});

describe('parquet, read by hyparquet (adverse 67)', () => {
  const buffer = ({ buffer: bytes, byteOffset, length }: Buffer) =>
    bytes.slice(byteOffset, byteOffset + length) as ArrayBuffer;
  const read = async (graph: SiteGraph, table: 'nodes' | 'edges') => {
    const bytes = (await files('parquet', graph)).files.get(`graph/example.org.${table}.parquet`);
    return buffer(bytes ?? Buffer.alloc(0));
  };

  it('has every column of every node', async () => {
    const graph = oddGraph();
    const rows = await parquetReadObjects({ file: await read(graph, 'nodes') });
    const expected = [...graph.nodes()].map(node => [
      node.id,
      node.label,
      node.url,
      node.title.toWellFormed(),
      node.linksDropped,
    ]);
    expect(rows.map(row => [row['Id'], row['Label'], row['Url'], row['Title'], row['LinksDropped']])).toEqual(expected);
    expect(Object.keys(rows[0] ?? {}).join()).toBe(
      'Id,Label,Url,Title,Level,InDegree,OutDegree,ExternalLinks,ContentHash,Duplicates,Bytes,FoundOn,FetchedUrl,LinksDropped',
    );
  });

  it('has the arcs in their order, across row groups', async () => {
    const nodes = Array.from({ length: 600 }, (_, id) => nodeOf(id));
    const arcs = nodes.flatMap(({ id }) =>
      nodes.slice(0, id).map(({ id: target }): ArcOfTest => [id, target, 1 + ((id * target) % 5)]),
    );
    const file = await read(graphOf(nodes, arcs), 'edges');
    expect(parquetMetadata(file).row_groups.length).toBe(2);
    const rows = await parquetReadObjects({ file });
    expect(rows.length).toBe(arcs.length);
    expect(rows.every((row, i) => [row['Source'], row['Target'], row['Weight']].join() === arcs[i]?.join())).toBe(true);
  });

  it('opens without nodes', async () => {
    expect(await parquetReadObjects({ file: await read(graphOf([], []), 'nodes') })).toEqual([]);
    expect(await parquetReadObjects({ file: await read(graphOf([], []), 'edges') })).toEqual([]);
  });
});
