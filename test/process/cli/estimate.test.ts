import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

let server: Server;
let origin: string;
let asked: string[] = [];
let robots = '';

/** Twelve addresses: one twice, one of another host, one that is no page. */
function sitemap(): string {
  const own = Array.from({ length: 10 }, (_, index) => `${origin}/page-${index}.html`);
  const all = [...own, `${origin}/page-1.html#part`, 'https://other.example/', `${origin}/picture.jpg`];
  return `<urlset>${all.map(address => `<url><loc>${address}</loc></url>`).join('')}</urlset>`;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/robots.txt') response.end(robots);
    else if (request.url === '/map.xml') response.end(sitemap());
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  asked = [];
  robots = `Sitemap: ${origin}/map.xml\n`;
});

afterAll(() => server.close());

async function estimate(...args: string[]) {
  return await runCli(['estimate', `${origin}/`, '--allow-host', new URL(origin).host, '--delay', '100', ...args]);
}

test('counts what the sitemap of a site lists for the crawl, each page once, and invents nothing', async () => {
  const { stdout, exitCode } = await estimate();
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'How many pages there are is not known before the crawl (--pages-per-site assumes a number).',
    '1,000 pages of a site: at least 1 min 40 s',
    'The sitemap of a site lists 10 pages within the limits: at least 1 s if clicks lead to all of them.',
  ]);
  expect(asked).toEqual(['/robots.txt', '/map.xml']);
});

test('keeps to limits, and to robots.txt', async () => {
  const limited = await estimate('--limit', '4', '--json');
  expect(JSON.parse(limited.stdout)).toMatchObject({ pages: 4, listed: { sites: 1, pages: 4, seconds: 1 } });
  asked = [];
  robots += 'User-agent: *\nDisallow: /map.xml\n';
  const refused = await estimate();
  expect(refused.stdout).not.toContain('sitemap');
  expect(refused.stderr).toContain('No sitemap was found.');
  expect(asked).not.toContain('/map.xml');
});

test('asks for nothing with --offline, and refuses an assumption that is no number', async () => {
  const { stdout } = await estimate('--offline', '--pages-per-site', '50');
  expect(stdout).toMatch(/^At most 50 pages, at least 5 s\n/);
  const { exitCode, stderr } = await estimate('--pages-per-site', 'many');
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('--pages-per-site: many is refused; allowed is')]);
  expect(asked).toEqual([]);
});
