import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const robotsTxt =
  'User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n\nUser-agent: mine\nAllow: /private/a\nDisallow: /\n';

let folder: string;
let server: Server;
let origin: string;
let asked: { readonly url: string; readonly userAgent: string; readonly from: string }[] = [];
let robotsStatus = 200;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-explain-'));
  server = createServer((request, response) => {
    const { 'user-agent': userAgent = '', from = '' } = request.headers;
    asked.push({ url: request.url ?? '', userAgent, from });
    if (request.url === '/robots.txt' && robotsStatus === 200) {
      response.writeHead(302, { location: '/moved/robots.txt' }).end();
    } else response.writeHead(robotsStatus).end(robotsTxt);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function linesOf(...args: string[]): Promise<readonly string[]> {
  asked = [];
  const run = await runCli(args, { cwd: folder });
  // A refusal has an exit code for scripts too.
  const isRefused = /^(?:It would not be fetched\.|(?: {2})?Decision: +not allowed.*)$/m.test(run.stdout);
  expect(run).toMatchObject({ exitCode: isRefused ? 7 : 0, stderr: '' });
  return run.stdout.trimEnd().split('\n');
}

test('normalize shows each rule that changes the address, in order', async () => {
  expect(await linesOf('normalize', 'HTTPS://Example.org:443/a/./b?b=2&a=1&c=#x')).toEqual([
    'address         HTTPS://Example.org:443/a/./b?b=2&a=1&c=#x',
    'caseSchemeHost  https://example.org:443/a/./b?b=2&a=1&c=#x',
    'defaultPort     https://example.org/a/./b?b=2&a=1&c=#x',
    'dotSegments     https://example.org/a/b?b=2&a=1&c=#x',
    'fragment        https://example.org/a/b?b=2&a=1&c=',
    'emptyParams     https://example.org/a/b?b=2&a=1',
    'sortParams      https://example.org/a/b?a=1&b=2',
  ]);
});

test('normalize follows the rules of options and spec', async () => {
  const options = ['--normalization', 'sortParams=off,trailingSlash=on', '--drop-params', 'utm_'];
  expect((await linesOf('normalize', 'https://example.org/a?b=2&utm_id=1&a=1', ...options)).at(-1)).toMatch(
    / https:\/\/example\.org\/a\/\?b=2&a=1$/,
  );
  writeFileSync(join(folder, 'spec.yaml'), 'normalization: { fragment: off, ipToHost: { 192.0.2.7: example.org } }\n');
  expect((await linesOf('normalize', 'http://192.0.2.7/#x', '--config', 'spec.yaml')).at(-1)).toMatch(
    /^ipToHost +http:\/\/example\.org\/#x$/,
  );
  expect((await linesOf('normalize', 'https://example.org/')).at(-1)).toBe('No rule changes it.');
});

test('normalize follows the profile, and explicit rules before it', async () => {
  expect(await linesOf('normalize', 'http://example.org/Dir/?Q=A', '--profile', 'beebot')).toEqual([
    'address         http://example.org/Dir/?Q=A',
    'lowerCase       http://example.org/dir/?q=a',
    'dropFinalSlash  http://example.org/dir?q=a',
  ]);
  writeFileSync(join(folder, 'beebot.yaml'), 'profile: beebot\nnormalization: { lowerCase: off }\n');
  expect((await linesOf('normalize', 'http://example.org/Dir/', '--config', 'beebot.yaml')).at(-1)).toMatch(
    / http:\/\/example\.org\/Dir$/,
  );
});

test('normalize refuses what is no address', async () => {
  expect(await runCli(['normalize', '/a/b'])).toEqual({
    exitCode: 4,
    stdout: '',
    stderr:
      'orbweaver: address: "/a/b" is refused; allowed is an absolute address, for example https://example.org/.\n',
  });
});

test('robots shows the line that decides, after redirects, and asks as the crawl would', async () => {
  expect(await linesOf('robots', `${origin}/private/x`, '--contact', 'me@example.org')).toEqual([
    `File:      ${origin}/moved/robots.txt (status 200)`,
    'Crawler:   Orbweaver, group "*"',
    'Line:      2: Disallow: /private/',
    'Delay:     2 s (line 3)',
    'Decision:  not allowed',
  ]);
  expect(asked.map(({ url, from }) => [url, from])).toEqual([
    ['/robots.txt', 'me@example.org'],
    ['/moved/robots.txt', 'me@example.org'],
  ]);
});

test('robots looks for the group of the user agent', async () => {
  expect(await linesOf('robots', `${origin}/private/abc?x`, '--user-agent', 'Mine/2.0')).toEqual([
    `File:      ${origin}/moved/robots.txt (status 200)`,
    'Crawler:   Mine, group "mine"',
    'Line:      6: Allow: /private/a',
    'Decision:  allowed',
  ]);
});

test.each([
  ['/private/abc?x', 'Scripts:   of rendered pages may request it: the same line decides'],
  ['/private/x', 'Scripts:   of rendered pages may not request it: the same line decides'],
])('robots says what scripts of rendered pages may ask for: %s', async (path, line) => {
  const options = ['--user-agent', 'Mine/2.0', '--render', 'always'];
  expect((await linesOf('robots', `${origin}${path}`, ...options)).at(-1)).toBe(line);
});

test.each([
  ['https://example.org/a', 'always', /^Rendered: {2}if it is HTML; what its scripts request waits in the lines/],
  ['https://example.org/a', 'auto', /^Rendered: {2}if samples of its template show that scripts bring links$/],
  [
    'https://cdn.example.com/x.js',
    'always',
    /^Scripts: {3}of rendered pages may request it, by GET: in the line of its/,
  ],
])('scope says what a browser does with %s (%s)', async (url, render, line) => {
  const lines = await linesOf('scope', url, '--start', 'https://example.org/', '--offline', '--render', render);
  expect(lines).toContainEqual(expect.stringMatching(line));
});

test('scope says which pages are clicked through, and that scripts of such a crawl ask other hosts', async () => {
  const settings = ['--start', 'https://example.org/', '--offline', '--traverse', '/list$'];
  const lines = await linesOf('scope', 'https://example.org/list', ...settings);
  expect(lines).toContainEqual(
    expect.stringMatching(/^Clicked: {3}if it is HTML: traverse "\/list\$" is found in it; what its scripts request/),
  );
  expect((await linesOf('scope', 'https://example.org/other', ...settings)).join('\n')).not.toContain('Clicked');
  expect(await linesOf('scope', 'https://cdn.example.com/x.js', ...settings)).toContainEqual(
    expect.stringMatching(/^Scripts: {3}of rendered pages may request it/),
  );
});

test.each([
  [404, 'Decision:  allowed'],
  [503, 'Decision:  not allowed for now: without an answer nothing is (RFC 9309 section 2.3.1.4)'],
])('robots says what status %i means', async (status, decision) => {
  robotsStatus = status;
  expect((await linesOf('robots', `${origin}/x`)).at(-1)).toBe(decision);
  robotsStatus = 200;
});

test.each([
  ['http://example.org/A/', ['Identity:  http://example.org/a', 'Site:      1, Example', 'Admitted:  yes'], true],
  [
    'http://example.org/Style.CSS',
    [
      'Identity:  http://example.org/style.css',
      'Admitted:  no: its extension is in the list of those that are not pages',
    ],
    false,
  ],
  [
    'https://example.org:8443/',
    ['Site:      none: its port differs from https://example.org; links to it count as external'],
    false,
  ],
])('scope says under the profile beebot why %s is fetched or not', async (url, expected, fetched) => {
  const spec = { sites: [{ url: 'https://example.org/', name: 'Example' }], robots: 'ignore' };
  writeFileSync(join(folder, 'scope.json'), JSON.stringify(spec));
  const lines = await linesOf('scope', url, '--config', 'scope.json', '--profile', 'beebot');
  for (const line of expected) expect(lines).toContain(line);
  expect(lines.at(-1)).toMatch(fetched ? /^It would be fetched, / : /^It would not be fetched\.$/);
});

const scopeSpec = {
  sites: [{ url: 'https://example.org/start.pdf', name: 'Example' }],
  include: ['^https?://example\\.org/'],
  exclude: ['/secret'],
  robots: 'ignore',
};

test.each([
  ['https://example.org/a', 'Admitted:  yes', true],
  ['https://example.org/b.pdf', 'Admitted:  no: its extension is in the list of those that are not pages', false],
  ['https://example.org/start.pdf', 'Admitted:  yes', true],
  ['https://example.org/secret/x', 'Admitted:  no: an expression excludes it (exclude "/secret")', false],
  ['https://example.org/a/b/a/b/a/b/', 'Admitted:  no: its segments repeat, as in a trap', false],
  [
    'https://www.example.org/',
    'Site:      none: a different host of the domain of Example (with --scope domain its hosts are one site); links to it count as external',
    false,
  ],
  [
    'http://example.org/',
    'Site:      none: scheme or port differ from https://example.org; links to it count as external',
    false,
  ],
  [
    'https://example.com/',
    'Site:      none: another host than those of the crawl; links to it count as external',
    false,
  ],
])('scope says why %s is fetched or not', async (url, line, fetched) => {
  writeFileSync(join(folder, 'scope.json'), JSON.stringify(scopeSpec));
  const lines = await linesOf('scope', url, '--config', 'scope.json');
  expect(lines).toContain(line);
  expect(lines.at(-1)).toMatch(fetched ? /^It would be fetched, / : /^It would not be fetched\.$/);
  expect(asked).toEqual([]);
});

test.each([
  ['http://169.254.169.254/x', [], '169.254.169.254:80'],
  ['https://10.1.2.3/x', ['--start', 'http://10.1.2.3/', '--schemes', 'both'], '10.1.2.3:443'],
  ['http://[fd00:ec2::254]/x', [], '[fd00:ec2::254]:80'],
])('scope says that %s is on a host that is not asked, and how to allow it', async (url, options, host) => {
  const lines = await linesOf('scope', url, ...options);
  expect(lines.at(-2)).toMatch(/^Host: +no: .* is not on the public Internet \(.*\); --allow-host .* would allow it$/);
  expect(lines.at(-2)).toContain(`--allow-host ${host} would allow it`);
  expect(lines.at(-1)).toBe('It would not be fetched.');
  const allowed = await linesOf('scope', url, ...options, '--allow-host', host, '--offline');
  expect(allowed.at(-1)).toMatch(/^It would be fetched/);
});

test('scope asks robots.txt last, and not when offline', async () => {
  const lines = await linesOf('scope', `${origin}/private/x`);
  expect(lines).toContain('  Line:      2: Disallow: /private/');
  expect(lines.at(-1)).toBe('It would not be fetched.');
  expect((await linesOf('scope', `${origin}/private/x`, '--offline')).at(-1)).toMatch(/^It would be fetched/);
  expect(asked).toEqual([]);
});

test('robots and scope do not ask a name that resolves to a private address, and say how to allow it', async () => {
  // The name resolves in the process that is started, too: a module that is loaded first answers for the system.
  const stub = `import dns from 'node:dns'; const { lookup } = dns.promises;
    dns.promises.lookup = async (name, options) => await lookup(name === 'intranet' ? '127.0.0.1' : name, options);`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stub)}` };
  const url = `${origin.replace('127.0.0.1', 'intranet')}/x`;
  const { host } = new URL(url);
  const run = async (...args: string[]) => (await runCli(args, { cwd: folder, env })).stdout.trimEnd().split('\n');
  asked = [];
  expect(await run('robots', url)).toEqual([
    `File:      http://${host}/robots.txt (no answer: ${host} is not on the public Internet (127.0.0.1))`,
    `Decision:  not allowed; --allow-host ${host} would allow to ask this host`,
  ]);
  expect((await run('scope', url)).slice(-2)).toEqual([
    `Host:      no: ${host} is not on the public Internet (127.0.0.1); --allow-host ${host} would allow it`,
    'It would not be fetched.',
  ]);
  expect((await run('scope', url, '--offline')).at(-1)).toMatch(/^It would be fetched/);
  expect(asked).toEqual([]);
  expect((await run('robots', url, '--allow-host', host)).at(-1)).toBe('Decision:  allowed');
  expect((await run('scope', url, '--allow-host', host)).at(-1)).toMatch(/^It would be fetched/);
});
