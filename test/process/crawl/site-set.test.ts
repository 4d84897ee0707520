import { afterEach, describe, expect, test } from 'vitest';
import { addLocalSites, listLocalSites, removeLocalSites } from '../../../functions/embedded/local-sites.ts';
import { begin, CrawlResults, crawl, finish, newDirectory, resume } from '../../crawl/crawl-run.ts';
import { type LoopbackSite, page, type SiteSettings, startSite } from '../../servers/loopback-site.ts';
import { runChild, startChild, until } from './child-crawl.ts';

let sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites) await site.close();
  sites = [];
});

/** A start page with links to `count` pages. */
async function startWide(count: number, settings: SiteSettings = {}): Promise<LoopbackSite> {
  const names = Array.from({ length: count }, (_, number) => `/${number}`);
  const leaves = names.map(name => [name, page(`leaf ${name}`)] as const);
  const site = await startSite({ '/': page('start', ...names), ...Object.fromEntries(leaves) }, settings);
  sites.push(site);
  return site;
}

describe('a site that is added', () => {
  test('by another process while the crawl runs is crawled to its end, at its own number', async () => {
    const [first, second] = [await startWide(60), await startWide(3)];
    const directory = newDirectory();
    const child = startChild('crawl', `${first.origin}/`, '--delay', '50', '--out', directory, '--quiet');
    await until(() => first.paths().length > 3);
    const added = await runChild('sites', 'add', directory, `${second.origin}/`, '--number', '7', '--name', 'Second');
    expect([added.exitCode, added.stderr]).toEqual([0, '']);
    expect(added.stdout).toBe(`Site 7, ${second.origin}/, is taken up by the crawl now.\n`);
    expect((await child.ended).exitCode).toBe(0);
    const results = new CrawlResults(directory);
    expect(results.nodes(second.fileName).map(({ Url }) => Url)).toEqual(['/', '/0', '/1', '/2']);
    expect(results.nodes(first.fileName)).toHaveLength(61);
    expect(results.json()).toMatchObject({
      finishReason: 'no-work',
      sites: [{ number: 1 }, { number: 7, name: 'Second', finishReason: 'no-work' }],
    });
  });

  test('gives the same files as one that was there from the start', async () => {
    const [first, second] = [await startWide(4), await startWide(6)];
    const whole = await crawl([`${first.origin}/`, `${second.origin}/`]);
    const { directory } = await crawl(`${first.origin}/`);
    await addLocalSites(directory, [{ url: `${second.origin}/` }]);
    const { results } = await resume(directory);
    expect(results.files()).toEqual(whole.results.files());
  });

  test('to a finished crawl waits, and the command to go on is named', async () => {
    const [first, second] = [await startWide(2), await startWide(2)];
    const { directory } = await crawl(`${first.origin}/`);
    const asked = first.paths().length;
    const added = await runChild('sites', 'add', directory, `${second.origin}/`);
    expect(added.stdout).toBe(
      `Site 2, ${second.origin}/, is noted. No process works on the crawl, continue it by: orbweaver resume ${directory}\n`,
    );
    expect(await listLocalSites(directory)).toMatchObject([{ status: 'no-work' }, { number: 2, status: 'stopped' }]);
    const { summary } = await resume(directory);
    expect(summary.sites.map(({ outcomes }) => outcomes.nodes)).toEqual([3, 3]);
    expect(first.paths()).toHaveLength(asked);
  });

  test('has the settings that all sites of the crawl have in common', async () => {
    const site = await startWide(1);
    const { directory } = await crawl(`${site.origin}/`, { delayMs: 7, maxDownloads: 3, maxLevel: 2, siteLimit: 9 });
    const { additions } = await addLocalSites(directory, [{ url: 'http://a.test/', maxDownloads: 1 }]);
    expect(additions).toMatchObject([{ site: { delayMs: 7, maxDownloads: 1, maxLevel: 2, ownLimit: 9, limit: 9 } }]);
  });

  test('is refused where its number or its address is that of another site, each in a sentence', async () => {
    const site = await startWide(1);
    const { directory } = await crawl(`${site.origin}/`);
    const add = async (...args: string[]) => await runChild('sites', 'add', directory, ...args);
    expect(await add(`${site.origin}/0`)).toMatchObject({
      exitCode: 4,
      stderr: `orbweaver: url: "${site.origin}/0" is refused; it is of site 1 (${site.origin}). Allowed is a site that the crawl does not have.\n`,
    });
    expect(await add('a.test', '--number', '1')).toMatchObject({
      exitCode: 4,
      stderr: 'orbweaver: number: 1 is refused; a site of the crawl has it, or had it. The next free one is 2.\n',
    });
    expect((await add('a.test', '--number', 'x')).stderr).toMatch(/^orbweaver: --number: "x" is refused; /);
    expect((await add('a.test', 'b.test', '--name', 'x')).stderr).toContain('--name, --short-name and --number');
    expect(await listLocalSites(directory)).toHaveLength(1);
  });
});

describe('a site that is removed', () => {
  test('while it is fetched from is asked for nothing more, and what it gave stays', async () => {
    const [first, second] = [await startWide(40), await startWide(400)];
    const directory = newDirectory();
    const running = await begin(directory, [`${first.origin}/`, `${second.origin}/`], { delayMs: 40 });
    const ended = finish(directory, running);
    await until(() => second.paths().length > 10);
    expect(await removeLocalSites(directory, [2, 2])).toEqual([true, false]);
    const { summary, results } = await ended;
    expect(second.paths().length).toBeLessThan(100);
    expect(summary.finishReason).toBe('no-work');
    expect(summary.sites).toMatchObject([{ finishReason: 'no-work' }, { finishReason: 'removed' }]);
    expect(results.nodes(second.fileName).map(({ Url }) => Url)).toEqual(['/']);
    expect(new Set(Object.values(results.reasons(second.fileName)))).toEqual(new Set(['removed']));
    expect(results.counts(second.fileName).at(-1)).toMatchObject({ Found: '400', Skipped: '400' });
  });

  test('can be added anew under another number, and both keep their files', async () => {
    const [first, second] = [await startWide(1), await startWide(2)];
    const { directory, results } = await crawl([`${first.origin}/`, `${second.origin}/`]);
    const before = results.raw(`graph/${second.fileName}.nodes.csv`);
    await removeLocalSites(directory, [2]);
    const { additions } = await addLocalSites(directory, [{ url: `${second.origin}/`, number: 2 }]);
    expect(additions).toMatchObject([{ state: 'exists', number: 2 }]);
    await addLocalSites(directory, [{ url: `${second.origin}/` }]);
    const { summary } = await resume(directory);
    expect(summary.sites.map(({ number, finishReason }) => `${number} ${finishReason}`)).toEqual([
      ...['1 no-work', '2 removed', '3 no-work'],
    ]);
    expect(results.raw(`graph/${second.fileName}.nodes.csv`)).toBe(before);
    expect(results.raw(`graph/${second.fileName}~3.nodes.csv`)).toBe(before);
  });

  test('whose number is not known is a fault, and nothing is removed', async () => {
    const site = await startWide(1);
    const { directory } = await crawl(`${site.origin}/`);
    expect(await runChild('sites', 'remove', directory, '1', '5')).toMatchObject({
      exitCode: 4,
      stderr: 'orbweaver: site: 5 is not known; allowed is one of the 1 that orbweaver sites list shows.\n',
    });
    expect((await runChild('sites', 'remove', directory, 'a')).stderr).toMatch(/^orbweaver: site: "a" is refused; /);
    const list = await runChild('sites', 'list', directory, '--json');
    expect(JSON.parse(list.stdout)).toMatchObject([{ number: 1, status: 'no-work', pages: 2, queued: 0 }]);
    expect((await runChild('sites', 'remove', directory, '1')).stdout).toMatch(/^Site 1 is removed; /);
  });
});
