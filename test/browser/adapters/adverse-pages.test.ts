import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageRun, type PageRunOptions, PageRuns } from '../../../bench/traverse/page-runs.ts';
import { openBrowsers } from '../../../shared/adapters/browser/open.ts';
import { localProcesses } from '../../../shared/adapters/local/open.ts';
import { adverseClickingPages } from '../../servers/adverse-clicking-pages.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { livingOf, until } from './living-browsers.ts';
import { type NamedRun, namedRun } from './named-run.ts';

let site: LoopbackSite;
let runs: PageRuns;

beforeAll(async () => {
  site = await startSite({ ...adverseClickingPages(), '*': { status: 404 } });
  runs = await PageRuns.open(`${site.origin}/`);
});
afterAll(async () => {
  await runs.close();
  await site.close();
});

const run = async (path: string, options?: PageRunOptions): Promise<NamedRun> =>
  await namedRun(runs, `${site.origin}${path}`, options);

/** A page with two requests that have no end, and a button. */
const waiting = `<!doctype html><body><button onclick="this.insertAdjacentHTML('afterend', '<a href=/found/after>x</a>')">fine</button>
  <script>for (const url of ['/endless', '/silent']) fetch(url).then(answer => answer.text()).then(text => {
    document.body.insertAdjacentHTML('beforeend', '<a href=/found/failed>x</a>'); });</script>`;

function countOf({ found }: PageRun, part: string): number {
  return found.filter(url => url.includes(part)).length;
}

describe('a page that', () => {
  test('shows dialogs by the thousand, in a frame too, is answered and stays (adverse 43)', async () => {
    const { named, breakdowns, refused } = await run('/dialogs');
    expect([named, breakdowns]).toEqual([['after', 'left'], 0]);
    expect(refused['dialog']).toBeGreaterThanOrEqual(4_000);
  });

  test('opens windows, or changes its address, by the hundred is noted fifty times', async () => {
    const popups = await run('/popups');
    expect([countOf(popups, '/popup/') <= 50, popups.named]).toEqual([true, ['after']]);
    expect(popups.refused['popup']).toBeGreaterThanOrEqual(250);
    const counters = await run('/counters');
    expect([countOf(counters, '/state/') <= 100, counters.named]).toEqual([true, ['after']]);
    expect(counters.refused['history']).toBeGreaterThanOrEqual(250);
  });

  test('hangs behind a press ends its browser, and what is beside the button is found from the path (adverse 44)', async () => {
    const { named, breakdowns, refusedButtons } = await run('/deep-hang');
    expect([named, breakdowns]).toEqual([['after'], 1]);
    expect(refusedButtons).toContainEqual({ text: 'hang', why: 'hung' });
  });

  test.each(['/heap', '/buffers', '/nodes'])(
    'eats memory ends its browser, and its other button is pressed: %s',
    async path => {
      const { named, refusedButtons } = await run(path);
      expect(named).toEqual(['after']);
      expect(refusedButtons.map(({ text }) => text)).toEqual(['eat']);
    },
  );

  test('adds a button at each press, or has thousands, is left after a few (adverse 46)', async () => {
    const endless = await run('/endless-buttons');
    expect([endless.ended, endless.clicks <= 12]).toEqual(['done', true]);
    const many = await run('/many-buttons');
    expect([many.clicks <= 40, many.cutButtons]).toEqual([true, 1_001]);
  });

  test('never looks the same twice has few states (adverse 47)', async () => {
    const { named, states, ended } = await run('/noise');
    expect([named, states <= 3, ended]).toEqual([['after'], true, 'done']);
  });

  test('goes elsewhere, by script, refresh or anchor, stays, and the addresses are noted', async () => {
    const before = site.asked.length;
    const { named } = await run('/leaves');
    expect(named).toEqual(['after', 'assigned', 'refreshed', 'replaced']);
    expect(site.asked.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/leaves']);
  });

  test('draws its buttons is pressed in the middle of the picture', async () => {
    expect((await run('/canvas')).named).toEqual(['after']);
  });

  test('computes all the time, in workers too, costs the time that it was granted', async () => {
    const { named, ended } = await run('/miner');
    expect([named, ended]).toEqual([['after'], 'done']);
  });

  test('waits for a stream or a socket has their addresses noted, and nobody asks for them', async () => {
    const before = site.asked.length;
    expect((await run('/streams')).named).toEqual(['after', 'socket', 'stream']);
    expect(site.asked.slice(before).map(({ path }) => path)).toEqual(['/robots.txt', '/streams']);
  });

  test.each(['/hangs-at-load', '/eats-at-load'])('does so at each load ends its traversal: %s', async path => {
    const { named, ended, clicks, breakdowns } = await run(path);
    expect([named, ended, clicks, breakdowns > 0]).toEqual([[], 'browser', 0, true]);
  });

  test('has a million nodes is pressed, or ends its browser and is left', async () => {
    const { named, ended } = await run('/million-nodes');
    expect([
      ['after', 'done'],
      ['', 'browser'],
    ]).toContainEqual([named.join(), ended]);
  });

  test('wants more of its site than is taken from it goes without, and this is counted', async () => {
    const { named, refused } = await run('/long-script');
    expect([named, refused['no-answer']! > 0]).toEqual([['after'], true]);
    expect(site.asked.filter(({ path }) => path === '/long.js')).toHaveLength(1);
  });

  test.each(['/wall', '/too-often'])('answers as to a robot is not pressed: %s', async path => {
    const { named, ended, clicks } = await run(path);
    expect([named, ended, clicks]).toEqual([[], 'failed', 0]);
  });

  test('keeps its own count of a list that was emptied is read whole', async () => {
    const { named, ended } = await run('/angular-list');
    expect([named.length, ended]).toEqual([600, 'done']);
  });

  test('goes to pieces where the items of its list are emptied is built again, and its list is read whole', async () => {
    const { named, ended } = await run('/unmounts');
    expect([named.length, ended]).toEqual([600, 'done']);
  });

  test('waits for answers that never end, or never begin, is pressed after ten seconds (adverse 44)', async () => {
    const asked: string[] = [];
    const endless = createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/silent') return;
      const isPage = request.url === '/';
      response.writeHead(isPage ? 200 : request.url === '/endless' ? 200 : 404, {
        'content-type': isPage ? 'text/html' : 'text/plain',
      });
      if (isPage) response.end(waiting);
      else if (request.url === '/endless') setInterval(() => response.write('x'.repeat(1_000)), 100).unref();
      else response.end();
    });
    await new Promise<void>(resolve => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const own = await PageRuns.open(`http://127.0.0.1:${port}/`);
    const { named, ended, refused } = await namedRun(own, `http://127.0.0.1:${port}/`);
    await own.close();
    endless.closeAllConnections();
    endless.close();
    expect([named, ended, refused['late']! >= 2]).toEqual([['after', 'failed'], 'done', true]);
    expect(asked).toEqual(['/robots.txt', '/', '/endless', '/silent']);
  });

  test('has patched what scripts use, and stops debuggers, is read all the same', async () => {
    expect((await run('/patched')).named).toEqual(['after']);
  });

  test('offers files, asks for one or for rights gets nothing', async () => {
    const { named } = await run('/download');
    expect(named).toEqual(['after', 'file.zip']);
    expect(site.paths().filter(path => path.includes('file.zip'))).toEqual([]);
  });

  test('asks for a consent gets it last, and what destroys is not pressed (adverse 45)', async () => {
    const { named, trace, refusedButtons } = await run('/accept');
    expect(named).toEqual(['accepted', 'after']);
    expect(refusedButtons).toContainEqual({ text: 'Delete account', why: 'dangerous' });
    expect(trace.findIndex(line => line.includes('arrived 1'))).toBeGreaterThan(0);
    expect(site.paths().filter(path => path.startsWith('/danger'))).toEqual([]);
  });

  test('makes frames by the dozen has twenty of them loaded, and the others noted', async () => {
    const bomb = await run('/frame-bomb');
    expect([bomb.named, countOf(bomb, '/frame/') > 0]).toEqual([['after'], true]);
    expect(new Set(site.paths().filter(path => path.startsWith('/frame/'))).size).toBe(20);
  });
});

describe.skipIf(process.platform !== 'linux')('a browser', () => {
  test('that is killed under a press is replaced, and the button is pressed once more', async () => {
    const browsers = openBrowsers({ processes: localProcesses() });
    const lend = browsers.lend.bind(browsers);
    const lent: number[] = [];
    browsers.lend = async () => {
      const one = await lend();
      lent.push(one.browser.process()!.pid!);
      return one;
    };
    const own = await PageRuns.open(`${site.origin}/`, browsers);
    let presses = 0;
    const onPress = () => {
      presses += 1;
      if (presses === 1) process.kill(lent[0]!, 'SIGKILL');
    };
    const { found, refusedButtons } = await own.run(`${site.origin}/accept`, { onPress });
    await own.close();
    expect([found.map(url => url.split('/found/')[1]).sort(), lent.length]).toEqual([['accepted', 'after'], 2]);
    expect(refusedButtons.map(({ why }) => why)).not.toContain('crashed');
  });

  test('leaves no process and no profile after a row of pages (adverse 49)', async () => {
    const browsers = openBrowsers({ processes: localProcesses() });
    const groups = new Set<number>();
    for (let n = 0; n < 5; n += 1) {
      const lent = await browsers.lend();
      groups.add(lent.browser.process()!.pid!);
      await (n === 3 ? lent.end() : lent.giveBack());
    }
    await browsers.close();
    expect(groups.size).toBe(2);
    await until(() => [...groups].every(group => livingOf(group).length === 0));
  });
});
