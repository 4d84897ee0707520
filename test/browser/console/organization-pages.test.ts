import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServedConsole } from '../../process/serve/served-console.ts';
import { ServedWatch } from '../../process/serve/served-watch.ts';
import {
  endBrowser,
  fill,
  goTo,
  type Misdeeds,
  newPage,
  none,
  press,
  seen,
  shownText,
  startBrowser,
} from './browser.ts';
import { demandOutline, nameless } from './console-tests.ts';

const browser: Browser | undefined = await startBrowser();

const list =
  'id,name,aliases,certainty,require\nvsu,Воронежский государственный университет,,,\nvsu,,ВГУ,needs-evidence,Калуга\nmsu,МГУ имени М. В. Ломоносова,МГУ,,\n';

describe.skipIf(browser === undefined)('organizations on the page', () => {
  let served: ServedConsole;
  let watch: ServedWatch;
  let page: Page;
  let misdeeds: Misdeeds;

  beforeAll(async () => {
    served = new ServedConsole();
    await served.start();
    watch = new ServedWatch(served);
    await watch.start();
    writeFileSync(join(served.root, 'list.csv'), list);
    ({ page, misdeeds } = await newPage(browser!, served.server.origin));
    await page.goto(`${served.server.origin}/#token=${served.server.token}`);
    await seen(page, 'Crawls and watches');
  });
  afterAll(async () => {
    await endBrowser(browser);
    await served.close();
    await watch.close();
  });

  test('a list of a file shows what it will do before it is set; then stored publications are searched', async () => {
    await goTo(page, '#/watches/w/table');
    await seen(page, 'looks for no organizations');
    await goTo(page, '#/watches/w/organizations');
    await seen(page, 'Take a list from a file');
    const input = (await page.$('input[type="file"]')) as ElementHandle<HTMLInputElement>;
    writeFileSync(join(served.root, 'cyrillic.csv'), Uint8Array.of(0x69, 0x64, 0x0a, 0xcc, 0xc3, 0xd3));
    await input.uploadFile(join(served.root, 'cyrillic.csv'));
    await seen(page, 'cyrillic.csv is refused: it is neither UTF-8 nor UTF-16 text. In Excel, save it as CSV UTF-8.');
    await input.uploadFile(join(served.root, 'list.csv'));
    await seen(page, '2 organizations with 4 names');
    await seen(page, 'many places have an institution of this abbreviation');
    await seen(page, 'it is not set yet');
    await press(page, 'button', 'Look for these from now on');
    await seen(page, 'The list is set');
    await page.waitForFunction(() => /(\d+) of \1 publications searched/.test(document.body.innerText));
    expect(await shownText(page)).toContain('МГУ имени М. В. Ломоносова');
  });

  test('candidates are decided on, and a word is taken back', async () => {
    await page.waitForSelector('.candidates .actions');
    const count = async () => (await page.$$('.candidates .actions')).length;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await press(page, 'button', 'It is meant');
    await seen(page, 'ВГУ: it is meant');
    expect(await count()).toBe(before - 1);
    const decided = async () => {
      const { body } = await served.call('GET', '/watches/w/candidates');
      return (body['candidates'] as unknown[]).length;
    };
    expect(await decided()).toBe(before - 1);
    await press(page, 'button', 'Take this back');
    await page.waitForFunction(most => document.querySelectorAll('.candidates .actions').length === most, {}, before);
    expect(await decided()).toBe(before);
  });

  test('an organization gets a name with a condition, and is saved', async () => {
    await goTo(page, '#/watches/w/organizations?edit=%3Dmsu');
    await seen(page, 'Short names and aliases');
    await press(page, 'button', 'Add a name');
    await page.keyboard.type('Московский университет');
    await page.$eval('.aliases > li:last-child details', each => {
      each.open = true;
    });
    await page.type('.aliases > li:last-child .grid .field:nth-child(2) input', 'Москва|Ломоносов');
    await press(page, 'button', 'Save');
    await seen(page, 'The organization is saved');
    const { body } = await served.call('GET', '/watches/w/organizations');
    const [, msu] = body['organizations'] as { id: string; aliases: { text: string; require: string[] }[] }[];
    expect(msu!.aliases.at(-1)).toMatchObject({ text: 'Московский университет', require: ['Москва', 'Ломоносов'] });
  });

  test('what is refused is said beside the form, and nothing changes', async () => {
    await goTo(page, '#/watches/w/organizations?edit=new');
    await seen(page, 'Short and yours');
    await press(page, 'button', 'Save');
    await page.waitForFunction(() => (document.getElementById('failed')?.textContent ?? '') !== '');
    expect(await page.$eval('#failed', each => each.textContent)).not.toMatch(/undefined|\{/);
    const { body } = await served.call('GET', '/watches/w/organizations');
    expect(body['count']).toBe(2);
  });

  test('in the reader a mention is told to be none, and this is taken back', async () => {
    const { body } = await served.call('GET', '/watches/w/candidates');
    const [{ publication } = { publication: 0 }] = body['candidates'] as { publication: number }[];
    await goTo(page, `#/watches/w/publication?number=${publication}&organization=vsu`);
    await page.waitForSelector('mark.mention');
    await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('mark.mention')]
        .find(each => each.innerText.startsWith('ВГУ'))!
        .click(),
    );
    await press(page, 'button', 'It is not meant');
    await seen(page, 'ВГУ: it is not meant');
    await press(page, 'button', 'Take this back');
    await seen(page, 'ВГУ: not decided');
  });

  test('the table is compared with that of another period, and says what changed', async () => {
    await goTo(page, '#/watches/w/table');
    await page.waitForSelector('.compare');
    const rows = async (table: number): Promise<string[][]> =>
      await page.evaluate(
        at =>
          [...document.querySelectorAll('table.tones')[at]!.querySelectorAll('tbody tr')].map(row =>
            [...row.children].map(cell => (cell as HTMLElement).innerText),
          ),
        table,
      );
    const alone = await rows(0);
    await page.$eval('.compare', each => {
      (each as HTMLDetailsElement).open = true;
      (each.querySelector('input[type="date"]') as HTMLInputElement).value = '2000-01-01';
    });
    await press(page, 'button', 'Filter');
    await seen(page, 'Second table: from 2000-01-01');
    expect((await page.$$('table.tones')).length).toBe(3);
    expect([await rows(0), await rows(1)]).toEqual([alone, alone]);
    for (const [, count, ...points] of await rows(2)) {
      const [first, second] = count!.split(' → ');
      expect(second).toBe(first);
      // The interval is below the change.
      for (const each of points) expect(each.split('\n')[0]).toBe(first === '0' ? '–' : '0.0');
    }
    await goTo(page, '#/watches/w/table?compareUntil=2000-01-01');
    await seen(page, 'Second table: before 2000-01-01');
    for (const [, count] of await rows(2)) expect(count).toMatch(/→ 0$/);
    expect(await nameless(page)).toEqual([]);
    await demandOutline(page);
    const exports = await page.$$eval('.export a', links => links.map(link => (link as HTMLAnchorElement).search));
    for (const query of ['format=csv&bom=true', 'format=html&lang=en'])
      expect(exports).toContain(`?by=organization&compareUntil=2000-01-01&${query}`);
  });

  test('organizations are split by month, source and section, and office files are linked', async () => {
    const links = async () =>
      await page.$$eval('table.tones tbody td a', all =>
        all.map(each => decodeURIComponent((each as HTMLAnchorElement).hash)),
      );
    for (const across of ['month', 'source', 'section']) {
      await goTo(page, `#/watches/w/table?across=${across}`);
      await page.waitForFunction(
        () => document.querySelector('table.tones tbody th')?.textContent?.includes(' · ') === true,
      );
      const isMonth = across === 'month';
      const expected = isMonth ? /since=\d{4}-\d\d-01.*&organization=/ : /source=\d+/;
      expect(await shownText(page)).toMatch(/share of voice \d+\.\d % \(\d+\.\d–\d+\.\d\)/);
      const found = await links();
      if (across === 'section') expect(found).toEqual([]);
      else for (const each of found) expect(each).toMatch(expected);
    }
    await goTo(page, '#/watches/w/publications?organization=msu%2Cvsu');
    await seen(page, 'mentions:');
    const chosen = await page.$$eval('form.filter option', all => all.filter(each => each.selected && each.value));
    expect(chosen).toHaveLength(2);
    const both = await shownText(page);
    await goTo(page, '#/watches/w/publications?organization=msu');
    await page.waitForFunction(text => document.body.innerText !== text, {}, both);
    expect(/mentions: \d+/.exec(await shownText(page))).not.toEqual(/mentions: \d+/.exec(both));
    await goTo(page, '#/watches/w/table?by=section');
    await page.waitForFunction(() => document.querySelectorAll('table.tones tbody tr').length > 1);
    expect(await links()).toEqual([]);
    const exports = await page.$$eval('.export a', all => all.map(each => (each as HTMLAnchorElement).search));
    for (const format of ['docx', 'pdf', 'xlsx', 'png'])
      expect(exports).toContain(`?by=section&format=${format}&lang=en`);
    expect(misdeeds).toEqual(none);
  });

  test('a source gets a tag, and the table counts sources with the tag and without it', async () => {
    await goTo(page, '#/watches/w/sources?source=2');
    await fill(page, 'Tags', 'own; ours');
    await press(page, 'button', 'Save tags');
    await seen(page, 'The tags of this source are changed.');
    const { body } = await served.call('GET', '/watches/w/sources/2');
    expect(body['tags']).toEqual(['own', 'ours']);
    await goTo(page, '#/watches/w/table?by=source');
    await page.waitForSelector('table.tones tbody tr');
    const options = await page.$$eval('main select option', all => all.map(each => [each.textContent, each.value]));
    expect(options).toContainEqual(['With the tag own', '2']);
    expect(options).toContainEqual(['Without the tag own', '1']);
    const table = await served.call('GET', '/watches/w/report?by=source&source=1,2&format=txt');
    expect(table.text).toContain('Only publications of these sources count: ');
    expect((await served.call('GET', '/watches/w/report?by=source&source=1,x')).status).toBe(400);
  });

  test('on a phone a row of the table has its whole name, and each number under its heading, all on the screen', async () => {
    await page.setViewport({ width: 390, height: 844 });
    await goTo(page, '#/watches/w/table');
    await page.waitForSelector('table.tones tbody tr');
    const rows = await page.$$eval('table.tones tbody tr', all =>
      all.map(row => {
        const name = row.querySelector('th .page-text') as HTMLElement;
        const cells = [...row.querySelectorAll('td')];
        const boxes = [row, ...cells].map(each => each.getBoundingClientRect());
        return {
          cut: name.scrollHeight - name.clientHeight,
          left: Math.min(...boxes.map(each => each.left)),
          right: Math.max(...boxes.map(each => each.right)),
          heads: cells.map(cell => getComputedStyle(cell, '::before').content),
          wide: cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).length,
        };
      }),
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { cut, left, right, heads, wide } of rows) {
      expect(cut).toBeLessThanOrEqual(1);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
      expect(wide).toBe(0);
      expect(heads.length).toBeGreaterThan(3);
      for (const head of heads) expect(head).toMatch(/^"\S/);
      expect(heads.join()).toContain('egative');
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewport({ width: 1440, height: 900 });
  });

  test('all of it fits a phone, has names, speaks Russian, and no script runs that is not ours', async () => {
    await page.setViewport({ width: 360, height: 740 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    for (const query of ['', '?edit=new', '?edit=%3Dvsu']) {
      await goTo(page, `#/watches/w/organizations${query}`);
      await page.waitForSelector('main h2');
      if (query === '') await seen(page, 'Expected hits');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      expect(await nameless(page)).toEqual([]);
      await demandOutline(page);
    }
    await goTo(page, '#/watches/w/table?compareSince=2000-01-01');
    await seen(page, 'Second table');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.goto(`${served.server.origin}/?lang=ru#/watches/w/organizations`);
    await seen(page, 'Названия, которых текст не различит');
    await seen(page, 'Ожидаемые находки');
    expect(await shownText(page)).not.toMatch(/Names that|It is meant/);
    await goTo(page, '#/watches/w/table');
    await page.waitForSelector('.export a');
    const exports = await page.$$eval('.export a', links => links.map(link => (link as HTMLAnchorElement).search));
    expect(exports.filter(query => /format=html/.test(query))).toEqual([expect.stringMatching(/lang=ru/)]);
    expect(misdeeds).toEqual(none);
  });
});
