import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { control, gone, press, seen, startBrowser } from './browser.ts';
import { openView, serveConsole } from './console-tests.ts';
import { startSmallSite } from './small-site.ts';

const browser: Browser | undefined = await startBrowser();
let page: Page;
let origin: string;
let rendered: string;
let plain: string;

/** Two links of the start page that a script makes: to page 3, and elsewhere. A third is in the page as it was sent. */
const links = `<a href="https://sent.example/">sent</a><script>for (const href of ['/3', 'https://made.example/'])
  document.body.append(Object.assign(document.createElement('a'), { href, textContent: href }));</script>`;

serveConsole(browser, {
  async begin(served) {
    const site = await startSmallSite({ pages: 4, extra: n => (n === 0 ? links : '') });
    ({ origin } = new URL(site.url));
    const spec = { sites: [{ url: site.url }], delayMs: 0 };
    rendered = await served.startCrawl({ ...spec, render: 'always' });
    await served.untilEnded(rendered);
    plain = await served.startCrawl(spec);
    await served.untilEnded(plain);
    return [site];
  },
  open(shown) {
    page = shown;
  },
});

/** The first and the last cell that tell of a link, of each row. */
async function typesShown(): Promise<Readonly<Record<string, string>>> {
  const rows = await page.$$eval('main tbody tr', all =>
    all.map(row => {
      const link = row.querySelector('a')?.getAttribute('href') ?? '';
      return [link, (row.lastElementChild as HTMLElement).innerText] as const;
    }),
  );
  return Object.fromEntries(rows);
}

async function filterBy(type: string): Promise<void> {
  await page.select(control('combobox', 'Made by'), type);
  await press(page, 'button', 'Filter');
}

describe.skipIf(browser === undefined)('how links came to be', () => {
  test('is a column of both tables and a filter, where pages were loaded in a browser', async () => {
    await openView(page, rendered, 'links?kind=internal');
    expect(await typesShown()).toEqual({
      [`${origin}/0`]: '–',
      [`${origin}/1`]: 'the page as sent',
      [`${origin}/2`]: 'the page as sent',
      [`${origin}/3`]: 'a script',
    });
    await filterBy('script');
    await gone(page, `${origin}/1`);
    expect(await typesShown()).toEqual({ [`${origin}/3`]: 'a script' });
    await openView(page, rendered, 'links?kind=external&type=html');
    expect(await typesShown()).toEqual({ 'https://sent.example/': 'the page as sent' });
    await filterBy('');
    await seen(page, 'made.example');
    expect(await typesShown()).toMatchObject({ 'https://made.example/': 'a script' });
  });

  test('is told by the colours of the graph', async () => {
    await openView(page, rendered, 'graph');
    await seen(page, '1 arc made by scripts');
    const colours = await page.$$eval('.colours .key', keys =>
      keys.map(key => [key.parentElement!.innerText, (key as HTMLElement).style.background] as const),
    );
    const ofArcs = colours.find(([text]) => text.includes('arc'))?.[1];
    expect(ofArcs).toBe('rgb(194, 87, 26)');
    expect(colours.filter(([, colour]) => colour === ofArcs)).toHaveLength(1);
  });

  test('is not asked where pages were read as they were sent', async () => {
    for (const view of ['links?kind=internal', 'links?kind=external', 'graph']) {
      await openView(page, plain, view);
      expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/Made by|made by scripts/);
    }
  });
});
