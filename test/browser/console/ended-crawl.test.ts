import type { ElementHandle } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { control, goTo, press, seen, shownText, startBrowser } from './browser.ts';
import { other, page, served, serveTwoSites, site } from './two-sites.ts';

const browser = await startBrowser();
serveTwoSites(browser);

/** The views of a crawl that has ended, in a real browser: its graph, files, plots, and the rule's choices. */

/** Moves the pointer over the picture until it meets a node. */
async function pointAtSome(stage: ElementHandle): Promise<void> {
  await stage.scrollIntoView();
  const { x, y, width, height } = (await stage.boundingBox())!;
  for (let across = 0; across < width / 2; across += 3) {
    await page.mouse.move(x + width / 2 - across, y + height / 2);
    if ((await page.$('.node dl')) !== null) return;
  }
}

describe.skipIf(browser === undefined)('the page of a crawl that has ended', () => {
  test('draws the graph, and tells about a node that is pointed at or shown from the table', async () => {
    const id = await served.startCrawl({ sites: [{ url: site.url, name: 'Whole' }], delayMs: 0 });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/graph`);
    await seen(page, '60 pages and');
    await page.waitForSelector('.stage canvas');
    const choice = (await page.waitForSelector(control('combobox', 'Layout')))!;
    await choice.select('rings');
    await page.waitForFunction(() => !document.body.innerText.includes('The layout is being computed'));
    await page.waitForSelector('.stage canvas');
    // One colour compresses to next to nothing; rings of nodes do not.
    const stage = (await page.waitForSelector('.stage'))!;
    await pointAtSome(stage);
    await page.waitForFunction(() => document.querySelector('.node dl') !== null);
    expect(await page.$eval('.node', element => element.textContent)).toMatch(/TitlePage \d+.*In-degree\d/);
    const drawn = await stage.screenshot();
    await stage.evaluate(element => element.replaceChildren());
    expect(drawn.byteLength).toBeGreaterThan(3 * (await stage.screenshot()).byteLength);
    await page.locator('tbody tr:nth-child(2) button').click();
    await page.waitForFunction(() => document.querySelector('.node')?.textContent?.includes('Page 1'));
  });

  test('has the notices of the crawl, marked as English', async () => {
    const id = await served.startCrawl({ sites: [{ url: site.url }], limit: 20, order: 'links', delayMs: 0 });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}`);
    await page.waitForFunction(() => document.querySelector('header details summary')?.textContent === 'One notice');
    expect(
      await page.$eval('header details li', ({ lang, textContent }: Element & { lang?: string }) => [
        lang,
        textContent,
      ]),
    ).toEqual(['en', expect.stringContaining('links')]);
  });

  test('has the names and tags of the list in the picture of the set and in the choice of a table', async () => {
    const sites = [
      { url: site.url, name: 'University of A', shortName: 'UA', tags: ['public', 'north'] },
      { url: other.url, name: 'College B', tags: ['private'] },
    ];
    const id = await served.startCrawl({ sites, delayMs: 0 });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/graph?of=set`);
    await page.waitForSelector('.stage canvas');
    const colours = (await page.waitForSelector(control('combobox', 'Colours')))!;
    await colours.select('tags');
    await page.waitForFunction(() => document.querySelector('.colours')?.textContent?.includes('public; north (1)'));
    await page.locator('tbody tr:nth-child(1) button').click();
    await page.waitForFunction(() => document.querySelector('.node dl') !== null);
    expect(await page.$eval('.node', element => element.textContent)).toMatch(/NameUniversity of A.*Tagspublic; north/);
    await goTo(page, `#/crawls/${id}/tables?kind=pages`);
    await page.waitForSelector('tbody tr');
    const choices = await page.$$eval('.filter select', ([, choice]) =>
      [...(choice as HTMLSelectElement).options].map(({ text }) => text),
    );
    expect(choices).toEqual(['1 University of A [public; north]', '2 College B [private]']);
    await seen(page, 'University of A [public; north]');
  });

  test('lets go of each picture that another one takes the place of', async () => {
    const sites = [{ url: site.url }, { url: other.url }];
    const id = await served.startCrawl({ sites, delayMs: 0 });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/graph`);
    for (let change = 0; change < 20; change += 1) {
      await page.select('.filter select', ['set', '1', '2'][change % 3]!);
      if (change % 4 === 0) await page.waitForSelector('.stage canvas');
      await page.setViewport({ width: 1_200 + change, height: 800 });
    }
    await page.waitForSelector('.stage canvas');
    for (let width = 600; width < 800; width += 10) await page.setViewport({ width, height: 800 });
    await page.waitForFunction(() => document.querySelectorAll('.stage').length === 1);
  });

  test('finds a page in the picture, draws it with its neighbours alone, and saves what is seen', async () => {
    const id = await served.startCrawl({ sites: [{ url: site.url, name: 'Whole' }], delayMs: 0 });
    await served.untilEnded(id);
    await page.evaluate(() => {
      const drawn = new Map<string, string>();
      const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
      Object.assign(CanvasRenderingContext2D.prototype, {
        fillText(this: CanvasRenderingContext2D, text: string, x: number, y: number) {
          drawn.set(text, `${x.toFixed(2)} ${y.toFixed(2)}`);
          fillText.call(this, text, x, y);
        },
        clearRect(this: CanvasRenderingContext2D, ...box: [number, number, number, number]) {
          if (this.canvas.className.includes('labels')) drawn.clear();
          clearRect.apply(this, box);
        },
      });
      Object.assign(globalThis, { drawn });
    });
    await goTo(page, `#/crawls/${id}/graph`);
    await page.waitForSelector('.stage canvas');
    await page.waitForFunction(() => !document.body.innerText.includes('The layout is being computed'));
    // The bytes of a download are kept for the test.
    await page.evaluate(() => {
      const saved: string[] = [];
      Object.assign(globalThis, { saved });
      HTMLAnchorElement.prototype.click = function click() {
        saved.push(this.download);
      };
      const { createObjectURL } = URL;
      URL.createObjectURL = blob => {
        void (blob as Blob).text().then(text => saved.push(text));
        return createObjectURL.call(URL, blob);
      };
    });
    const saved = async (label: string, count: number): Promise<readonly string[]> => {
      await press(page, 'button', label);
      await page.waitForFunction(
        most => (globalThis as unknown as { saved: string[] }).saved.length >= most,
        {},
        count,
      );
      return await page.evaluate(() => (globalThis as unknown as { saved: string[] }).saved);
    };
    const [name, whole] = await saved('Save as SVG', 2);
    expect(name).toBe('Whole.svg');
    const onScreen = await page.evaluate(() => [...(globalThis as unknown as { drawn: Map<string, string> }).drawn]);
    const inFile = new Map(
      [...whole!.matchAll(/<text x="([^"]*)" y="([^"]*)">([^<]*)/g)].map(m => [m[3]!, `${m[1]} ${m[2]}`]),
    );
    expect(onScreen.length).toBeGreaterThan(1);
    // Where the file has them, labels are over no node and over no other label.
    for (const [text, place] of onScreen) expect([text, inFile.get(text)]).toEqual([text, place]);
    expect(whole!.match(/<circle/g)!.length).toBeGreaterThanOrEqual(60);
    await page.locator('form[role=search] input[type=search]').fill('Page 7');
    await page.waitForSelector('.found button');
    await page.locator('.found button').click();
    await page.waitForFunction(() => document.querySelector('.node')?.textContent?.includes('Page 7'));
    await page.locator('.node input[type=checkbox]').click();
    const few = (await saved('Save as SVG', 4))[3]!;
    expect(few.match(/<circle/g)!.length).toBeLessThan(whole!.match(/<circle/g)!.length);
    expect(few).toContain('Page 7');
    const png = await saved('Save as PNG', 6);
    expect(png.slice(4)).toEqual(['Whole.png', expect.stringMatching(/^.PNG/)]);
  });

  test('lists the files and gives each of them', async () => {
    const id = await served.startCrawl({ sites: [{ url: other.url }], delayMs: 0, limit: 5 });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/files`);
    await seen(page, '.nodes.csv');
    const file = await page.evaluate(async () => {
      const link = [...document.querySelectorAll('td a, th a')].find(each => each.textContent?.endsWith('.nodes.csv'));
      const response = await fetch((link as HTMLAnchorElement).href);
      return { text: await response.text(), kind: response.headers.get('content-disposition') };
    });
    expect(file.kind).toMatch(/^attachment/);
    expect(file.text.split('\n')[0]).toContain('Id,Label,Url,Title,Level');
  });

  test('draws levels, statuses and degrees, each with a table of the same numbers', async () => {
    const id = await served.startCrawl({ sites: [{ url: site.url }], delayMs: 0, limit: 30 });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/plots`);
    await seen(page, 'Degrees');
    const figures = await page.$$eval('figure', all =>
      all.map(each => ({
        title: each.querySelector('h2')?.textContent,
        shapes: each.querySelectorAll('svg rect, svg circle').length,
        rows: each.querySelectorAll('tbody tr').length,
      })),
    );
    expect(figures.map(({ title }) => title)).toEqual([
      'Pages per level',
      'What became of the addresses',
      'Why addresses were skipped',
      'Degrees',
    ]);
    for (const { shapes, rows } of figures) expect(Math.min(shapes, rows)).toBeGreaterThan(0);
    const why = await page.$$eval('figure', all => all[2]!.textContent);
    // Addresses beyond the limit wait; they are not skipped.
    expect(why).not.toContain('page limit');
    await page.setViewport({ width: 390, height: 844 });
    await goTo(page, `#/crawls/${id}/live`);
    await goTo(page, `#/crawls/${id}/plots`);
    await seen(page, 'Degrees');
    const cut = await page.$$eval('svg.plot text', all =>
      all.filter(each => (each as SVGTextElement).getBBox().x < 0).map(each => each.textContent),
    );
    expect(cut).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
  });

  test('shows all columns of the page table, those of fields and of the log among them, and names sites', async () => {
    const sites = [
      { url: site.url, name: 'First <i>' },
      { url: other.url, name: 'Second' },
    ];
    const id = await served.startCrawl({ sites, delayMs: 0, limit: 20, extract: ['heading=//h1'] });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/tables`);
    await seen(page, 'rows as CSV');
    const headings = async (): Promise<readonly string[]> =>
      await page.$$eval('thead th', all => all.filter(each => !each.hidden).map(each => each.textContent.trim()));
    expect(await headings()).toEqual(expect.arrayContaining(['Title', 'Authority', 'Field_heading']));
    expect(await headings()).not.toContain('Canonical');
    await page.locator('.columns-shown summary').click();
    await press(page, 'button', 'All columns');
    await press(page, 'checkbox', 'Folder');
    await page.reload();
    await seen(page, 'Canonical');
    expect(await headings()).not.toContain('Folder');
    await page.locator('.columns-shown summary').click();
    await press(page, 'checkbox', 'Folder');
    const all = ['Robots', 'Other languages', 'Media type', 'Folder', 'Outcome'];
    expect(await headings()).toEqual(expect.arrayContaining(all));
    await press(page, 'checkbox', 'Time of each answer (from the log)');
    await page.waitForFunction(() => document.querySelector('thead')!.textContent.includes('Answer, ms'));
    await press(page, 'button', 'Answer, ms');
    await page.waitForFunction(() => document.querySelector('th[aria-sort]')?.textContent.includes('Answer, ms'));
    const last = await page.$$eval('tbody tr', rows => rows.map(row => row.lastElementChild!.textContent));
    expect(last[0]).toMatch(/^\d+$/);
    await press(page, 'checkbox', 'Time of each answer (from the log)');
    await page.waitForFunction(() => !document.querySelector('thead')!.textContent.includes('Answer, ms'));
    const names = await page.$$eval('.filter select', all => [...all[1]!.options].map(each => each.textContent));
    expect(names).toEqual(expect.arrayContaining(['1 First <i>', '2 Second']));
  });

  test('shows the rule at work: budget, yield of each site, and every choice', async () => {
    const sites = [
      { url: site.url, name: 'First' },
      { url: other.url, name: 'Second' },
    ];
    const id = await served.startCrawl({ sites, delayMs: 0, limit: 40, rule: 'ucb1', ruleOptions: { ucbM: 3 } });
    await served.untilEnded(id);
    await goTo(page, `#/crawls/${id}/rule`);
    await seen(page, 'UCB1 (R3)');
    const text = await shownText(page);
    for (const expected of ['Page budget\n40', 'Used\n40', 'Left\n0', '1 First', '2 Second'])
      expect(text).toContain(expected);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
    expect(await page.$$eval('section:last-of-type tbody tr', rows => rows.length)).toBeGreaterThan(3);
  });
});
