import '../pure/functions/quiet-logs.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openAwsRegistry } from '../../shared/adapters/aws/open.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { names } from '../../shared/names.ts';
import { ownBrowsers } from '../browser/adapters/living-browsers.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { leastGapMs } from '../servers/arrivals.ts';
import { type LoopbackSite, type Pages, startSite } from '../servers/loopback-site.ts';
import { script, scriptedPages } from '../servers/scripted-pages.ts';
import { Account, type Deliveries } from './account.ts';
import { type AwsPlace, missing, openAwsPlace } from './aws/aws-place.ts';
import { sentencesOf } from './crawl-failure.ts';

const robots = { body: 'User-agent: *\nDisallow: /forbidden/', headers: { 'content-type': 'text/plain' } };
/** Six pages of plain HTML, and six of another template whose next page only scripts link to. */
const twoTemplates: Pages = {
  '*': ({ path }) => {
    const [, folder = '', number = ''] = path.split('/');
    const n = Number(number);
    if (path === '/') return '<a href="/plain/1">plain</a><a href="/list/1">list</a>';
    if (folder === 'plain' && n <= 6) return `<div class=article>${n}<a href="/plain/${n + 1}">next</a></div>`;
    if (folder !== 'list' || n > 6) return { status: 404 };
    return `<div class=list>${n}</div><script>document.write('<a href="/list/${n + 1}">next</a>')</script>`;
  },
};
/** A page whose buttons show a link, and ask for another one. */
const clickedPages: Pages = {
  '/': '<a href="/clicked">clicked</a>',
  '/clicked': `<title>clicked</title><button id=a>show</button><button id=b>more</button><script>
    const add = path => { const link = document.createElement('a'); link.href = path; document.body.append(link); };
    a.onclick = () => add('/shown'); b.onclick = () => fetch('/more').then(r => r.text()).then(add);</script>`,
  '/more': { headers: { 'content-type': 'text/plain' }, body: '/asked-for' },
  '/shown': '<title>shown</title>',
  '/asked-for': '<title>asked for</title>',
};
const settings = { delayMs: 0, formats: ['csv', 'gexf'] };

describe.skipIf(missing !== undefined)('a crawl that renders, by the Lambdas of an account', () => {
  let place: AwsPlace;
  let account: Account;
  let elsewhere: LoopbackSite;
  const sites: LoopbackSite[] = [];

  beforeAll(async () => {
    place = await openAwsPlace();
    account = new Account(place);
    elsewhere = await startSite({ '/shared.js': script('add("/by-other-host", "other");') });
  });
  afterAll(async () => {
    for (const site of [...sites, elsewhere]) await site.close();
    await place?.[Symbol.asyncDispose]();
  });

  // The process of a function is frozen between invocations, with what it has left open.
  afterEach(() => expect(ownBrowsers()).toEqual([]));

  const served = async (pages: Pages): Promise<LoopbackSite> => {
    const site = await startSite(pages);
    sites.push(site);
    process.env[names.allowHosts] = [site, elsewhere].map(({ origin }) => new URL(origin).host).join(',');
    return site;
  };
  const crawled = async (site: LoopbackSite, render: 'auto' | 'always', deliveries?: Deliveries) =>
    await crawledBy(site, { render }, deliveries);
  const crawledBy = async (site: LoopbackSite, more: CrawlSpec, deliveries?: Deliveries) => {
    const spec = { ...settings, ...more, sites: [{ url: site.origin }] };
    return await account.toTheEnd({ kind: 'start', spec }, deliveries);
  };
  const embedded = async (site: LoopbackSite, render: 'auto' | 'always') => {
    const allowHosts = [new URL(elsewhere.origin).host];
    return (await embeddedCrawl(site.origin, { ...settings, render, allowHosts })).results.files();
  };

  test('writes the very files of the embedded engine, and asks for each part once', async () => {
    const site = await served({
      ...scriptedPages(elsewhere.origin),
      '/robots.txt': robots,
      '/by-other-host': '<title>o</title>',
    });
    const run = await crawled(site, 'always', { times: 2 });
    const asked = site.asked.map(({ path }) => path);
    for (const part of ['/site.js', '/data.json', '/slow-data', '/plain', '/'])
      expect([part, asked.filter(path => path === part).length]).toEqual([part, 1]);
    const files = await account.files(run);
    expect(files).toEqual(await embedded(site, 'always'));
    expect(Object.values(files).join()).toContain(',rendered,');
    expect((await place.keys(`answers/${run.crawl}/`)).length).toBeGreaterThan(3);
  });

  test('decides by samples which templates to render, as the embedded engine does', async () => {
    const site = await served(twoTemplates);
    const run = await crawled(site, 'auto');
    const files = await account.files(run);
    expect(files).toEqual(await embedded(site, 'auto'));
    expect(
      Object.values(files)
        .join()
        .match(/,rendered,/g),
    ).toHaveLength(6);
    expect((await place.keys(`samples/${run.crawl}/`)).length).toBeGreaterThan(3);
  });

  test('clicks through pages, to the very files of the embedded engine', async () => {
    const site = await served(clickedPages);
    const more = { traverse: ['/clicked$'] };
    const run = await crawledBy(site, more, { times: 2 });
    const files = await account.files(run);
    expect(files).toEqual((await embeddedCrawl(site.origin, { ...settings, ...more })).results.files());
    expect(Object.values(files).join()).toContain('click');
    // The objects that were kept while the traversal was under way.
    expect(await place.keys(`traversals/${run.crawl}/`)).toEqual([]);
    expect(site.asked.filter(({ path }) => path === '/more')).toHaveLength(2);
  });

  test('goes on with a traversal in later invocations where its host wants long delays', async () => {
    const site = await served(clickedPages);
    const more = { traverse: ['/clicked$'], delayMs: 2_100, robots: 'ignore' as const };
    const run = await account.order({
      kind: 'start',
      spec: { ...settings, ...more, sites: [{ url: `${site.origin}/clicked` }] },
    });
    await account.seed(run);
    await account.crawl(run);
    await account.unload(run);
    expect(leastGapMs(site.asked, 1_000)).toBeGreaterThanOrEqual(2_100);
    expect(site.asked.filter(({ path }) => path === '/clicked')).toHaveLength(1);
    const fast = await embeddedCrawl(`${site.origin}/clicked`, { ...settings, ...more, delayMs: 0 });
    expect(await account.files(run)).toEqual(fast.results.files());
  });

  test('asks no private host for a part, whatever a page says', async () => {
    const hidden = await startSite({ '/secret.js': script('document.title = "in";') });
    const site = await served({ '/': `<title>out</title><script src="${hidden.origin}/secret.js"></script>` });
    const run = await crawled(site, 'always');
    expect(hidden.asked).toEqual([]);
    expect(Object.values(await account.files(run)).join()).toContain('out');
    await hidden.close();
  });

  test('fails with a sentence where the stack has lost its browser since the crawl was started', async () => {
    const site = await served({ '/': '<title>one</title>' });
    const queue = process.env[names.browserQueueUrl];
    const spec = { ...settings, render: 'always' as const, sites: [{ url: site.origin }] };
    const run = await account.order({ kind: 'start', spec });
    await account.seed(run);
    delete process.env[names.browserQueueUrl];
    await expect(account.crawl(run)).rejects.toThrow(/render: "always" is refused; .*without a browser/);
    process.env[names.browserQueueUrl] = queue;
    expect(sentencesOf(await openAwsRegistry().read(run.crawl))).toMatch(/without a browser/);
  });
});
