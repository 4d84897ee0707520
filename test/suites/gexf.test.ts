/** Every GEXF file that a crawl writes, against the schema of GEXF 1.3 (XSD and RELAX NG of gexf.net), by libxml2. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gexf } from '../../shared/wings/graph/formats/text-graphs.ts';
import { crawl } from '../crawl/crawl-run.ts';
import { run } from '../process/programs.ts';
import { pythonPackages } from '../process/python-packages.ts';
import { graphOf, oddGraph } from '../pure/results/sample-results.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';

const schemas = fileURLToPath(new URL('../../../shared/suites/gexf-1.3/', import.meta.url));
const lxml = pythonPackages('lxml-6.1.3', ['lxml==6.1.3']);
const whyNot = existsSync(schemas) ? await lxml.whyNot() : 'skipped: ../shared/suites/gexf-1.3 is not there';
if (whyNot !== undefined) console.warn(whyNot);

const program = `
import json, sys
from lxml import etree
folder, *files = sys.argv[1:]
schemas = [etree.XMLSchema(etree.parse(folder + 'gexf.xsd')), etree.RelaxNG(etree.parse(folder + 'gexf.rng'))]
faults = []
for file in files:
    for schema in schemas:
        schema.validate(etree.parse(file))
        faults += [f'{file}:{fault.line}: {fault.message}' for fault in schema.error_log]
print(json.dumps(faults))
`;

let folder: string;
const sites: LoopbackSite[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-gexf-'));
});

afterAll(async () => {
  for (const site of sites) await site.close();
  rmSync(folder, { recursive: true });
});

async function faultsOf(files: readonly string[]): Promise<readonly string[]> {
  return JSON.parse(await run(await lxml.python(), ['-c', program, schemas, ...files])) as string[];
}

test.skipIf(whyNot !== undefined)(
  'the graphs of a set and of several hosts are valid',
  async () => {
    const pages: Record<string, ReturnType<typeof page>> = {
      '/': page('"<&>" \u{1}', '/a/', '/b/?x=1&y=2'),
      '/b/?x=1&y=2': page('b'),
    };
    for (const _ of [1, 2, 3]) sites.push(await startSite(pages));
    const origins = sites.map(({ origin }) => origin);
    pages['/a/'] = page('a', '/', ...origins.map(origin => `${origin}/`));
    const { directory } = await crawl(origins, { formats: ['gexf'] });
    const [first = '', ...others] = origins;
    const hosts = others.map(origin => new URL(origin).host);
    const several = await crawl([{ url: first, hosts }], { formats: ['gexf'], scope: 'list' });
    const files = [directory, several.directory].flatMap(from =>
      readdirSync(from, { recursive: true })
        .filter(name => String(name).endsWith('.gexf'))
        .map(name => join(from, String(name))),
    );
    expect(files.map(file => file.replace(/^.*\/|127\.0\.0\.1_\d+/g, ''))).toEqual(
      expect.arrayContaining(['.gexf', '.folder-links.gexf', '.host-links.gexf', 'co-links.gexf', 'fragment.gexf']),
    );
    expect(await faultsOf(files)).toEqual([]);
  },
  120_000,
);

test.skipIf(whyNot !== undefined)(
  'the graphs of states, and of pages with labels, fields and types of links, are valid',
  async () => {
    const odd = '&lt;b&gt; "&amp;" \u{1f578} \u{2028}&#x1F;';
    const pressed = `<button onclick="this.insertAdjacentHTML('afterend', '<a href=/found>f</a>')">${odd}</button>`;
    const site = await startSite({ '/': `<title>${odd}</title><b>7</b>${pressed}`, '/found': page('found', '/') });
    sites.push(site);
    const named = { url: `${site.origin}/`, number: 9, name: '"<Museum>" & <more>', tags: ['a', '<b>'] };
    const { directory } = await crawl([named], { formats: ['gexf'], traverse: ['/$'], extract: ['price=//b'] });
    const graphs = readdirSync(join(directory, 'graph')).filter(name => name.endsWith('.gexf'));
    const files = graphs.map(name => join(directory, 'graph', name));
    expect(graphs).toEqual(expect.arrayContaining([`${site.fileName}.gexf`, `${site.fileName}.states.gexf`]));
    const states = readFileSync(files.find(file => file.endsWith('.states.gexf'))!, 'utf8');
    expect(states.match(/<edge /g)?.length).toBeGreaterThan(0);
    expect(await faultsOf(files)).toEqual([]);
  },
  120_000,
);

test.skipIf(whyNot !== undefined)(
  'odd texts and an empty graph are valid, and a wrong file is not',
  async () => {
    const written = [oddGraph(), graphOf([], [])].map((graph, number) => {
      const file = join(folder, `${number}.gexf`);
      writeFileSync(file, Buffer.concat([...gexf(graph)]));
      return file;
    });
    expect(await faultsOf(written)).toEqual([]);
    const wrong = join(folder, 'wrong.gexf');
    writeFileSync(
      wrong,
      '<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph><nodes><node/></nodes></graph></gexf>',
    );
    expect((await faultsOf([wrong])).join()).toContain("attribute 'id' is required");
  },
  120_000,
);
