import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { goTo, press, seen, shownText, startBrowser } from './browser.ts';
import { demandOutline, nameless, serveConsole } from './console-tests.ts';
import type { ServedPage } from './served-page.ts';

/** The rules, compared on a finished crawl in a real browser. */

const browser: Browser | undefined = await startBrowser();
let served: ServedPage;
let page: Page;
let id: string;

const external = (count: number, name: string): string =>
  Array.from({ length: count }, (_, n) => `<a href="https://${name}-${n}.example/">x</a>`).join('');

serveConsole(browser, {
  async begin(started) {
    served = started;
    const sites: readonly LoopbackSite[] = [
      await startSite({ '/': `<a href=/1>1</a>${external(5, 'a')}`, '/1': 'one' }),
      await startSite({ '/': '<a href=/1>1</a>start', '/1': external(9, 'b') }),
    ];
    const names = sites.map(({ origin }, n) => ({ url: origin, name: `Site ${n}` }));
    id = await served.startCrawl({ name: 'Both', sites: names, delayMs: 0 });
    await served.untilEnded(id);
    const learnt = { name: 'Learnt', sites: names, delayMs: 0, order: 'links', limit: 100 };
    await served.untilEnded(await served.startCrawl(learnt));
    return [...sites];
  },
  open(shown) {
    page = shown;
  },
});

describe.skipIf(browser === undefined)('rules', () => {
  test('are compared on finished crawls, at budgets of pages', async () => {
    await goTo(page, '#/crawls');
    await press(page, 'link', 'Compare rules');
    await seen(page, 'Crawls to be replayed');
    await demandOutline(page);
    expect(await nameless(page)).toEqual([]);
    await press(page, 'button', 'Compare rules');
    await seen(page, 'ids of finished crawls');
    await page.locator(`main input[type=checkbox][value="${id}"]`).click();
    await page.locator('main input[inputmode=numeric]').fill('2, 3');
    await press(page, 'button', 'Compare rules');
    await seen(page, 'Budget of 3 pages: 14 links at most, with hindsight');
    const text = (await shownText(page)).replace(/\s+/g, ' ');
    expect(text).toContain('Sites: 2. Pages: 4. New external links: 14.');
    expect(text).toContain('Budget of 2 pages: 9 links at most, with hindsight');
    const rows = await page.$$eval('main table tbody tr', all =>
      all.map(each => (each as HTMLElement).innerText.replace(/\s+/g, ' ')),
    );
    expect(rows).toContain('Equal shares (R1) 2 5 0.556 1');
    expect(await page.$$eval('main polyline', all => all.length)).toBe(7);
  });

  test('are compared in the learnt order of pages, with R1 to R3 and the optimum breadth-first', async () => {
    await goTo(page, '#/simulate');
    await seen(page, 'Order of pages');
    await page.locator(`main input[type=checkbox][value="${id}"]`).click();
    await page.select('main select', 'links');
    await press(page, 'button', 'Compare rules');
    await seen(page, 'no features');
    await page.locator(`main input[type=checkbox][value="${id}"]`).click();
    await page.locator(`main input[type=checkbox]:not([value="${id}"])`).click();
    await page.locator('main input[inputmode=numeric]').fill('3');
    await press(page, 'button', 'Compare rules');
    await seen(page, 'Budget of 3 pages: 14 links at most, with hindsight');
    const rows = await page.$$eval('main table tbody tr', all =>
      all.map(each => (each as HTMLElement).innerText.replace(/\s+/g, ' ')),
    );
    expect(rows).toContain('Equal shares (R1) 3 5 0.357 1');
  });

  test('are not compared where budgets or crawls are none', async () => {
    const refused = async (body: object) => (await served.ask('POST', '/simulation', body))['detail'];
    expect(await refused({ crawls: [] })).toMatch(/^crawls: .*at most 20 ids of finished crawls/);
    expect(await refused({ crawls: [id], budgets: [0] })).toMatch(/^budgets\[0\]: 0 is refused/);
    expect(await refused({ crawls: [id], rules: ['best'] })).toMatch(/^rules\[0\]: "best" is refused/);
    expect(await refused({ crawls: [id], order: 'depth-first' })).toMatch(/^order: "depth-first" is refused/);
    expect(await refused({ crawls: [id, id] })).toMatch(/each crawl once/);
    expect((await served.ask('POST', '/simulation', { crawls: ['other'] }))['status']).toBe(404);
  });
});
