import { parseArgs } from 'node:util';
import { flatnessBarsOf, furtherPageCpuMs, verdictOf } from '../measured/bars.ts';
import { findSpider, orbweaver, type Program, spiders } from '../measured/programs.ts';
import { cpuMsPerPage, medianOf, type Sample, sample } from '../measured/sample.ts';
import { formatTable } from '../measured/table.ts';
import { pathOf } from '../servers/generated-page.ts';
import { serveGenerated } from '../servers/serve-generated.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '500,3000,10000,30000' },
    repeat: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    program: { type: 'string', default: 'orbweaver' },
    json: { type: 'boolean', default: false },
  },
});

/** Crawls each size once a round, so that a slower moment of the machine does not meet one size alone. */
async function runSizes(program: Program, sizes: number[], seed: number, repeat: number): Promise<Sample[]> {
  const samples = sizes.map((): Sample[] => []);
  for (let round = 1; round <= repeat; round++) {
    for (const [index, pages] of sizes.entries()) {
      await using site = await serveGenerated({ pages, seed });
      const taken = await sample(program, site);
      if (taken.pages !== pages) throw new Error(`${program.name} asked for ${taken.pages} of ${pages} pages`);
      samples[index]!.push(taken);
      console.error(`${round}/${repeat} ${pages} pages: ${taken.cpuSeconds.toFixed(2)} s of CPU`);
    }
  }
  return samples.map(medianOf);
}

function selectProgram(): Program {
  const start = pathOf(0);
  const binary = findSpider();
  const programs = [orbweaver(start, 32), ...(binary ? spiders(binary, start) : [])];
  const program = programs.find(({ name }) => name === options.program);
  if (program === undefined) throw new Error(`--program ${options.program}: one of ${programs.map(p => p.name)}`);
  return program;
}

function readWholeNumbers(name: 'sizes' | 'repeat' | 'seed', least: number): number[] {
  const numbers = options[name].split(',').map(Number);
  const good = numbers.every(number => Number.isInteger(number) && number >= least);
  if (!good) throw new Error(`--${name} ${options[name]}: whole numbers from ${least} on`);
  return numbers;
}

function printTable(points: readonly Sample[]): void {
  const rows = points.map((point, index) => [
    String(point.pages),
    point.wallSeconds.toFixed(2),
    point.cpuSeconds.toFixed(2),
    cpuMsPerPage(point).toFixed(3),
    index === 0 ? '-' : furtherPageCpuMs(points[index - 1]!, point).toFixed(3),
    point.peakMb.toFixed(0),
  ]);
  console.log(formatTable(['pages', 'wall s', 'CPU s', 'CPU ms/page', 'CPU ms/further page', 'peak MB'], rows));
}

async function main(): Promise<void> {
  const sizes = readWholeNumbers('sizes', 1).toSorted((a, b) => a - b);
  if (new Set(sizes).size < Math.max(2, sizes.length)) throw new Error(`--sizes ${options.sizes}: two different ones`);
  const [repeat = 1] = readWholeNumbers('repeat', 1);
  const [seed = 0] = readWholeNumbers('seed', 0);
  const points = await runSizes(selectProgram(), sizes, seed, repeat);
  const bars = flatnessBarsOf(points);
  if (options.json) {
    console.log(JSON.stringify({ seed, points, bars }, null, 2));
    return;
  }
  printTable(points);
  for (const bar of bars) console.log(verdictOf(bar));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
