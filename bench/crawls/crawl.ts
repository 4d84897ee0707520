import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BarRow, barRows, barsOf, durabilityPrice } from '../measured/bars.ts';
import {
  fetchCeiling,
  findSpider,
  hasWget2,
  orbweaver,
  orbweaverBefore,
  orbweaverFast,
  orbweaverLinks,
  orbweaverNear,
  type Program,
  spiders,
  wget2,
} from '../measured/programs.ts';
import { cpuMsPerPage, medianOf, type Sample, sample } from '../measured/sample.ts';
import { formatTable } from '../measured/table.ts';
import { serveDirectory, walkDirectory } from '../servers/serve-directory.ts';
import type { ServedSite } from '../servers/server-process.ts';
import { debianPackage, defaultRoot } from './debian-docs.ts';

const usualPrograms = 'ceiling,orbweaver,orbweaver-fast,orbweaver-links,spider,spider-callback,wget2';
const { values: options } = parseArgs({
  options: {
    root: { type: 'string', default: process.env['BENCH_ROOT'] ?? defaultRoot },
    start: { type: 'string', default: '/index.html' },
    repeat: { type: 'string', default: '3' },
    'max-downloads': { type: 'string', default: '32' },
    programs: { type: 'string', default: usualPrograms },
    before: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

/** Runs the programs in turn, `repeat` times over, so that a slower moment of the machine meets all of them. */
async function runInterleaved(programs: Program[], site: ServedSite, repeat: number): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(programs.map(({ name }) => [name, []]));
  for (let round = 1; round <= repeat; round++) {
    for (const program of programs) {
      const taken = await sample(program, site);
      samples.get(program.name)!.push(taken);
      console.error(`${round}/${repeat} ${program.name}: ${taken.cpuSeconds.toFixed(2)} s of CPU`);
    }
  }
  return samples;
}

/** The programs requested that are there; the peer is optional. */
function selectPrograms(folder: string): Program[] {
  const connections = readCount('max-downloads');
  const pathsFile = join(folder, 'paths');
  writeFileSync(pathsFile, pagePaths(options.root).join('\n'));
  const spiderBinary = findSpider();
  const found = [
    fetchCeiling(pathsFile, connections),
    orbweaver(options.start, connections),
    orbweaverFast(options.start, connections),
    orbweaverNear(options.start, connections),
    orbweaverLinks(options.start, connections),
    ...(hasWget2() ? [wget2(options.start, connections)] : []),
    ...(options.before === undefined ? [] : [orbweaverBefore(options.before, options.start, connections)]),
    ...(spiderBinary ? spiders(spiderBinary, options.start) : []),
  ];
  const names = [...options.programs.split(','), 'before'];
  const selected = found.filter(({ name }) => names.includes(name));
  if (selected.length === 0) throw new Error(`--programs ${options.programs}: none of ${found.map(p => p.name)}`);
  return selected;
}

/** The request targets of all `.html` files, which on a documentation site are, except for a few, what a crawl requests. */
function pagePaths(root: string): string[] {
  return [...walkDirectory(root)].filter(entry => entry.path.endsWith('.html')).map(entry => encodeURI(entry.path));
}

function readCount(name: 'repeat' | 'max-downloads'): number {
  const count = Number(options[name]);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} ${options[name]}: a whole number from 1 on`);
  return count;
}

async function checkStart(site: ServedSite): Promise<void> {
  const { status } = await fetch(site.origin + options.start, { method: 'HEAD', redirect: 'manual' });
  if (status !== 200) throw new Error(`--start ${options.start}: ${options.root} has no such page`);
}

function printReport(medians: ReadonlyMap<string, Sample>, bars: readonly BarRow[]): void {
  const ratio = (one: Sample, other: Sample | undefined) =>
    other ? (cpuMsPerPage(one) / cpuMsPerPage(other)).toFixed(2) : '-';
  const rows = [...medians].map(([name, one]) => [
    name,
    String(one.pages),
    (one.pages / one.wallSeconds).toFixed(0),
    one.wallSeconds.toFixed(2),
    one.cpuSeconds.toFixed(2),
    cpuMsPerPage(one).toFixed(3),
    one.peakMb.toFixed(0),
    ratio(one, medians.get('ceiling')),
    ratio(one, medians.get('spider')),
    ratio(one, medians.get('spider-callback')),
  ]);
  const measured = ['pages', 'pages/s', 'wall s', 'CPU s', 'CPU ms/page', 'peak MB'];
  const header = ['', ...measured, 'CPU/ceiling', 'CPU/spider', 'CPU/spider-callback'];
  console.log(formatTable(header, rows));
  const price = durabilityPrice(medians);
  if (price !== undefined) console.log(price);
  console.log(formatTable(['bar', 'at most', 'measured', ''], barRows(bars)));
}

async function main(): Promise<void> {
  if (!existsSync(options.root)) {
    throw new Error(
      `there is nothing to serve at ${options.root}: install the Debian package ${debianPackage}, ` +
        'or name another folder of HTML files by --root or BENCH_ROOT',
    );
  }
  const repeat = readCount('repeat');
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-bench-'));
  try {
    const programs = selectPrograms(folder);
    await using site = await serveDirectory(options.root);
    await checkStart(site);
    const samples = await runInterleaved(programs, site, repeat);
    const medians = new Map([...samples].map(([name, runs]) => [name, medianOf(runs)]));
    const bars = barsOf(medians);
    if (!options.json) printReport(medians, bars);
    else {
      const { root, start } = options;
      const runs = Object.fromEntries(samples);
      console.log(JSON.stringify({ root, start, medians: Object.fromEntries(medians), bars, runs }, null, 2));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
