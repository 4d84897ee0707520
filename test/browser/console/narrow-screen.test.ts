import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { goTo, seen, startBrowser } from './browser.ts';
import { serveConsole } from './console-tests.ts';

const browser: Browser | undefined = await startBrowser();
let page: Page;
let id: string;

serveConsole(browser, {
  async begin(served) {
    const site: LoopbackSite = await startSite({ '/': '<a href=/a>a</a><a href=https://x.example/>x</a>', '/a': 'a' });
    id = await served.startCrawl({ sites: [{ url: site.origin, name: 'One' }], delayMs: 0 });
    await served.untilEnded(id);
    return [site];
  },
  open(shown) {
    page = shown;
  },
});

const hint = 'More columns are to the right';

describe.skipIf(browser === undefined)('on a telephone', () => {
  test('no tab is cut, the page does not move sideways, and tables that do say so', async () => {
    await page.setViewport({ width: 390, height: 844 });
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/links?kind=external`);
    await seen(page, hint);
    const tabs = await page.$$eval('.tabs a', all => all.map(each => each.getBoundingClientRect().right));
    expect(tabs.length).toBeGreaterThan(8);
    expect(Math.max(...tabs)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewport({ width: 1440, height: 900 });
    await page.waitForFunction(text => !document.body.innerText.includes(text), {}, hint);
    const edges = await page.evaluate(() =>
      ['header > *', 'main > *'].map(place => document.querySelector(`body ${place}`)!.getBoundingClientRect().left),
    );
    expect(Math.abs(edges[0]! - edges[1]!)).toBeLessThan(20);
  });
});
