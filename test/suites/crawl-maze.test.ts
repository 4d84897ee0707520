import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawl } from '../crawl/crawl-run.ts';

const folder = new URL('../../../shared/suites/sites/', import.meta.url);
const present = existsSync(folder);
if (!present) console.log('skipped: ../shared/suites/sites is not there');

/** The bar of the suite: what ZAP's traditional spider finds, which looks for everything that is like an address. */
const scannersFind = 61;

let server: ChildProcess;
let port: number;
/** Addresses asked for, from the server's own log. */
const asked = new Set<string>();
const methods = new Set<string>();

beforeAll(async () => {
  if (!present) return;
  port = await freePort();
  server = spawn(process.execPath, ['replay.mjs', 'crawl-maze.jsonl', String(port)], { cwd: fileURLToPath(folder) });
  let log = '';
  server.stdout?.on('data', (data: Buffer) => {
    log += String(data);
    const lines = log.split('\n');
    log = lines.pop() ?? '';
    for (const line of lines) {
      const request = JSON.parse(line) as { readonly m: string; readonly u: string };
      methods.add(request.m);
      asked.add(request.u.replace(/\?.*/, ''));
    }
  });
  await untilAnswered();
});
afterAll(() => {
  server?.kill();
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}

async function untilAnswered(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/robots.txt`);
      return;
    } catch {
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  }
  throw new Error('the replayed site does not answer');
}

interface Expected {
  readonly groups: { readonly static: readonly string[] };
}

/**
 * Why the others are not asked for. The graph is made of links (`a href`, frames, refresh, redirects), so what a scanner
 * for vulnerabilities also reads is left alone. The suite's bar for such scanners is 61 of 64.
 */
const notLinks: Readonly<Record<string, RegExp>> = {
  'resources and other attributes than href of a':
    /^\/test\/html\/(?:body\/(?!a\/href|frameset|form)|manifest|head\/(?:link|profile|import))/,
  'forms are not submitted': /^\/test\/html\/body\/(?:form|isindex)\//,
  'a frame in a body is no element (HTML 13.2.6.4.7)': /\/frameset\/frame\//,
  'a base is no link': /\/head\/base\//,
  'texts, comments, document types and names of meta data are no links':
    /\/misc\/string\/|comment|doctype|\/head\/meta\//,
  'style sheets are not read': /\/css\//,
  'headers that name no other page of the graph': /\/headers\/(?:link|content-location)/,
  'what robots.txt and sitemaps list is no link': /\/known-files\//,
  'the replayed page names another host': /protocol-relative/,
};

test.skipIf(!present)('crawl maze: asks for each static target that a link leads to', async () => {
  const { groups } = JSON.parse(readFileSync(new URL('crawl-maze.expected.json', folder), 'utf8')) as Expected;
  const { summary } = await crawl(`http://127.0.0.1:${port}/`, { frames: true });
  const found = groups.static.filter(path => asked.has(path));
  console.log(`crawl maze: ${found.length} of ${groups.static.length} static targets (scanners: ${scannersFind})`);
  expect(summary.finishReason).toBe('no-work');
  expect(found).toEqual([
    '/test/headers/location.found',
    '/test/headers/refresh.found',
    '/test/html/body/a/href.found',
    '/test/html/body/iframe/src.found',
    '/test/html/head/meta/content-redirect.found',
    '/test/html/misc/url/full-url.found',
    '/test/html/misc/url/path-relative-url.found',
    '/test/html/misc/url/root-relative-url.found',
  ]);
  const missed = groups.static.filter(path => !asked.has(path));
  expect(missed.filter(path => !Object.values(notLinks).some(pattern => pattern.test(path)))).toEqual([]);
});

test.skipIf(!present)('crawl maze: sends nothing but GET', () => {
  expect(methods).toEqual(new Set(['GET']));
});
