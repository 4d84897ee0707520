import type { Browser, Page } from 'puppeteer-core';
import { serveConsole } from './console-tests.ts';
import type { ServedPage } from './served-page.ts';
import { linksElsewhere, type SmallSite, startSmallSite } from './small-site.ts';

/** The common parts of tests of the page: the server, two sites, and the page of the test. */

export let served: ServedPage;
export let site: SmallSite;
export let other: SmallSite;
export let page: Page;

/** Each file calls it first, and has them anew. */
export function serveTwoSites(browser: Browser | undefined): void {
  serveConsole(browser, {
    async begin(started) {
      served = started;
      site = await startSmallSite({ pages: 60, extra: linksElsewhere('friend') });
      other = await startSmallSite({ pages: 30, extra: linksElsewhere('partner') });
      return [site, other];
    },
    open(shown) {
      page = shown;
    },
  });
}
