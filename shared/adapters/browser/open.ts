/** The wiring of the browser: nothing of it is loaded before a page is opened. */

import type { Renderer } from '../../ports.ts';
import { type ChromiumOptions, startChromium } from './chromium.ts';
import { PageDriver, type PageDriverOptions } from './page-driver.ts';
import { PageRenderer } from './page-renderer.ts';

export { NoBrowser } from './no-browser.ts';
export type { PageDriver } from './page-driver.ts';

/** A driver of one page. Its browser starts with the first load; `close` ends it. */
export function openPageDriver(options: Omit<PageDriverOptions, 'start'>, chromium: ChromiumOptions): PageDriver {
  return new PageDriver({ ...options, start: () => startChromium(chromium) });
}

/** Pages that are rendered at once on one machine. */
const pagesAtOnce = 4;

/** Renders pages, each in a browser of its own. */
export function openRenderer(chromium: ChromiumOptions): Renderer {
  return new PageRenderer({ pages: pagesAtOnce, start: () => startChromium(chromium) });
}
