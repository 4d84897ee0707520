import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { closePage, endBrowser, goTo, newPage, none, seen } from './browser.ts';
import { ServedPage } from './served-page.ts';
import type { SmallSite } from './small-site.ts';

interface ConsoleTests {
  /** Starts what the tests share; the sites it gives are closed at the end. */
  begin(served: ServedPage): Promise<readonly Pick<SmallSite, 'close'>[]>;
  /** Takes the page of the next test, which shows the list of crawls. */
  open(page: Page): void;
}

/** The longest time until the second try of what all tests of a file need, ms. */
const longestStartMs = 180_000;

/**
 * One server for the tests of a file, and for each test a page that finds nothing stored by the pages before it. It must have done
 * nothing by its end that a page must not do. Does nothing where there is no browser: such tests are skipped.
 */
export function serveConsole(browser: Browser | undefined, { begin, open }: ConsoleTests): void {
  if (browser === undefined) return;
  let served: ServedPage;
  let profile: BrowserContext;
  let sites: readonly Pick<SmallSite, 'close'>[] = [];

  const prepare = async (): Promise<void> => {
    served = await ServedPage.start();
    profile = await browser.createBrowserContext();
    sites = await begin(served);
  };

  // Vitest gives a test its second try (`.ci/run`), and none to what is done before the first.
  beforeAll(async () => {
    await prepare().catch(async error => {
      await served?.crash();
      await prepare();
      console.log(`passed at its second try: what tests of the console share\n${String(error).slice(0, 2_000)}`);
    });
  }, 2 * longestStartMs);

  afterAll(async () => {
    await endBrowser(browser);
    await served?.close();
    await Promise.all(sites.map(async site => await site.close()));
  });

  beforeEach(async () => {
    const { page, misdeeds } = await newPage(browser, served.origin, profile);
    await page.goto(served.link);
    await seen(page, 'New crawl');
    open(page);
    return async () => {
      expect(misdeeds).toEqual(none);
      await closePage(page, served.origin);
    };
  });
}

const crawlViews = [
  'live',
  'links?kind=internal',
  'links?kind=external',
  'links?kind=bad',
  'links?kind=domains',
  'broken',
  'tables',
  'tables?kind=external',
  'sites',
  'rule',
  'graph',
  'plots',
  'files',
];

/** The view that `openView` opens. */
export const views = ['#/crawls', '#/new', ...crawlViews];

/** Goes to a view, which is one of `crawl` unless it begins with `#`. */
export async function openView(page: Page, crawl: string, view: string): Promise<void> {
  await goTo(page, view.startsWith('#') ? view : `#/crawls/${crawl}/${view}`);
}

/** Controls, tables and pictures without a name, and what else screen readers stumble over. */
export async function nameless(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const named = (element: Element): boolean =>
      (element.getAttribute('aria-label') ?? '') !== '' ||
      (element as HTMLInputElement).labels?.[0]?.textContent?.trim() !== undefined ||
      (element.textContent ?? '').trim() !== '';
    for (const element of document.querySelectorAll('input, select, textarea'))
      if ((element as HTMLInputElement).labels?.length === 0 && !element.hasAttribute('aria-label'))
        faults.push(element.outerHTML);
    for (const element of document.querySelectorAll('button, a, summary, th[scope=col], [role=img], [role=region]'))
      if (!named(element) && element.querySelector('[aria-label]') === null) faults.push(element.outerHTML);
    for (const element of document.querySelectorAll('table'))
      if ((element.caption?.textContent ?? '') === '') faults.push('a table without a caption');
    for (const element of document.querySelectorAll('th:not([scope])')) faults.push(element.outerHTML);
    for (const element of document.querySelectorAll('[tabindex]'))
      if ((element as HTMLElement).tabIndex > 0) faults.push(element.outerHTML);
    return faults;
  });
}

/** One first heading, no level left out, and ids that are there once. */
export async function demandOutline(page: Page): Promise<void> {
  const levels = await page.$$eval('h1, h2, h3, h4', all =>
    all.filter(each => each.checkVisibility()).map(each => Number(each.tagName.slice(1))),
  );
  expect(levels.filter(level => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  const ids = await page.$$eval('[id]', all => all.map(({ id }) => id));
  expect(ids).toHaveLength(new Set(ids).size);
  const described = await page.$$eval('[aria-describedby]', all =>
    all.flatMap(each => each.getAttribute('aria-describedby')!.split(' ')),
  );
  expect(described.filter(id => !ids.includes(id))).toEqual([]);
}
