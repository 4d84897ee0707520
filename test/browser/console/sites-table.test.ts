import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { goTo, seen, startBrowser } from './browser.ts';
import { serveConsole } from './console-tests.ts';

const browser: Browser | undefined = await startBrowser();
let page: Page;
let id: string;
let sites: readonly LoopbackSite[];

serveConsole(browser, {
  async begin(served) {
    const more = { '/': '<a href=/a>a</a><a href=/b>b</a><a href=https://x.example/>x</a>', '/a': 'a', '/b': 'b' };
    sites = [await startSite({ '/': '<a href=/a>a</a>', '/a': 'a1' }), await startSite(more)];
    const [few, many] = sites.map(({ origin }) => origin);
    id = await served.startCrawl({
      sites: [
        { url: few, name: 'Few' },
        { url: many, name: 'Many' },
      ],
      delayMs: 0,
    });
    await served.untilEnded(id);
    return [...sites];
  },
  open(shown) {
    page = shown;
  },
});

const namesShown = async (): Promise<readonly string[]> =>
  await page.$$eval('main tbody tr th', all => all.map(each => (each as HTMLElement).innerText));

describe.skipIf(browser === undefined)('the table of sites', () => {
  test('is sorted by a press on a heading, whose order the address keeps, and sums over all sites', async () => {
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/sites`);
    await seen(page, 'Few');
    expect(await namesShown()).toEqual(['Few', 'Many']);
    const sums = await page.$$eval('main tfoot :is(td, th)', all => all.map(each => (each as HTMLElement).innerText));
    expect(sums).toEqual(['', 'In all', '', '', '5', '0', '1', '0', '']);
    await page.locator('main thead th:nth-child(5) button').click();
    await page.waitForSelector('main th[aria-sort=descending]');
    expect(await namesShown()).toEqual(['Many', 'Few']);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Fetched ↓');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main th[aria-sort=ascending]');
    expect(await namesShown()).toEqual(['Few', 'Many']);
    expect(await page.evaluate(() => location.hash)).toMatch(/\/sites\?sort=used&order=asc$/);
    await page.locator('main thead th:nth-child(2) button').click();
    await page.locator('main thead th:nth-child(2) button').click();
    await page.waitForSelector('main th:nth-child(2)[aria-sort=descending]');
    await page.reload();
    await page.waitForSelector('main th:nth-child(2)[aria-sort=descending]');
    expect(await namesShown()).toEqual(['Many', 'Few']);
  });
});
