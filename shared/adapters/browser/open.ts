/** The wiring of the browser: nothing of it is loaded before a page is opened. */

import { type ChromiumOptions, startChromium } from './chromium.ts';
import { PageDriver, type PageDriverOptions } from './page-driver.ts';

export { NoBrowser } from './no-browser.ts';
export type { PageDriver } from './page-driver.ts';

/** A driver of one page. Its browser starts with the first load; `close` ends it. */
export function openPageDriver(options: Omit<PageDriverOptions, 'start'>, chromium: ChromiumOptions): PageDriver {
  return new PageDriver({ ...options, start: () => startChromium(chromium) });
}
