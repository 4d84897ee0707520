import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { goTo, press, seen, startBrowser } from './browser.ts';
import { demandOutline, nameless, serveConsole } from './console-tests.ts';

const browser: Browser | undefined = await startBrowser();
let page: Page;
let sites: readonly LoopbackSite[];
let id: string;
let single: string;

serveConsole(browser, {
  async begin(served) {
    sites = [
      await startSite({ '/': '<title>One</title><h1>One</h1><a href=/gone>gone</a>' }),
      await startSite({ '/': '<title>Other</title><h1>Other</h1><a href=/lost-1>a</a><a href=/lost-2>b</a>' }),
    ];
    const spec = (of: readonly LoopbackSite[]) => ({
      sites: of.map(({ origin }, at) => ({ url: origin, number: 7 - at, name: `Site ${at}` })),
      delayMs: 0,
    });
    id = await served.startCrawl(spec(sites));
    await served.untilEnded(id);
    single = await served.startCrawl(spec(sites.slice(1)));
    await served.untilEnded(single);
    return sites;
  },
  open(shown) {
    page = shown;
  },
});

/** Text of the page to send, as it was handed to the browser. */
async function savedText(button: string): Promise<string> {
  await page.evaluate(() => {
    const known = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      void blob.text().then(text => Object.assign(window, { saved: text }));
      return known(blob);
    };
  });
  await page.evaluate(() => Reflect.deleteProperty(window, 'saved'));
  await press(page, 'button', button);
  await page.waitForFunction(() => 'saved' in window);
  return await page.evaluate(() => (window as unknown as { saved: string }).saved);
}

const openIssues = async (of: string): Promise<void> => await goTo(page, `#/crawls/${encodeURIComponent(of)}/issues`);

describe.skipIf(browser === undefined)('the view of issues', () => {
  test('shows the findings of each site under its name, with the addresses of its own file', async () => {
    await openIssues(id);
    await seen(page, 'Links to addresses that fail (2)');
    expect(await page.$$eval('main h2', all => all.map(each => each.textContent))).toEqual([
      `Site 1 ${sites[1]!.origin}`,
      `Site 0 ${sites[0]!.origin}`,
    ]);
    await demandOutline(page);
    expect(await nameless(page)).toEqual([]);
    const folds = 'h3 ~ details';
    await page.$$eval(folds, all => {
      for (const each of all)
        if (each.parentElement!.innerText.includes('addresses that fail')) (each as HTMLDetailsElement).open = true;
    });
    await seen(page, `${sites[0]!.origin}/gone`);
    await seen(page, `${sites[1]!.origin}/lost-2`);
  });

  test('of one site are a page to send in the language of the page, with the addresses', async () => {
    await openIssues(single);
    await seen(page, 'Links to addresses that fail (2)');
    const english = await savedText('Save as a page to send');
    expect(english).toContain('<html lang="en">');
    expect(english).toContain('Links to addresses that fail (2)');
    expect(english).toContain(`${sites[1]!.origin}/lost-1`);
    await page.select('header select', 'ru');
    await seen(page, 'Ссылки на адреса с ошибкой (2)');
    const russian = await savedText('Сохранить страницей, чтобы отправить');
    expect(russian).toContain('<html lang="ru">');
    expect(russian).toContain('Ссылки на адреса с ошибкой (2)');
    expect(russian).toContain(`${sites[1]!.origin}/lost-2`);
    expect(russian).not.toMatch(/>Issues<|Links to|Address|>Error<|>Warning</);
  });
});
