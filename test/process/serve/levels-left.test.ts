import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { runCli } from '../cli/run-cli.ts';
import { ServedConsole } from './served-console.ts';

let served: ServedConsole;
let site: LoopbackSite;
beforeEach(async () => {
  served = new ServedConsole();
  await served.start();
  site = await startSite({ '/': '<a href=/a>a</a><a href=/b>b</a><a href=/c>c</a>', '/a': 'a', '/b': 'b', '/c': 'c' });
});
afterEach(async () => {
  await served.close();
  await site.close();
});

test('in a learnt order, too, what is left waits in the levels, and the number of the pick stays', async () => {
  const names = Array.from({ length: 13 }, (_, at) => `/p${at}`);
  const anchors = names.map(name => `<a href=${name}>${name}</a>`).join(' ');
  const wide = await startSite({ '/': anchors, ...Object.fromEntries(names.map(name => [name, name])) });
  try {
    const id = await served.startCrawl(wide, { limit: 12, order: 'links' });
    await served.until(id, 'finished');
    const { levels } = (await served.call('GET', `/crawls/${id}/levels`)).body as { levels: object[] };
    expect(levels).toMatchObject([
      { level: 0, found: 1, nodes: 1, skipped: 0, waiting: 0 },
      { level: 1, found: 13, nodes: 11, skipped: 0, waiting: 2 },
    ]);
    // Ten pages are a pick, and the eleventh is the next.
    const site = { left: 2, level: 2 };
    expect((await served.call('GET', `/crawls/${id}/sites`)).body).toMatchObject({ sites: [site] });
    const { stdout } = await runCli(['status', join(served.root, id)]);
    expect(stdout).toContain('pick 2');
  } finally {
    await wide.close();
  }
});

test('what a limit has left to do waits in the levels, as in the sites, and is not skipped', async () => {
  const id = await served.startCrawl(site, { limit: 2 });
  await served.until(id, 'finished');
  const { levels } = (await served.call('GET', `/crawls/${id}/levels`)).body as { levels: object[] };
  expect(levels).toMatchObject([
    { level: 0, found: 1, nodes: 1, skipped: 0, waiting: 0 },
    { level: 1, found: 3, nodes: 1, skipped: 0, waiting: 2 },
  ]);
  const { sites } = (await served.call('GET', `/crawls/${id}/sites`)).body as { sites: object[] };
  expect(sites).toMatchObject([{ left: 2 }]);
});
