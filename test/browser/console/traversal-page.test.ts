import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../process/cli/run-cli.ts';
import { ServedConsole } from '../../process/serve/served-console.ts';
import { clickingPages } from '../../servers/clicking-pages.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { control, endBrowser, goTo, type Misdeeds, newPage, none, press, seen, startBrowser } from './browser.ts';

const browser: Browser | undefined = await startBrowser();

describe.skipIf(browser === undefined)('the states of a page that was clicked through', () => {
  let served: ServedConsole;
  let site: LoopbackSite;
  let page: Page;
  let misdeeds: Misdeeds;

  beforeAll(async () => {
    site = await startSite(clickingPages());
    served = new ServedConsole();
    await served.start();
    const { exitCode } = await runCli(
      ['traverse', `${site.origin}/history`, '--delay', '0', '--out', join(served.root, 'history')],
      { env: { ORBWEAVER_STATE: join(served.root, '.state') } },
    );
    const crawl = await runCli(
      [
        ...['crawl', `${site.origin}/accordion`, '--traverse', 'accordion', '--depth', '0', '--delay', '0'],
        ...['--out', join(served.root, 'crawled')],
      ],
      { env: { ORBWEAVER_STATE: join(served.root, '.state') } },
    );
    expect([exitCode, crawl.exitCode]).toEqual([0, 0]);
    ({ page, misdeeds } = await newPage(browser!, served.server.origin));
    await page.goto(`${served.server.origin}/#token=${served.server.token}`);
    await seen(page, 'Pages that were clicked through');
  });
  afterAll(async () => {
    await endBrowser(browser);
    await served.close();
    await site.close();
  });

  test('are reached from the list, chosen by the keyboard, and shown in a picture of the page', async () => {
    const before = site.asked.length;
    await press(page, 'link', `${site.origin}/history`);
    await seen(page, 'nothing is left to press');
    const mark = await page.waitForSelector('.states .mark:not(.root)');
    await mark!.evaluate(each => (each as SVGElement).focus());
    await page.keyboard.press('Enter');
    await page.waitForSelector('.node dl');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^State \d/);
    expect(await page.$$eval('.mark[aria-pressed="true"]', all => all.length)).toBe(1);
    await press(page, 'button', 'Show a picture of the page');
    const picture = await page.waitForSelector('.node img');
    expect(await picture!.evaluate(image => (image as HTMLImageElement).alt)).toMatch(/^The page in state \d/);
    await page.waitForFunction(() => (document.querySelector('.node img') as HTMLImageElement).naturalWidth > 100);
    await seen(page, 'the site was not asked');
    expect(site.asked).toHaveLength(before);
    await shot('chosen');
  });

  test('are those of a crawl too, which keeps no pictures', async () => {
    await goTo(page, '#/');
    await press(page, 'link', `${site.origin}/accordion`);
    await seen(page, 'nothing is left to press');
    const mark = await page.waitForSelector('.states .mark:not(.root)');
    await mark!.evaluate(each => (each as SVGElement).focus());
    await page.keyboard.press('Enter');
    await seen(page, 'A crawl keeps no pictures');
    expect(await page.$(control('button', 'Show a picture of the page'))).toBeNull();
    await shot('of-a-crawl');
    await goTo(page, '#/traversals/history?state=1');
    await seen(page, 'Show a picture of the page');
  });

  test('are in the address, in Russian too, on a phone and in the dark', async () => {
    const hash = await page.evaluate(() => location.hash);
    expect(hash).toMatch(/^#\/traversals\/history\?state=\d+$/);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await shot('dark');
    await page.setViewport({ width: 360, height: 740, isMobile: true });
    await page.select('#top select', 'ru');
    await seen(page, 'Показать снимок страницы');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
    await shot('phone');
    await press(page, 'button', 'Показать снимок страницы');
    await seen(page, 'сайт не запрашивался');
    await goTo(page, '#/traversals/none');
    await seen(page, 'не прокликанная страница');
    expect(await page.$(control('button', 'Повторить'))).toBeDefined();
    expect(misdeeds).toEqual(none);
  });

  async function shot(name: string): Promise<void> {
    const folder = process.env['ORBWEAVER_SHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }
});
