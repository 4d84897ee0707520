import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, ElementHandle, HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServedConsole } from '../../process/serve/served-console.ts';
import { ServedWatch } from '../../process/serve/served-watch.ts';
import { type AdverseSources, serveAdverseSources } from '../../servers/news/adverse-sources.ts';
import { truthOf } from '../../servers/news-truth.ts';
import {
  control,
  endBrowser,
  fill,
  goTo,
  type Misdeeds,
  newPage,
  none,
  patienceMs,
  press,
  seen,
  shownText,
  startBrowser,
} from './browser.ts';
import { demandOutline, nameless } from './console-tests.ts';

const browser: Browser | undefined = await startBrowser();

interface Line {
  readonly id: number;
  readonly title: string;
  readonly version: number;
}

describe.skipIf(browser === undefined)('the screens of a watch', () => {
  let served: ServedConsole;
  let watch: ServedWatch;
  let adverse: AdverseSources;
  let page: Page;
  let misdeeds: Misdeeds;
  let publications: readonly Line[];

  beforeAll(async () => {
    served = new ServedConsole();
    await served.start();
    adverse = await serveAdverseSources();
    watch = new ServedWatch(served);
    await watch.start();
    const { body } = await served.call('GET', '/watches/w/publications?limit=200');
    publications = body['publications'] as readonly Line[];
    ({ page, misdeeds } = await newPage(browser!, served.server.origin));
    await page.goto(`${served.server.origin}/#token=${served.server.token}`);
    await seen(page, 'Crawls and watches');
  });
  afterAll(async () => {
    await endBrowser(browser);
    await served.close();
    await watch.close();
    await adverse.close();
  });

  async function headlines(): Promise<readonly string[]> {
    return await page.$$eval('.publications .headline', all => all.map(each => each.textContent ?? ''));
  }

  /** Addresses that the site answers now. */
  function livePages(): string[] {
    const truth = truthOf(watch.news.sites, Date.now());
    return truth.filter(({ gone }) => gone === undefined).map(({ address }) => address);
  }

  async function entriesOn(): Promise<number> {
    const { body } = await served.call('GET', '/watches/w/sources/1');
    return Number(body['entriesOn']);
  }

  test('begin in the list, which says what is a watch and what it found', async () => {
    expect(await shownText(page)).toMatch(new RegExp(`Watch\\s+stopped\\s+${publications.length} publications`));
    const name = await page.$eval('tbody a', link => link.textContent ?? '');
    await press(page, 'link', name);
    await page.waitForSelector('.publications li');
    expect(await page.evaluate(() => location.hash)).toBe('#/watches/w/publications');
  });

  test('list everything as one scrolls, and search and filter it', async () => {
    expect(publications.length).toBeGreaterThan(50);
    await seen(page, `Publications: ${publications.length} of ${publications.length}`);
    await seen(page, '50 shown');
    await page.waitForFunction(
      count => {
        document.querySelector('.pager')?.scrollIntoView();
        return document.querySelectorAll('.publications li').length === count;
      },
      {},
      publications.length,
    );
    await seen(page, `${publications.length}: that is all.`);
    expect(await headlines()).toEqual(publications.map(({ title }) => title));

    const word = `"${publications[0]!.title}"`;
    await page.locator(control('searchbox', 'Words')).fill(word);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      count => document.querySelectorAll('.publications li').length < count,
      {},
      publications.length,
    );
    expect(await headlines()).toContain(publications[0]!.title);
    expect(decodeURIComponent(await page.evaluate(() => location.hash))).toContain(
      `query=${word.replaceAll(' ', '+')}`,
    );
    const found = (await headlines()).length;
    const exported = await page.$eval(
      '.export a',
      async link => await (await fetch((link as HTMLAnchorElement).href)).text(),
    );
    expect(exported.trimEnd().split('\n')).toHaveLength(found);
    await seen(page, `Publications: ${found} of ${publications.length}`);

    await page.locator(control('searchbox', 'Words')).fill('-nothing');
    await page.keyboard.press('Enter');
    await seen(page, 'allowed is a search with a word');
    await page.locator(control('searchbox', 'Words')).fill('');
    await page.select('main select', '2');
    await page.keyboard.press('Tab');
    await press(page, 'button', 'Filter');
    await page.waitForFunction(() => location.hash.endsWith('source=2'));
  });

  test('save the filter of the list as an alert with a feed, test it, and remove it', async () => {
    await page.waitForFunction(() => location.hash.endsWith('source=2'));
    await page.$eval('.alerts-part summary', summary => (summary as HTMLElement).click());
    await press(page, 'button', 'Save this filter as an alert');
    await press(page, 'button', 'Save');
    await seen(page, '"" is refused; allowed are 1 to 40 letters');
    await fill(page, 'Name of the alert', 'Second source');
    await fill(page, 'Who is notified', 'http://127.0.0.1:9/hook');
    await press(page, 'button', 'Save');
    await seen(page, 'Webhooks are signed with this secret');
    await seen(page, 'Notices: 0 sent, 0 waiting');
    const { body } = await served.call('GET', '/watches/w/alerts');
    expect(body['alerts']).toMatchObject([{ name: 'Second source', filter: { source: [2] }, changes: ['new'] }]);
    const feed = await page.$eval(
      '.alerts a',
      async link => await (await fetch((link as HTMLAnchorElement).href)).text(),
    );
    const ofSecond = await served.call('GET', '/watches/w/publications?source=2&limit=200');
    const all = (ofSecond.body['publications'] as readonly Line[]).length;
    expect(feed.match(/<item>/g)).toHaveLength(Math.min(50, all));
    await press(page, 'button', 'Send a test: Second source');
    await seen(page, 'Latest publications that fit: 10. http://127.0.0.1:9/…: connect ECONNREFUSED');
    await press(page, 'button', 'Delete: Second source');
    await page.locator('dialog .danger').click();
    await page.waitForFunction(() => document.querySelector('.alerts li') === null);
  });

  test('show a text, what is known of it and from where, and mark what changed not by colour alone', async () => {
    const changed = publications.find(({ version }) => version > 1)!;
    await goTo(page, `#/watches/w/publication?number=${changed.id}`);
    await seen(page, 'What is known');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(changed.title);
    expect(await shownText(page)).toMatch(/Published\n.*\nto the (?:second|minute)\nwritten as “.+”\nread from/);
    expect(await page.$$eval('.text p', all => all.length)).toBeGreaterThan(1);
    await page.locator(control('combobox', 'Compare with')).click();
    const compare = (await page.$$('main select'))[1]!;
    await compare.select('1');
    await page.waitForSelector('.changes .lines :is(ins, del)');
    expect(await page.evaluate(() => location.hash)).toContain('from=1');
    const looks = await page.$$eval('.changes :is(ins, del)', all =>
      all.map(each => `${each.tagName} ${getComputedStyle(each).textDecorationLine}`),
    );
    expect(new Set(looks)).toEqual(new Set(['INS underline', 'DEL line-through']));
    // The address keeps it.
    await page.reload();
    await page.waitForSelector('.changes .lines :is(ins, del)');
    await (await page.$$('main select'))[1]!.select('');
    await page.waitForFunction(() => document.querySelector('.changes') === null);
  });

  test('offer a list, a way to load pages and further hosts to a new watch, and send them', async () => {
    let sent: unknown;
    const answer = (request: HTTPRequest): void => {
      if (request.method() !== 'POST' || !request.url().endsWith('/watches')) return void request.continue();
      sent = JSON.parse(request.postData() ?? '');
      void request.respond({
        status: 409,
        contentType: 'application/json',
        body: '{"errors":[{"message":"Not now."}]}',
      });
    };
    await goTo(page, '#/new-watch');
    await seen(page, 'Further hosts');
    await page.setRequestInterception(true);
    page.on('request', answer);
    await fill(page, 'Sources', `${watch.news.urls.herald}\n`);
    await fill(page, 'Further hosts', 'http://further.example');
    await (await page.$('main select'))!.select('never');
    const file = join(watch.directory, 'organizations.csv');
    writeFileSync(file, 'id,name\nx,Институт\n');
    await (await page.$('input[type=file]').then(found => found as ElementHandle<HTMLInputElement>)).uploadFile(file);
    await press(page, 'button', 'Look what there is');
    await seen(page, 'Not now.');
    page.off('request', answer);
    await page.setRequestInterception(false);
    expect(sent).toMatchObject({
      sites: [{ url: watch.news.urls.herald, render: 'never' }],
      organizations: { text: 'id,name\nx,Институт\n', format: 'csv' },
      watch: { hosts: ['http://further.example'] },
    });
  });

  test('read kept pages again with another zone, and mark what was corrected', async () => {
    const { timeZone } = (await served.call('GET', '/watches/w/sources/2')).body;
    await goTo(page, '#/watches/w/sources?source=2');
    // Another zone at a second try.
    await fill(page, 'Time zone', timeZone === 'Asia/Vladivostok' ? 'Asia/Magadan' : 'Asia/Vladivostok');
    await press(page, 'button', 'Save');
    await seen(page, 'from now on');
    await press(page, 'button', 'Read kept pages again');
    await seen(page, 'read again, ');
    const [, read, corrected] = /(\d+) read again, (\d+) corrections?\./.exec(await shownText(page))!.map(Number);
    expect(read).toBeGreaterThan(0);
    expect(corrected).toBeGreaterThan(0);
    const { body } = await served.call('GET', '/watches/w/publications?source=2&limit=200');
    const lines = body['publications'] as readonly (Line & { readonly corrects?: number })[];
    const [first] = lines.filter(({ corrects }) => corrects !== undefined);
    expect(lines.filter(({ corrects }) => corrects !== undefined)).toHaveLength(corrected!);
    // The clock decides which publications are on the first page of the list.
    await goTo(page, `#/watches/w/publications?source=2&query=${encodeURIComponent(first!.title)}`);
    await seen(page, 'corrected');
    await goTo(page, `#/watches/w/publication?number=${first!.id}`);
    await page.waitForFunction(() =>
      /corrects version \d/.test(document.querySelector('main select')?.textContent ?? ''),
    );
  });

  test('choose how pages of a source are loaded, and leave that to the watch again', async () => {
    const rendering = async () => (await served.call('GET', '/watches/w/sources/2')).body['rendering'];
    await goTo(page, '#/watches/w/sources?source=2');
    await (await page.waitForSelector('.actions select'))!.select('never');
    await expect.poll(rendering, { timeout: patienceMs }).toMatchObject({ render: 'never', own: true });
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('.actions select')?.value === 'never');
    await (await page.$('.actions select'))!.select('default');
    await expect.poll(rendering, { timeout: patienceMs }).not.toMatchObject({ own: true });
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('.actions select')?.value === 'default');
  });

  test('show sources with their health, and switch a proposal on by the keyboard', async () => {
    await goTo(page, '#/watches/w/sources');
    await seen(page, 'New per day');
    expect(await page.$$eval('.sparkline', all => all.map(each => each.getAttribute('aria-label')))).toEqual([
      expect.stringMatching(/^New per day over 30 days: \d+ in all/),
      expect.stringMatching(/^New per day over 30 days: \d+ in all/),
    ]);
    await page.locator('tbody th a').click();
    await seen(page, 'Proposed');
    await seen(page, 'named,');
    const before = await entriesOn();
    const box = await page.waitForSelector('input[role=switch]:not(:checked)');
    const label = await box!.evaluate(each => each.getAttribute('aria-label'));
    await box!.focus();
    await page.keyboard.press('Space');
    await seen(page, '1 entry is changed.');
    expect(await entriesOn()).toBe(before + 1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(label);

    await fill(page, 'Address', `${new URL(watch.news.urls.herald).origin}/own.xml`);
    await page.keyboard.press('Enter');
    await seen(page, 'The entry is added.');
    await fill(page, 'Address', 'https://elsewhere.example/feed');
    await page.keyboard.press('Enter');
    await seen(page, 'is of no source');
    await press(page, 'button', 'All off');
    await page.waitForFunction(() => document.querySelectorAll('input[role=switch]:checked').length === 0);
    expect(await entriesOn()).toBe(0);
    await press(page, 'button', 'All on');
    await page.waitForFunction(() => document.querySelectorAll('input[role=switch]:checked').length > 0);
    expect(await entriesOn()).toBe(before);
  });

  test('fix how often an entry is looked at, remove an entry, and add a source after what was found is chosen from', async () => {
    await goTo(page, '#/watches/w/sources?source=1');
    await seen(page, 'Add an entry');
    const own = `${new URL(watch.news.urls.herald).origin}/own.xml`;
    const entry = async () => {
      const { body } = await served.call('GET', '/watches/w/sources/1');
      return (body['entries'] as { address: string; interval?: number }[]).find(({ address }) => address === own);
    };
    const field = `input[aria-label^="Time between two looks at ${own}"]`;
    await page.locator(field).fill('600');
    await page.keyboard.press('Tab');
    await seen(page, '1 entry is changed.');
    expect(await entry()).toMatchObject({ interval: 600 });
    await press(page, 'button', `Remove ${own}`);
    await seen(page, 'Remove this entry?');
    await page.locator('dialog button.danger').click();
    await seen(page, 'The entry is removed.');
    expect(await entry()).toBeUndefined();

    await goTo(page, '#/watches/w/sources');
    await fill(page, 'Address', `${adverse.url}/pdf/`);
    await press(page, 'button', 'Look what there is');
    await seen(page, 'are files (PDF and the like), which are not read');
    await fill(page, 'Address', `${adverse.url}/drawn/`);
    await press(page, 'button', 'Look what there is');
    await seen(page, 'nothing is added yet');
    await seen(page, 'As sent 0, in a browser 5; 15 more by pressing.');
    await seen(page, 'Not taken for publications: 3');
    const asked = adverse.asked.length;
    // Nothing else is there, so the list is on.
    expect(await page.$eval('.found-source input[role=switch]', each => (each as HTMLInputElement).checked)).toBe(true);
    await press(page, 'button', 'Add and watch');
    await seen(page, 'The source is added with 2 entries.');
    expect(adverse.asked.length).toBe(asked);
    const { body } = await served.call('GET', '/watches/w/sources/3');
    expect(body['entries']).toMatchObject([
      { address: `${adverse.url}/drawn/`, kind: 'traversal', on: true },
      // The watch takes archives, and older publications are behind its button alone.
      { address: `${adverse.url}/drawn/science/`, kind: 'traversal', on: true },
    ]);
    await served.call('DELETE', '/watches/w/sources/3');
    expect(misdeeds).toEqual(none);
  });

  test('show a page in a frame that runs nothing, give the XPath of what is pointed at, and try rules on the latest pages', async () => {
    await goTo(page, '#/watches/w/rules?source=2');
    await seen(page, 'Rules name the places');
    const before = misdeeds.foreign.length;
    const choice = (await page.$$('main select'))[1]!;
    const address = await choice.evaluate(
      (each, live) =>
        [...(each as HTMLSelectElement).options].map(({ value }) => value).find(value => live.includes(value))!,
      livePages(),
    );
    await choice.select(address);
    await seen(page, 'is shown. Point at an element.');
    const frame = (await page.$('iframe'))!;
    expect(await frame.evaluate(each => each.getAttribute('sandbox'))).toBe('allow-same-origin');
    const inside = await frame.evaluate(each => {
      const { body } = (each as HTMLIFrameElement).contentDocument!;
      const names = [...body.querySelectorAll('*')].flatMap(element => element.getAttributeNames());
      const heading = body.querySelector('h1')!.getBoundingClientRect();
      const { x, y } = each.getBoundingClientRect();
      return { names: [...new Set(names)].sort(), at: { x: x + heading.x + 5, y: y + heading.y + 5 } };
    });
    // Of the page itself no attribute is there.
    expect(inside.names.filter(name => !['class', 'data-place'].includes(name))).toEqual([]);
    await page.mouse.click(inside.at.x, inside.at.y);
    await page.waitForSelector('.ways code');
    expect(await page.$eval('.ways code', each => each.textContent)).toMatch(/^\/\/h1/);
    const marked = async () =>
      await frame.evaluate(each => (each as HTMLIFrameElement).contentDocument!.querySelector('.pointed')?.tagName);
    expect(await marked()).toBe('H1');
    // By the keyboard too.
    await page.locator(control('button', 'Outer')).click();
    expect(await marked()).not.toBe('H1');
    await page.locator(control('button', 'Inner')).click();
    await press(page, 'button', 'Learn from the latest pages');
    await seen(page, 'the rules give the text of');
    const rules = await page.$eval('textarea', each => each.value);
    const { types } = JSON.parse(rules) as { types: { fields: object }[] };
    expect(types.length).toBeGreaterThan(0);
    for (const { fields } of types) expect(fields).toHaveProperty('text');
    await press(page, 'button', 'Test on the latest pages');
    await seen(page, 'The rules gave the text of');
    expect(await shownText(page)).not.toContain('The rules gave the text of 0 ');
    await press(page, 'button', 'Accept these rules');
    await page.waitForSelector('dialog');
    await page.locator('dialog button.danger').click();
    await seen(page, 'The rules hold from now on.');
    await goTo(page, '#/watches/w/sources?source=2');
    await seen(page, 'Version 1 since');
    await press(page, 'button', 'End the rules');
    await seen(page, 'No rules hold any more.');
    await goTo(page, '#/watches/w/rules?source=2');
    await fill(page, 'Rules', '{"types":[{"name":"x","fields":{"text":"//p["}}]}');
    await press(page, 'button', 'Test on the latest pages');
    await seen(page, 'rules.types[0]');
    expect(misdeeds.foreign.slice(before)).toEqual([]);
    expect(misdeeds).toEqual(none);
  });

  test('let nothing of a page become markup, script or address', async () => {
    const title = '<img src=x onerror=alert(1)>\u202Egnp.txt <b>bold</b>';
    const text = [
      '<script>alert(2)</script>',
      '# <svg onload=alert(3)>',
      '- <a href="javascript:alert(4)">x</a>',
      '> [link](javascript:alert(5))',
      '```\n<iframe src=//evil.example>\n```',
      'a\t<td onclick=alert(6)>\nb\tc',
      'x'.repeat(20_000),
    ].join('\n\n');
    const id = await watch.publish({ title, text, address: 'javascript:alert(7)' });
    await goTo(page, '#/watches/w/publications');
    await page.waitForSelector('.publications li');
    expect((await headlines())[0]).toContain('<img src=x onerror=alert(1)>⟨202E⟩gnp.txt <b>bold</b>');
    await goTo(page, `#/watches/w/publication?number=${id}`);
    await page.waitForSelector('.text blockquote');
    const shown = await shownText(page);
    for (const part of [
      '<script>alert(2)</script>',
      '<svg onload=alert(3)>',
      '[link](javascript:alert(5))',
      '<iframe src=',
    ])
      expect(shown).toContain(part);
    expect(await page.$$eval('article :is(script, img, iframe, svg, b)', all => all.length)).toBe(0);
    expect(await page.$$eval('a', all => all.map(each => each.getAttribute('href') ?? ''))).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^\s*javascript:/i)]),
    );
    expect(await page.$$eval('.text > *', all => all.map(({ tagName }) => tagName))).toEqual([
      'P',
      'H2',
      'UL',
      'BLOCKQUOTE',
      'PRE',
      'DIV',
      'P',
    ]);
    await demandOutline(page);
    expect(misdeeds).toEqual(none);
  });

  test.each(['publications', 'sources', 'found', 'sources?source=1', 'publication?number=1', 'rules'])(
    'name their controls, keep one outline and fit a phone, in Russian and in the dark: %s',
    async view => {
      await page.setViewport({ width: 390, height: 844, isMobile: true });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      for (const language of ['en', 'ru']) {
        await page.select('#top select', language);
        await goTo(page, `#/watches/w/${view}`);
        await page.waitForSelector('main :is(.text, .publications li, tbody tr, iframe)');
        expect(await nameless(page)).toEqual([]);
        await demandOutline(page);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([language, wide]).toEqual([language, 0]);
      }
      await page.select('#top select', 'en');
      await page.setViewport({ width: 1280, height: 800 });
    },
  );

  test('start and stop the watch, and say what they cannot show', async () => {
    await goTo(page, '#/watches/w/publications');
    await press(page, 'button', 'Start watching');
    await seen(page, 'The watch goes on.');
    await page.waitForSelector('.crawl-head .badge.active');
    await page.waitForFunction(() => document.body.innerText.includes('watching'));
    await press(page, 'button', 'Stop');
    await seen(page, 'The watch stops after');
    await page.waitForFunction(() => document.querySelector('.crawl-head .badge.stopped') !== null);
    await goTo(page, '#/watches/w/publication?number=999999');
    await seen(page, 'There is no such publication');
    await goTo(page, '#/watches/nothing/sources');
    await seen(page, 'There is no such');
    expect(misdeeds).toEqual(none);
    expect(served.errors).toEqual([]);
  });

  test('begin a new watch: what there is at its sources is found, then watched', async () => {
    await goTo(page, '#/crawls');
    await press(page, 'link', 'New watch');
    await seen(page, 'One a line.');
    expect(await nameless(page)).toEqual([]);
    await page.locator('textarea').fill('ftp://nowhere.example/');
    await press(page, 'button', 'Look what there is');
    await seen(page, 'allowed are http and https');
    await page.locator('textarea').fill(`${watch.news.urls.courier}\n${adverse.url}/browser-only/\n`);
    await fill(page, 'Delay between two pages, ms', '0');
    await press(page, 'button', 'Look what there is');
    await seen(page, 'Taken for publications: 25 of');
    await seen(page, 'Old publications: 25 known');
    expect(await shownText(page)).toMatch(/At one request a second they take at least \d+ s/);
    await seen(page, 'Left out: http');
    await seen(page, 'refuses to answer a program (HTTP 403)');
    await seen(page, 'not begun');
    expect(await page.$$eval('.found tbody tr', rows => rows.map(row => row.innerText.split('\n')[0]))).toEqual([
      expect.stringContaining('/export/rss.xml'),
      expect.stringContaining('/ '),
      expect.stringContaining('/rubric/1/'),
      expect.stringContaining('/rubric/2/'),
    ]);
    const on = () => page.$$eval('input[role=switch]', all => all.map(each => each.checked));
    expect(await on()).toEqual([true, false, true, false]);
    await page.locator('input[role=switch]:not(:checked)').click();
    await seen(page, '1 entry is changed.');
    expect(await nameless(page)).toEqual([]);
    await demandOutline(page);
    // The entry stays as it was switched, though nothing has begun.
    await page.reload();
    await seen(page, 'Taken for publications: 25 of');
    expect(await on()).toEqual([true, true, true, false]);
    expect(watch.news.urls.courier).toContain(await page.$eval('main h1', each => each.textContent ?? ''));
    await (await page.$$('main button.primary')).at(-1)!.click();
    await seen(page, 'The watch goes on.');
    await seen(page, 'watching');
    await seen(page, 'New per day');
    const id = decodeURIComponent((await page.evaluate(() => location.hash)).split('/')[2]!);
    for (;;) {
      const { body } = await served.call('GET', `/watches/${encodeURIComponent(id)}`);
      if (Number(body['publications']) > 5) break;
      await new Promise(resolve => setTimeout(resolve, 200));
    }
    await press(page, 'button', 'Stop');
    await page.waitForFunction(() => document.querySelector('.crawl-head .badge.stopped') !== null);

    // A site with nothing to watch says so.
    const answer = await served.call('POST', '/watches', { sites: [{ url: 'http://127.0.0.1:9/' }], delayMs: 0 });
    expect(answer.status).toBe(202);
    const failed = await served.until(String(answer.body['id']), 'failed');
    expect(failed['causes']).toMatchObject([{ code: 'source-without-page' }]);
    await goTo(page, `#/watches/${String(answer.body['id'])}/sources`);
    await seen(page, 'gives no page');
    expect(misdeeds).toEqual(none);
    expect(served.errors).toEqual([]);
  });
});
