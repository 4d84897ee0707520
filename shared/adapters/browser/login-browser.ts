import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import type { Jar } from '../../domain/http/gates/gate-cookies.ts';
import { BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { type ChromiumOptions, startChromium } from './chromium.ts';

/** A step of a login; texts are secrets. */
export type LoginStep =
  | { readonly kind: 'open'; readonly address: string }
  | { readonly kind: 'fill'; readonly selector: string; readonly text: string }
  | { readonly kind: 'click'; readonly selector: string }
  | { readonly kind: 'wait'; readonly selector: string };

export interface LoginRun {
  readonly url: string;
  /** Absent: a person logs in, in a window. */
  readonly steps?: readonly LoginStep[];
  /** `http://proxy.example:3128`, without a login. */
  readonly proxy?: string;
  /** A person says that it is done. */
  readonly done: Promise<unknown>;
}

const longestStepMs = 15_000;
const quietMs = 500;
const pollMs = 1_000;

/**
 * The cookies of a browser in which somebody has logged in, by steps or by hand. The browser goes to the network by itself,
 * with no filter: the user has named the site. Throws `BadInput` where a step cannot be done.
 */
export async function logIn(run: LoginRun, chromium: ChromiumOptions): Promise<Jar> {
  const { url, steps, proxy, done } = run;
  const outside = { window: steps === undefined, ...(proxy !== undefined && { proxy }) };
  const { browser, end } = await startChromium({ ...chromium, outside });
  try {
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    await openPage(page, url);
    if (steps === undefined) return await byHand(browser, done);
    for (const [index, step] of steps.entries()) await take(page, step, index + 1);
    await settled(page);
    return await cookiesOf(browser);
  } finally {
    await end();
  }
}

async function openPage(page: Page, address: string): Promise<void> {
  try {
    await page.goto(address, { timeout: 2 * longestStepMs });
  } catch (error) {
    throw new BadInput([refusal('login-page', { address, why: lineOf(error) })]);
  }
}

async function take(page: Page, step: LoginStep, number: number): Promise<void> {
  if (step.kind === 'open') return await openPage(page, step.address);
  const locator = page.locator(step.selector).setTimeout(longestStepMs);
  try {
    if (step.kind === 'fill') await locator.fill(step.text);
    else if (step.kind === 'click') await locator.click();
    else await locator.wait();
  } catch (error) {
    const { kind, selector } = step;
    throw new BadInput([refusal('login-step', { number, kind, selector, why: lineOf(error) })]);
  }
}

/** A page that never rests has its cookies all the same. */
async function settled(page: Page): Promise<void> {
  await page.waitForNetworkIdle({ idleTime: quietMs, timeout: longestStepMs }).catch(() => undefined);
}

function lineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
}

/** Until the person is done, or has closed the window: then as they were a moment before. */
async function byHand(browser: Browser, done: Promise<unknown>): Promise<Jar> {
  let cookies: Jar = [];
  const over = Promise.race([done, once(browser as never, 'disconnected')]).then(() => 'over');
  while (
    (await Promise.race([over, wait(pollMs, '', { ref: false })])) !== 'over' &&
    (await browser.pages()).length > 0
  )
    cookies = await cookiesOf(browser);
  return browser.connected ? await cookiesOf(browser) : cookies;
}

async function cookiesOf(browser: Browser): Promise<Jar> {
  return (await browser.cookies()).map(({ name, value, domain, path, secure, expires }) => ({
    ...{ name, value, domain, path },
    ...(secure === true && { secure }),
    ...(expires !== undefined && expires > 0 && { expires }),
  }));
}
