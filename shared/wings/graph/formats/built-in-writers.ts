import { gzip } from '../../../files/gzip.ts';
import { writeBlocks } from '../../../files/write-blocks.ts';
import { writeTable } from '../../../files/write-table.ts';
import type { TableSink } from '../../../ports.ts';
import { edgeLines, vertexLines } from './common-crawl.ts';
import { gexf } from './gexf.ts';
import { edgesCsv, edgeTable, nodesCsv } from './graph-csv.ts';
import { graphml } from './graphml.ts';
import { nodeColumnsOf } from './node-columns.ts';
import { pajek } from './pajek.ts';
import type { ResultWriter } from './result-writer.ts';

const csvWriter: ResultWriter = {
  name: 'csv',
  write: async ({ graph }, sink) => {
    await writeBlocks(sink, `graph/${graph.fileName}.nodes.csv`, nodesCsv(graph));
    await writeBlocks(sink, `graph/${graph.fileName}.edges.csv`, edgesCsv(graph.arcs));
  },
};

const gexfWriter: ResultWriter = {
  name: 'gexf',
  write: ({ graph }, sink) => writeBlocks(sink, `graph/${graph.fileName}.gexf`, gexf(graph)),
};

const graphmlWriter: ResultWriter = {
  name: 'graphml',
  write: ({ graph }, sink) => writeBlocks(sink, `graph/${graph.fileName}.graphml`, graphml(graph)),
};

const pajekWriter: ResultWriter = {
  name: 'net',
  write: ({ graph }, sink) => writeBlocks(sink, `graph/${graph.fileName}.net`, pajek(graph)),
};

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

/** The graph formats that a spec may name; `csv` and `gexf` are the default. */
export const builtInWriters: ReadonlyMap<string, ResultWriter> = new Map(
  [csvWriter, gexfWriter, graphmlWriter, pajekWriter, parquetWriter, xlsxWriter, commonCrawlWriter].map(writer => [
    writer.name,
    writer,
  ]),
);
