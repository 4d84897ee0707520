import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { goTo, seen, shownText, startBrowser } from '../browser/console/browser.ts';
import { serveConsole } from '../browser/console/console-tests.ts';
import type { ServedPage } from '../browser/console/served-page.ts';
import { type LoopbackSite, startSite } from '../servers/loopback-site.ts';

/** The report of broken links in a real browser: what an analyst reads, and the page that a colleague gets. */

const browser: Browser | undefined = await startBrowser();
let served: ServedPage;
let site: LoopbackSite;
let other: LoopbackSite;
let page: Page;
let crawl: string;

serveConsole(browser, {
  async begin(started) {
    served = started;
    other = await startSite({ '/old': { status: 301, headers: { location: '/new' } }, '/new': '<title>new</title>' });
    const links = `<a href=/none>our price list</a><a href="${other.origin}/gone">a friend</a><a href="${other.origin}/old">moved</a>`;
    site = await startSite({
      '/': `<title>s</title>${links}<a href=/a>a</a>`,
      '/a': '<a href=/none><b>"quoted"</b> &lt;i&gt;</a>',
    });
    crawl = await served.startCrawl({
      ...{ sites: [{ url: site.origin }], delayMs: 0, checkExternal: true },
      allowHosts: [new URL(other.origin).host],
    });
    await served.untilEnded(crawl);
    return [site, other];
  },
  open(shown) {
    page = shown;
  },
});

describe.skipIf(browser === undefined)('broken links', () => {
  test('are told with their status, and the pages and texts of the links', async () => {
    await goTo(page, `#/crawls/${crawl}/broken`);
    await seen(page, '1 address within the site failed');
    await page.locator('section tbody details summary').click();
    const rows = await page.$$eval('section tbody tr', all => all.map(row => (row as HTMLElement).innerText));
    const told = rows.map(row =>
      row.replaceAll(site.origin, 'SITE').replaceAll(other.origin, 'OTHER').replace(/\s+/g, ' ').trim(),
    );
    expect(told).toEqual([
      'SITE/none 404 Not Found gone SITE/ “our price list” and 1 more SITE/a “"quoted" <i>”',
      'OTHER/gone dead 404 Not Found gone SITE/ “a friend”',
      'OTHER/old moved 301 Moved Permanently → OTHER/new SITE/ “moved”',
    ]);
    await page.select('.filter select', 'moved');
    await page.waitForFunction(() => document.querySelectorAll('section:last-of-type tbody tr').length === 1);
    // The address of the view keeps what was chosen.
    expect(await page.evaluate(() => location.hash)).toBe(`#/crawls/${crawl}/broken?state=moved`);
  });

  test('are saved as a page without scripts, and in Russian', async () => {
    await page.evaluate(() => {
      const kept = window as unknown as { saved: Blob };
      URL.createObjectURL = file => {
        kept.saved = file as Blob;
        return '#';
      };
    });
    await goTo(page, `#/crawls/${crawl}/broken`);
    await seen(page, 'our price list');
    await page.locator('::-p-text(Save as a page to send)').click();
    const html = await page.evaluate(async () => await (window as unknown as { saved: Blob }).saved.text());
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Broken links: /);
    expect(html).toContain('404 Not Found');
    expect(html).toContain('"quoted" &lt;i&gt;');
    expect(html).not.toMatch(/<script|<button|<form|onclick/);
    const csv = await page.$$eval('.actions a[download]', async all =>
      Promise.all(all.map(async each => (await (await fetch((each as HTMLAnchorElement).href)).text()).split('\n')[0])),
    );
    expect(csv).toEqual([
      'Url,Status,Class,Reason,Level,Link,Page,Folder,Anchor,Occurrences',
      'Url,State,Status,Class,Target,Page,Folder,Anchor,Rel,Occurrences',
    ]);
    await page.evaluate(() => localStorage.setItem('orbweaver.language', 'ru'));
    await page.reload();
    await seen(page, '1 адрес на сайте недоступен');
    expect(await shownText(page)).toContain('не существует');
  });
});
