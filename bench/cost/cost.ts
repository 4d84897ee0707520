/**
 * The cost of a crawl in an AWS account: a generated site crawled through the AWS adapters on a virtual clock, each call counted
 * (docs/benchmarks.md). `npm run bench:cost`, e.g. with `-- --pages 200,2000,20000`.
 */
import { parseArgs } from 'node:util';
import { startDynamoDb, whyNoDynamoDb } from '../../test/emulator/dynamodb-local.ts';
import { whyNoMiniStack } from '../../test/emulator/ministack.ts';
import { MemoryDynamoDb } from '../../test/pure/adapters/aws/memory-dynamodb.ts';
import { type CostPoint, callTable, dollarTable, perMillionRead, usageTable, watchTable } from './cost-table.ts';
import { type CostSetup, countCrawl } from './counted-crawl.ts';
import { countWatch } from './counted-watch.ts';
import { mentionsTable } from './mentions-cost.ts';
import { workerChoices } from './simulated-consumer.ts';
import { toneTable } from './tone-cost.ts';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    hosts: { type: 'string', default: '10,1' },
    seed: { type: 'string', default: '1' },
    'delay-ms': { type: 'string', default: '1000' },
    'fetch-memory-mb': { type: 'string', default: '256' },
    'fetch-window-ms': { type: 'string', default: '1000' },
    store: { type: 'string', default: 'dynamodb-local' },
    workers: { type: 'string', default: 'sticky' },
    sources: { type: 'string', default: '20' },
    'watch-hours': { type: 'string', default: '48' },
    rendered: { type: 'string', default: '25' },
    handlers: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});

type Name = Exclude<keyof typeof options, 'json' | 'store' | 'workers'>;
type State = AsyncDisposable & { open(): Promise<Pick<CostSetup, 'dynamo' | 'tables'>> };

function readNumbers(name: Name): number[] {
  const numbers = options[name].split(',').map(Number);
  if (numbers.every(number => Number.isInteger(number) && number >= 0)) return numbers;
  throw new Error(`--${name} ${options[name]}: whole numbers from 0 on`);
}

async function openState(): Promise<State> {
  if (options.store !== 'dynamodb-local' && options.store !== 'memory')
    throw new Error(`--store ${options.store}: one of dynamodb-local, memory`);
  const why = options.store === 'memory' ? undefined : whyNoDynamoDb();
  if (why !== undefined) console.error(`${why}; counted on a stand-in in memory`);
  if (why !== undefined || options.store === 'memory') return memoryState();
  const local = await startDynamoDb();
  return {
    // A separate client for each crawl: it is counted.
    open: async () => ({ dynamo: local.newClient(), tables: await local.createTables() }),
    [Symbol.asyncDispose]: async () => await local[Symbol.asyncDispose](),
  };
}

function memoryState(): State {
  const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
  return {
    open: async () => ({ dynamo: new MemoryDynamoDb().client('command'), tables }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function main(): Promise<void> {
  const workers = workerChoices.find(choice => choice === options.workers);
  if (workers === undefined) throw new Error(`--workers ${options.workers}: one of ${workerChoices.join(', ')}`);
  const [seed = 1] = readNumbers('seed');
  const [delayMs = 1000] = readNumbers('delay-ms');
  const [fetchMemoryMb = 256] = readNumbers('fetch-memory-mb');
  const [fetchWindowMs = 1000] = readNumbers('fetch-window-ms');
  await using state = await openState();
  const points: CostPoint[] = [];
  for (const hosts of readNumbers('hosts')) {
    for (const pagesPerHost of readNumbers('pages')) {
      const setup = { seed, delayMs, fetchMemoryMb, fetchWindowMs, workers, hosts, pagesPerHost };
      const count = await countCrawl({ ...setup, ...(await state.open()) });
      const withLinks = await countCrawl({ ...setup, newLinks: 3, ...(await state.open()) });
      points.push({ hosts, count, withLinks });
    }
  }
  if (options.json) console.log(JSON.stringify(points, (_, value) => (value instanceof Map ? [...value] : value)));
  else for (const table of [usageTable(points), dollarTable(points), callTable(points[0]!)]) console.log(`${table}\n`);
  const [sources = 0] = readNumbers('sources');
  const [hours = 48] = readNumbers('watch-hours');
  let extracted: number | undefined;
  if (sources > 0 && !options.json) {
    const busy = await countWatch({ sources: 5, perDay: 1_200, hours: 6, delayMs });
    extracted = perMillionRead(busy).total;
    console.log(`${watchTable(await countWatch({ sources, perDay: 20, hours, delayMs }), sources, busy)}\n`);
  }
  if (!options.json) console.log(`${await toneTable()}\n\n${await mentionsTable()}\n`);
  const [measured = 0] = readNumbers('handlers');
  if (measured > 0 && !options.json) console.log(`${await measuredHandlers(measured, fetchMemoryMb)}\n`);
  const [rendered = 0] = readNumbers('rendered');
  if (rendered > 0 && !options.json) console.log(await renderedPages(rendered, delayMs, extracted));
}

/** Three sites, by the bundles of the two consumers under the limit of processor that their memory gives them. */
async function measuredHandlers(pagesPerHost: number, fetchMemoryMb: number): Promise<string> {
  const why = await whyNoMiniStack();
  if (why !== undefined) return `handlers under their limit: ${why}`;
  const { handlersTable, measureHandlers } = await import('./handlers/measured-handlers.ts');
  const memoryMb = { fetch: fetchMemoryMb, parse: 1_024 };
  return handlersTable(await measureHandlers({ hosts: 3, pagesPerHost, delayMs: 20, memoryMb }));
}

/** Four sites, as many as share an invocation: as fast as the browser can, and at the delay. */
async function renderedPages(pagesPerHost: number, delayMs: number, extracted = 0): Promise<string> {
  const why = await whyNoMiniStack();
  if (why !== undefined) return `pages in a browser: ${why}`;
  const { countRendered, dollarsPerMillion, renderedTable } = await import('./rendered-crawl.ts');
  const counts = await countRendered(4, pagesPerHost, delayMs);
  if (extracted === 0) return renderedTable(counts);
  const clicked = dollarsPerMillion(counts.at(-1)!);
  const said = `$ per million publications read, each with a list that is clicked through: ${(extracted + clicked).toFixed(0)}`;
  return `${renderedTable(counts)}\n\n${said}`;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
