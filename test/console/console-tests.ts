import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { goTo, newPage, none, seen } from './browser.ts';
import { ServedPage } from './served-page.ts';
import type { SmallSite } from './small-site.ts';

interface ConsoleTests {
  /** Starts what the tests share; the sites it gives are closed at the end. */
  begin(served: ServedPage): Promise<readonly SmallSite[]>;
  /** Takes the page of the next test, which shows the list of crawls. */
  open(page: Page): void;
}

/**
 * One server for the tests of a file, and for each test a page in a profile of its own, which must have done nothing by
 * its end that a page must not do. Does nothing where there is no browser: such tests are skipped.
 */
export function serveConsole(browser: Browser | undefined, { begin, open }: ConsoleTests): void {
  if (browser === undefined) return;
  let served: ServedPage;
  let sites: readonly SmallSite[] = [];

  beforeAll(async () => {
    served = await ServedPage.start();
    sites = await begin(served);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await served?.close();
    await Promise.all(sites.map(async site => await site.close()));
  });

  beforeEach(async () => {
    const { page, misdeeds } = await newPage(browser, served.origin);
    await page.goto(served.link);
    await seen(page, 'New crawl');
    open(page);
    return async () => {
      expect(misdeeds).toEqual(none);
      await page.browserContext().close();
    };
  });
}

const crawlViews = [
  'live',
  'links?kind=internal',
  'links?kind=external',
  'links?kind=bad',
  'sites',
  'rule',
  'graph',
  'plots',
  'files',
];

/** What `openView` opens. */
export const views = ['#/crawls', '#/new', ...crawlViews];

/** Goes to a view, which is one of `crawl` unless it begins with `#`. */
export async function openView(page: Page, crawl: string, view: string): Promise<void> {
  await goTo(page, view.startsWith('#') ? view : `#/crawls/${crawl}/${view}`);
}
