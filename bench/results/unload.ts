/**
 * The cost of unloading: `npm run bench:unload -- [--pages 10000,100000] [--links 100] [--format csv,gexf] [--before FOLDER]
 * [--digest] [--keep FOLDER]`. Writes the state of a finished crawl of a generated site (nothing is fetched), then `orbweaver
 * export` writes all result files in its own process. Prints time, CPU and peak memory, and the bars, met or MISSED.
 */
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bar, barRows } from '../measured/bars.ts';
import { measure, type Usage } from '../measured/measure.ts';
import { formatTable } from '../measured/table.ts';
import { writeCrawl } from './write-crawl.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000,100000' },
    links: { type: 'string', default: '100' },
    format: { type: 'string', default: 'csv,gexf' },
    before: { type: 'string' },
    digest: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});

/** 1,000 MB at a million pages with 100 arcs each. */
const allowedMb = (pages: number): number => 150 + (pages * 0.85) / 1_000;

interface Run {
  readonly pages: number;
  readonly program: string;
  readonly usage: Usage;
  readonly megabytes: number;
  readonly digest: string;
}

async function exported(program: string, launcher: string, crawl: string, pages: number): Promise<Run> {
  const out = mkdtempSync(join(tmpdir(), 'orbweaver-unload-out-'));
  try {
    const command = [launcher, 'export', crawl, '--format', values.format, '--out', out];
    const usage = await measure(command);
    return { pages, program, usage, megabytes: sizeOf(out) / 1e6, digest: values.digest ? await digestOf(out) : '' };
  } finally {
    rmSync(out, { recursive: true });
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

function sizeOf(folder: string): number {
  return filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Of the names and bytes of all files. */
async function digestOf(folder: string): Promise<string> {
  const digest = createHash('sha256');
  for (const file of filesIn(folder)) {
    digest.update(file.slice(folder.length));
    for await (const block of createReadStream(file, { highWaterMark: 1 << 20 })) digest.update(block as Buffer);
  }
  return digest.digest('hex').slice(0, 16);
}

const launcherIn = (folder: string): string => join(folder, 'functions', 'orbweaver.js');
const here = fileURLToPath(new URL('../..', import.meta.url));
const programs: [string, string][] = [['orbweaver', launcherIn(here)]];
if (values.before !== undefined) programs.push(['before', launcherIn(resolve(values.before))]);

const runs: Run[] = [];
const root = values.keep ?? mkdtempSync(join(tmpdir(), 'orbweaver-unload-'));
mkdirSync(root, { recursive: true });
process.env['ORBWEAVER_STATE'] = join(root, 'state');
try {
  for (const pages of values.pages.split(',').map(Number)) {
    const crawl = join(root, `crawl-${pages}-${values.links}`);
    if (!readdirSync(root).includes(`crawl-${pages}-${values.links}`)) {
      await writeCrawl(crawl, { pages, linksPerPage: Number(values.links) });
    }
    for (const [name, launcher] of programs) {
      runs.push(await exported(name, launcher, crawl, pages));
      console.error(`${pages} pages, ${name}: ${runs.at(-1)!.usage.peakMb.toFixed(0)} MB`);
    }
    if (values.keep === undefined) rmSync(crawl, { recursive: true });
  }
} finally {
  if (values.keep === undefined) rmSync(root, { recursive: true, force: true });
}

const rows = runs.map(({ program, pages, usage: { wallSeconds, cpuSeconds, peakMb }, megabytes, digest }) => [
  program,
  String(pages),
  wallSeconds.toFixed(1),
  cpuSeconds.toFixed(1),
  ((cpuSeconds * 1_000) / pages).toFixed(3),
  peakMb.toFixed(0),
  megabytes.toFixed(0),
  digest,
]);
console.log(formatTable(['', 'pages', 'wall s', 'CPU s', 'CPU ms/page', 'peak MB', 'files MB', 'digest'], rows));
const bars = runs
  .filter(({ program }) => program === 'orbweaver')
  .map(
    ({ pages, usage }): Bar => ({
      what: `peak memory at ${pages} pages, MB`,
      value: usage.peakMb,
      limit: allowedMb(pages),
    }),
  );
console.log(formatTable(['bar', 'at most', 'measured', ''], barRows(bars)));
