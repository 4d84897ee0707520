import { describe, expect, onTestFinished, test } from 'vitest';
import { control, ended, fill, gone, goTo, newPage, none, press, seen, shownText, startBrowser } from './browser.ts';
import { ServedPage } from './served-page.ts';
import { other, page, served, serveTwoSites, site } from './two-sites.ts';

const browser = await startBrowser();
serveTwoSites(browser);

/** The work of people with a crawl, in a real browser, on the real server and real crawls of loopback sites. */

/** A crawl that takes long enough to be watched; it ends with its test, as it would slow down the next one on its host. */
async function openSlowCrawl(limit = 60, delayMs = 150): Promise<string> {
  const id = await served.startCrawl({ sites: [{ url: site.url, name: 'Slow' }], delayMs, limit });
  onTestFinished(async () => void (await served.ask('POST', `/crawls/${id}/stop`)));
  await goTo(page, `#/crawls/${id}/live`);
  await seen(page, 'running');
  return id;
}

describe.skipIf(browser === undefined)('the page', () => {
  test('opens by the printed link, whose token leaves the address', async () => {
    expect(served.link).toContain('#token=');
    expect(page.url()).toBe(`${served.origin}/#/crawls`);
    await seen(page, 'Crawls');
  });

  test('asks for the token where it comes without or with a wrong one', async () => {
    const { page: stranger, misdeeds: own } = await newPage(browser!, served.origin);
    await stranger.goto(`${served.origin}/#token=wrong`);
    await seen(stranger, 'A token is needed');
    await stranger.locator('input[type=password]').fill(served.token);
    await press(stranger, 'button', 'Open');
    await seen(stranger, 'New crawl');
    await stranger.waitForFunction(() => document.querySelector('h1')?.textContent === 'Crawls and watches');
    expect(own).toEqual(none);
    await stranger.browserContext().close();
  });

  test('starts one crawl by a double click and shows it to its end', async () => {
    await goTo(page, '#/new');
    await fill(page, 'Start addresses', `${site.url} | 7 | Museum of links | Museum`);
    await fill(page, 'Pages in all', '20');
    await fill(page, 'Delay between two pages, ms', '20');
    await seen(page, 'At most 20 pages: at least');
    await page.locator(control('button', 'Start the crawl')).click({ count: 2 });
    await seen(page, 'Museum of links');
    await page.waitForFunction(() => location.hash.endsWith('/live'));
    await ended(page);
    await seen(page, 'The page limit is reached.');
    await seen(page, '20 of 20');
    await goTo(page, '#/crawls');
    const { crawls } = await served.ask('GET', '/crawls');
    expect(crawls).toHaveLength(1);
    const [{ id }] = crawls as [{ id: string }];
    const row = await page.$eval('tbody tr', element => element.innerText.split('\t').map(cell => cell.trim()));
    expect(row.slice(0, 5)).toEqual([`Museum of links ${id}`, 'Crawl', 'finished', '20', '1']);
  });

  test('says beside the fields, while one types, what the server would refuse', async () => {
    await goTo(page, '#/new');
    await fill(page, 'Start addresses', 'https://example.org/\nfile:///etc/passwd');
    await fill(page, 'Pages in all', 'many');
    await seen(page, 'Line 2: Start addresses: "file:///etc/passwd" is refused; allowed are http and https');
    await seen(page, 'Pages in all: "many" is refused; allowed is a whole number from 1');
    await page.waitForSelector('textarea[aria-invalid=true]');
    await fill(page, 'Pages in all', '12');
    await gone(page, '"many"');
    await press(page, 'button', 'Start the crawl');
    await page.waitForFunction(() => document.activeElement?.matches('textarea[aria-invalid=true]'));
  });

  test('crawls the bundled site by a button, while there are no crawls', async () => {
    const fresh = await ServedPage.start();
    const { page: first, misdeeds } = await newPage(browser!, fresh.origin);
    try {
      await first.goto(fresh.link);
      await press(first, 'button', 'Crawl the example site');
      await seen(first, 'Everything that could be found was fetched.');
      await goTo(first, '#/crawls');
      await seen(first, 'Example site');
      expect(await shownText(first)).not.toContain('Crawl the example site');
      expect(misdeeds).toEqual(none);
    } finally {
      await first.browserContext().close();
      await fresh.close();
    }
  });

  test('filters links and deletes them while the crawl runs, and they stay away', async () => {
    // On a busy machine the clicks take half a minute.
    const id = await openSlowCrawl(60, 700);
    await press(page, 'link', 'Links');
    await seen(page, 'External links');
    await page.waitForFunction(() => location.hash.endsWith('/links'));
    await page.waitForFunction(async () => {
      [...document.querySelectorAll('button')].find(each => each.textContent === 'Refresh')?.click();
      await new Promise(resolve => setTimeout(resolve, 300));
      return document.body.innerText.includes('https://friend-12.example/');
    });
    await page.locator(control('searchbox', 'Text contains')).fill('FRIEND-1');
    await press(page, 'button', 'Filter');
    await gone(page, 'https://friend-2.example/');
    await press(page, 'checkbox', 'Select https://friend-1.example/');
    await press(page, 'button', 'Delete selected');
    await seen(page, 'Delete 1 link?');
    await press(page, 'button', 'Delete');
    await seen(page, '1 link is deleted.');
    await seen(page, '1 deleted link');
    await press(page, 'button', 'Undo');
    await seen(page, '1 link is back.');
    await page.waitForFunction(() => document.querySelector('details.deleted') === null);
    await page.locator('tbody input[type=checkbox]').click();
    await press(page, 'button', 'Delete selected');
    await press(page, 'button', 'Delete');
    await seen(page, '1 deleted link');
    await gone(page, 'https://friend-1.example/');
    // The counts of the crawl are read first.
    await page.waitForFunction(() => document.activeElement?.tagName === 'CAPTION');
    expect((await served.ask('GET', `/crawls/${id}`))['state']).toBe('running');
    await press(page, 'button', 'Refresh');
    await seen(page, 'https://friend-12.example/');
    expect(await shownText(page)).not.toContain('https://friend-1.example/');
  });

  test('stops a crawl, and resumes it with a larger limit', async () => {
    const id = await openSlowCrawl(40);
    await press(page, 'button', 'Stop');
    await ended(page);
    await seen(page, 'It was stopped.');
    await press(page, 'button', 'Resume …');
    await fill(page, 'Pages in all', '3');
    await press(page, 'button', 'Resume');
    await seen(page, 'Pages in all: 3 is refused');
    await fill(page, 'Pages in all', '50');
    await fill(page, 'Delay between two pages, ms', '10');
    await press(page, 'button', 'Resume');
    await seen(page, '50 of 50');
    await served.untilEnded(id);
    await ended(page);
  });

  test('shows the files as soon as they are written to whoever waits for them', async () => {
    const id = await openSlowCrawl(30);
    await goTo(page, `#/crawls/${id}/files`);
    await seen(page, 'The files are there when the results are written');
    await seen(page, '.nodes.csv');
    expect(await shownText(page)).not.toContain('The files are there when');
  });

  test('follows no crawl while nobody looks at it, and goes on when somebody does', async () => {
    const id = await openSlowCrawl();
    const hide = async (isHidden: boolean): Promise<void> => {
      await page.evaluate(hidden => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    };
    await hide(true);
    await served.ask('POST', `/crawls/${id}/stop`);
    await served.untilEnded(id);
    expect(await page.$eval('.crawl-head .badge', element => element.textContent)).toBe('running');
    await hide(false);
    await ended(page);
  });

  test('tells what is the matter where the crawl it shows is not there any more', async () => {
    const id = await openSlowCrawl();
    await served.ask('POST', `/crawls/${id}/stop`);
    await ended(page);
    await served.ask('DELETE', `/crawls/${id}`);
    // As when somebody comes back to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen(page, 'This cannot be shown');
    await seen(page, 'There is no such crawl here');
  });

  test('deletes a crawl only after it was agreed to', async () => {
    const id = await served.startCrawl({ sites: [{ url: other.url, name: 'To be deleted' }], delayMs: 0, limit: 2 });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/live`);
    await press(page, 'button', 'Delete');
    await seen(page, 'Delete this crawl?');
    await press(page, 'button', 'Cancel');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    expect((await served.ask('GET', `/crawls/${id}`))['state']).toBe('finished');
    await press(page, 'button', 'Delete');
    await seen(page, 'Delete this crawl?');
    await page.locator('dialog button.danger').click();
    await seen(page, 'The crawl is deleted.');
    expect((await served.ask('GET', `/crawls/${id}`))['status']).toBe(404);
  });

  test('adds a site while the crawl runs, says that an address is in the set, and removes a site', async () => {
    await openSlowCrawl();
    await press(page, 'link', 'Sites');
    await fill(page, 'Address', site.url);
    await press(page, 'button', 'Add a site');
    await page.waitForSelector('#failed p');
    expect(await page.$eval('#failed', element => (element as HTMLElement).innerText)).toContain(
      'a site that the crawl does not have',
    );
    await fill(page, 'Address', other.url);
    await fill(page, 'Name', 'Latecomer');
    await press(page, 'button', 'Add a site');
    await seen(page, 'The site is added.');
    await seen(page, 'Latecomer');
    await press(page, 'button', 'Remove Slow');
    await seen(page, 'Remove Slow?');
    await page.locator('dialog button.danger').click();
    await seen(page, 'Slow is removed.');
    await seen(page, 'It was removed from the set.');
  });

  test('takes a long list of addresses as it takes a short one: the server says how many are too many', async () => {
    await goTo(page, '#/new');
    await page.$eval('textarea', element => {
      element.value = 'https://example.org/\n'.repeat(1_001);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await seen(page, '1001 sites are refused; allowed are 1000 in a request');
    await page.$eval('textarea', element => {
      element.value = `https://example.org/${'x'.repeat(1_000_000)}`;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await seen(page, 'Start addresses');
    await seen(page, 'allowed are at most 2048 characters');
    await page.$eval('textarea', element => {
      element.value = 'https://example.org/\n'.repeat(100_000);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await seen(page, '1001 sites are refused');
  });

  test('says so when the server is gone', async () => {
    const second = await ServedPage.start();
    const { page: left, misdeeds: own } = await newPage(browser!, second.origin);
    await left.goto(second.link);
    const id = await second.startCrawl({ sites: [{ url: site.url }], delayMs: 1_000 });
    await goTo(left, `#/crawls/${id}/live`);
    await seen(left, 'running');
    await second.crash();
    await seen(left, 'No news from the server at the moment');
    await goTo(left, '#/crawls');
    await seen(left, 'The server does not answer.');
    expect(own.foreign).toEqual([]);
    await left.browserContext().close();
    await second.close();
  });

  test('keeps what was typed when its language is changed', async () => {
    await goTo(page, '#/new');
    await fill(page, 'Start addresses', 'https://example.org/');
    await page.locator('summary ::-p-text(How the page limit is shared out)').click();
    await page.locator(control('combobox', 'Rule')).fill('gittins');
    await fill(page, 'Pages of a step (n)', '7');
    await press(page, 'checkbox', 'graphml');
    await page.locator(control('combobox', 'Language')).fill('ru');
    // Its heading: the menu changes at once, and what is in the view that is left is gone a moment later.
    await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Новый обход');
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'https://example.org/');
    const typed = await page.$$eval('main :is(input, select)', all =>
      all.filter(each => each.checkVisibility()).map(each => (each.type === 'checkbox' ? each.checked : each.value)),
    );
    expect(typed).toEqual(expect.arrayContaining(['gittins', '7']));
    expect(typed.filter(value => value === true)).toHaveLength(3);
    expect(await page.$$('input[name=preset]:checked')).toEqual([]);
  });

  test('keeps the purpose and what its fields hold, which are elsewhere than without it, when its language is changed', async () => {
    await goTo(page, '#/new');
    await page.locator('label ::-p-text(A copy that can be replayed)').click();
    await fill(page, 'Pages in all', '12');
    await page.locator(control('combobox', 'Language')).fill('ru');
    await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Новый обход');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=limit]')?.value === '12');
    const held = await page.$$eval('main :is(input[name=preset], input[name=warc], input[name=noCookies])', all =>
      all.map(each => (each as HTMLInputElement).checked),
    );
    expect(held).toEqual([false, false, true, false, true, false]);
  });

  test('speaks Russian when asked to, and remembers it', async () => {
    await page.locator(control('combobox', 'Language')).fill('ru');
    await seen(page, 'Обходы');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru');
    await page.reload();
    await seen(page, 'Новый обход');
    const { page: asked } = await newPage(browser!, served.origin);
    await asked.goto(served.link.replace('#', '?lang=ru#'));
    await seen(asked, 'Новый обход');
    await asked.browserContext().close();
  });
});
