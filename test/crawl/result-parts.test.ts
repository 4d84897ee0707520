import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLocalState } from '../../shared/adapters/local/open.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import type { UnloadedSite } from '../../shared/steps/unload/result-part.ts';
import { unloadCrawl, unloadSites } from '../../shared/steps/unload/unload-crawl.ts';
import { builtInWriters } from '../../shared/wings/graph/formats/built-in-writers.ts';
import { resultParts } from '../../shared/wings/result-parts.ts';
import { MemorySink } from '../pure/results/memory-sink.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

const sites: LoopbackSite[] = [];

beforeAll(async () => {
  for (const title of ['one', 'two'])
    sites.push(
      await startSite({ '/': page(title, '/a', '/b', 'http://example.org/'), '*': page('a', 'mailto:a@b.c') }),
    );
});
afterAll(async () => {
  for (const site of sites) await site.close();
});

/** The files of a crawl, as a process writes them that gets each site's answers by way of `through`. */
async function filesOf(directory: string, through: (site: UnloadedSite) => UnloadedSite): Promise<Map<string, Buffer>> {
  const state = openLocalState(directory);
  try {
    const row = (await state.store.onlyCrawl())!;
    const sink = new MemorySink();
    const parts = resultParts(state, createCrawlRules(row.spec), [builtInWriters.get('csv')!]);
    const answered = async function* (): AsyncIterable<UnloadedSite> {
      for await (const site of unloadSites(state.store, row.id, parts, sink)) yield through(site);
    };
    const end = { crawl: row.id, sites: answered(), finishedAt: () => row.finishedAt!, notices: [] };
    await unloadCrawl(state.store, end, parts, sink);
    return sink.files;
  } finally {
    state.close();
  }
}

test('what parts answer about a site is plain JSON: other machines make the same files of it', async () => {
  const urls = sites.map(({ origin }) => origin);
  const { directory } = await crawl(urls, { limit: 5, rule: 'ucb1', ruleOptions: { ucbM: 1, inFlight: 1 } });
  const answers: UnloadedSite[] = [];
  const direct = await filesOf(directory, site => {
    answers.push(site);
    return site;
  });
  expect(await filesOf(directory, site => JSON.parse(JSON.stringify(site)) as UnloadedSite)).toEqual(direct);
  for (const site of answers) expect(JSON.parse(JSON.stringify(site))).toStrictEqual(site);
  expect([...direct.keys()]).toEqual(
    expect.arrayContaining(['crawl.json', 'fragment/sites.csv', 'reports/choices.csv']),
  );
  expect([...direct.keys()].filter(name => name.endsWith('.nodes.csv'))).toHaveLength(2);
});
