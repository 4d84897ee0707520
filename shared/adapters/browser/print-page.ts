import { BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { type ChromiumOptions, startChromium } from './chromium.ts';

/** The form of a printed page: pages of paper, or a picture of so many CSS pixels. */
export type PrintForm = 'pdf' | { readonly width: number; readonly height: number };

/** Chromium makes no picture that is longer, in device pixels. */
const mostPixels = 16_384;
/** A report of hundreds of pages on a busy machine, ms. */
const timeout = 300_000;

/**
 * A page that this program wrote, as PDF or PNG, by a browser that ends with it. Scripts of the page do not run, and it has no way to the network.
 * Throws `BadInput` where there is no browser, and where it cannot print the page.
 */
export async function printPage(html: string, form: PrintForm, options: ChromiumOptions): Promise<Uint8Array> {
  const { browser, end } = await startChromium(options);
  try {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    if (form !== 'pdf') {
      const deviceScaleFactor = 2 * form.height <= mostPixels ? 2 : 1;
      await page.setViewport({ ...form, height: Math.min(form.height, mostPixels), deviceScaleFactor });
    }
    await page.setContent(html, { waitUntil: 'load', timeout });
    if (form !== 'pdf') return await page.screenshot({ type: 'png' });
    const margin = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };
    const paper = { format: 'A4', landscape: true, printBackground: true, margin, timeout } as const;
    return await page.pdf(paper).catch((error: Error) => {
      throw new BadInput([refusal('printing-failed', { why: error.message })]);
    });
  } finally {
    await end();
  }
}
