import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServedConsole } from '../../process/serve/served-console.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { endBrowser, patienceMs, startBrowser } from '../console/browser.ts';

const browser: Browser | undefined = await startBrowser();

describe.skipIf(browser === undefined)(
  'a page of another server on the same machine, in a browser with the session',
  () => {
    let served: ServedConsole;
    let foreign: LoopbackSite;

    beforeAll(async () => {
      served = new ServedConsole();
      await served.start();
      foreign = await startSite({ '/': { headers: { 'content-type': 'text/html' }, body: '<h1>Free pizza</h1>' } });
    });
    afterAll(async () => {
      await endBrowser(browser);
      await foreign.close();
      await served.close();
    });

    test('reads nothing, starts nothing and frames nothing (adverse 63)', async () => {
      const { origin, token } = served.server;
      const page = await (await browser!.createBrowserContext()).newPage();
      page.setDefaultTimeout(patienceMs);
      await page.goto(`${origin}/#token=${token}`);
      await page.waitForFunction(() => location.hash !== '' && !location.hash.includes('token'));
      const own = await page.evaluate(async () => (await fetch('/crawls')).status);
      expect(own).toBe(200);

      await page.goto(foreign.origin);
      const asked: string[] = [];
      page.on('response', response => {
        if (response.url().startsWith(origin)) asked.push(`${response.request().method()} ${response.status()}`);
      });
      const tried = await page.evaluate(async server => {
        const outcome = async (work: Promise<unknown>): Promise<string> =>
          await work.then(
            () => 'ok',
            () => 'refused',
          );
        const body = JSON.stringify({ sites: [{ url: 'https://example.org/' }] });
        const loads = async (element: HTMLElement): Promise<unknown> =>
          await new Promise((resolve, reject) => {
            element.addEventListener('load', resolve);
            element.addEventListener('error', reject);
            document.body.append(element);
          });
        return await Promise.all([
          outcome(fetch(`${server}/crawls`, { credentials: 'include' })),
          outcome(fetch(`${server}/crawls`, { method: 'POST', credentials: 'include', body })),
          outcome(loads(Object.assign(document.createElement('script'), { src: `${server}/openapi.json` }))),
          outcome(loads(Object.assign(document.createElement('img'), { src: `${server}/console/icon.svg` }))),
        ]);
      }, origin);
      expect(tried).toEqual(['refused', 'refused', 'refused', 'refused']);

      // Waited for from before it begins: it may be over soon.
      const navigation = page.waitForNavigation();
      await page.evaluate(server => {
        const form = Object.assign(document.createElement('form'), { action: `${server}/crawls`, method: 'post' });
        document.body.append(form);
        form.submit();
      }, origin);
      await navigation;
      await page.goto(foreign.origin);
      await page.evaluate(server => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: `${server}/` }));
      }, origin);
      await page.waitForNetworkIdle();
      expect([...new Set(asked)].sort()).toEqual(['GET 403', 'POST 403']);
      expect((await served.call('GET', '/crawls')).body).toEqual({ crawls: [] });
      expect(served.errors).toEqual([]);
    });
  },
);
