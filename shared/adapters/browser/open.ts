/** The wiring of the browser: nothing of it is loaded before a page is opened. */

import type { Jar } from '../../domain/http/gates/gate-cookies.ts';
import { pageIdentityIn } from '../../domain/http/request-identity.ts';
import type { Renderer, Traverser } from '../../ports/page-ports.ts';
import { Browsers } from './browsers.ts';
import type { ChromiumOptions } from './chromium.ts';
import type { LoginRun } from './login-browser.ts';
import { PageDriver, type PageDriverOptions } from './page-driver.ts';
import { PageRenderer } from './page-renderer.ts';
import { PageTraverser } from './page-traverser.ts';
import type { PrintForm } from './print-page.ts';

export type { Browsers } from './browsers.ts';
export type { LoginStep } from './login-browser.ts';
export type { PageDriver } from './page-driver.ts';

/** Browsers for any number of pages; the first page starts the first browser. */
export function openBrowsers(options: ChromiumOptions): Browsers {
  return new Browsers(options);
}

/** A driver of one page. It has a browser from the first load until `close`. */
export function openPageDriver(options: Omit<PageDriverOptions, 'lend'>, browsers: Browsers): PageDriver {
  return new PageDriver({ ...options, lend: () => browsers.lend() });
}

/** Pages that are rendered at once. */
const pagesAtOnce = { machine: 4, lambda: 1 };

/** Renders pages, each in its own browser. Its end is that of `browsers`. */
export function openRenderer(chromium: ChromiumOptions, browsers: Browsers = new Browsers(chromium)): Renderer {
  return new PageRenderer({ pages: pagesAtOnce[chromium.inLambda === true ? 'lambda' : 'machine'], browsers });
}

/** Clicks through pages, each in its own browser. */
export function openTraverser(chromium: ChromiumOptions): Traverser {
  const browsers = new Browsers(chromium);
  return new PageTraverser({
    pages: pagesAtOnce[chromium.inLambda === true ? 'lambda' : 'machine'],
    open: ({ url, options: { loadMs, windowMs, idleMs, buttons }, ...page }, { answer, volatile, refused }) => {
      const times = { loadMs, windowMs, idleMs };
      return openPageDriver({ url, ...pageIdentityIn(page), answer, volatile, refused, ...times, buttons }, browsers);
    },
    close: async () => await browsers.close(),
    now: () => performance.now(),
  });
}

/** The cookies of a login (`logIn`). */
export async function openLogin(run: LoginRun, chromium: ChromiumOptions): Promise<Jar> {
  return await (await import('./login-browser.ts')).logIn(run, chromium);
}

/** A page that this program wrote, as PDF or PNG (`printPage`). */
export async function printed(html: string, form: PrintForm, chromium: ChromiumOptions): Promise<Uint8Array> {
  return await (await import('./print-page.ts')).printPage(html, form, chromium);
}
