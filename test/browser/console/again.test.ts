import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { fill, goTo, press, seen, startBrowser } from './browser.ts';
import { demandOutline, nameless, serveConsole } from './console-tests.ts';
import type { ServedPage } from './served-page.ts';

/** A crawl with a name, which is started again and whose files are taken away as one. */

const browser: Browser | undefined = await startBrowser();
let served: ServedPage;
let sites: readonly LoopbackSite[];
let page: Page;
let id: string;
let spec: object;

serveConsole(browser, {
  async begin(started) {
    served = started;
    const pages = { '/': '<title>s</title><a href=/a>a</a>', '/a': '<title>A</title>a' };
    sites = [await startSite(pages), await startSite(pages)];
    const [one, other] = sites.map(({ origin }) => `${origin}/`);
    spec = {
      name: 'Spring <b>sample</b>',
      sites: [
        { url: one, name: 'One', delayMs: 0 },
        { url: other, number: 7, delayMs: 5 },
      ],
      maxLevel: 3,
      formats: ['csv', 'net'],
      rule: 'gittins',
      ruleOptions: { gittinsN: 4 },
      normalization: { trailingSlash: true },
      exclude: ['/x'],
    };
    id = await served.startCrawl(spec);
    await served.untilEnded(id);
    return [...sites];
  },
  open(shown) {
    page = shown;
  },
});

describe.skipIf(browser === undefined)('a crawl with a name', () => {
  test('a purpose shows its fields, filled by its preset; what a person has given stays', async () => {
    await goTo(page, '#/new');
    await seen(page, 'What do you want to know?');
    const shown = async (): Promise<readonly unknown[]> =>
      await page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>('form.new-crawl > .group > .grid .field')]
          .filter(field => field.checkVisibility())
          .map(field => {
            const control = field.querySelector<HTMLInputElement>('input, select')!;
            const name = (field.querySelector('label, legend') as HTMLElement).innerText;
            return `${name}: ${control.type === 'checkbox' ? control.checked : control.value}`;
          }),
      );
    expect(await shown()).toHaveLength(6);
    await fill(page, 'Delay between two pages, ms', '7');
    await press(page, 'radio', 'What is wrong with a site broken links, orphans, copies, sitemaps; tables for Excel');
    expect(await shown()).toEqual([
      ...['Pages in all: ', 'Deepest level: ', 'Delay between two pages, ms: 7'],
      ...['Sitemaps: report', expect.stringMatching(/external.*: true$/), expect.stringMatching(/: 0\.9$/)],
    ]);
    await press(page, 'radio', 'Where a set of sites links to many sites share one page limit');
    expect(await shown()).toEqual(
      expect.arrayContaining(['Pages in all: 10000', 'Rule: adaptive', 'Delay between two pages, ms: 7']),
    );
    const left = await page.evaluate(
      () =>
        [
          ...document.querySelectorAll<HTMLInputElement>('form.new-crawl details :is(input[type=checkbox], select)'),
        ].filter(
          ({ value, checked, type }) => value === 'report' || (type === 'checkbox' && checked && value === 'xlsx'),
        ).length,
    );
    expect(left).toBe(0);
  });

  test('is known by it, and is started again with its settings', async () => {
    await goTo(page, '#/crawls');
    await seen(page, 'Spring <b>sample</b>');
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/live`);
    await seen(page, 'Again with these settings');
    await press(page, 'link', 'Again with these settings');
    await seen(page, 'go along as they were: normalization, sites');
    await demandOutline(page);
    expect(await nameless(page)).toEqual([]);
    const empty = await page.$$eval('input[placeholder="no limit"]', all =>
      all.map(each => each.labels![0]!.textContent),
    );
    expect(empty).toEqual([
      'Pages in all',
      'Deepest level',
      'Pages per site',
      'Time limit (90, 15m, 2h)',
      expect.stringMatching(/pattern/i),
    ]);
    await fill(page, 'Name of the crawl', 'Second');
    await press(page, 'button', 'Start the crawl');
    await page.waitForFunction(() => /^#\/crawls\/.+\/live$/.test(location.hash));
    const second = decodeURIComponent((await page.evaluate(() => location.hash)).split('/')[2]!);
    await served.untilEnded(second);
    expect(await served.ask('GET', `/crawls/${second}/spec`)).toEqual({ spec: { ...spec, name: 'Second' } });
    expect((await served.ask('GET', `/crawls/${second}`))['name']).toBe('Second');
    await goTo(page, '#/new');
    await seen(page, 'What do you want to know?');
    await fill(page, 'Start addresses', String(sites[0]?.origin));
    await fill(page, 'Pages in all', '1');
    await press(page, 'button', 'Start the crawl');
    await page.waitForFunction(() => /^#\/crawls\/.+\/live$/.test(location.hash));
    const third = decodeURIComponent((await page.evaluate(() => location.hash)).split('/')[2]!);
    await served.untilEnded(third);
    // A form that nobody changed says nothing but what was typed.
    expect(await served.ask('GET', `/crawls/${third}/spec`)).toEqual({
      spec: { sites: [{ url: `${sites[0]?.origin}/` }], limit: 1 },
    });
    await goTo(page, '#/compare');
    await seen(page, 'Earlier crawl');
    const named = await page.$$eval('form select option', all => all.map(each => each.textContent!.split(' · ')[0]));
    expect(new Set(named)).toEqual(new Set(['Second', 'Spring <b>sample</b>', new URL(sites[0]!.origin).host]));
  });

  test('is named anew, where a bad name is told in the dialog, and stands in a list that is sorted', async () => {
    const unnamed = await served.startCrawl({ sites: [{ url: sites[1]!.origin, name: 'alpha' }], delayMs: 0 });
    await served.untilEnded(unnamed);
    await goTo(page, `#/crawls/${encodeURIComponent(unnamed)}/live`);
    await press(page, 'button', 'Name …');
    await fill(page, 'Name of the crawl', 'x'.repeat(201));
    await press(page, 'button', 'Give the name');
    await page.waitForSelector('dialog .faults p');
    await fill(page, 'Name of the crawl', 'Autumn');
    await press(page, 'button', 'Give the name');
    await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Autumn');
    await goTo(page, '#/crawls');
    await page.locator('main thead th:first-child button').click();
    await page.waitForSelector('main th:first-child[aria-sort=ascending]');
    const namesShown = async (): Promise<readonly string[]> =>
      await page.$$eval('main tbody th a', all => all.map(each => each.textContent!));
    const sorted = await namesShown();
    expect(sorted).toContain('Autumn');
    expect(sorted).toEqual(sorted.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    await page.locator('main thead th:first-child button').click();
    await page.waitForSelector('main th:first-child[aria-sort=descending]');
    expect(await namesShown()).toEqual(sorted.toReversed());
    for (const index of [2, 3, 4, 5, 6]) {
      await page.locator(`main thead th:nth-child(${index}) button`).click();
      await page.waitForSelector(`main th:nth-child(${index})[aria-sort]`);
    }
    expect(await page.evaluate(() => location.hash)).toBe('#/crawls?sort=started&order=desc');
  });

  test('gives all its files as an archive that says what their columns are', async () => {
    await goTo(page, `#/crawls/${encodeURIComponent(id)}/files`);
    await seen(page, 'All files as ZIP');
    const href = await page.$eval('main a.button[download]', link => (link as HTMLAnchorElement).href);
    const headers = { authorization: `Bearer ${served.token}` };
    const response = await fetch(href, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const archive = Buffer.from(await response.arrayBuffer());
    const files = unzipped(archive);
    const readme = files.get('README.md')!.toString();
    expect(readme.split('\n', 1)[0]).toBe(`# Spring <b>sample</b> (${id})`);
    expect(readme).toMatch(/^- `graph\/.*\.nodes\.csv`, `graph\/.*\.nodes\.csv`: Id,Label,/m);
    expect(readme).toContain('# Files');
    const listed = (await served.ask('GET', `/crawls/${id}/results`))['files'] as { name: string; url: string }[];
    expect([...files.keys()].sort()).toEqual(['README.md', ...listed.map(({ name }) => name)].sort());
    for (const { name, url } of listed) {
      const alone = await fetch(new URL(url, served.origin), { headers });
      expect(files.get(name)!.equals(Buffer.from(await alone.arrayBuffer())), name).toBe(true);
    }
  });
});

/** By another program: Python reads archives with its standard library. */
function unzipped(archive: Buffer): ReadonlyMap<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-zip-'));
  try {
    writeFileSync(join(folder, 'all.zip'), archive);
    const program =
      'import base64,json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; ' +
      'print(json.dumps({n: base64.b64encode(z.read(n)).decode() for n in z.namelist()}))';
    const text = execFileSync('python3', ['-c', program, join(folder, 'all.zip')], { maxBuffer: 1e9 }).toString();
    const files = Object.entries(JSON.parse(text) as Record<string, string>);
    return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
