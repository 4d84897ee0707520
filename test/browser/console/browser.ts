import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { inject } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

/** How long a page or its browser is waited for, ms: a machine that is busy with other tests starves a browser for half a minute. */
export const patienceMs = 120_000;

/** The acts of a page that are forbidden to it. */
export interface Misdeeds {
  /** Errors of the console (a violation of the content security policy is one) and of scripts. */
  readonly errors: string[];
  /** Requests to other origins. */
  readonly foreign: string[];
  /** `alert` and the like: nobody here asks that way. */
  readonly dialogs: string[];
}

/**
 * A real Chromium, or undefined where it cannot start, with a printed line that says why: then the tests that need it are
 * skipped. It is the one that this worker's files share, where the tier has such, and a new one with switches of its own.
 */
export async function startBrowser(...switches: readonly string[]): Promise<Browser | undefined> {
  try {
    const shared = inject('sharedBrowsers');
    return shared === undefined || switches.length > 0 ? await launchBrowser(...switches) : await shareBrowser(shared);
  } catch (error) {
    process.stdout.write(`skipped: Chromium does not start here (${String(error).split('\n', 1)[0]})\n`);
    return undefined;
  }
}

async function shareBrowser(shared: string): Promise<Browser> {
  const answer = await fetch(`${shared}/${process.env['VITEST_POOL_ID']}`);
  const said = await answer.text();
  if (!answer.ok) throw new Error(said);
  return await puppeteer.connect({ browserWSEndpoint: said, protocolTimeout: patienceMs });
}

/** Ends it, or what this file has opened in the browser that it shares. */
export async function endBrowser(browser: Browser | undefined): Promise<void> {
  if (browser === undefined || browser.process() !== null) return await browser?.close();
  for (const context of browser.browserContexts()) if (context.id !== undefined) await context.close();
  await browser.disconnect();
}

/** Answers of the app that are problems, which the page tells; and that WebGL without a graphics card is slow. */
const harmless =
  /^Failed to load resource: the server responded with a status of|GL Driver Message \(OpenGL, Performance/;

/** A page that notes its misdeeds, in its own profile or in one that other pages have. */
export async function newPage(
  browser: Browser,
  origin: string,
  profile?: BrowserContext,
): Promise<{ page: Page; misdeeds: Misdeeds }> {
  const page = await (profile ?? (await browser.createBrowserContext())).newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewport({ width: 1280, height: 800 });
  const misdeeds: Misdeeds = { errors: [], foreign: [], dialogs: [] };
  page.on('console', message => {
    if (['error', 'warn'].includes(message.type()) && !harmless.test(message.text()))
      misdeeds.errors.push(message.text());
  });
  page.on('pageerror', error => misdeeds.errors.push(String(error)));
  page.on('request', request => {
    // Data asks nobody: the browser's own signs of a control are such.
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:') misdeeds.foreign.push(request.url());
  });
  page.on('dialog', dialog => {
    misdeeds.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return { page, misdeeds };
}

export const none: Misdeeds = { errors: [], foreign: [], dialogs: [] };

/** A control as a screen reader knows it. */
export function control(role: string, name: string): string {
  return `::-p-aria([name="${name}"][role="${role}"])`;
}

export async function press(page: Page, role: string, name: string): Promise<void> {
  await page.locator(control(role, name)).click();
}

export async function fill(page: Page, name: string, value: string): Promise<void> {
  await page.locator(control('textbox', name)).fill(value);
}

/** Closes it; its profile keeps the files of the page, and nothing that the page has stored. */
export async function closePage(page: Page, origin: string): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.close();
}

/** Waits until the page shows `text`. */
export async function seen(page: Page, text: string): Promise<void> {
  try {
    await page.waitForFunction(wanted => document.body.innerText.includes(wanted), {}, text);
  } catch (error) {
    throw new Error(`${JSON.stringify(text)} is not shown, but: ${await shownText(page)}`, { cause: error });
  }
}

/** Waits until the crawl that is shown has ended and its results are written. */
export async function ended(page: Page): Promise<void> {
  await page.waitForSelector('.crawl-head .badge:is(.finished, .stopped)');
}

export async function gone(page: Page, text: string): Promise<void> {
  await page.waitForFunction(wanted => !document.body.innerText.includes(wanted), {}, text);
}

export async function shownText(page: Page): Promise<string> {
  return await page.evaluate(() => document.body.innerText);
}

/** Goes to a view as a link of the page would. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(to => {
    location.hash = to;
  }, hash);
  await page.waitForFunction(
    () => document.querySelector('main h1') !== null && !document.querySelector('main')?.hasAttribute('aria-busy'),
  );
}
