import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, KeyInput, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServedConsole } from '../../process/serve/served-console.ts';
import { ServedWatch } from '../../process/serve/served-watch.ts';
import { endBrowser, goTo, type Misdeeds, newPage, none, seen, shownText, startBrowser } from './browser.ts';

const browser: Browser | undefined = await startBrowser();

/** Keys of two people, subject by subject. */
const keys = ['33', '11', '22', '31', '11', '43', '22', '35', '33', '12', '51', '33'] as const;

interface Subject {
  readonly publication: number;
  readonly organization: string;
}

describe.skipIf(browser === undefined)('two people who label in two browsers', () => {
  let served: ServedConsole;
  let watch: ServedWatch;
  const pages = new Map<string, { readonly page: Page; readonly misdeeds: Misdeeds }>();
  let subjects: readonly Subject[];

  beforeAll(async () => {
    served = new ServedConsole();
    await served.start();
    watch = new ServedWatch(served);
    await watch.start();
    const list = join(served.root, 'list.csv');
    writeFileSync(list, 'id,name,aliases\nmsu,МГУ имени М. В. Ломоносова,МГУ\ngeo,Институт географии РАН,ИГ РАН\n');
    await watch.run(['watch', 'organizations', 'set', watch.directory, list, '--quiet']);
    for (const name of ['anna', 'boris']) {
      const opened = await newPage(browser!, served.server.origin);
      await opened.page.goto(`${served.server.origin}/#token=${served.server.token}`);
      await seen(opened.page, 'Crawls and watches');
      await opened.page.evaluate(who => localStorage.setItem('orbweaver.annotator', who), name);
      pages.set(name, opened);
    }
    const { body } = await served.call('GET', '/watches/w/labels/queue?annotator=nobody&limit=200');
    subjects = (body['subjects'] as readonly Subject[]).slice(0, keys.length);
  });
  afterAll(async () => {
    await endBrowser(browser);
    await served.close();
    await watch.close();
  });

  async function opened(name: string, { publication, organization }: Subject): Promise<Page> {
    const { page } = pages.get(name)!;
    await goTo(page, `#/watches/w/publication?number=${publication}&organization=${organization}`);
    await page.waitForSelector('.labelling .classes button');
    return page;
  }

  async function pressed(page: Page, key: string): Promise<void> {
    await page.keyboard.press(key as KeyInput);
    await page.waitForSelector(`.classes button:nth-child(${key})[aria-pressed="true"]`);
  }

  test('see nothing of each other before their own label, and all of it behind it', async () => {
    expect(subjects.length).toBeGreaterThan(6);
    for (const [index, subject] of subjects.entries()) await pressed(await opened('anna', subject), keys[index]![0]!);
    for (const [index, subject] of subjects.entries()) {
      const page = await opened('boris', subject);
      expect(await page.$eval('.labelling', each => each.textContent)).not.toMatch(/anna|The model says|one label/);
      expect(await page.$$('.labelling .classes [aria-pressed="true"]')).toEqual([]);
      expect(await page.$$('mark.mention small')).toEqual([]);
      await pressed(page, keys[index]![1]!);
      expect(await page.$eval('.labelling', each => each.textContent)).toContain('anna');
    }
    // A label that is given once the other's label is known is no independent judgement.
    await pressed(await opened('boris', subjects[3]!), keys[3]![0]!);
  });

  test('have the κ and α that their key presses have by the definitions', async () => {
    const pairs = keys.slice(0, subjects.length).map(([a, b]) => [a!, b!] as const);
    const n = pairs.length;
    const share = (of: 0 | 1, key: string): number => pairs.filter(pair => pair[of] === key).length / n;
    const same = pairs.filter(([a, b]) => a === b).length / n;
    const byChance = [...'12345'].reduce((sum, key) => sum + share(0, key) * share(1, key), 0);
    const kappa = (same - byChance) / (1 - byChance);
    const values = pairs.flat();
    const differing = values.reduce((sum, a) => sum + values.filter(b => b !== a).length, 0);
    const alpha = 1 - (1 - same) / (differing / (values.length * (values.length - 1)));
    const text = await watch.run(['labels', 'agreement', watch.directory, '--json']);
    const said = JSON.parse(text) as {
      readonly alpha: { readonly value: number };
      readonly pairs: readonly { readonly kappa: { readonly value: number } }[];
    };
    expect(said.pairs).toHaveLength(1);
    expect(said.pairs[0]!.kappa.value).toBeCloseTo(kappa, 12);
    expect(said.alpha.value).toBeCloseTo(alpha, 12);
    const { page } = pages.get('anna')!;
    await goTo(page, '#/watches/w/quality');
    await seen(page, 'Krippendorff’s α: ');
    const shown = await shownText(page);
    const rounded = (value: number): number => Number(value.toFixed(3));
    expect(shown).toContain(`α: ${rounded(alpha)} (n = `);
    const row = /anna, boris\s+(\S+)\s+(\d+)/.exec(shown)!;
    expect(row.slice(1).map(Number)).toEqual([rounded(kappa), n]);
    for (const { misdeeds } of pages.values()) expect(misdeeds).toEqual(none);
  });
});
