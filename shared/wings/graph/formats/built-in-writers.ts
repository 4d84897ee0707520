import { gzip } from '../../../files/gzip.ts';
import { writeBlocks, writeTable } from '../../../files/write-table.ts';
import type { TableSink } from '../../../ports/result-ports.ts';
import { edgesCsv, edgeTable, nodesCsv } from './graph-csv.ts';
import { nodeColumnsOf } from './node-columns.ts';
import type { ResultWriter } from './result-writer.ts';
import { edgeLines, gexf, graphml, pajek, vertexLines } from './text-graphs.ts';

const csvWriter: ResultWriter = {
  name: 'csv',
  write: async ({ graph }, sink) => {
    await writeBlocks(sink, `graph/${graph.fileName}.nodes.csv`, nodesCsv(graph));
    await writeBlocks(sink, `graph/${graph.fileName}.edges.csv`, edgesCsv(graph.arcs));
  },
};

/** Of a format that has nodes and arcs in one file. */
const inOneFile = (name: string, textOf: typeof gexf): ResultWriter => ({
  name,
  write: ({ graph }, sink) => writeBlocks(sink, `graph/${graph.fileName}.${name}`, textOf(graph)),
});

const parquetWriter: ResultWriter = {
  name: 'parquet',
  write: async ({ graph }, sink) => {
    // Loaded when it is requested: its library has a good part of all modules of a crawl.
    const { edgesParquet, nodesParquet } = await import('./parquet.ts');
    await writeBlocks(sink, `graph/${graph.fileName}.nodes.parquet`, nodesParquet(graph));
    await writeBlocks(sink, `graph/${graph.fileName}.edges.parquet`, edgesParquet(graph.arcs));
  },
};

const xlsxWriter: ResultWriter = {
  name: 'xlsx',
  write: async ({ graph }, sink) => {
    const into: TableSink = { create: async name => await sink.create(name), tables: ['xlsx'] };
    await writeTable(into, `graph/${graph.fileName}.nodes`, nodeColumnsOf(graph), graph.nodes());
    await writeTable(into, `graph/${graph.fileName}.edges`, ...edgeTable(graph.arcs));
  },
};

const commonCrawlWriter: ResultWriter = {
  name: 'commoncrawl',
  write: async ({ graph }, sink) => {
    await writeBlocks(sink, `graph/${graph.fileName}.vertices.txt.gz`, gzip(vertexLines(graph.nodes())));
    await writeBlocks(sink, `graph/${graph.fileName}.edges.txt.gz`, gzip(edgeLines(graph.arcs)));
  },
};

const writers = [
  ...[csvWriter, inOneFile('gexf', gexf), inOneFile('graphml', graphml), inOneFile('net', pajek)],
  ...[parquetWriter, xlsxWriter, commonCrawlWriter],
];

/** The graph formats that a spec may name; `csv` and `gexf` are the default. */
export const builtInWriters: ReadonlyMap<string, ResultWriter> = new Map(writers.map(each => [each.name, each]));
