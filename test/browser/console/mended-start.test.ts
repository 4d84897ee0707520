import { describe, expect, test } from 'vitest';
import { control, ended, fill, gone, goTo, press, seen, startBrowser } from './browser.ts';
import { other, page, served, serveTwoSites, site } from './two-sites.ts';

const browser = await startBrowser();
serveTwoSites(browser);

describe.skipIf(browser === undefined)('a start page that gave no page', () => {
  test('is named in the list and on the page, and is mended and tried again there', async () => {
    const sites = [
      { url: new URL('missing', site.url).href, number: 4, name: 'Mistyped' },
      { url: other.url, name: 'Good' },
    ];
    const id = await served.startCrawl({ sites, delayMs: 0 });
    await served.untilEnded(id);
    await press(page, 'button', 'Refresh');
    await seen(page, '1 start page failed');
    await goTo(page, `#/crawls/${id}/live`);
    await seen(page, 'One start address gave no page.');
    await seen(page, '404 Not Found');
    await press(page, 'button', 'Mend the address … (Mistyped)');
    await fill(page, 'Address', 'file:///etc/passwd');
    await press(page, 'button', 'Try it again');
    await seen(page, 'allowed are http and https');
    await fill(page, 'Address', site.url);
    await press(page, 'button', 'Try it again');
    await seen(page, 'The crawl continues with the new address.');
    await gone(page, 'gave no page');
    await ended(page);
    const { sites: lines } = await served.ask('GET', `/crawls/${id}/sites`);
    expect(lines).toMatchObject([
      { number: 1, name: 'Good', status: 'no-work' },
      { number: 4, name: 'Mistyped', status: 'no-work', outcomes: { nodes: 60 } },
    ]);
  });

  test('a site that is added to a crawl at rest is told as added, and waits', async () => {
    const id = await served.startCrawl({ sites: [{ url: site.url }], delayMs: 0, limit: 2 });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/sites`);
    await fill(page, 'Address', other.url);
    await press(page, 'button', 'Add a site');
    await seen(page, 'The site is added. It is crawled from the next resume on.');
    await seen(page, 'Waits for the next resume.');
    expect(await page.$eval(control('textbox', 'Address'), element => (element as HTMLInputElement).value)).toBe('');
    expect(await page.$eval('#failed', element => element.textContent)).toBe('');
  });
});
