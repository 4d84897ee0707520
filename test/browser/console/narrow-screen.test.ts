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
    const elsewhere = Array.from({ length: 40 }, (_, n) => `<a href="https://x${n}.example/">x</a>`).join('');
    const own = Array.from(
      { length: 40 },
      (_, n) => `<a href="/новости/${n}">статья ${n}</a><a href=/gone-${n}>?</a>`,
    ).join('');
    const pages = Array.from({ length: 40 }, (_, n) => [encodeURI(`/новости/${n}`), `<title>Статья ${n}</title>`]);
    const site: LoopbackSite = await startSite({ '/': own + elsewhere, ...Object.fromEntries(pages) });
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

const workTables = [
  ...['tables', 'tables?kind=external', 'links?kind=internal', 'links?kind=external', 'links?kind=domains', 'broken'],
];

describe.skipIf(browser === undefined)('on a screen of 1440 × 900', () => {
  test.each([...workTables.map(view => [view, 'en'] as const), ...workTables.map(view => [view, 'ru'] as const)])(
    '%s shows 25 rows of one line (%s)',
    async (view, language) => {
      await page.setViewport({ width: 1440, height: 900 });
      if (language === 'ru') await page.select('#top select', 'ru');
      await goTo(page, `#/crawls/${encodeURIComponent(id)}/${view}`);
      await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length >= 25);
      const bottoms = await page.$$eval('main tbody tr', rows => rows.map(row => row.getBoundingClientRect().bottom));
      expect(bottoms.filter(bottom => bottom <= 900).length).toBeGreaterThanOrEqual(25);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
    },
  );

  test('addresses are shown with their letters, and copied as servers know them', async () => {
    await page.setViewport({ width: 1440, height: 900 });
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/tables`);
    await seen(page, '/новости/7');
    const copied = await page.evaluate(() => {
      const link = [...document.querySelectorAll('main tbody a')].find(each => each.textContent === '/новости/7')!;
      getSelection()!.selectAllChildren(link);
      const event = new ClipboardEvent('copy', { bubbles: true, clipboardData: new DataTransfer() });
      link.dispatchEvent(event);
      return event.clipboardData!.getData('text/plain');
    });
    expect(copied).toMatch(/^http:.*\/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8\/7$/);
  });
});
