/** The wiring of the browser: nothing of it is loaded before a page is opened. */

import type { Renderer } from '../../ports.ts';
import { Browsers } from './browsers.ts';
import type { ChromiumOptions } from './chromium.ts';
import { PageDriver, type PageDriverOptions } from './page-driver.ts';
import { PageRenderer } from './page-renderer.ts';

export type { Browsers } from './browsers.ts';
export { NoBrowser } from './no-browser.ts';
export type { PageDriver } from './page-driver.ts';

/** Browsers for any number of pages; the first page starts the first browser. */
export function openBrowsers(options: ChromiumOptions): Browsers {
  return new Browsers(options);
}

/** A driver of one page. It has a browser from the first load until `close`. */
export function openPageDriver(options: Omit<PageDriverOptions, 'lend'>, browsers: Browsers): PageDriver {
  return new PageDriver({ ...options, lend: () => browsers.lend() });
}

/** Pages that are rendered at once on one machine. */
const pagesAtOnce = 4;

/** Renders pages, each in a browser of its own. */
export function openRenderer(chromium: ChromiumOptions): Renderer {
  return new PageRenderer({ pages: pagesAtOnce, browsers: new Browsers(chromium) });
}
