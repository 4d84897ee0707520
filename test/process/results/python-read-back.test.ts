import { describe, expect, it } from 'vitest';
import { csvCellText } from '../../../shared/files/csv-table.ts';
import { arcList, arcsOf, graphOf, inXml, nodeOf, oddGraph, oddTexts } from '../../pure/results/sample-results.ts';
import { pythonCan, readByPython } from './python.ts';

const csvModule = `
import csv, json
print(json.dumps([list(csv.reader(open('example.org.' + name + '.csv', encoding='utf-8', newline=''))) for name in ('nodes', 'edges')]))
`;

const hasCsv = pythonCan("import csv; list(csv.reader(['\\0']))", 'a csv module that reads U+0000 (3.11)');

describe.skipIf(!hasCsv)("csv, read by Python's csv module", () => {
  it('has every text exactly, once the formula mark is taken off', async () => {
    const [[header, ...rows]] = (await readByPython('csv', oddGraph(), csvModule)) as [string[][]];
    const title = header?.indexOf('Title') ?? -1;
    expect(rows.map(row => csvCellText(row[title] ?? ''))).toEqual(oddTexts.map(text => text.toWellFormed()));
    expect(rows.every(row => row.length === 14)).toBe(true);
  });

  it('has every arc in order', async () => {
    const graph = graphOf(
      [nodeOf(0), nodeOf(1)],
      [
        [1, 0, 3],
        [0, 0, 1],
        [0, 1, 12],
      ],
    );
    const [, edges] = (await readByPython('csv', graph, csvModule)) as [unknown, string[][]];
    expect(edges).toEqual([
      ['Source', 'Target', 'Type', 'Weight'],
      ['0', '0', 'Directed', '1'],
      ['0', '1', 'Directed', '12'],
      ['1', '0', 'Directed', '3'],
    ]);
  });
});

interface FoundGraph {
  readonly nodes: readonly (readonly [id: string, attributes: Readonly<Record<string, unknown>>])[];
  readonly edges: readonly (readonly [source: string, target: string, weight: number])[];
}

const networkx = (reader: string, file: string) => `
import json, networkx
graph = networkx.${reader}('${file}')
print(json.dumps({'nodes': list(graph.nodes(data=True)), 'edges': list(graph.edges(data='weight'))}))
`;

const readers = [
  ['gexf', networkx('read_gexf', 'example.org.gexf')],
  ['graphml', networkx('read_graphml', 'example.org.graphml')],
] as const;

const hasNetworkx = pythonCan(
  "import networkx.readwrite.gexf as gexf; assert '1.3' in gexf.GEXF.versions",
  'a networkx that knows GEXF 1.3',
);

describe.skipIf(!hasNetworkx).each(readers)('%s, read by networkx', (format, script) => {
  it('has the nodes with their titles, and the arcs with their weights', async () => {
    const graph = oddGraph();
    const found = (await readByPython(format, graph, script)) as FoundGraph;
    expect(found.nodes.map(([id, { label, Title = '', Level }]) => [id, label, Title, Level])).toEqual(
      [...graph.nodes()].map(({ id, label, title, level }) => [String(id), label, inXml(title), level]),
    );
    expect(found.edges).toEqual(
      arcList(graph).map(([source, target, weight]) => [String(source), String(target), weight]),
    );
  });

  it('opens without nodes', async () => {
    expect(await readByPython(format, graphOf([], []), script)).toEqual({ nodes: [], edges: [] });
  });
});

describe.skipIf(!hasNetworkx)('net, read by networkx', () => {
  const script = networkx('read_pajek', 'example.org.net');

  it('has the labels whole, whatever stands in an address, and the arcs with their weights', async () => {
    const odd = nodeOf(1, { url: 'http://example.org/?q=\\b"c d\\&e=1&#34;é' });
    const found = (await readByPython(
      'net',
      graphOf(
        [nodeOf(0), odd],
        [
          [0, 1, 3],
          [1, 1, 1],
        ],
      ),
      script,
    )) as FoundGraph;
    const oddLabel = 'http://example.org/?q=&#92;b&#34;c d&#92;&e=1&#38;#34;&#233;';
    expect(found.nodes.map(([label, { id }]) => [label, id])).toEqual([
      ['http://example.org/', '1'],
      [oddLabel, '2'],
    ]);
    expect(found.edges).toEqual([
      ['http://example.org/', oddLabel, 3],
      [oddLabel, oddLabel, 1],
    ]);
  });

  it('opens without nodes', async () => {
    expect(await readByPython('net', graphOf([], []), script)).toEqual({ nodes: [], edges: [] });
  });
});

const expat = (file: string) => `
import collections, json, xml.parsers.expat
count = collections.Counter()
parser = xml.parsers.expat.ParserCreate()
parser.StartElementHandler = lambda name, attributes: count.update((name,))
parser.ParseFile(open('${file}', 'rb'))
print(json.dumps(count))
`;

describe.skipIf(!pythonCan('import xml.parsers.expat', 'expat'))('a million arcs, read by expat', () => {
  const nodes = Array.from({ length: 1_000 }, (_, id) => nodeOf(id));
  const graph = {
    ...graphOf(nodes, []),
    arcs: arcsOf(
      1_000,
      nodes.flatMap(a => nodes.map(b => [a.id, b.id, 1] as const)),
    ),
  };

  it.each(['gexf', 'graphml'])('%s is well-formed with every node and arc', async format => {
    expect(await readByPython(format, graph, expat(`example.org.${format}`))).toMatchObject({
      node: 1_000,
      edge: 1_000_000,
    });
  });
});
