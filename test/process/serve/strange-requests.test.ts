/** Watches of strangers, and bodies that no page of ours sends. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { ServedConsole } from './served-console.ts';

const served = new ServedConsole();
let server: Server;
let asked = 0;
let source: string;
const own = { ORBWEAVER_STATE: join(served.root, '.state') };
const theirs = { ORBWEAVER_STATE: join(served.root, '.theirs') };

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    response.setHeader('content-type', request.url === '/rss.xml' ? 'application/rss+xml' : 'text/html');
    const item = `<item><title>Story of the day</title><link>${source}news/1.html</link></item>`;
    if (request.url === '/rss.xml') response.end(`<rss version="2.0"><channel>${item}</channel></rss>`);
    else response.end('<title>News</title><link rel="alternate" type="application/rss+xml" href="/rss.xml"><p>News');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  source = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await served.start();
  const args = [
    'watch',
    'new',
    join(served.root, 'theirs'),
    '--source',
    source,
    '--delay',
    '0',
    '--no-browser',
    '--quiet',
  ];
  expect((await runCli(args, { env: theirs })).exitCode).toBe(0);
}, 60_000);
afterAll(async () => {
  await served.close();
  server.closeAllConnections();
  server.close();
});

const rules = { types: [{ name: 'a', match: '//p', fields: { text: '//p' } }] };

describe('a watch of a stranger, whose source is an IP address', () => {
  test.each([
    ['run', [], ['--once', '--quiet']],
    ['run', [], ['--quiet']],
    ['sources', ['add'], ['http://news.example/']],
  ])('sends no request by "watch %s %j DIR %j"', async (command, words, rest) => {
    const before = asked;
    const run = await runCli(['watch', command, ...words, join(served.root, 'theirs'), ...rest], { env: own });
    expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining('wants to ask private hosts')]);
    expect(asked).toBe(before);
  });

  test.each([
    ['POST', 'page', () => ({ address: `${source}news/1.html` })],
    ['POST', 'findings', () => ({ address: `${source}more/` })],
    ['POST', 'sources', () => ({ address: `${source}more/` })],
    ['POST', 'rules/test', () => ({ address: `${source}news/1.html`, rules })],
    ['POST', 'rules/suggest', () => ({ addresses: [`${source}news/1.html`] })],
  ] as const)('sends no request by %s %s of the page', async (method, path, body) => {
    const before = asked;
    const answer = await served.call(method, `/watches/theirs/${path}`, body());
    expect([answer.status, answer.text]).toEqual([expect.any(Number), expect.stringMatching(/hosts-unsigned/)]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(asked).toBe(before);
  });

  test('is not begun by the page', async () => {
    const before = asked;
    const { status } = await served.call('POST', '/watches/theirs/run');
    expect([202, 409]).toContain(status);
    const shown = await served.until('theirs', 'failed', 'interrupted', 'stopped');
    expect(JSON.stringify(shown)).toContain('hosts-unsigned');
    expect(asked).toBe(before);
  });
});

describe('each route of the API', () => {
  const strange: readonly unknown[] = [{}, [], null, 7, 'text', '{', { rules: 1 }, { organizations: {} }, { text: 5 }];
  /** These begin or end something, whatever their body is. */
  const acting = /\/(?:stop|resume|run|name|search|complete)$|^DELETE /;

  test('answers bodies that it does not expect with what is wrong', async () => {
    const { paths } = (await served.call('GET', '/openapi.json')).body as { paths: Record<string, object> };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter(method => ['post', 'put', 'patch'].includes(method))
        .map(
          method =>
            [
              method.toUpperCase(),
              path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'id' ? 'theirs' : '1')),
            ] as const,
        ),
    );
    expect(routes.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const [method, path] of routes)
      for (const body of acting.test(`${method} ${path}`) ? [] : strange) {
        const { status, text } = await served.call(method, path, body);
        if (status >= 500) wrong.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`);
      }
    expect([wrong, served.errors]).toEqual([[], []]);
  }, 60_000);
});
