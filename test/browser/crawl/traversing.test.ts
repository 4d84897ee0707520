import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { type CrawlResults, crawl } from '../../crawl/crawl-run.ts';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { buttonKindPages, buttonKinds } from '../../servers/button-kinds.ts';
import { clicked, clickedAddresses, clickedSite } from '../../servers/clicking-pages.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';

const traverse = [clickedAddresses];

let site: LoopbackSite;

beforeAll(async () => {
  site = await startSite(clickedSite());
});
afterAll(async () => {
  await site.close();
});

interface TraversedPage {
  readonly url: string;
  readonly ended: string;
  readonly clicks: number;
  readonly states: readonly { readonly id: number; readonly edges: readonly { readonly to: number }[] }[];
  readonly refused: {
    readonly methods: Record<string, number>;
    readonly requests: Record<string, number>;
    readonly buttons: Record<string, { readonly count: number; readonly texts: readonly string[] }>;
  };
}

function traversedPages(results: CrawlResults, fileName: string): readonly TraversedPage[] {
  return JSON.parse(results.raw(`graph/${fileName}.states.json`)) as TraversedPage[];
}

async function crawled(settings: CrawlSpec = {}) {
  return await crawl(`${site.origin}/`, { traverse, ...settings });
}

describe('--traverse', () => {
  test('clicks through pages whose address matches: what comes to light are links of the type click', async () => {
    const before = site.asked.length;
    const { results, summary } = await crawled({ formats: ['csv', 'gexf'] });
    expect(summary.finishReason).toBe('no-work');
    const nodes = results.nodes();
    const urls = nodes.map(({ Url }) => Url!);
    const foundBy = (prefix: string): string[] => urls.filter(url => url.startsWith(`/found/${prefix}`));
    for (const name of ['a', 'b', 'location', 'popup', 'push', 'dialogs', 'form?q=1'])
      expect(urls).toContain(`/found/${name}`);
    // Five on each of thirty parts; the accordion has twelve addresses of one number.
    expect(urls.filter(url => /^\/found\/\d+-\d$/.test(url))).toHaveLength(150);
    expect(urls.filter(url => /^\/found\/\d+$/.test(url))).toHaveLength(12);
    expect(foundBy('0/')).toEqual([]);

    const edges = csvRows(results.raw(`graph/${site.fileName}.edges.csv`));
    const types = new Map(
      edges.map(({ Source, Target, LinkType }) => [`${urls[Number(Source)]} ${urls[Number(Target)]}`, LinkType]),
    );
    expect(types.get('/ /calendar')).toBe('html');
    expect(types.get('/history /found/a')).toBe('click');
    expect(types.get('/listed /found/1-0')).toBe('script');
    expect(types.get('/listed /found/30-4')).toBe('click');
    expect(results.raw(`graph/${site.fileName}.gexf`)).toContain('value="click"');
    const rendering = Object.fromEntries(nodes.map(({ Url, Rendering }) => [Url, Rendering]));
    expect([rendering['/history'], rendering['/calendar'], rendering['/']]).toEqual(['rendered', '', '']);

    const asked = site.asked.slice(before);
    expect(asked.every(({ method }) => method === 'GET')).toBe(true);
    const paths = asked.map(({ path }) => path);
    expect(paths.filter(path => path.startsWith('/danger'))).toEqual([]);
    // Once each, however often a page was loaded; what its scripts ask for is no page of the crawl.
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter(path => path.startsWith('/api'))).toHaveLength(31);
    const parts = csvRows(results.raw('logs/parts.csv'));
    expect(parts.filter(({ page }) => page === `${site.origin}/listed`)).toHaveLength(31);
  });

  test('writes the graph of states of each such page, and what was not done, with the reason', async () => {
    const { results, directory } = await crawled();
    const pages = traversedPages(results, site.fileName);
    expect(pages.map(({ url }) => new URL(url).pathname.slice(1)).sort()).toEqual([...clicked]);
    const of = (name: string): TraversedPage => pages.find(({ url }) => url.endsWith(`/${name}`))!;
    expect(of('history').ended).toBe('done');
    expect(of('history').states.length).toBeGreaterThan(2);
    expect(of('navigations').refused.buttons['dangerous']).toEqual({ count: 1, texts: ['Log out'] });
    expect(of('methods').refused.methods).toMatchObject({ POST: 2, PUT: 1 });
    expect(of('asks').refused.requests).toEqual({ robots: 1 });
    expect(of('listed').refused.buttons['promoted']?.count).toBe(1);
    const states = pages.reduce((sum, each) => sum + each.states.length, 0);
    const gexf = results.raw(`graph/${site.fileName}.states.gexf`);
    expect(gexf).toContain(`<nodes count="${states}">`);
    expect(gexf.match(/<node /g)).toHaveLength(states);
    expect(new Set(gexf.match(/<node id="\d+"/g)).size).toBe(states);
    const edges = Number(/<edges count="(\d+)">/.exec(gexf)?.[1]);
    expect(gexf.match(/<edge /g)).toHaveLength(edges);
    const graphml = results.raw(`graph/${site.fileName}.states.graphml`);
    expect([graphml.match(/<node /g)?.length, graphml.match(/<edge /g)?.length]).toEqual([states, edges]);
    const rows = csvRows(results.raw(`reports/${site.fileName}.traversals.csv`));
    expect(rows.find(({ URL }) => URL?.endsWith('/methods'))?.['Refused']).toContain('2 POST requests');
    const [total] = csvRows(results.raw('reports/traversals.csv'));
    expect(total).toMatchObject({ Number: '1', Pages: '6', States: String(states) });
    expect(results.raw('logs/errors.csv')).toContain('2 POST requests');
    // Nothing is left of what later slices would have needed.
    const left = existsSync(join(directory, 'state/traversals'))
      ? readdirSync(join(directory, 'state/traversals'), { recursive: true, withFileTypes: true }).filter(each =>
          each.isFile(),
        )
      : [];
    expect(left).toEqual([]);
  });

  test('gives the addresses that traverse gives: links that come late, and links to what the page names otherwise', async () => {
    const late = await startSite({
      '/': `<title>late</title><form action=/found/named></form><form action=/found/form></form><p id=v></p>
        <button onclick="v.innerHTML = '<a href=/found/named>x</a>'">show</button><script>setTimeout(() => {
          document.body.insertAdjacentHTML('beforeend', '<a href=/found/late>x</a>'); }, 9000);</script>`,
    });
    const { results } = await crawl(`${late.origin}/`, { traverse: ['/$'], maxLevel: 0 });
    expect(results.reasons()).toMatchObject({ '/found/late': 'level', '/found/named': 'level' });
    expect(Object.keys(results.reasons())).not.toContain('/found/form');
    await late.close();
  });

  test('gives for each kind of button what traverse gives, but for addresses of forms and of other sites', async () => {
    const names = Object.keys(buttonKinds);
    const kinds = await startSite({
      ...buttonKindPages(),
      '/': `<title>all</title>${names.map(name => `<a href="/${name}">${name}</a>`).join(' ')}`,
      '*': ({ path }) => (path.startsWith('/found/') ? `<title>${path}</title><p>${path}` : { status: 404 }),
    });
    try {
      const pattern = `/(${names.join('|')})$`;
      const { results } = await crawl(`${kinds.origin}/`, { traverse: [pattern], maxLevel: 2 });
      const arcs = results.arcs().map(arc => arc.split(' '));
      const given = names.map(name => {
        const found = arcs.filter(([source, target]) => source === `/${name}` && target!.startsWith('/found/'));
        return [name, found.map(([, target]) => target!.slice('/found/'.length)).toSorted()];
      });
      const others = new Set([
        ...['link-form sent', 'window-blank blank', 'frame-elsewhere foreign'],
        ...buttonKinds['form-get']!.found.map(each => `form-get ${each}`),
      ]);
      const expected = names.map(name => [
        name,
        buttonKinds[name]!.found.filter(each => !others.has(`${name} ${each}`)),
      ]);
      expect(Object.fromEntries(given)).toEqual(Object.fromEntries(expected));
      expect(kinds.asked.every(({ method }) => method === 'GET')).toBe(true);
    } finally {
      await kinds.close();
    }
  });

  test('gives the same bytes twice', async () => {
    const [one, two] = [await crawled(), await crawled()];
    expect(two.results.files()).toEqual(one.results.files());
  });

  test('clicks through a start page with --depth 0, and asks for nothing that comes to light', async () => {
    const before = site.asked.length;
    const { results, summary } = await crawl(`${site.origin}/history`, { traverse, maxLevel: 0 });
    expect([summary.finishReason, traversedPages(results, site.fileName).map(({ ended }) => ended)]).toEqual([
      ...['no-work', ['done']],
    ]);
    expect(results.nodes().map(({ Url }) => Url)).toEqual(['/history']);
    const asked = site.asked.slice(before).map(({ path }) => path);
    expect(asked).toEqual(['/robots.txt', '/history']);
    expect(results.reasons()).toMatchObject({ '/found/a': 'level', '/found/b': 'level' });
  });
});
