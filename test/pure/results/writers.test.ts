import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtInWriters } from '../../../shared/wings/graph/formats/built-in-writers.ts';
import { writeReports } from '../../../shared/wings/graph/graph-part.ts';
import { MemorySink } from './memory-sink.ts';
import { arcsOf, graphOf, nodeOf, oddGraph, resultsOf } from './sample-results.ts';

async function written(format: string, results = resultsOf(oddGraph())): Promise<MemorySink> {
  const sink = new MemorySink();
  const writer = builtInWriters.get(format);
  if (writer === undefined) throw new Error(`no writer ${format}`);
  await writer.write(results, sink);
  return sink;
}

const filesOf: Readonly<Record<string, readonly string[]>> = {
  csv: ['graph/example.org.nodes.csv', 'graph/example.org.edges.csv'],
  gexf: ['graph/example.org.gexf'],
  graphml: ['graph/example.org.graphml'],
  net: ['graph/example.org.net'],
  parquet: ['graph/example.org.nodes.parquet', 'graph/example.org.edges.parquet'],
  xlsx: ['graph/example.org.nodes.xlsx', 'graph/example.org.edges.xlsx'],
  commoncrawl: ['graph/example.org.vertices.txt.gz', 'graph/example.org.edges.txt.gz'],
};

describe('the built-in result writers', () => {
  it('are known by these names', () => {
    expect([...builtInWriters.keys()]).toEqual(Object.keys(filesOf));
  });

  it.each(Object.entries(filesOf))('%s writes the files that the format page lists', async (format, files) => {
    expect([...(await written(format)).files.keys()]).toEqual(files);
  });

  it.each(Object.keys(filesOf))('%s gives the same bytes in every run', async format => {
    expect((await written(format)).files).toEqual((await written(format)).files);
  });

  it.each(Object.keys(filesOf))('%s leaves no file behind when the disk is full', async format => {
    const sink = new MemorySink(0);
    const writer = builtInWriters.get(format);
    await expect(writer?.write(resultsOf(oddGraph()), sink)).rejects.toThrow('no space left');
    expect([sink.files.size, sink.aborted]).toEqual([0, 1]);
  });

  it.each(Object.keys(filesOf))('%s leaves no file behind when reading the graph fails', async format => {
    const broken = { ...oddGraph(), nodes: () => failing() };
    const sink = new MemorySink();
    const writer = builtInWriters.get(format);
    await expect(writer?.write(resultsOf(broken), sink)).rejects.toThrow('segment lost');
    expect([sink.files.size, sink.aborted]).toEqual([0, 1]);
  });

  it('stream: no write is larger than two megabytes at 400,000 arcs', async () => {
    const nodes = Array.from({ length: 2_000 }, (_, id) => nodeOf(id));
    const each = Array.from({ length: 200 }, (_, i) => i * 10);
    const arcs = arcsOf(
      2_000,
      nodes.flatMap(({ id }) => each.map(target => [id, target, 1] as const)),
    );
    const results = resultsOf({ ...graphOf(nodes, []), arcs });
    for (const format of builtInWriters.keys()) {
      expect((await written(format, results)).largestWrite).toBeLessThan(2_000_000);
    }
  });
});

describe('commoncrawl', () => {
  it('writes vertices and edges by id, separated by tabs, without a header', async () => {
    const graph = graphOf(
      [nodeOf(0), nodeOf(1)],
      [
        [1, 0, 5],
        [0, 1, 1],
        [0, 0, 2],
      ],
    );
    const { files } = await written('commoncrawl', resultsOf(graph));
    const text = (name: string) => gunzipSync(files.get(name) ?? '').toString();
    expect(text('graph/example.org.vertices.txt.gz')).toBe('0\thttp://example.org/\n1\thttp://example.org/page-1\n');
    expect(text('graph/example.org.edges.txt.gz')).toBe('0\t0\n0\t1\n1\t0\n');
  });

  it('names neither time nor operating system in the gzip header (RFC 1952 section 2.3)', async () => {
    const { files } = await written('commoncrawl');
    const header = files.get('graph/example.org.edges.txt.gz')?.subarray(0, 10);
    expect(header?.toString('hex')).toBe('1f8b08000000000000ff');
  });

  it('gives a readable empty file for a graph without nodes', async () => {
    const { files } = await written('commoncrawl', resultsOf(graphOf([], [])));
    for (const file of files.values()) expect(gunzipSync(file).length).toBe(0);
  });
});

describe('writeReports', () => {
  it('writes all reports even when there is nothing to report', async () => {
    const sink = new MemorySink();
    await writeReports(resultsOf(graphOf([], [])), sink);
    expect(Object.fromEntries([...sink.files].map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
      'links/example.org.external.csv': 'Url,Page,Level,Anchor,Occurrences\n',
      'links/example.org.bad.csv': 'Text,Page,Level,Reason,Occurrences\n',
      'pages/example.org.csv':
        'Id,Url,Folder,Title,Level,Status,Outcome,Target,InDegree,OutDegree,ExternalLinks,PageRank,Hub,Authority,Component,' +
        'Canonical,Robots,Hreflang,Language,Words,LastModified,ContentType,Bytes,DetectedLanguage\n',
      'graph/example.org.sample.json': '{"nodes":[],"edges":[],"whole":0,"total":{"nodes":0,"edges":0}}\n',
      'graph/example.org.ranked.json': '{"nodes":[],"edges":[],"whole":0,"total":{"nodes":0,"edges":0}}\n',
      'reports/example.org.merges.csv': 'Url,Kind,KeptUrl,Evidence,Address\n',
      'reports/example.org.skipped.csv': 'Url,Level,FoundOn,Reason,Status,Attempts,Class,Detail\n',
      'reports/example.org.levels.csv': 'Level,Found,Nodes,Redirects,Duplicates,Skipped,Normalized\n',
    });
  });
});

// biome-ignore lint/correctness/useYield: it fails before its first node
function* failing(): Generator<never> {
  throw new Error('segment lost');
}
