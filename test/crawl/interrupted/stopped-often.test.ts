import { afterEach, expect, test } from 'vitest';
import type { LocalCrawl } from '../../../functions/embedded/local-crawl.ts';
import { resumeLocalCrawl } from '../../../functions/embedded/run-crawl.ts';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import type { CrawlSummary } from '../../../shared/report/summary.ts';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { begin, CrawlResults, crawl, newDirectory } from '../crawl-run.ts';
import { startLayeredSite } from '../layered-site.ts';

const mostInterruptions = 8;
const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

async function startSites(): Promise<string[]> {
  const small = await startSite({ '/': page('small', '/a', '/b'), '*': ({ path }) => page(path) });
  open.push(small, await startLayeredSite(3, { answerAfterMs: 2 }), await startLayeredSite(4, { answerAfterMs: 1 }));
  return open.map(({ origin }) => `${origin}/`);
}

test.each<{ what: string; settings: CrawlSpec }>([
  { what: 'three sites that share a limit', settings: { limit: 150 } },
  { what: 'sites that share a limit page by page', settings: { limit: 90, rule: 'ucb1', ruleOptions: { grant: 1 } } },
  { what: 'limits of patterns and of depth', settings: { patternLimit: 9, maxLevel: 3, duplicates: 'keep' } },
])('$what come out the same, however often the crawl is stopped', async ({ settings }) => {
  const sites = await startSites();
  const whole = (await crawl(sites, settings)).results.files();
  const directory = newDirectory();
  let running = await begin(directory, sites, settings);
  for (let run = 0; (await interrupted(running, run)).finishReason === 'stopped'; run += 1)
    running = await resumeLocalCrawl({ directory, raise: {} });
  expect(new CrawlResults(directory).files()).toEqual(whole);
});

/** Runs until there were some more requests, and is then asked to stop. */
async function interrupted(running: LocalCrawl, run: number): Promise<CrawlSummary> {
  const count = (): number => open.reduce((sum, { asked }) => sum + asked.length, 0);
  const end = count() + 3 + run * 7;
  const timer = setInterval(() => {
    if (count() < end || run >= mostInterruptions) return;
    clearInterval(timer);
    running.stop();
  }, 1);
  try {
    return await running.run();
  } finally {
    clearInterval(timer);
  }
}
