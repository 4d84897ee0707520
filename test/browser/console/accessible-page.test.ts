import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { ended, goTo, newPage, none, seen, shownText, startBrowser } from './browser.ts';
import { demandOutline, nameless, openView, serveConsole, views } from './console-tests.ts';
import type { ServedPage } from './served-page.ts';
import { type SmallSite, startSmallSite } from './small-site.ts';

/** The page by keyboard, for screen readers, on narrow screens and without WebGL (WCAG 2.2, level AA, as far as it can be counted). */

const browser: Browser | undefined = await startBrowser();
let served: ServedPage;
let sites: readonly SmallSite[] = [];
let crawl: string;
let page: Page;

serveConsole(browser, {
  async begin(started) {
    served = started;
    const extra = (n: number): string =>
      `<a href="https://friend-${n}.example/">Friend</a><a href="javascript:x()">x</a>`;
    sites = await Promise.all([startSmallSite({ pages: 25, extra }), startSmallSite({ pages: 25, extra })]);
    crawl = await served.startCrawl({
      sites: sites.map(({ url }, index) => ({ url, name: `Example University ${index + 1}` })),
      delayMs: 0,
      limit: 40,
      rule: 'gittins',
    });
    await served.untilEnded(crawl);
    return sites;
  },
  open(shown) {
    page = shown;
  },
});

/** The name of the element with the focus. */
async function focused(): Promise<string> {
  return await page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return (element as HTMLInputElement | null)?.labels?.[0]?.innerText ?? element?.innerText ?? '';
  });
}

async function tabTo(name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused()) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by Tab, but: ${await focused()}`);
}

describe.skipIf(browser === undefined)('every view', () => {
  /** Has one first heading, no level left out, unique ids, and its landmarks. */
  async function expectOutline(): Promise<void> {
    await demandOutline(page);
    expect(await page.title()).toMatch(/.+ – Orbweaver$/);
    expect(await page.$$eval('main, [role=status], [role=alert]', all => all.length)).toBeGreaterThanOrEqual(3);
  }

  test.each(views)('names its controls, has an outline, fits a narrow window and has contrast: %s', async view => {
    await openView(page, crawl, view);
    expect(await nameless(page)).toEqual([]);
    await expectOutline();
    await page.setViewport({ width: 320, height: 640 });
    for (const scheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      // The picture of a graph takes its new size in a frame after the window has its own.
      const width = async () => await page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(width, { timeout: 20_000 }).toBeLessThanOrEqual(320);
      expect(await faintTexts(page)).toEqual([]);
    }
  });
});

/** Names, tooltips and placeholders that the page itself has: cells of tables have texts of crawled pages. */
async function saidInAttributes(of: Page): Promise<readonly string[]> {
  return await of.evaluate(() => {
    const names = ['title', 'aria-label', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'];
    const own = [...document.querySelectorAll('body *:not(td, th[scope=row])')];
    return own.flatMap(element => names.map(name => element.getAttribute(name) ?? '')).filter(text => text !== '');
  });
}

/** The same in two looks one after the other: the view has loaded. */
async function settledAttributes(of: Page): Promise<readonly string[]> {
  let last: readonly string[] = [];
  await expect
    .poll(
      async () => {
        const [before, isShown] = [last, await of.evaluate(() => document.querySelector('h1') !== null)];
        last = await saidInAttributes(of);
        return isShown && before.length > 0 && before.join() === last.join();
      },
      { timeout: 30_000, interval: 400 },
    )
    .toBe(true);
  return last;
}

describe.skipIf(browser === undefined)('on a Russian page', () => {
  test('no name, tooltip or placeholder is English', async () => {
    await page.evaluate(() => localStorage.setItem('orbweaver.language', 'ru'));
    await page.reload();
    await seen(page, 'Новый обход');
    let count = 0;
    for (const view of [
      ...views,
      'tables?kind=issues',
      'tables?kind=levels',
      'tables?kind=choices',
      'tables?kind=pages',
    ]) {
      await openView(page, crawl, view);
      const said = await settledAttributes(page);
      count += said.length;
      const english = said.filter(text => !/[а-яё]/i.test(text) && /[a-z]{4}/i.test(text));
      expect([view, english.filter(text => !/^(?:https?:|Example University|Orbweaver|English$)/.test(text))]).toEqual([
        view,
        [],
      ]);
    }
    expect(count).toBeGreaterThan(200);
    await page.evaluate(() => localStorage.removeItem('orbweaver.language'));
  });
});

/** Texts whose contrast to their ground is below 4.5 : 1 (WCAG 2.2, 1.4.3). */
async function faintTexts(of: Page): Promise<readonly string[]> {
  return await of.evaluate(() => {
    const parse = (colour: string): readonly number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (rgb: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = rgb.map(part =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (element: Element | null): readonly number[] => {
      if (element === null) return [255, 255, 255];
      const colour = parse(getComputedStyle(element).backgroundColor);
      return colour.length === 3 || colour[3] === 1 ? colour.slice(0, 3) : ground(element.parentElement);
    };
    return [...document.querySelectorAll<HTMLElement>('body *:not(svg *)')]
      .filter(
        element =>
          element.checkVisibility() &&
          [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim()),
      )
      .flatMap(element => {
        const [one, other] = [
          luminance(parse(getComputedStyle(element).color).slice(0, 3)),
          luminance(ground(element)),
        ];
        const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        return contrast < 4.5 ? [`${contrast.toFixed(2)}: ${element.outerHTML.slice(0, 200)}`] : [];
      });
  });
}

describe.skipIf(browser === undefined)('by keyboard alone', () => {
  test('a crawl is started, watched and left, and the focus is always to be seen', async () => {
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(page.url()).toContain('#/crawls');
    await tabTo('New crawl');
    expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    await seen(page, 'Start addresses');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await tabTo('Start addresses');
    await page.keyboard.type(sites[0]!.url);
    await tabTo('Pages in all');
    await page.keyboard.type('5');
    await tabTo('Delay between two pages, ms');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await ended(page);
    await seen(page, 'The page limit is reached.');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await tabTo('Links');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-current') === 'page');
    await tabTo('Delete');
    await page.keyboard.press('Enter');
    await seen(page, 'Delete this crawl?');
    expect(await focused()).toBe('Cancel');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    expect(await focused()).toBe('Delete');
  });
});

describe('without WebGL', () => {
  test('the graph is a table, and a sentence says why', async context => {
    const plain = await startBrowser('--disable-gpu', '--disable-3d-apis');
    if (plain === undefined) return context.skip();
    const { page: blind, misdeeds: own } = await newPage(plain, served.origin);
    await blind.goto(served.link);
    await goTo(blind, `#/crawls/${crawl}/graph`);
    await seen(blind, 'This browser cannot draw the graph');
    expect(await shownText(blind)).toContain('Page 1');
    expect(own).toEqual(none);
    await plain.close();
  });
});
