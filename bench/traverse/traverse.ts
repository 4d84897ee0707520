/** Clicking through pages: finds and costs, beside their bars. Options: `--only maze,quotes,situations,growth,leaks`, `--presses N`, `--pages N`. */
import { parseArgs } from 'node:util';
import { type Bar, verdictOf } from '../measured/bars.ts';
import { formatTable } from '../measured/table.ts';
import { type GrowthRun, runGrowth } from './growth.ts';
import { type LeakRun, runLeaks } from './leaks.ts';
import { explained, type MazeRun, notServed, runMaze, totalOf } from './maze.ts';
import { type QuotesRun, runQuotes } from './quotes.ts';
import { hasSuiteSites } from './replayed-site.ts';
import { barsOfSituations, runSituations, type SituationRun } from './situations.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'maze,quotes,situations,growth,leaks' },
    presses: { type: 'string', default: '70000' },
    pages: { type: 'string', default: '1000' },
  },
});
const parts = values.only.split(',');
const bars: Bar[] = [];
/** Browser time of pages of both suites. */
const suitePages = { pages: 0, seconds: 0 };

if (!hasSuiteSites) console.log('skipped: ../shared/suites/sites is not there');
else {
  if (parts.includes('maze')) bars.push(...barsOfMaze(await runMaze()));
  if (parts.includes('quotes')) bars.push(...barsOfQuotes(await runQuotes()));
  const { pages, seconds } = suitePages;
  if (pages > 0) bars.push({ what: 'browser time a page of both, s', value: seconds / pages, limit: 0.35 });
}
if (parts.includes('situations')) {
  const runs = await runSituations();
  console.log(`\nsituations of the article\n${situationTable(runs)}`);
  bars.push(...barsOfSituations(runs));
}
if (parts.includes('growth')) bars.push(...barsOfGrowth(await runGrowth(Number(values.presses))));
if (parts.includes('leaks')) bars.push(...barsOfLeaks(await runLeaks(Number(values.pages))));
for (const bar of bars) console.log(verdictOf(bar));
process.exitCode = bars.every(({ value, limit }) => value <= limit) ? 0 : 1;

function barsOfMaze(run: MazeRun): readonly Bar[] {
  const { withoutScan, allMeans } = run;
  const found = totalOf(withoutScan);
  console.log(
    '\ncrawl-maze, targets found of 91. ZAP as published: with any of its spiders 77, traditional 61, client 42, AJAX 29',
  );
  console.log(
    formatTable(
      ['group', 'without scan', 'all means', 'of'],
      Object.entries(withoutScan.groups).map(([name, [without, all]]) => [
        name,
        String(without),
        String(allMeans.groups[name]![0]),
        String(all),
      ]),
    ),
  );
  console.log(`${run.pages} pages, ${run.clicks} presses, ${run.seconds.toFixed(1)} s of browser time`);
  const served = allMeans.missed.filter(path => !path.includes('/frameworks/'));
  for (const path of served) console.log(`not found by any means: ${path}: ${explained[path] ?? 'NOT EXPLAINED'}`);
  suitePages.pages += run.pages;
  suitePages.seconds += run.seconds;
  const [interactive, all] = withoutScan.groups['js_interactive']!;
  return [
    { what: 'maze without scan: targets of 91 that were not found', value: 91 - found, limit: 12 },
    { what: 'maze without scan: interactive targets that were not found', value: all - interactive, limit: 0 },
    {
      what: 'maze by all means: targets of 85 that were not found',
      value: 85 - totalOf(allMeans, [notServed]),
      limit: 3,
    },
    {
      what: 'maze: targets not found and not explained',
      value: served.filter(path => !(path in explained)).length,
      limit: 0,
    },
    { what: 'maze: methods other than GET', value: run.methods.filter(method => method !== 'GET').length, limit: 0 },
  ];
}

function barsOfQuotes(runs: readonly QuotesRun[]): readonly Bar[] {
  console.log('\nquotes');
  console.log(
    formatTable(
      ['site', 'quotes', 'pages', 'presses', 's a page'],
      runs.map(({ site, quotes, pages, clicks, seconds }) => [
        ...[site, String(quotes), String(pages), String(clicks)],
        (seconds / pages).toFixed(2),
      ]),
    ),
  );
  for (const { pages, seconds } of runs) {
    suitePages.pages += pages;
    suitePages.seconds += seconds;
  }
  const of = (name: string) => runs.find(({ site }) => site === name)!;
  const delayed = of('/js-delayed/');
  return [
    ...runs.map(({ site, quotes }) => ({ what: `quotes ${site}: not found of 100`, value: 100 - quotes, limit: 0 })),
    { what: 'quotes /scroll: presses', value: of('/scroll').clicks, limit: 12 },
    // The pages show their quotes after ten seconds of their time.
    { what: 'quotes /js-delayed/: seconds a page', value: delayed.seconds / delayed.pages, limit: 2 },
  ];
}

function situationTable(runs: readonly SituationRun[]): string {
  return formatTable(
    ['page', 'found', 'of', 'presses', 'loads', 'states', 's'],
    runs.map(({ page, found, of, clicks, loads, states, seconds }) => [
      ...[page, ...[found, of, clicks, loads, states].map(String)],
      seconds.toFixed(1),
    ]),
  );
}

function barsOfGrowth(run: GrowthRun): readonly Bar[] {
  const { presses, addresses, seconds, rendererMb, ownMb } = run;
  console.log(`\na list of ${addresses} addresses: ${presses} presses in ${seconds.toFixed(1)} s`);
  const all = Number(values.presses);
  return [
    { what: 'growing list: addresses not found', value: 20 * all - addresses, limit: 0 },
    { what: 'growing list: seconds for 70,000 presses', value: (seconds / all) * 70_000, limit: 180 },
    { what: 'growing list: renderer, MB', value: rendererMb, limit: 300 },
    { what: 'growing list: this process, MB', value: ownMb, limit: 300 },
  ];
}

function barsOfLeaks({ pages, processes, files, grownMb }: LeakRun): readonly Bar[] {
  return [
    { what: `processes left after ${pages} pages`, value: processes, limit: 0 },
    { what: `files left after ${pages} pages`, value: files, limit: 0 },
    { what: `growth of this process over the last four fifths of ${pages} pages, MB`, value: grownMb, limit: 50 },
  ];
}
