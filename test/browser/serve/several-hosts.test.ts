import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { goTo, seen, startBrowser } from '../console/browser.ts';
import { serveConsole } from '../console/console-tests.ts';

const browser: Browser | undefined = await startBrowser();
let page: Page;
let id: string;
let hosts: readonly string[];

serveConsole(browser, {
  async begin(served) {
    const second = await startSite({ '/': '<title>Second</title><a href=https://x.example/>x</a>' });
    const listed = ({ origin }: { readonly origin: string }): string =>
      `<urlset><url><loc>${origin}/orphan</loc></url></urlset>`;
    const first: LoopbackSite = await startSite({
      '/': `<title>First</title><a href=/a>a</a><a href=${second.origin}/>second</a>`,
      '/a': '<title>A</title>',
      '/orphan': '<title>Orphan</title><a href=/below>b</a>',
      '/below': '<title>Below</title>',
      '/sitemap.xml': () => ({ headers: { 'content-type': 'text/xml' }, body: listed(first) }),
    });
    hosts = [first, second].map(({ origin }) => new URL(origin).host);
    id = await served.startCrawl({
      sites: [{ url: first.origin }],
      ...{ scope: 'list', hosts: [second.origin], sitemaps: 'add', delayMs: 0, allowHosts: [hosts[1]!] },
    });
    await served.untilEnded(id);
    return [first, second];
  },
  open(shown) {
    page = shown;
  },
});

const texts = async (selector: string): Promise<readonly string[]> =>
  await page.$$eval(selector, all => all.map(each => (each as HTMLElement).innerText));
const widths = async (selector: string, side: 'width' | 'height'): Promise<readonly number[]> =>
  await page.$$eval(selector, (all, of) => all.map(each => each.getBoundingClientRect()[of]), side);

describe.skipIf(browser === undefined)('a site of several hosts, with pages that no clicks lead to', () => {
  test('addresses have their hosts, and colours are those of hosts', async () => {
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/tables?kind=pages`);
    await seen(page, 'orphan');
    const shown = (await texts('main tbody a')).filter(text => hosts.some(host => text.startsWith(host)));
    expect(shown.toSorted()).toEqual(
      [`${hosts[0]}/`, `${hosts[0]}/a`, `${hosts[0]}/below`, `${hosts[0]}/orphan`, `${hosts[1]}/`].toSorted(),
    );
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/graph`);
    await page.waitForSelector('main select');
    const chosen = await page.$$eval('main select', all => all.map(each => (each as HTMLSelectElement).value));
    expect(chosen).toContain('host');
  });

  test('level -1 is written as a word, in tables and plots, and comes last', async () => {
    await goTo(page, `#/crawls/${encodeURIComponent(id)}`);
    await seen(page, 'orphan');
    const levels = await texts('main .scroll tbody tr > :first-child');
    expect(levels.filter(text => /^(?:\d+|orphan|-1)$/.test(text)).slice(0, 3)).toEqual(['0', '1', 'orphan']);
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/plots`);
    await seen(page, 'orphan');
    expect(await page.$eval('main', main => /(?:^|\s)[-−]1(?:\s|$)/.test((main as HTMLElement).innerText))).toBe(false);
  });

  test('tables of links are for work: a narrow column of boxes, and rows of one line', async () => {
    await page.setViewport({ width: 1440, height: 900 });
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/links?kind=internal`);
    await seen(page, 'Rows 1–');
    expect(Math.max(...(await widths('main tbody tr > :first-child', 'width')))).toBeLessThan(60);
    expect(Math.max(...(await widths('main .scroll tbody tr', 'height')))).toBeLessThan(34);
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/tables?kind=pages`);
    await seen(page, 'orphan');
    expect(Math.max(...(await widths('main .scroll tbody tr', 'height')))).toBeLessThan(34);
  });
});
