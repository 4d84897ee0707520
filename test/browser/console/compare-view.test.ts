import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { goTo, seen, shownText, startBrowser } from './browser.ts';
import { demandOutline, nameless, serveConsole } from './console-tests.ts';
import type { ServedPage } from './served-page.ts';

/** Two crawls of a site that changed between them, compared in a real browser. */

const browser: Browser | undefined = await startBrowser();
let served: ServedPage;
let site: LoopbackSite;
let page: Page;
let before: string;
let after: string;
let isLater = false;

serveConsole(browser, {
  async begin(started) {
    served = started;
    const now = (early: string, late: string) => () => (isLater ? late : early);
    site = await startSite({
      '/': now('<title>s</title><a href=/a>a</a><a href=/b>b</a>', '<title>s</title><a href=/a>a</a><a href=/c>c</a>'),
      '/a': now('<title>A</title>one', '<title>A</title>two'),
      '/b': '<title>Gone &lt;b&gt;</title>b',
      '/c': '<title>C</title>c',
    });
    const begin = async (): Promise<string> => {
      const id = await served.startCrawl({ sites: [{ url: site.origin }], delayMs: 0 });
      await served.untilEnded(id);
      return id;
    };
    before = await begin();
    isLater = true;
    after = await begin();
    return [site];
  },
  open(shown) {
    page = shown;
  },
});

describe.skipIf(browser === undefined)('two crawls', () => {
  test('are offered as what a new crawl may be since (G14)', async () => {
    await goTo(page, '#/new');
    await page.waitForSelector('datalist option');
    const offered = await page.$$eval('datalist option', all => all.map(each => (each as HTMLOptionElement).value));
    expect(offered).toEqual([after, before]);
    expect(await page.$eval('input[list]', each => (each as HTMLInputElement).list?.options.length)).toBe(2);
  });

  test('are chosen, and what appeared, vanished and changed between them is told', async () => {
    await goTo(page, '#/compare');
    await seen(page, 'Earlier crawl');
    const chosen = await page.$$eval('form select', all => all.map(each => (each as HTMLSelectElement).value));
    expect(chosen).toEqual([before, after]);
    const offered = await page.$$eval('form select:first-of-type option', all => all.map(each => each.textContent));
    expect(offered.map(text => [after, before].find(id => text.includes(` · ${id} · `)))).toEqual([
      after,
      before,
      after,
      before,
    ]);
    await page.locator('form button').click();
    await seen(page, '1 page appeared');
    expect(await page.evaluate(() => location.hash)).toBe(`#/compare?before=${before}&after=${after}`);
    const text = (await shownText(page)).replaceAll(site.origin, 'SITE');
    expect(text).toContain('3 pages, 2 links → 3 pages, 2 links');
    const rows = await page.$$eval('main section section', all =>
      all.map(part =>
        [part.querySelector('h3')!, ...part.querySelectorAll('tbody tr')].map(each =>
          (each as HTMLElement).innerText.replace(/\s+/g, ' ').trim(),
        ),
      ),
    );
    expect(rows.map(lines => lines.map(line => line.replaceAll(site.origin, 'SITE')))).toEqual([
      ['1 page appeared', 'SITE/c C'],
      ['1 page vanished', 'SITE/b no link leads there Gone <b>'],
      // The start page has other links, so it is another page, too.
      ['2 pages changed', 'SITE/ s', 'SITE/a A'],
      ['1 link appeared', 'SITE/ SITE/c'],
      ['1 link vanished', 'SITE/ SITE/b'],
      ...[['6 new issues', 'c'] as const, ['6 issues are gone', 'b'] as const].map(([heading, name]) => [
        heading,
        `SITE/${name} Titles of less than 10 characters`,
        `SITE/${name} Pages without a description`,
        `SITE/${name} Pages with less than 100 words`,
        `SITE/${name} Pages without a heading`,
        `SITE/${name} Pages that do not say their language`,
        `SITE/${name} Pages without a link to another page`,
      ]),
    ]);
    expect(await nameless(page)).toEqual([]);
    await demandOutline(page);
  });

  test('that are the same say so, and a crawl that is not there is refused', async () => {
    await goTo(page, `#/compare?before=${after}&after=${after}`);
    await seen(page, 'Nothing changed.');
    await goTo(page, `#/compare?before=none&after=${after}`);
    await seen(page, 'Try again');
    await page.evaluate(() => localStorage.setItem('orbweaver.language', 'ru'));
    await goTo(page, `#/compare?before=${before}&after=${after}`);
    await page.reload();
    await seen(page, '1 страница появилась');
  });
});
