import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { goTo, press, seen, shownText, startBrowser } from '../browser.ts';
import { openView, serveConsole, views } from '../console-tests.ts';
import type { ServedPage } from '../served-page.ts';
import { startSmallSite } from '../small-site.ts';

/** Adverse cases 60, 63, 65 and 66 in the browser: crawled pages that mean ill, and lists without an end. */

const browser: Browser | undefined = await startBrowser();

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</title><svg onload=alert(1)>',
  '\u202egnp.exe\u202c after',
  '=HYPERLINK("http://evil.example","x")',
  '{{constructor.constructor("alert(1)")()}}',
  'x'.repeat(50_000),
];

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const plain = (n: number): string => attacks[n % attacks.length]!;

/** Links whose texts, addresses and schemes are the attacks. */
function hostileLinks(n: number): string {
  const text = escaped(plain(n));
  return `<a href="https://evil-${n}.example/${text.slice(0, 300)}">${text}</a>
<a href="javascript:alert(${n})">script</a>
<a href="data:text/html,<script>alert(1)</script>">data</a>
<a href="http://[${text.slice(0, 300)}">no address</a>`;
}

const linksOfPage = 5_000;
const manyPages = 20;

function manyLinks(n: number): string {
  return Array.from({ length: linksOfPage }, (_, index) => `<a href="https://e.example/${n}/${index}">l</a>`).join('');
}

let served: ServedPage;
let hostileCrawl: string;
let manyCrawl: string;
let page: Page;

serveConsole(browser, {
  async begin(started) {
    served = started;
    const hostile = await startSmallSite({ pages: 16, title: n => escaped(plain(n)), extra: hostileLinks });
    const many = await startSmallSite({ pages: manyPages, extra: manyLinks });
    hostileCrawl = await served.startCrawl({
      sites: [{ url: hostile.url, name: attacks[1]!, shortName: '<b>short</b>' }],
      delayMs: 0,
      limit: 16,
    });
    manyCrawl = await served.startCrawl({ sites: [{ url: many.url, name: 'Many' }], delayMs: 0, limit: manyPages });
    await served.untilEnded(hostileCrawl);
    await served.untilEnded(manyCrawl);
    return [hostile, many];
  },
  open(shown) {
    page = shown;
  },
});

/** Elements that only markup of a crawled page could have brought, and links that run something. */
async function intruders(): Promise<readonly string[]> {
  return await page.$$eval('#main :is(img, script, iframe, object, embed, svg[onload], b)', all =>
    all.map(each => each.outerHTML),
  );
}

async function addressesOfLinks(): Promise<readonly string[]> {
  return await page.$$eval('#main a', all => all.map(each => each.href));
}

describe.skipIf(browser === undefined)('texts of crawled pages', () => {
  test.each(views.filter(view => view !== '#/new'))('are text and nothing else in %s (adverse 65)', async view => {
    await openView(page, hostileCrawl, view);
    await seen(page, attacks[1]!);
    expect(await intruders()).toEqual([]);
    for (const address of await addressesOfLinks()) expect(address).toMatch(/^https?:/);
  });

  test('are shown as they were found, unseen characters by name, and cut where they are long (adverse 66)', async () => {
    await goTo(page, `#/crawls/${hostileCrawl}/links?kind=external`);
    const text = await shownText(page);
    for (const attack of attacks.slice(0, 4)) expect(text).toContain(attack);
    expect(text).toContain('⟨202E⟩gnp.exe⟨202C⟩');
    expect(text).not.toContain('\u202e');
    // A spreadsheet would run it; this is no spreadsheet.
    expect(text).toContain('=HYPERLINK("http://evil.example","x")');
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThan(1_000);
  });

  test('lead elsewhere without telling where they were seen, and never when they are no web address', async () => {
    await goTo(page, `#/crawls/${hostileCrawl}/links?kind=external`);
    const links = await page.$$eval('#main tbody a', all => all.map(({ rel, target }) => `${rel} ${target}`));
    expect(links.length).toBeGreaterThan(10);
    expect(new Set(links)).toEqual(new Set(['noreferrer noopener _blank']));
    await goTo(page, `#/crawls/${hostileCrawl}/links?kind=bad`);
    await seen(page, 'javascript:alert(');
    expect(await page.$$('#main tbody th a')).toEqual([]);
  });
});

describe.skipIf(browser === undefined)('a table of 100,000 links', () => {
  test('is never in the page as a whole, and is gone through by its cursor', async () => {
    await goTo(page, `#/crawls/${manyCrawl}/links?kind=external`);
    await seen(page, 'Rows 1–100 of 100,000');
    const first = await page.$eval('tbody th', element => element.textContent);
    for (const from of ['101', '201', '301']) {
      await press(page, 'button', 'Next rows');
      await seen(page, `Rows ${from}–`);
    }
    expect(await page.$$eval('tbody tr', rows => rows.length)).toBe(100);
    expect(await page.$eval('tbody th', element => element.textContent)).not.toBe(first);
    for (const from of ['201', '101', '1']) {
      await press(page, 'button', 'Previous rows');
      await seen(page, `Rows ${from}–`);
    }
    expect(await page.$eval('tbody th', element => element.textContent)).toBe(first);
    await page.waitForFunction(() => document.activeElement?.tagName === 'CAPTION');
  });

  test('is filtered by the server', async () => {
    await goTo(page, `#/crawls/${manyCrawl}/links?kind=external&text=e.example%2F19%2F4999`);
    await seen(page, 'Rows 1–1 of 1');
    expect(await page.$$eval('tbody th', all => all.map(each => each.textContent))).toEqual([
      'https://e.example/19/4999',
    ]);
  });
});

describe.skipIf(browser === undefined)('an id that was guessed', () => {
  test.each(['unknown', '..%2F..%2Fetc', '%00', '<script>', '%E0%A4%A'])(
    'shows a sentence and no crawl: %s (adverse 63)',
    async id => {
      await goTo(page, `#/crawls/${id}/live`);
      const text = await shownText(page);
      expect(text).toMatch(/This cannot be shown|Crawls/);
      expect(text).not.toContain('Pages per level');
    },
  );
});

describe.skipIf(browser === undefined)('a rule that never gets a reward', () => {
  test('is shown with zeros, not with what division by zero gives (adverse 60)', async () => {
    const [one, two] = await Promise.all([startSmallSite({ pages: 12 }), startSmallSite({ pages: 12 })]);
    const id = await served.startCrawl({
      sites: [{ url: one.url }, { url: two.url }],
      delayMs: 0,
      limit: 20,
      rule: 'ucb1',
      ruleOptions: { ucbM: 2 },
    });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/rule`);
    await seen(page, 'Page budget\n20');
    await seen(page, 'New links\n0');
    expect(await shownText(page)).not.toMatch(/NaN|Infinity|undefined/);
    await Promise.all([one.close(), two.close()]);
  });
});
