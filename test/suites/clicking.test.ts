import { expect, test } from 'vitest';
import { explained, notServed, runMaze, totalOf } from '../../bench/traverse/maze.ts';
import { quoteSites, runQuotes } from '../../bench/traverse/quotes.ts';
import { hasSuiteSites } from '../../bench/traverse/replayed-site.ts';
import { openBrowsers } from '../../shared/adapters/browser/open.ts';
import { localProcesses } from '../../shared/adapters/local/open.ts';

if (!hasSuiteSites) console.log('skipped: ../shared/suites/sites is not there');
const canRun = hasSuiteSites && (await startsHere());

async function startsHere(): Promise<boolean> {
  const browsers = openBrowsers({ processes: localProcesses() });
  try {
    await (await browsers.lend()).end();
    return true;
  } catch (error) {
    console.log(`skipped: ${(error as Error).message}`);
    return false;
  }
}

test.skipIf(!canRun)('crawl maze: clicking finds every interactive target, and more than any scanner', async () => {
  const { withoutScan, allMeans, methods } = await runMaze();
  const { js_interactive, angularjs } = withoutScan.groups;
  expect([js_interactive, angularjs]).toEqual([
    [16, 16],
    [1, 1],
  ]);
  expect(totalOf(withoutScan)).toBeGreaterThanOrEqual(79);
  expect(allMeans.missed.filter(path => !path.includes('/frameworks/'))).toEqual(Object.keys(explained));
  expect(totalOf(allMeans, [notServed])).toBe(84);
  expect(methods).toEqual(['GET']);
});

test.skipIf(!canRun)('quotes: each of six ways to show them gives all of them', async () => {
  const runs = await runQuotes();
  expect(runs.map(({ site, quotes }) => [site, quotes])).toEqual(quoteSites.map(site => [site, 100]));
  expect(runs.find(({ site }) => site === '/scroll')!.clicks).toBeLessThanOrEqual(12);
});
