import { afterEach, expect, test } from 'vitest';
import { exampleAnswer } from '../../../functions/example-site/example-pages.ts';
import { serveExampleSite } from '../../../functions/example-site/serve-example-site.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map(close => close()));
});

async function serve(port?: number) {
  const site = await serveExampleSite(port);
  closing.push(site.close);
  return site;
}

test('serves on loopback, and on another port where the usual one is taken', async () => {
  const sites = [await serve(), await serve()];
  expect(new Set(sites.map(({ url }) => url)).size).toBe(2);
  for (const { url } of sites) {
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(await (await fetch(url)).text()).toContain('<title>Museum of links</title>');
  }
});

test('refuses a port that is taken where it must be that one', async () => {
  const { port } = new URL((await serve()).url);
  await expect(serve(Number(port))).rejects.toThrow(
    `--example: port ${port}, where the site was, is taken; free it first.`,
  );
});

test.each([
  ['/', 200, 'text/html; charset=utf-8'],
  ['/old-entrance.html', 301, undefined],
  ['/shop.html', 303, undefined],
  ['/missing.html', 404, 'text/html; charset=utf-8'],
  ['/notes', 200, 'text/plain; charset=utf-8'],
  ['/cyrillic.html', 200, 'text/html; charset=windows-1251'],
  ['/cellar/deeper/deeper/', 200, 'text/html; charset=utf-8'],
  ['/list?kind=tour', 200, 'text/html; charset=utf-8'],
  ['/list?kind=none', 404, 'text/html; charset=utf-8'],
])('answers %s with %i', (path, status, contentType) => {
  const answer = exampleAnswer(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([status, contentType]);
});

test('shows content under two addresses, text in another charset, and floors that differ', () => {
  expect(exampleAnswer('/about.html').body).toBe(exampleAnswer('/about-printed.html').body);
  const cyrillic = exampleAnswer('/cyrillic.html').body as Uint8Array;
  expect(new TextDecoder('windows-1251').decode(cyrillic)).toContain('<title>Музей</title>');
  expect(exampleAnswer('/cellar/deeper/').body).not.toBe(exampleAnswer('/cellar/').body);
});
