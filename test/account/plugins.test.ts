import { sentencesOf } from './crawl-failure.ts';
import '../pure/functions/quiet-logs.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DeployedParts, deployWith } from '../../functions/aws/deployed-parts.ts';
import { handler as unloadHandler } from '../../functions/aws/unload.ts';
import { codeOf } from '../../infra/plugin-entries.ts';
import { openAwsRegistry, openAwsStore } from '../../shared/adapters/aws/open.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { names } from '../../shared/names.ts';
import type { PluginModule } from '../../shared/plugins/named-parts.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { writers } from '../plugins/dot-writer.ts';
import { finish } from '../plugins/enough-external-links.ts';
import { analyzers as everyAddress } from '../plugins/every-address.ts';
import { analyzers as headings } from '../plugins/headings.ts';
import { robots } from '../plugins/no-search-pages.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../servers/loopback-site.ts';
import { Account, timeLeft } from './account.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';

const folder = new URL('../plugins/', import.meta.url);
const moduleOf: Readonly<Record<string, string>> = { dot: 'dot-writer' };

/** The modules of the parts that are named: on one machine a list that names nothing takes all parts. */
function modulesFor({ robots: policy = 'obey', writers: written = [], analyzers = [] }: CrawlSpec): string[] {
  const named = [...(policy === 'obey' ? [] : [policy]), ...written, ...analyzers];
  return named.map(name => new URL(`${moduleOf[name] ?? name}.ts`, folder).href);
}

/** Search pages, headings, a style sheet, addresses outside of links, and a page that robots.txt forbids. */
const pages: Pages = {
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /closed' },
  '/': {
    headers: { link: '</by-header>; rel="next", <http://other.example/x>; rel="author"' },
    body: `${page('start', '/a', '/search?q=1', '/closed')}<h1>Welcome</h1><!-- see /in-comment -->
      <link rel="stylesheet" href="style">`,
  },
  '/style': { headers: { 'content-type': 'text/css' }, body: '@import url(/from-style);' },
  '/a': `${page('a', '/')}<h2>A</h2>`,
  '*': ({ path }) => (path === '/sitemap.xml' ? { status: 404 } : `${page(path)}<h2>${path}</h2>`),
};

const all: PluginModule = { robots, finish, writers, analyzers: [...everyAddress, ...headings] };

/** The contents of a function's bundle in this stack: the code that it needs, and of analyzers the media types where pages are fetched. */
function deployment(parts: PluginModule): (door: keyof typeof codeOf) => DeployedParts {
  const of = (key: keyof PluginModule): readonly string[] => (parts[key] ?? []).map(({ name }) => name);
  const known = { robots: of('robots'), finish: of('finish'), writers: of('writers'), analyzers: of('analyzers') };
  return door => ({
    names: known,
    parts: {
      ...Object.fromEntries(codeOf[door].map(key => [key, parts[key] ?? []])),
      ...(door === 'fetch' && { analyzers: (parts.analyzers ?? []).map(({ name, reads = [] }) => ({ name, reads })) }),
    },
  });
}

describe.skipIf(missing !== undefined)('plugins in an account', () => {
  let place: AwsPlace;
  let account: Account;
  let site: LoopbackSite;

  beforeAll(async () => {
    place = await openAwsPlace();
    account = new Account(place);
    site = await startSite(pages);
    process.env[names.allowHosts] = new URL(site.origin).host;
  });
  afterEach(() => deploy({}));
  afterAll(async () => {
    await site?.close();
    await place?.[Symbol.asyncDispose]();
  });

  const deploy = (parts: PluginModule): void => {
    const partsFor = deployment(parts);
    account.onDoor = door => deployWith(partsFor(door));
  };
  const order = (settings: CrawlSpec, url = site.origin) => ({
    kind: 'start' as const,
    spec: { delayMs: 0, formats: ['csv'], sites: [{ url }], ...settings },
  });
  const embedded = async (settings: CrawlSpec) =>
    (await embeddedCrawl(site.origin, { delayMs: 0, plugins: modulesFor(settings), ...settings })).results.files();
  const failure = async (id: string) => sentencesOf(await openAwsRegistry().read(id));

  test.each<[string, CrawlSpec, string | undefined]>([
    ['a robots policy', { robots: 'no-search-pages', analyzers: ['headings'], writers: ['dot'] }, '.dot'],
    ['a page analyzer', { analyzers: ['headings'], writers: ['dot'] }, '.headings.jsonl'],
    [
      'an analyzer that reads style sheets and finds links',
      { analyzers: ['every-address'], writers: ['dot'] },
      undefined,
    ],
    [
      'all of them',
      {
        robots: 'no-search-pages',
        analyzers: ['every-address', 'headings'],
        writers: ['dot'],
        formats: ['csv', 'net'],
      },
      '.headings.jsonl',
    ],
  ])('run as on one machine, to the same files: %s', async (_, settings, ending) => {
    deploy(all);
    const run = await account.toTheEnd(order(settings));
    const files = await account.files(run);
    expect(files).toEqual(await embedded(settings));
    if (ending !== undefined) expect(Object.keys(files).some(name => name.endsWith(ending))).toBe(true);
    expect(await failure(run.crawl)).toBeUndefined();
  });

  test('are used only where the spec names them', async () => {
    deploy(all);
    const run = await account.toTheEnd(order({}));
    expect(await account.files(run)).toEqual(await embedded({}));
  });

  test('end a crawl by a finish condition', async () => {
    deploy(all);
    const endless = await startSite({
      '*': ({ path }) =>
        page(
          path,
          `/${Number(path.slice(1)) + 1}`,
          ...Array.from({ length: 40 }, (_, i) => `http://o.example${path}/${i}`),
        ),
    });
    const allowed = process.env[names.allowHosts];
    process.env[names.allowHosts] = new URL(endless.origin).host;
    const run = await account.toTheEnd(order({ finish: ['enough-external-links'] }, endless.origin));
    process.env[names.allowHosts] = allowed;
    await endless.close();
    const row = await openAwsStore('unload').readCrawl(run.crawl);
    expect([row?.finishReason, row?.stopCause]).toEqual(['stopped', 'enough-external-links']);
  });

  test('that are not deployed are refused at the start, and nothing is fetched', async () => {
    deploy({ writers });
    const asked = site.asked.length;
    const run = await account.order(order({ analyzers: ['headings'] }));
    await expect(account.seed(run)).rejects.toThrow('analyzers');
    expect(await failure(run.crawl)).toBe(
      'analyzers: "headings" is refused; allowed are analyzers that are deployed here, and there are none.',
    );
    expect(site.asked.length).toBe(asked);
  });

  test('that throw end the crawl with their name and the page; resumed with a mended plugin it has the same files', async () => {
    const broken = { name: 'headings', analyze: ({ url }: { readonly url: string }) => fail(url) };
    deploy({ analyzers: [broken] });
    const run = await account.order(order({ analyzers: ['headings'] }));
    await account.seed(run);
    await expect(account.crawl(run)).rejects.toThrow('the page analyzer "headings" of a plugin failed on');
    expect(await failure(run.crawl)).toMatch(/^the page analyzer "headings" of a plugin failed on http.*: no luck$/);
    expect((await openAwsStore('unload').readCrawl(run.crawl))?.stop).toBe('stopped');
    deploy(all);
    const again = await resume(run.crawl);
    expect(await account.files(again)).toEqual(await embedded({ analyzers: ['headings'] }));
    expect(await failure(run.crawl)).toBeUndefined();
  });

  test('that a later deployment lacks end the crawl with a sentence', async () => {
    deploy(all);
    const run = await account.order(order({ robots: 'no-search-pages' }));
    await account.seed(run);
    deploy({});
    await expect(account.crawl(run)).rejects.toThrow(/^robots: "no-search-pages" is refused; /);
    expect(await failure(run.crawl)).toMatch(/plugins run here only if they are deployed\.$/);
  });

  test('that fail to write results say so at once, and a resume writes them', async () => {
    const settings = { writers: ['dot'] };
    deploy({ writers: [{ name: 'dot', write: async () => fail('x') }] });
    const run = await account.order(order(settings));
    await account.seed(run);
    await account.crawl(run);
    await expect(account.unload(run)).rejects.toThrow('the result writer "dot" of a plugin failed');
    expect(await failure(run.crawl)).toMatch(/^the result writer "dot" of a plugin failed on the results of/);
    deploy(all);
    const again = await resume(run.crawl);
    expect(await account.files(again)).toEqual(await embedded(settings));
    await unloadHandler({ ...again, kind: 'summary' }, timeLeft(900_000));
    expect(await failure(run.crawl)).toBeUndefined();
  });

  async function resume(crawl: string) {
    const record = await openAwsRegistry().read(crawl);
    expect(await openAwsRegistry().startRun(record!, 2)).toBe(true);
    const run = await account.order({ kind: 'resume', raise: {} }, { crawl, run: 2 });
    await account.seed(run);
    await account.crawl(run);
    await account.unload(run);
    return run;
  }
});

function fail(_url: string): never {
  throw new Error('no luck');
}
