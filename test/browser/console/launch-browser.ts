import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';

/** Of what the npm package proposes, not those that make the browser laxer than a person's. */
const lax = /web-security|allow-running-insecure-content|site-per-process|single-process|no-zygote/;

/** A real Chromium, which speaks English unless a test says otherwise. Throws where it cannot start. */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  return await puppeteer.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter(argument => !lax.test(argument)), '--lang=en-US', ...more],
    headless: 'shell',
  });
}
