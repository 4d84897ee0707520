import { load } from 'cheerio';
import { MultiGraph } from 'graphology';
import { parse as parseGexf } from 'graphology-gexf';
import { parse as parseGraphml } from 'graphology-graphml';
import { describe, expect, it } from 'vitest';
import type { SiteLinks } from '../../../shared/wings/sets/fragment/site-links.ts';
import { csvRows } from './csv-rows.ts';
import { fragmentFiles, sampleSites } from './sample-fragment.ts';

describe.each([
  { format: 'gexf', parse: parseGexf },
  { format: 'graphml', parse: parseGraphml },
] as const)('the fragment as $format, read by graphology', ({ format, parse }) => {
  const read = async (sites: readonly SiteLinks[]) =>
    parse(MultiGraph, (await fragmentFiles(sites)).text(`fragment/fragment.${format}`));

  it('has the sites with what sites.csv says of them', async () => {
    const graph = await read(sampleSites);
    const rows = csvRows((await fragmentFiles(sampleSites)).text('fragment/sites.csv'));
    expect(graph.order).toBe(rows.length);
    for (const [id, cells] of rows.entries()) {
      const { label, OutSites, Hub, Authority, ...attributes } = graph.getNodeAttributes(String(id));
      const texts = Object.fromEntries(Object.keys(cells).map(name => [name, String(attributes[name] ?? '')]));
      expect([label, texts]).toEqual([cells['Name'] || cells['Site'], cells]);
      expect([OutSites, typeof Hub, typeof Authority]).toEqual([graph.outDegree(String(id)), 'number', 'number']);
    }
  });

  it('has the links with what links.csv says of them', async () => {
    const graph = await read(sampleSites);
    const nameOf = (id: string): string => graph.getNodeAttribute(id, 'Site') as string;
    const edges = graph.mapEdges((_, { weight, Pages }, source, target) => [
      nameOf(source),
      nameOf(target),
      weight,
      Pages,
    ]);
    const rows = csvRows((await fragmentFiles(sampleSites)).text('fragment/links.csv'));
    expect(edges).toEqual(
      rows.map(({ Source, Target, Links, Pages }) => [Source, Target, Number(Links), Number(Pages)]),
    );
  });

  it('opens where there is a single site without a link', async () => {
    const graph = await read([{ site: 'example.org', pages: 1, links: [] }]);
    expect([graph.order, graph.size]).toEqual([1, 0]);
  });
});

describe('the report of a fragment', () => {
  const report = async (sites: Iterable<SiteLinks>) => (await fragmentFiles(sites)).text('fragment/report.html');

  it('asks for nothing, runs nothing and forbids both', async () => {
    const page = load(await report(sampleSites));
    expect(page('script, link, img, iframe, object, embed, [src], [href], [onload]').length).toBe(0);
    expect(page('meta[http-equiv="Content-Security-Policy"]').attr('content')).toMatch(/^default-src 'none';/);
  });

  it('shows names as text, whatever is in them', async () => {
    const name = `<script>alert(1)</script>&"'`;
    const page = load(await report([{ site: 'example.org', pages: 1, links: [[name, 1, 1]] }]));
    expect(page('script').length).toBe(0);
    expect(page('td').text()).toContain(name);
    expect(page('svg title').text()).toContain(name);
  });

  it('has a row per target site, the sizes of the groups, and the densities', async () => {
    const page = load(await report(sampleSites));
    const cells = (caption: string): string[][] =>
      page(`table:has(caption:contains("${caption}")) tbody tr`)
        .get()
        .map(row =>
          page(row)
            .find('td')
            .get()
            .map(cell => page(cell).text()),
        );
    expect(cells('Sites that were crawled').map(([site, ...counts]) => [site, counts.slice(0, 8)])).toEqual([
      ['Example University (example.org)', ['1', 'EU', 'public; far north', '2', '0', '3', '0', '6']],
      ['example.edu', ['2', '', '', '1', '1', '1', '2', '1']],
    ]);
    expect(cells('Groups by connectivity')).toEqual([
      ['linked from all K', '1', '4', '3'],
      ['linked from several', '0', '0', '0'],
      ['linked from one', '1', '1', '1'],
    ]);
    const facts = Object.fromEntries(
      page('dl div')
        .get()
        .map(fact => [page(fact).find('dt').text(), page(fact).find('dd').text()]),
    );
    // one of 2 · 1 pairs of target sites; four of 2 · 3 pairs that begin at a crawled site
    expect([facts['Density of the target set'], facts['Density of the fragment']]).toEqual(['0.5', '0.6667']);
  });

  it('stays small however large the fragment, and says how much it leaves out', async () => {
    const text = await report(largeFragment(300, 20_000, 60));
    expect(text.length).toBeLessThan(200_000);
    expect(text).toContain('100 more in <code>sites.csv</code>');
    expect(text).toMatch(/24 of 300 target sites and 48 of [\d,]+ accompanying ones/);
  });

  it('has neither NaN nor Infinity where there is one site', async () => {
    expect(await report([{ site: 'example.org', pages: 0, links: [] }])).not.toMatch(/NaN|Infinity|undefined/);
  });
});

/** Target sites that each link to some of many others, near ones and far ones. */
function* largeFragment(targets: number, accompanying: number, linksOfEach: number): Generator<SiteLinks, void> {
  for (let site = 0; site < targets; site += 1) {
    const others = new Set(
      Array.from({ length: linksOfEach }, (_, k) => (site * 7919 + k * k * 104_729) % accompanying),
    );
    const links = [...others].map(other => [`other-${other}.example`, 1 + (other % 5), 1 + (other % 3)] as const);
    yield { site: `target-${site}.example`, pages: 10, links };
  }
}
