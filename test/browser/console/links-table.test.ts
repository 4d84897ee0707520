import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { control, fill, gone, goTo, press, seen, startBrowser } from './browser.ts';
import { serveConsole } from './console-tests.ts';
import type { ServedPage } from './served-page.ts';

const browser: Browser | undefined = await startBrowser();
let page: Page;
let served: ServedPage;
let id: string;

const longText = 'z text of many words '.repeat(4).trim();

serveConsole(browser, {
  async begin(started) {
    served = started;
    const one = {
      '/': '<a href=/a>a</a><a href=https://a.b.example/>first</a><a href=https://a.b.example/>first</a>',
      '/a': `<a href=https://b.example/x>second</a><a href=https://c.example/>${longText}</a><a href=javascript:x>bad</a>`,
    };
    const other = { '/': '<a href=https://b.example/x>other</a>' };
    const sites: readonly LoopbackSite[] = [await startSite(one), await startSite(other)];
    id = await served.startCrawl({
      sites: sites.map(({ origin }, n) => ({ url: origin, name: ['One', 'Other'][n] })),
      delayMs: 0,
    });
    await served.untilEnded(id);
    return [...sites];
  },
  open(shown) {
    page = shown;
  },
});

const open = async (query: string): Promise<void> =>
  await goTo(page, `#/crawls/${encodeURIComponent(id)}/links?${query}`);
const column = async (index: number, part = 'tbody'): Promise<readonly string[]> =>
  await page.$$eval(`main .scroll ${part} tr > :nth-child(${index})`, all =>
    all.map(each => (each as HTMLElement).innerText),
  );
const hash = async (): Promise<string> => await page.evaluate(() => location.hash);

describe.skipIf(browser === undefined)('tables of links', () => {
  test('are sorted by a press on a heading, whose order the address keeps, and sum over all rows', async () => {
    await open('kind=external');
    await seen(page, 'Rows 1–4 of 4');
    expect(await column(3)).toEqual(['One', 'One', 'One', 'Other']);
    expect(await column(6, 'tfoot')).toEqual(['5']);
    await page.locator('main thead th:nth-child(6) button').click();
    await page.waitForSelector('main th:nth-child(6)[aria-sort=descending]');
    expect(await column(6)).toEqual(['2', '1', '1', '1']);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Occurrences ↓');
    await page.locator('main thead th:nth-child(5) button').click();
    await page.waitForSelector('main th:nth-child(5)[aria-sort=ascending]');
    expect(await column(5)).toEqual(['first', 'other', 'second', longText]);
    expect(await hash()).toMatch(/kind=external&sort=anchor&order=asc$/);
    await page.reload();
    await page.waitForSelector('main th:nth-child(5)[aria-sort=ascending]');
    for (const [kind, columns] of [
      ['internal', 6],
      ['bad', 6],
    ] as const)
      for (let index = 2; index <= columns; index += 1) {
        await open(`kind=${kind}`);
        await page.locator(`main thead th:nth-child(${index}) button`).click();
        await page.waitForSelector(`main th:nth-child(${index})[aria-sort]`);
      }
  });

  test('are filtered by a site of the list, with the count of the rows, which are downloaded as filtered', async () => {
    await open('kind=external');
    await seen(page, 'Rows 1–4 of 4');
    await page.select(control('combobox', 'Site'), '2');
    await seen(page, 'Rows 1–1 of 1');
    expect(await column(5)).toEqual(['other']);
    expect(await column(6, 'tfoot')).toEqual(['1']);
    expect(await hash()).toMatch(/kind=external&site=2$/);
    const href = await page.$eval('main a[download]', link => (link as HTMLAnchorElement).href);
    expect(await page.$eval('main a[download]', link => link.textContent)).toBe('Download this row as CSV');
    const csv = await fetch(href, { headers: { authorization: `Bearer ${served.token}` } });
    expect((await csv.text()).split('\n').map(line => line.split(',')[2])).toEqual([
      'Url',
      'https://b.example/x',
      undefined,
    ]);
    await fill(page, 'Domain', 'nowhere.example');
    await press(page, 'button', 'Filter');
    await gone(page, 'https://b.example/x');
  });

  test('are grouped by domain, and a domain shows its links', async () => {
    await open('kind=external');
    await press(page, 'link', 'Domains of external links');
    await seen(page, 'Rows 1–2 of 2');
    const shown = await Promise.all([1, 2, 3, 4].map(async index => await column(index)));
    expect(shown).toEqual([
      ['b.example', 'c.example'],
      ['3', '1'],
      ['4', '1'],
      ['2', '1'],
    ]);
    await page.locator('main thead th:nth-child(4) button').click();
    await page.waitForSelector('main th:nth-child(4)[aria-sort=descending]');
    await press(page, 'link', 'b.example');
    await seen(page, 'Rows 1–3 of 3');
    expect(await column(2)).toEqual(['https://a.b.example/', 'https://b.example/x', 'https://b.example/x']);
  });

  test('have rows of one line, so that 25 are on a screen, until whole texts are chosen, and remember their columns', async () => {
    await page.setViewport({ width: 1440, height: 900 });
    await open('kind=external');
    const cell = `td[title="${longText}"]`;
    await page.waitForSelector(cell);
    const height = async (): Promise<number> =>
      await page.$eval(cell, each => each.parentElement!.getBoundingClientRect().height);
    expect(25 * (await height())).toBeLessThan(700);
    await page.locator('.columns-shown summary').click();
    await press(page, 'checkbox', 'Whole texts');
    expect(await height()).toBeGreaterThan(35);
    await press(page, 'checkbox', 'Level');
    const headings = async (): Promise<readonly string[]> =>
      await page.$$eval('thead th', all => all.filter(each => each.checkVisibility()).map(each => each.innerText));
    expect(await headings()).not.toContain('Level');
    await page.locator('main thead th:nth-child(2) button').click();
    await page.reload();
    await page.waitForSelector(`.whole ${cell}`);
    expect(await headings()).not.toContain('Level');
    await open('kind=internal');
    await page.waitForFunction(() => document.querySelector('main caption')?.textContent === 'Internal links');
    expect(await headings()).toContain('Level');
  });
});
