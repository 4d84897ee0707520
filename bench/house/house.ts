/** How the code reads: the figures of the house beside their bars. Options: `--no-reach` leaves out the runs. */
import { parseArgs } from 'node:util';
import { type Bar, verdictOf } from '../measured/bars.ts';
import { circlesOf, folderArrows, folderOf } from './circles.ts';
import { type OwnFile, projectFolder, readOwnFiles } from './own-files.ts';
import { reachOf } from './reach.ts';

const { values } = parseArgs({ options: { 'no-reach': { type: 'boolean', default: false } } });

const files = readOwnFiles(projectFolder, ['shared', 'functions', 'infra']);
const others = readOwnFiles(projectFolder, ['bench', 'test']);
const bars = [...barsOfFiles(files), ...barsOfFolders([...files, ...others])];
if (!values['no-reach']) bars.push(...barsOfReach());
for (const bar of bars) console.log(verdictOf(bar));
process.exitCode = bars.every(({ value, limit }) => value <= limit) ? 0 : 1;

function barsOfFiles(own: readonly OwnFile[]): readonly Bar[] {
  const arrows = new Map(own.map(({ path, imports }) => [path, imports]));
  const importers = new Map<string, number>();
  for (const { imports } of own) for (const path of imports) importers.set(path, (importers.get(path) ?? 0) + 1);
  const once = [...importers.values()].filter(count => count === 1).length;
  const mean = (of: (file: OwnFile) => number): number => own.reduce((sum, file) => sum + of(file), 0) / own.length;
  const functions = own.flatMap(file => file.functions).sort((a, b) => a - b);
  const typed = own.filter(({ path }) => path.endsWith('.ts'));
  const lines = typed.reduce((sum, file) => sum + file.lines, 0);
  const withTypes = mean(({ imports }) => imports.size).toFixed(2);
  console.log(`${own.length} files, ${functions.length} named functions, ${withTypes} imports per file with types`);
  return [
    { what: 'circles of files, types included', value: circlesOf(arrows).length, limit: 0 },
    { what: 'circles of folders', value: circlesOf(folderArrows(arrows)).length, limit: 0 },
    { what: 'own imports per file, types left out', value: mean(({ uses }) => uses.size), limit: 3.7 },
    { what: 'files imported once, %', value: (100 * once) / own.length, limit: 35 },
    { what: 'lines per function, 90th percentile', value: functions[Math.floor(functions.length * 0.9)]!, limit: 16 },
    { what: 'lines of product', value: lines, limit: 145_540 },
    { what: 'lines of the longest function', value: functions.at(-1)!, limit: 90 },
  ];
}

function barsOfFolders(own: readonly OwnFile[]): readonly Bar[] {
  const counts = [...Map.groupBy(own, ({ path }) => folderOf(path))].map(([folder, all]) => ({
    folder,
    count: all.length,
  }));
  const fullest = counts.reduce((most, each) => (each.count > most.count ? each : most));
  return [{ what: `files in the fullest folder (${fullest.folder})`, value: fullest.count, limit: 24 }];
}

function barsOfReach(): readonly Bar[] {
  const link = reachOf('crawl-link.ts', ['0', '1'], files);
  const request = reachOf('ask-crawl.ts', ['2', '3'], files);
  console.log(`one more link: ${link.ran} files run for it; one more HTTP request: ${request.ran}`);
  return [
    { what: 'files that hand one link on, from the fetch door to the graph file', value: link.handOn, limit: 72 },
    { what: 'of these, to a file that hands it on', value: link.road, limit: 35 },
    { what: 'files that hand one HTTP request on', value: request.handOn, limit: 35 },
  ];
}
