/**
 * The cost of pages that are built to be dear: `node bench/pages/shape-pages.ts [--bytes 10485760] [--only TEXT]`. Each shape of
 * `page-shapes.ts` is read in its own process, as it is and behind a beginning that makes the tree builder necessary, by the code
 * that reads pages in a crawl. Ends with a line `met` or `MISSED` for each bar.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PageScan } from '../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../shared/domain/html/scan-page.ts';
import { type Bar, verdictOf } from '../measured/bars.ts';
import { createPageReader } from './page-reader.ts';
import { pageShapes, shapedPage } from './page-shapes.ts';

interface Cost {
  readonly cpuSeconds: number;
  /** Resident memory at its highest, above what the process had with the page in it. */
  readonly peakMb: number;
  readonly links: number;
  /** Where the links come from. */
  readonly by: string;
}

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: String(10 * 1024 * 1024) },
    only: { type: 'string', default: '' },
    one: { type: 'string' },
  },
});
const bytes = Number(values.bytes);

if (values.one === undefined) measureAll();
else console.log(JSON.stringify(readOne(values.one)));

/** Of a shape by its number, with `d` behind it where the page is to be in doubt. */
function readOne(which: string): Cost {
  const page = shapedPage(pageShapes[Number.parseInt(which, 10)]!, bytes, which.endsWith('d'));
  const read = createPageReader();
  // The compiler is warm in a crawl.
  for (const shape of pageShapes) read(shapedPage(shape, 20_000, true));
  globalThis.gc?.();
  // Linux: the highest resident memory of this process is counted from here (proc(5), clear_refs).
  writeFileSync('/proc/self/clear_refs', '5');
  const before = peakKib();
  const start = process.cpuUsage();
  read(page);
  const { user, system } = process.cpuUsage(start);
  const peakMb = ((peakKib() - before) * 1024) / 1e6;
  const scan = new PageScan();
  scanPage(page, scan, { elements: ['a', 'refresh'] });
  const by = scan.usedTree ? 'tree' : scan.treeGivenUp ? 'tags, tree given up' : 'tags';
  return { cpuSeconds: (user + system) / 1e6, peakMb, links: scan.linkCount + scan.linksDropped, by };
}

function peakKib(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

function measureAll(): void {
  const bars: Bar[] = [];
  console.log(rowOf(['shape', 'CPU s', 'peak MB', 'links', 'by']));
  for (const [index, shape] of pageShapes.entries()) {
    if (!shape.what.includes(values.only)) continue;
    for (const inDoubt of [false, true]) {
      const cost = costOf(index, inDoubt);
      const what = `${shape.what}${inDoubt ? ', in doubt' : ''}`;
      console.log(rowOf([what, cost.cpuSeconds.toFixed(2), cost.peakMb.toFixed(0), String(cost.links), cost.by]));
      bars.push(...barsOf(what, cost));
    }
  }
  const missed = bars.filter(({ value, limit }) => value > limit);
  for (const bar of missed) console.log(verdictOf(bar));
  if (missed.length === 0) console.log(`met    all ${bars.length} bars: at most 2 s of CPU and 150 MB`);
}

function rowOf([what = '', ...figures]: readonly string[]): string {
  return `${what.padEnd(70)} ${figures.map(figure => figure.padStart(7)).join('  ')}`;
}

function barsOf(what: string, { cpuSeconds, peakMb }: Cost): Bar[] {
  return [
    { what: `${what}: CPU s`, value: cpuSeconds, limit: 2 },
    { what: `${what}: memory, MB`, value: peakMb, limit: 150 },
  ];
}

function costOf(index: number, inDoubt: boolean): Cost {
  const args = [
    '--expose-gc',
    fileURLToPath(import.meta.url),
    '--bytes',
    values.bytes,
    '--one',
    `${index}${inDoubt ? 'd' : ''}`,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === 0) return JSON.parse(stdout) as Cost;
  const [, why = `exit code ${status}`] = /(out of memory|Error: .*)/.exec(stderr) ?? [];
  return { cpuSeconds: Number.POSITIVE_INFINITY, peakMb: Number.POSITIVE_INFINITY, links: 0, by: why };
}
