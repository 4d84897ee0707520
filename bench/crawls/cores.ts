/**
 * The gain of more cores: one process on one core, one process on all cores, and one process for each core, each of them with its
 * own site. Each site is the same folder, served at its own port.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { orbweaver, type Program } from '../measured/programs.ts';
import { type Sample, sample } from '../measured/sample.ts';
import { formatTable } from '../measured/table.ts';
import { serveDirectory } from '../servers/serve-directory.ts';
import { defaultRoot } from './debian-docs.ts';

const { values: options } = parseArgs({
  options: {
    root: { type: 'string', default: process.env['BENCH_ROOT'] ?? defaultRoot },
    start: { type: 'string', default: '/index.html' },
    repeat: { type: 'string', default: '3' },
    'max-downloads': { type: 'string', default: '32' },
    json: { type: 'boolean', default: false },
  },
});

interface Way {
  readonly name: string;
  /** The core of each process; undefined: all of them. */
  readonly cores: readonly (number | undefined)[];
}

interface Throughput {
  readonly pagesPerSecond: number;
  readonly cpuMsPerPage: number;
}

/** The same program, on one core (Linux). */
function onCore({ name, command }: Program, core: number | undefined): Program {
  if (core === undefined) return { name, command };
  return {
    name,
    command: (...args) => {
      const { command: line, ...more } = command(...args);
      return { ...more, command: ['taskset', '--cpu-list', String(core), ...line] };
    },
  };
}

/** All processes of a way at the same time, until the last one has ended. */
async function run({ cores }: Way): Promise<Throughput> {
  const program = orbweaver(options.start, readCount('max-downloads'));
  const sites = await Promise.all(cores.map(() => serveDirectory(options.root)));
  try {
    const begun = performance.now();
    const taken: Sample[] = await Promise.all(
      cores.map(async (core, index) => await sample(onCore(program, core), sites[index]!)),
    );
    const seconds = (performance.now() - begun) / 1_000;
    const sum = (of: (one: Sample) => number): number => taken.reduce((total, one) => total + of(one), 0);
    const pages = sum(one => one.pages);
    return { pagesPerSecond: pages / seconds, cpuMsPerPage: (sum(one => one.cpuSeconds) * 1_000) / pages };
  } finally {
    await Promise.all(sites.map(site => site.close()));
  }
}

function readCount(name: 'repeat' | 'max-downloads'): number {
  const count = Number(options[name]);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} ${options[name]}: a whole number from 1 on`);
  return count;
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const count = availableParallelism();
const ways: readonly Way[] = [
  { name: 'one process, one core', cores: [0] },
  { name: `one process, ${count} cores`, cores: [undefined] },
  { name: `${count} processes, a core each`, cores: Array.from({ length: count }, (_, core) => core) },
];
const runs = new Map<string, Throughput[]>(ways.map(({ name }) => [name, []]));
for (let round = 1; round <= readCount('repeat'); round += 1)
  for (const way of ways) {
    runs.get(way.name)!.push(await run(way));
    console.error(`${round}/${options.repeat} ${way.name}`);
  }
const medians = [...runs].map(([name, taken]) => ({
  name,
  pagesPerSecond: medianOf(taken.map(one => one.pagesPerSecond)),
  cpuMsPerPage: medianOf(taken.map(one => one.cpuMsPerPage)),
}));
const base = medians[0]!.pagesPerSecond;
if (options.json) console.log(JSON.stringify({ cores: count, medians }));
else
  console.log(
    formatTable(
      ['', 'pages/s', 'times one core', 'CPU ms/page'],
      medians.map(({ name, pagesPerSecond, cpuMsPerPage }) => [
        name,
        pagesPerSecond.toFixed(0),
        (pagesPerSecond / base).toFixed(2),
        cpuMsPerPage.toFixed(3),
      ]),
    ),
  );
