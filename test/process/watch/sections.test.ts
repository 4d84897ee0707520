/** A source without a feed whose start page has no headlines: its sections alone name publications. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-sections-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const days = [1, 2, 3, 4, 5];
/** Answers to the feed: the third one has it. */
const busy = [429, 503];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(({ url: path = '' }, response) => {
    const status = path === '/busy.xml' ? (busy.shift() ?? 200) : 200;
    const body = pageOf(path);
    response.writeHead(body === undefined ? 404 : status, {
      'content-type': path.endsWith('.xml') ? 'application/rss+xml' : 'text/html; charset=utf-8',
    });
    response.end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise(resolve => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function pageOf(path: string): string | undefined {
  if (path === '/') return '<title>Three tongues</title><nav><a href="/ru/">RU</a> <a href="/de/">DE</a></nav>';
  if (path === '/busy/') return '<title>Busy</title><link rel="alternate" type="application/rss+xml" href="/busy.xml">';
  if (path === '/busy.xml') return `<rss><channel><title>Busy</title>${days.map(itemOf).join('')}</channel></rss>`;
  const [, section, day] = /^\/(ru|de)\/(?:2026\/11\/(\d)\/item-\d)?$/.exec(path) ?? [];
  if (section === undefined) return undefined;
  const headline = (of: number | string): string => `The university opens its exhibition number ${of} in ${section}`;
  if (day !== undefined)
    return `<h1>${headline(day)}</h1>${`<p>Of the rooms of day ${day}, the ${section} one is the largest, and it is open until evening.</p>`.repeat(6)}`;
  const items = days.map(of => `<li><a href="/${section}/2026/11/${of}/item-${of}">${headline(of)}</a></li>`);
  return `<title>${section}</title><ul>${items.join('')}</ul>`;
}

function itemOf(day: number): string {
  return `<item><title>Day ${day}</title><link>${url}/ru/2026/11/${day}/item-${day}</link></item>`;
}

test('the headlines of all its sections teach, when it is found and when it is watched', async () => {
  const directory = join(folder, 'watch');
  const made = await runCli(['watch', 'new', directory, '--delay', '0', '--no-browser', '--source', url], { env });
  expect(made).toMatchObject({ exitCode: 0 });
  expect(made.stderr + made.stdout).toContain('10 of 12 addresses are publications');
  const run = await runCli(['watch', 'run', directory, '--once', '--json', '--quiet'], { env });
  expect(JSON.parse(run.stdout)).toMatchObject({ publications: 2 * days.length });
});

test('a feed whose server is busy is asked for once more, and if that is in vain the refusal names it', async () => {
  const directory = join(folder, 'busy');
  const make = ['watch', 'new', directory, '--delay', '0', '--no-browser', '--source', `${url}/busy/`];
  const refused = await runCli(make, { env });
  expect(refused.exitCode).not.toBe(0);
  const said = (refused.stderr + refused.stdout).replaceAll(/\s+/g, ' ');
  expect(said).toContain(`There is nothing to watch at ${url}/busy/ now: ${url}/busy.xml was answered by HTTP 503`);
  busy.push(429);
  expect(await runCli(make, { env })).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('+ feed') });
});
