import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

const links = (...hosts: string[]): string => hosts.map(host => `<a href="http://${host}.example/">x</a>`).join('');

test('sites that the same sites link to are paired, with the number of these and the cosine', async () => {
  const first = await startSite({ '/': links('one', 'two', 'three') });
  const second = await startSite({ '/': links('one', 'two') }, { host: '127.0.0.2' });
  const third = await startSite({ '/': links('one', 'xn--e1afmkfd') }, { host: '127.0.0.3' });
  const { directory } = await crawl([first.origin, second.origin, third.origin]);
  const rows = csvRows(readFileSync(join(directory, 'fragment/co-links.csv'), 'utf8')).map(
    ({ Site, Other, CoLinks, Cosine }) => [[Site, Other].sort().join(' '), CoLinks, Cosine].join(' '),
  );
  expect(rows.sort()).toEqual([
    'one.example three.example 1 0.5774',
    'one.example two.example 2 0.8165',
    'one.example xn--e1afmkfd.example 1 0.5774',
    'three.example two.example 1 0.7071',
  ]);
  // networkx reads no file whose edges say something else than the graph does.
  const gexf = readFileSync(join(directory, 'fragment/co-links.gexf'), 'utf8');
  expect([gexf.match(/<node /g)?.length, gexf.match(/<edge /g)?.length]).toEqual([4, 4]);
  expect(gexf.match(/\w*type="(?:un)?directed"/g)).toEqual(['defaultedgetype="undirected"']);
  const graphml = readFileSync(join(directory, 'fragment/co-links.graphml'), 'utf8');
  expect(graphml.match(/\w*="(?:un)?directed"|directed="false"/g)).toEqual(['edgedefault="undirected"']);
  expect(graphml).toContain('<data key="label">пример.example</data><data key="Site">xn--e1afmkfd.example</data>');
  expect(graphml).toContain('<data key="Site">two.example</data>');
  expect(graphml).toContain('<data key="weight">2</data><data key="Cosine">0.8165</data>');
  await Promise.all([first, second, third].map(site => site.close()));
});
