import { expect, test } from 'vitest';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { ResultPart, UnloadedSite } from '../../../shared/steps/unload/result-part.ts';
import { unloadCrawl, unloadSites } from '../../../shared/steps/unload/unload-crawl.ts';
import { crawlOf, siteRow } from '../../contract/sample-state.ts';
import { MemorySink } from '../results/memory-sink.ts';

const rows = [
  siteRow('c', 1, { origin: 'http://a.test', status: 'no-work' }),
  siteRow('c', 2, { origin: 'http://b.test', status: 'same-as', sameAs: 1 }),
  siteRow('c', 3, { origin: 'http://b.test:81', status: 'no-work' }),
];
const store = {
  readCrawl: async (): Promise<CrawlRow> => ({ ...crawlOf('c', 0), state: 'unloading' }),
  readSites: async (): Promise<SiteRow[]> => [...rows],
};

/** A part of a wing to come: a line per site, and all lines together. */
const lines: ResultPart<{ readonly line: string }> = {
  name: 'lines',
  perSite: async ({ row, fileName }, sink) => {
    const file = await sink.create(`lines/${fileName}.txt`);
    await file.write(row.origin);
    await file.close();
    return { line: row.origin };
  },
  perCrawl: () => {
    const all: string[] = [];
    return {
      add: (site, { line }) => void all.push(`${site} ${line}`),
      write: async ({ files, row }, sink) => {
        const file = await sink.create('lines/all.txt');
        await file.write([...all, files.join(' '), row.state, String(row.finishedAt)].join('\n'));
        await file.close();
      },
    };
  },
};

/** Writes nothing of a site, and says what was written before it. */
const last: ResultPart<undefined> = {
  name: 'last',
  perCrawl: () => ({
    write: async ({ files }, sink) => {
      const file = await sink.create('last.txt');
      await file.write(files.join(' '));
      await file.close();
    },
  }),
};

async function* elsewhere(sites: AsyncIterable<UnloadedSite>): AsyncIterable<UnloadedSite> {
  for await (const site of sites) yield JSON.parse(JSON.stringify(site)) as UnloadedSite;
}

test.each([
  ['by one process', (sites: AsyncIterable<UnloadedSite>) => sites],
  ['by processes that hand over plain JSON', elsewhere],
])('what every part has to write of a crawl is written %s', async (_, through) => {
  const sink = new MemorySink();
  const parts = [lines, last];
  const sites = through(unloadSites(store, 'c', parts, sink));
  const end = { crawl: 'c', sites, finishedAt: () => 7, notices: [] };
  const written = await unloadCrawl(store, end, parts, sink);
  const ofSites = 'lines/a.test.txt lines/b.test_81.txt';
  expect(Object.fromEntries([...sink.files].map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
    'lines/a.test.txt': 'http://a.test',
    'lines/b.test_81.txt': 'http://b.test:81',
    'lines/all.txt': `1 http://a.test\n3 http://b.test:81\n${ofSites}\nfinished\n7`,
    'last.txt': `lines/a.test.txt lines/all.txt lines/b.test_81.txt`,
  });
  expect(written).toEqual({
    finishedAt: 7,
    files: ['last.txt', 'lines/a.test.txt', 'lines/all.txt', 'lines/b.test_81.txt'],
  });
});

test('the time of the end is asked for when all sites are written', async () => {
  const sink = new MemorySink();
  let names: readonly string[] = [];
  const finishedAt = async (): Promise<number> => {
    names = [...sink.files.keys()].toSorted();
    return 1;
  };
  const end = { crawl: 'c', sites: unloadSites(store, 'c', [lines], sink), finishedAt, notices: [] };
  await unloadCrawl(store, end, [lines], sink);
  expect(names).toEqual(['lines/a.test.txt', 'lines/b.test_81.txt']);
});
