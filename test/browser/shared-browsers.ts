/**
 * The browsers of the console's tests: one for each worker of vitest, which runs one file at a time. Vitest starts this before the
 * first file of the tier; a browser starts when the first file of its worker needs it, and all end after the last file.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer-core';
import type { TestProject } from 'vitest/node';
import { launchBrowser } from './console/launch-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers `/<worker>` with the endpoint of that worker's browser, or with why there is none. */
    readonly sharedBrowsers?: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browsers = new Map<string, Browser>();
  const endpointOf = async (worker: string): Promise<string> => {
    const known = browsers.get(worker);
    if (known?.connected === true) return known.wsEndpoint();
    const browser = await launchBrowser();
    browsers.set(worker, browser);
    return browser.wsEndpoint();
  };
  const server = createServer((request, response) => {
    endpointOf(request.url ?? '').then(
      endpoint => response.end(endpoint),
      error => response.writeHead(503).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('sharedBrowsers', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await Promise.all([...browsers.values()].map(async browser => await browser.close()));
  };
}
