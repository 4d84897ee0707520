/** Many small sites in one crawl, beside one site with as many pages of the same kind. */
import { parseArgs } from 'node:util';
import { type Bar, barRows } from '../measured/bars.ts';
import type { Program } from '../measured/programs.ts';
import { cpuMsPerPage, medianOf, type Sample, sample } from '../measured/sample.ts';
import { formatTable } from '../measured/table.ts';
import { mostSites, serveMany } from '../servers/serve-many.ts';
import type { ServedSite } from '../servers/server-process.ts';
import { type Beginning, beginningOf } from './first-request.ts';
import { crawlOfSites } from './site-programs.ts';

const { values: options } = parseArgs({
  options: {
    sites: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '10' },
    starts: { type: 'string', default: '10000,100000' },
    repeat: { type: 'string', default: '1' },
    'most-seconds': { type: 'string', default: '900' },
    before: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

interface Measured {
  /** Medians by the name of the program. */
  readonly crawls: ReadonlyMap<string, Sample>;
  /** By the number of start addresses. */
  readonly starts: ReadonlyMap<number, Beginning>;
}

interface Way {
  readonly program: Program;
  readonly serve: () => Promise<ServedSite>;
}

/** Runs the ways in turn, `repeat` times over, so that a slower moment of the machine meets all of them. */
async function runInterleaved(ways: readonly Way[], expected: number, repeat: number): Promise<Map<string, Sample>> {
  const samples = new Map<string, Sample[]>(ways.map(({ program }) => [program.name, []]));
  for (let round = 1; round <= repeat; round++) {
    for (const { program, serve } of ways) {
      await using site = await serve();
      const taken = await sample(bounded(program), site);
      if (taken.pages !== expected) throw new Error(`${program.name} asked for ${taken.pages} of ${expected} pages`);
      samples.get(program.name)!.push(taken);
      console.error(`${round}/${repeat} ${program.name}: ${taken.cpuSeconds.toFixed(2)} s of CPU`);
    }
  }
  return new Map([...samples].map(([name, runs]) => [name, medianOf(runs)]));
}

/** The same program, killed when its time is over: its failure is then the benchmark's. */
function bounded({ name, command }: Program): Program {
  return {
    name,
    command: (...args) => {
      const { command: line, ...more } = command(...args);
      return { ...more, command: ['timeout', '--signal=KILL', options['most-seconds'], ...line] };
    },
  };
}

function waysOf(sites: number, pages: number): Way[] {
  const many = (): Promise<ServedSite> => serveMany({ sites, pages });
  const one = (): Promise<ServedSite> => serveMany({ sites: 1, pages: sites * pages });
  const { before } = options;
  return [
    { program: crawlOfSites('one site', 1), serve: one },
    { program: crawlOfSites('many sites', sites), serve: many },
    ...(before === undefined
      ? []
      : [{ program: crawlOfSites('many sites before', sites, { checkout: before }), serve: many }]),
  ];
}

async function measureStarts(counts: readonly number[]): Promise<Map<number, Beginning>> {
  const beginnings = new Map<number, Beginning>();
  for (const sites of counts) {
    await using served = await serveMany({ sites, pages: 1 });
    const program = crawlOfSites(`${sites} start addresses`, sites);
    beginnings.set(sites, await beginningOf(program, served, Number(options['most-seconds'])));
  }
  return beginnings;
}

/** The bars of many sites: 1.3 times the CPU of one site, 600 MB, and a start that is linear and takes 10 s at 100,000. */
function barsOf({ crawls, starts }: Measured): Bar[] {
  const [one, many] = [crawls.get('one site')!, crawls.get('many sites')!];
  const bars: Bar[] = [
    { what: 'CPU of a page of many sites against one site', value: cpuMsPerPage(many) / cpuMsPerPage(one), limit: 1.3 },
    { what: 'peak memory of many sites, MB', value: many.peakMb, limit: 600 },
  ];
  const [few, most] = [[...starts][0], [...starts].at(-1)];
  if (most !== undefined && few !== undefined && starts.size > 1)
    bars.push({
      what: `CPU of a start address, ${most[0]} against ${few[0]}`,
      value: most[1].cpuSeconds / most[0] / (few[1].cpuSeconds / few[0]),
      limit: 1.3,
    });
  if (most !== undefined)
    bars.push({ what: `seconds until ${most[0]} start addresses begin`, value: most[1].wallSeconds, limit: 10 });
  return bars;
}

function printReport(measured: Measured, bars: readonly Bar[]): void {
  const crawls = [...measured.crawls].map(([name, one]) => [
    name,
    String(one.pages),
    one.wallSeconds.toFixed(2),
    one.cpuSeconds.toFixed(2),
    cpuMsPerPage(one).toFixed(3),
    one.peakMb.toFixed(0),
  ]);
  console.log(formatTable(['', 'pages', 'wall s', 'CPU s', 'CPU ms/page', 'peak MB'], crawls));
  const starts = [...measured.starts].map(([sites, { wallSeconds, cpuSeconds }]) => [
    String(sites),
    wallSeconds.toFixed(2),
    cpuSeconds.toFixed(2),
  ]);
  if (starts.length > 0) console.log(formatTable(['start addresses', 'first request, s', 'CPU s'], starts));
  console.log(formatTable(['bar', 'at most', 'measured', ''], barRows(bars)));
}

function readWholeNumbers(name: 'sites' | 'pages' | 'starts' | 'repeat' | 'most-seconds', most: number): number[] {
  if (name === 'starts' && options.starts === '0') return [];
  const numbers = options[name].split(',').map(Number);
  if (!numbers.every(number => Number.isInteger(number) && number >= 1 && number <= most))
    throw new Error(`--${name} ${options[name]}: whole numbers from 1 to ${most}`);
  return numbers;
}

async function main(): Promise<void> {
  const [sites = 1] = readWholeNumbers('sites', mostSites);
  const [pages = 1] = readWholeNumbers('pages', 1_000_000);
  const [repeat = 1] = readWholeNumbers('repeat', 100);
  readWholeNumbers('most-seconds', 86_400);
  const counts = readWholeNumbers('starts', mostSites).toSorted((a, b) => a - b);
  const crawls = await runInterleaved(waysOf(sites, pages), sites * pages, repeat);
  const measured = { crawls, starts: await measureStarts(counts) };
  const bars = barsOf(measured);
  if (!options.json) printReport(measured, bars);
  else {
    const lists = { crawls: Object.fromEntries(crawls), starts: Object.fromEntries(measured.starts) };
    console.log(JSON.stringify({ sites, pages, ...lists, bars }, null, 2));
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
