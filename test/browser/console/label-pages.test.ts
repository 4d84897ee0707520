import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServedConsole } from '../../process/serve/served-console.ts';
import { ServedWatch } from '../../process/serve/served-watch.ts';
import { endBrowser, goTo, type Misdeeds, newPage, none, press, seen, shownText, startBrowser } from './browser.ts';
import { demandOutline, nameless } from './console-tests.ts';

const browser: Browser | undefined = await startBrowser();

describe.skipIf(browser === undefined)('labels on the page', () => {
  let served: ServedConsole;
  let watch: ServedWatch;
  let page: Page;
  let misdeeds: Misdeeds;

  beforeAll(async () => {
    served = new ServedConsole();
    await served.start();
    watch = new ServedWatch(served);
    await watch.start();
    const list = join(served.root, 'list.csv');
    writeFileSync(list, 'id,name,aliases\nmsu,МГУ имени М. В. Ломоносова,МГУ\ngeo,Институт географии РАН,ИГ РАН\n');
    await watch.run(['watch', 'organizations', 'set', watch.directory, list, '--quiet']);
    ({ page, misdeeds } = await newPage(browser!, served.server.origin));
    await page.goto(`${served.server.origin}/#token=${served.server.token}`);
    await seen(page, 'Crawls and watches');
  });
  afterAll(async () => {
    await endBrowser(browser);
    await served.close();
    await watch.close();
  });

  async function given(): Promise<readonly Record<string, unknown>[]> {
    const { text } = await served.call('GET', '/watches/w/labels/export');
    return text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Record<string, unknown>);
  }

  test('a person gives a name, and the queue opens a publication with its mentions marked', async () => {
    await goTo(page, '#/watches/w/labels');
    await seen(page, 'Half at random');
    const { body } = await served.call('GET', '/watches/w/publications?limit=200');
    const titles = new Set((body['publications'] as readonly { title: string }[]).map(({ title }) => title));
    const items = await page.$$eval('.labels-view ol li', all =>
      all.map(each => ({ title: each.querySelector('a')!.innerText, day: each.querySelector('small')!.innerText })),
    );
    expect(items.length).toBeGreaterThan(5);
    for (const { title, day } of items) {
      expect(titles).toContain(title);
      expect(day).toMatch(/\d{4}/);
    }
    await page.type('.labels-view input', 'anna');
    await page.keyboard.press('Tab');
    await page.keyboard.press('n');
    await page.waitForSelector('.labelling .classes button');
    expect(await page.evaluate(() => location.hash)).toContain('sampling=random');
    await page.waitForSelector('mark.mention');
    const isInSight = await page.waitForFunction(() => {
      const boxes = [...document.querySelectorAll('mark.mention')].map(mark => mark.getBoundingClientRect());
      return boxes.some(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
    });
    expect(await isInSight.jsonValue()).toBe(true);
    await seen(page, 'Labels of others and the class that counts are shown after your own label.');
    expect(await shownText(page)).not.toMatch(/by the model|The model says/);
  });

  test('mentions of other organizations are pale, and on a phone the classes stay in sight', async () => {
    const marks = await page.$$eval('mark.mention', all =>
      all.map(each => [each.dataset['organization'], each.classList.contains('other')]),
    );
    const own = new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]).get('organization');
    expect(marks).toEqual(marks.map(([of]) => [of, of !== own]));
    expect(marks.some(([of]) => of === own)).toBe(true);
    await page.setViewport({ width: 390, height: 600 });
    await page.evaluate(() => scrollTo(0, 0));
    const bottoms = await page.$$eval('.labelling .classes button', all =>
      all.map(each => each.getBoundingClientRect().bottom <= innerHeight),
    );
    expect(bottoms).toEqual(bottoms.map(() => true));
    await page.setViewport({ width: 1280, height: 800 });
  });

  test('a key labels, another takes it back, and the next one opens', async () => {
    const before = await page.evaluate(() => location.hash);
    await page.keyboard.press('4');
    await seen(page, 'Label: ambiguous.');
    expect(await shownText(page)).toContain('one label');
    expect(await given()).toMatchObject([{ annotator: 'anna', class: 'ambiguous', sampling: 'random', shown: false }]);
    await page.keyboard.press('u');
    await seen(page, 'Label taken back: ambiguous.');
    expect(await given()).toMatchObject([{ class: 'ambiguous' }, { kind: 'withdrawal', withdraws: 1 }]);
    await page.keyboard.press('2');
    await seen(page, 'Label: negative.');
    await page.$eval('.labelling', panel => panel.setAttribute('data-old', ''));
    await page.keyboard.press('n');
    await page.waitForSelector('.labelling:not([data-old]) .classes button');
    expect(await page.evaluate(() => location.hash)).not.toBe(before);
  });

  test('what is passed over without a label does not come back at the next press', async () => {
    const opened: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      await page.$eval('.labelling', panel => panel.setAttribute('data-old', ''));
      await page.keyboard.press('n');
      await page.waitForSelector('.labelling:not([data-old]) .classes button');
      opened.push(await page.evaluate(() => location.hash));
    }
    expect(new Set(opened).size).toBe(4);
    expect(await given()).toHaveLength(3);
  });

  test('the words that spoke for the class of the model are shown with it', async () => {
    const lines = (await watch.run(['watch', 'mentions', watch.directory, '--format', 'jsonl'])).trimEnd().split('\n');
    const rows = lines.map(line => JSON.parse(line) as { publication: number; organization: string; class: string });
    const { publication, organization } = rows.find(each => ['positive', 'negative'].includes(each.class))!;
    const before = await page.evaluate(() => location.hash);
    await goTo(page, `#/watches/w/publication?number=${publication}&organization=${organization}`);
    await page.waitForSelector('.labelling input[type=checkbox]');
    await page.click('.labelling input[type=checkbox]');
    await seen(page, 'The model says:');
    expect(await page.$eval('.labelling .subject', each => each.textContent)).toMatch(/for it: \p{L}{2,}/u);
    await page.click('.labelling input[type=checkbox]');
    await page.waitForFunction(() => !document.querySelector('.labelling')?.textContent?.includes('The model says:'));
    // The box has the focus still.
    await page.keyboard.press('m');
    await seen(page, 'The label is for this mention');
    await goTo(page, before);
    await page.waitForSelector('.labelling .classes button');
  });

  test('a mention is chosen by the keyboard and has a label of its own', async () => {
    await page.focus('mark.mention');
    await page.keyboard.press('Enter');
    await seen(page, 'The label is for this mention');
    await page.keyboard.press('1');
    await seen(page, 'Label: positive.');
    const labels = await given();
    expect(labels.at(-1)).toMatchObject({ class: 'positive', field: expect.stringMatching(/title|text/) });
    expect(await page.$eval('mark.mention.positive small', each => each.textContent)).toBe('+');
  });

  test('the page of quality has figures or says why there are none', async () => {
    await goTo(page, '#/watches/w/quality');
    await seen(page, 'The model against people');
    await seen(page, 'nothing was labelled twice');
    expect(await shownText(page)).not.toMatch(/NaN|undefined|\{/);
    await press(page, 'button', 'Train now');
    await seen(page, 'There are too few labels');
    await seen(page, 'kept aside');
    const headings = await page.$$eval('main th', all => all.map(each => each.textContent));
    expect(headings).toContain('Annotator');
    expect(headings).not.toContain('Your name as annotator');
  });

  test('publications are filtered by an organization that is chosen by its name', async () => {
    await goTo(page, '#/watches/w/publications');
    const choice = await page.evaluateHandle(
      () =>
        [...document.querySelectorAll('main select')].find(each => each.textContent?.includes('Институт географии'))!,
    );
    await (choice as ElementHandle<HTMLSelectElement>).select('geo');
    await press(page, 'button', 'Filter');
    await page.waitForFunction(() => location.hash.includes('organization=geo'));
    const { body } = await served.call('GET', '/watches/w/publications?limit=200&organization=geo');
    const { length } = body['publications'] as readonly unknown[];
    expect(length).toBeGreaterThan(0);
    await seen(page, `Publications: ${length} of `);
  });

  test('publications are labelled in their list by the keyboard alone, blind, each mention too', async () => {
    const before = (await given()).length;
    await goTo(page, '#/watches/w/publications?organization=msu');
    await page.waitForSelector('details.label-here');
    await page.evaluate(() => localStorage.setItem('orbweaver.annotator', 'vera'));
    await page.keyboard.press('n');
    await page.waitForSelector('details.label-here[open] .labelling:focus');
    expect(await page.$eval('.labelling select', each => (each as HTMLSelectElement).value)).toBe('msu');
    expect(await page.$$eval('.labelling .mentions mark', all => all.length)).toBeGreaterThan(0);
    expect(await page.$eval('.labelling', each => each.textContent)).not.toMatch(/The model says|for it:|by the model/);
    expect(await page.$$('.labelling .sentence strong')).toEqual([]);
    await page.keyboard.press('3');
    await seen(page, 'Label: neutral.');
    await seen(page, 'The model says:');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('m');
    await seen(page, 'The label is for this mention');
    expect(await page.$$eval('.sentence[aria-pressed="true"]', all => all.length)).toBe(1);
    await page.keyboard.press('1');
    await seen(page, 'Label: positive.');
    const labels = (await given()).slice(before);
    expect(labels).toMatchObject([
      { annotator: 'vera', organization: 'msu', class: 'neutral', sampling: 'search', shown: false },
      { annotator: 'vera', organization: 'msu', class: 'positive', field: expect.stringMatching(/title|text/) },
    ]);
    await page.keyboard.press('n');
    await page.waitForFunction(
      () =>
        document.activeElement?.closest('li')?.previousElementSibling?.querySelector('details:not([open])') !== null,
    );
    await page.waitForSelector('li:nth-child(2) .labelling:focus');
    await page.keyboard.press('2');
    await page.waitForSelector('li:nth-child(2) .classes .negative[aria-pressed="true"]');
    expect((await given()).at(-1)).toMatchObject({ annotator: 'vera', class: 'negative' });
    await page.evaluate(() => localStorage.setItem('orbweaver.annotator', 'anna'));
  });

  test('a phone shows a sentence of the list and all classes on one screen', async () => {
    await page.setViewport({ width: 390, height: 844 });
    try {
      await goTo(page, '#/watches/w/publications?organization=geo');
      await page.waitForSelector('details.label-here');
      await page.click('details.label-here summary');
      await page.waitForSelector('details.label-here[open] .labelling .sentence');
      const [sentence, last] = await page.evaluate(() =>
        ['.labelling .sentence mark', '.labelling .classes button:last-child'].map(each =>
          document.querySelector(each)!.getBoundingClientRect().toJSON(),
        ),
      );
      expect(last.bottom - sentence.top).toBeLessThan(600);
      await page.click('.labelling .classes button.positive');
      await seen(page, 'Label: positive.');
    } finally {
      await page.setViewport({ width: 1200, height: 900 });
    }
  });

  test('views that are left while they load leave no error behind', async () => {
    const client = await page.createCDPSession();
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      ...{ downloadThroughput: -1, uploadThroughput: -1 },
    });
    const views = ['publications', 'sources', 'found', 'labels', 'quality', 'table', 'organizations', 'rules'];
    const hashes = [
      ...views.map(view => `#/watches/w/${view}`),
      '#/watches/w/publication?number=1',
      '#/crawls',
      '#/new',
    ];
    for (const first of hashes)
      await page.evaluate(
        async (hash, next) => {
          location.hash = hash;
          await new Promise(resolve => setTimeout(resolve, 60));
          location.hash = next;
          await new Promise(resolve => setTimeout(resolve, 60));
        },
        first,
        first === '#/crawls' ? '#/new' : '#/crawls',
      );
    await client.detach();
    await goTo(page, '#/crawls');
    await seen(page, 'Crawls and watches');
    expect(misdeeds).toEqual(none);
  });

  test('numbers of the report stay in one line, and names of the table are whole on a phone', async () => {
    const { text } = await served.call('GET', '/watches/w/report?format=html');
    const report = await browser!.newPage();
    await report.setViewport({ width: 1000, height: 700 });
    await report.setContent(text);
    const wraps = await report.$$eval('td', all => all.map(each => getComputedStyle(each).whiteSpace));
    expect([wraps.length > 0, new Set(wraps)]).toEqual([true, new Set(['nowrap'])]);
    await report.close();
    await page.setViewport({ width: 360, height: 740 });
    await goTo(page, '#/watches/w/table');
    await page.waitForSelector('main table th');
    const cut = await page.$$eval('main th, main th *', all =>
      all
        .filter(each => each.scrollHeight > each.clientHeight + 2 && getComputedStyle(each).overflow === 'hidden')
        .map(each => each.textContent),
    );
    expect(cut).toEqual([]);
    expect(await page.$eval('details.folded', each => (each as HTMLDetailsElement).open)).toBe(false);
  });

  test('all of it fits a phone, has names, and no script runs that is not ours', async () => {
    await page.setViewport({ width: 360, height: 740 });
    for (const part of ['labels', 'quality']) {
      await goTo(page, `#/watches/w/${part}`);
      await page.waitForSelector('main h2');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      expect(await nameless(page)).toEqual([]);
      await demandOutline(page);
    }
    expect(misdeeds).toEqual(none);
  });
});
