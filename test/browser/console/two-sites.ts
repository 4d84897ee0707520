import type { Browser, Page } from 'puppeteer-core';
import { startBrowser } from './browser.ts';
import { serveConsole } from './console-tests.ts';
import type { ServedPage } from './served-page.ts';
import { linksElsewhere, type SmallSite, startSmallSite } from './small-site.ts';

/** What tests of the page share, each file anew: a browser, the server, two sites, and the page of the test. */

export const browser: Browser | undefined = await startBrowser();
export let served: ServedPage;
export let site: SmallSite;
export let other: SmallSite;
export let page: Page;

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
