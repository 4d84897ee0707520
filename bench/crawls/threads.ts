/**
 * The gain of threads that read pages: CPU of each thread of a crawl of many sites, by the number of readers (Linux). With enough cores a
 * crawl takes as long as its busiest thread, so the CPU of all threads without readers, divided by the CPU of the busiest thread, is the
 * most that cores can give: `npm run bench:threads -- [--sites 200] [--pages 20] [--readers 0,1] [--repeat 3]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../measured/table.ts';
import { serveLife } from '../servers/serve-life.ts';
import { crawlOfSites } from './site-programs.ts';

const { values: options } = parseArgs({
  options: {
    sites: { type: 'string', default: '200' },
    pages: { type: 'string', default: '20' },
    readers: { type: 'string', default: '0,1' },
    repeat: { type: 'string', default: '3' },
  },
});
const [sites, pages, repeat] = [Number(options.sites), Number(options.pages), Number(options.repeat)];
/** Of a clock tick of the kernel, s. */
const tickSeconds = 0.01;
const lookMs = 50;

/** Seconds of CPU by the number of the thread, of a process that runs. */
function cpuOfThreads(process: number): Map<string, number> {
  const folder = `/proc/${process}/task`;
  const threads = new Map<string, number>();
  try {
    for (const thread of readdirSync(folder)) {
      const text = readFileSync(join(folder, thread, 'stat'), 'utf8');
      // Behind the name, which may have spaces: state is the first field, user and system time are the twelfth and thirteenth.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      threads.set(thread, (Number(fields[11]) + Number(fields[12])) * tickSeconds);
    }
  } catch (error) {
    // The process, or a thread of it, has just ended.
    if (!['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
  return threads;
}

interface Taken {
  readonly all: number;
  readonly busiest: number;
}

async function run(readers: string): Promise<Taken> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-threads-'));
  await using served = await serveLife(pages, { isPacked: true });
  try {
    const { command, variables } = crawlOfSites('', sites).command(served.origin, folder);
    const env = { ...process.env, ...variables, ORBWEAVER_READERS: readers };
    const child = spawn(process.execPath, command, { env, stdio: 'ignore' });
    const threads = new Map<string, number>();
    const look = setInterval(() => {
      for (const [thread, seconds] of cpuOfThreads(child.pid!)) threads.set(thread, seconds);
    }, lookMs);
    const [code] = await once(child, 'close');
    clearInterval(look);
    const { distinctPages } = await served.takeTally();
    if (code !== 0 || distinctPages !== sites * pages) throw new Error(`exit code ${code}, ${distinctPages} pages`);
    const seconds = [...threads.values()];
    return { all: seconds.reduce((sum, each) => sum + each, 0), busiest: Math.max(...seconds) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const ways = options.readers.split(',');
const runs = new Map<string, Taken[]>(ways.map(way => [way, []]));
for (let round = 1; round <= repeat; round += 1)
  for (const way of ways) {
    const taken = await run(way);
    runs.get(way)!.push(taken);
    console.error(
      `${round}/${repeat} ${way} readers: ${taken.all.toFixed(2)} s, busiest ${taken.busiest.toFixed(2)} s`,
    );
  }
const oneCore = median(runs.get(ways[0]!)!.map(({ all }) => all));
const rows = [...runs].map(([way, taken]) => {
  const [all, busiest] = [median(taken.map(one => one.all)), median(taken.map(one => one.busiest))];
  return [way, all.toFixed(2), busiest.toFixed(2), (oneCore / busiest).toFixed(2)];
});
console.log(formatTable(['readers', 'CPU s', 'busiest thread, s', 'most times one core'], rows));
