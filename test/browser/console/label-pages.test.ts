import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
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
    await page.type('.labels-view input', 'anna');
    await press(page, 'button', 'Begin with the next publication');
    await page.waitForSelector('.labelling .classes button');
    expect(await page.evaluate(() => location.hash)).toContain('sampling=random');
    await page.waitForSelector('mark.mention');
    await seen(page, 'Labels of others and the class that counts are shown after your own label.');
    expect(await shownText(page)).not.toMatch(/by the model|The model says/);
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
