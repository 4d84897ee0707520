import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';
import { describe, test } from 'vitest';
import { fill, goTo, press, seen, startBrowser } from './browser.ts';
import { serveConsole } from './console-tests.ts';

const browser: Browser | undefined = await startBrowser();
let page: Page;
let server: Server;
let hasSitemap = true;

serveConsole(browser, {
  async begin() {
    server = createServer((request, response) => {
      if (request.url !== '/sitemap.xml' || !hasSitemap) return void response.writeHead(404).end();
      const { host } = request.headers;
      const urls = Array.from({ length: 30 }, (_, index) => `<url><loc>http://${host}/${index}</loc></url>`);
      response.end(`<urlset>${urls.join('')}</urlset>`);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return [{ close: async () => void server.close() }];
  },
  open(shown) {
    page = shown;
  },
});

describe.skipIf(browser === undefined)('the form of a new crawl', () => {
  test('says what it does not know, and asks sites for their sitemaps by a button alone', async () => {
    await goTo(page, '#/new');
    await fill(page, 'Start addresses', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await seen(page, 'How many pages there are is not known before the crawl.');
    await press(page, 'button', 'Ask the sites for their sitemaps');
    await seen(page, 'Sites with a sitemap: 1. Listed within the limits: 30 pages, at least 30 sec at this delay');
    hasSitemap = false;
    await fill(page, 'Start addresses', `http://127.0.0.1:${(server.address() as AddressInfo).port}/other`);
    await press(page, 'button', 'Ask the sites for their sitemaps');
    await seen(page, 'No site has a sitemap that could be read.');
  });
});
