import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { ServedConsole } from './served-console.ts';

/** Links of a crawl that has ended are deleted, and come back: tables, sums and files stay together. */

let served: ServedConsole;
let site: LoopbackSite;
beforeEach(async () => {
  served = new ServedConsole();
  await served.start();
  site = await startSite({
    '/': '<a href=/a>a</a><a href=/b>b</a><a href=https://x.example/>x</a><a href=https://x.example/>x</a>',
    '/a': '<a href=https://y.example/>y</a><a href=javascript:no>no</a><a href=javascript:no>no</a>',
    '/b': 'b',
  });
});
afterEach(async () => {
  await served.close();
  await site.close();
});

async function crawled(): Promise<string> {
  const id = await served.startCrawl(site);
  await served.until(id, 'finished');
  return id;
}

async function all(id: string): Promise<object> {
  const get = async (path: string) => (await served.call('GET', `/crawls/${id}${path}`)).body;
  const { sites } = (await get('/sites')) as { sites: Record<string, unknown>[] };
  const rows = async (kind: string) => {
    const { links, totals } = await get(`/links/${kind}?totals=true`);
    return { shown: (links as unknown[]).length, totals };
  };
  const { newExternalLinks, externalLinks, badLinks, outcomes } = sites[0]!;
  return {
    external: await rows('external'),
    internal: await rows('internal'),
    bad: await rows('bad'),
    ...{ newExternalLinks, externalLinks, badLinks, outcomes },
    found: ((await get('')) as { outcomes: object }).outcomes,
  };
}

const filesOf = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !/crawl\.db|state|logs|lock|live/.test(join(entry.parentPath, entry.name)))
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path.slice(directory.length + 1), readFileSync(path, 'latin1')]),
  );

test('files and all sums are without what was deleted, and as before when it is back', async () => {
  const id = await crawled();
  const directory = join(served.root, id);
  const [before, filesBefore] = [await all(id), filesOf(directory)];
  const change = async (what: string): Promise<unknown[]> => {
    const keys = { external: 'https://x.example/', internal: `${site.origin}/b`, bad: 'javascript:no' };
    return await Promise.all(
      Object.entries(keys).map(async ([kind, key]) => {
        const links = [{ site: 1, key }];
        return (await served.call('POST', `/crawls/${id}/links/${kind}/${what}`, { links })).body;
      }),
    );
  };
  expect(await change('delete')).toEqual([{ deleted: 1 }, { deleted: 1 }, { deleted: 1 }]);
  await served.untilWritten(id);
  const counts = { found: 3, nodes: 2, redirects: 0, duplicates: 0, skipped: 1 };
  expect(await all(id)).toEqual({
    external: { shown: 1, totals: { links: 1, occurrences: 1 } },
    internal: { shown: 2, totals: { links: 2 } },
    bad: { shown: 0, totals: { links: 0 } },
    ...{ newExternalLinks: 1, externalLinks: 1, badLinks: 0, outcomes: counts, found: counts },
  });
  const files = filesOf(directory);
  expect(JSON.stringify(files)).not.toContain('x.example');
  const summary = JSON.parse(files['crawl.json']!) as { outcomes: object; sites: object[] };
  expect(summary).toMatchObject({ outcomes: counts, sites: [{ externalLinks: 1, badLinks: 0 }] });
  expect(await change('restore')).toEqual([{ restored: 1 }, { restored: 1 }, { restored: 1 }]);
  await served.untilWritten(id);
  expect(await all(id)).toEqual(before);
  expect(filesOf(directory)).toEqual(filesBefore);
});

test('a server that died before it wrote the files leaves that to the next one', async () => {
  const id = await crawled();
  const own = join(served.root, '.serve', 'crawls', id);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(join(served.root, id), 'links', readdirSync(join(join(served.root, id), 'links'))[0]!), 'old');
  writeFileSync(join(own, 'files-behind'), JSON.stringify(['csv']));
  expect((await served.call('GET', `/crawls/${id}`)).body).toMatchObject({ filesBehind: { state: 'writing' } });
  await served.untilWritten(id);
  expect(Object.values(filesOf(join(served.root, id)))).not.toContain('old');
});
