import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../process/cli/run-cli.ts';
import { clickingPages, listPage } from '../../servers/clicking-pages.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';

interface Result {
  readonly urls: readonly { readonly url: string; readonly by: string; readonly path: readonly string[] }[];
  readonly states: readonly { readonly id: number }[];
  readonly clicks: number;
  readonly loads: number;
  readonly ended: string;
  readonly unreached: number;
  readonly hashes: number;
  readonly refused: {
    readonly methods: Record<string, number>;
    readonly requests: Record<string, number>;
    readonly buttons: Record<string, string[]>;
    readonly breakdowns: number;
  };
}

let site: LoopbackSite;
let folder: string;

beforeAll(async () => {
  site = await startSite({
    ...clickingPages(),
    '*': ({ path }) => (path.startsWith('/api') ? listPage(path) : { status: 404 }),
  });
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-'));
});

afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function traverse(path: string, ...options: readonly string[]): Promise<Result> {
  const env = { ORBWEAVER_STATE: join(folder, 'state') };
  const { exitCode, stdout, stderr } = await runCli(
    ['traverse', `${site.origin}${path}`, '--delay', '0', '--json', ...options],
    { env },
  );
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  return JSON.parse(stdout) as Result;
}

/** The addresses to be found, without the origin. */
function foundIn({ urls }: Result): string[] {
  return urls.flatMap(({ url }) => (url.includes('/found/') ? [url.slice(url.indexOf('/found/') + 7)] : [])).sort();
}

describe('orbweaver traverse', () => {
  test.each([
    ['/growing-children', 800],
    ['/growing-last', 801],
  ])('follows a list whose handler reads the list itself: %s', async (path, count) => {
    expect(foundIn(await traverse(path))).toHaveLength(count);
  });

  test('presses the arrow of a calendar to its end', async () => {
    const result = await traverse('/calendar');
    expect(foundIn(result)).toHaveLength(25 * 28);
    expect(result.clicks).toBeLessThanOrEqual(150);
  });

  test('opens each of twelve equal buttons', async () => {
    expect(foundIn(await traverse('/accordion'))).toHaveLength(12);
  });

  test('makes no states of what changes by itself', async () => {
    const { states, ended } = await traverse('/spontaneous');
    expect([states.length <= 3, ended]).toEqual([true, 'done']);
  });

  test('finds what depends on the press before', async () => {
    expect(foundIn(await traverse('/history'))).toEqual(['a', 'b']);
  });

  test('notes where buttons lead, stays on the page, and says what it did not press', async () => {
    const before = site.asked.length;
    const result = await traverse('/navigations');
    expect(foundIn(result)).toEqual(['dialogs', 'form', 'form?q=1', 'location', 'popup', 'push']);
    expect(Object.fromEntries(result.urls.map(({ url, by }) => [url.split('/found/')[1], by]))).toMatchObject({
      ...{ location: 'click', popup: 'popup', push: 'history', dialogs: 'click', form: 'load' },
    });
    expect(result.urls.find(({ by }) => by === 'popup')?.path.at(-1)).toBe('p');
    expect(result.refused.buttons['dangerous']).toEqual(['Log out']);
    expect(site.asked.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/navigations']);
  });

  test('counts links that differ from the page only behind # and that no press leads to', async () => {
    expect(await traverse('/hashes')).toMatchObject({ urls: [{ by: 'history' }], hashes: 2 });
  });

  test('sends nothing but GET', async () => {
    const before = site.asked.length;
    const { refused } = await traverse('/methods');
    expect(refused.methods['DELETE']).toBeUndefined();
    expect(refused.buttons['dangerous']).toEqual(['remove by fetch']);
    expect(refused.methods['POST']).toBeGreaterThan(1);
    expect(refused.methods['PUT']).toBeGreaterThan(0);
    expect(site.asked.slice(before).every(({ method }) => method === 'GET')).toBe(true);
    expect(site.asked.slice(before).filter(({ path }) => path.startsWith('/danger'))).toEqual([]);
  });

  test('goes on after a button that hangs the page', async () => {
    const result = await traverse('/hanging');
    expect(foundIn(result)).toEqual(['after']);
    expect(result.refused.buttons['hung']).toEqual(['hang']);
  });

  test('finds buttons whose clicks a handler further up waits for, and those in shadow trees', async () => {
    expect(foundIn(await traverse('/delegated'))).toEqual(['1', '2']);
    expect(foundIn(await traverse('/shadow'))).toEqual(['closed', 'open']);
  });

  test('hands a list that counts upwards to requests without a browser, or presses it to its end', async () => {
    const handed = await traverse('/listed');
    expect(foundIn(handed)).toHaveLength(150);
    expect(handed.clicks).toBeLessThan(10);
    const pressed = await traverse('/listed', '--whole-lists');
    expect(foundIn(pressed)).toHaveLength(150);
    expect(pressed.clicks).toBeGreaterThanOrEqual(29);
  });

  test('asks the site once for each address, however often the page is loaded', async () => {
    const before = site.asked.length;
    const { loads } = await traverse('/accordion');
    expect(loads).toBeGreaterThan(0);
    expect(site.asked.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/accordion']);
  });

  test('writes the graph of states, and does not begin anew in its directory', async () => {
    const out = join(folder, 'calendar');
    const first = await traverse('/calendar', '--out', out);
    const graph = readFileSync(join(out, 'graph', `${site.fileName}.states.gexf`), 'utf8');
    expect(graph).toContain(`<nodes count="${first.states.length}">`);
    const again = await traverse('/calendar', '--out', out);
    expect([again.urls, again.clicks]).toEqual([first.urls, first.clicks]);
  });

  test('says in one sentence what is wrong', async () => {
    const env = { ORBWEAVER_STATE: join(folder, 'state') };
    const browser = await runCli(['traverse', site.origin, '--browser', '/no/such/browser'], { env });
    expect([browser.exitCode, browser.stderr]).toEqual([
      4,
      'orbweaver: browser: /no/such/browser does not exist; allowed is the path of an installed Chrome or Chromium.\n',
    ]);
    const clicks = await runCli(['traverse', site.origin, '--clicks', 'many'], { env });
    expect([clicks.exitCode, clicks.stderr]).toEqual([4, expect.stringContaining('whole number')]);
    const missing = await runCli(['traverse', `${site.origin}/missing`, '--delay', '0'], { env });
    expect([missing.exitCode, missing.stdout]).toEqual([2, expect.stringContaining('could not be loaded')]);
  });
});

describe('a page in the browser', () => {
  let sockets = 0;
  let trap: Server;

  beforeAll(async () => {
    trap = createServer(socket => {
      sockets += 1;
      socket.destroy();
    });
    await new Promise<void>(resolve => trap.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    trap.close();
  });

  test('opens no socket by any of fourteen ways (adverse 48)', async () => {
    const { port } = trap.address() as AddressInfo;
    const at = `127.0.0.1:${port}`;
    const page = `<!doctype html><html><head><link rel=preconnect href="http://${at}"><link rel=prefetch href="http://${at}/p">
      <link rel=dns-prefetch href="//${at}"><link rel=stylesheet href="http://${at}/s.css"></head><body>
      <img src="http://${at}/i"><iframe src="http://${at}/f"></iframe><video src="http://${at}/v"></video><script>
      const tries = [
        () => fetch('http://${at}/fetch'), () => fetch('http://${at}/keep', { keepalive: true }),
        () => new WebSocket('ws://${at}/ws'), () => new EventSource('http://${at}/es'),
        () => navigator.sendBeacon('http://${at}/beacon', 'x'),
        () => new Worker(URL.createObjectURL(new Blob(["fetch('http://${at}/w'); new WebSocket('ws://${at}/ww')"]))),
        () => new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://${at}/sw')"]))),
        () => navigator.serviceWorker.register('/sw.js'),
        () => { const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${at}' }, { urls: 'turn:${at}?transport=tcp', username: 'u', credential: 'c' }] });
          c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o)); },
        () => new WebTransport('https://${at}/wt'),
        () => { const x = new XMLHttpRequest(); x.open('GET', 'http://${at}/x'); x.send(); },
        () => import('http://${at}/m.js'),
        () => { const l = document.createElement('link'); l.rel = 'modulepreload'; l.href = 'http://${at}/mp.js'; document.head.append(l); },
        () => window.open('http://${at}/popup'),
      ];
      for (const one of tries) { try { const p = one(); if (p && p.catch) p.catch(() => {}); } catch {} }
      </script></body></html>`;
    const other = await startSite({
      '/': page,
      '/sw.js': { headers: { 'content-type': 'text/javascript' }, body: `fetch('http://${at}/inner')` },
    });
    const env = { ORBWEAVER_STATE: join(folder, 'state') };
    const { exitCode, stdout } = await runCli(['traverse', other.origin, '--delay', '0', '--json'], { env });
    await other.close();
    const result = JSON.parse(stdout) as Result;
    expect([exitCode, sockets]).toEqual([0, 0]);
    expect(result.urls.map(({ url }) => url)).toEqual(
      expect.arrayContaining([`http://${at}/fetch`, `http://${at}/ws`, `http://${at}/i`, `http://${at}/popup`]),
    );
    expect(result.refused.requests['private-address']).toBeGreaterThan(3);
  });
});
