/** The cost of a request by our client and by others; `npm run bench:http`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatTable } from '../measured/table.ts';
import { pathOf } from '../servers/generated-page.ts';

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    'at-once': { type: 'string', default: '32' },
    pages: { type: 'string', default: '300' },
    repeat: { type: 'string', default: '5' },
  },
});

interface Taken {
  readonly bytes: number;
  readonly cpuMs: number;
  readonly wallMs: number;
}

interface Runner {
  readonly name: string;
  readonly transport: 'plain' | 'secure';
  readonly command: (origin: string) => readonly string[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const certificate = here('../../test/servers/fixtures/loopback-test.crt');
const { requests, 'at-once': atOnce, pages } = options;

function ofNode(name: string, transport: Runner['transport']): Runner {
  const command = (origin: string) => [process.execPath, here('fetch-way.ts'), name, origin, requests, atOnce, pages];
  return { name, transport, command };
}

/** Go's client, built where Go is there. */
function ofGo(folder: string): readonly Runner[] {
  const program = join(folder, 'http-peer');
  try {
    execFileSync(process.env['BENCH_GO'] ?? 'go', ['build', '-o', program, '.'], {
      cwd: here('../peers/go'),
      stdio: 'ignore',
    });
  } catch {
    console.error('Go is not there, or cannot build bench/peers/go: its client is left out.');
  }
  if (!existsSync(program)) return [];
  const paths = join(folder, 'paths');
  writeFileSync(paths, Array.from({ length: Number(pages) }, (_, number) => pathOf(number)).join('\n'));
  const runner = (name: string, transport: Runner['transport']): Runner => ({
    ...{ name, transport },
    command: origin => [program, name, origin, requests, atOnce, paths],
  });
  return [runner('go', 'plain'), runner('go', 'secure')];
}

function runners(folder: string): readonly Runner[] {
  const plain = [
    ...['dispatch', 'dispatch, 10 in a row', 'dispatch, no keep-alive', 'dispatch, other limits'],
    ...['orbweaver', 'undici request', 'undici fetch'],
  ];
  const secure = ['dispatch', 'orbweaver'];
  return [...plain.map(name => ofNode(name, 'plain')), ...secure.map(name => ofNode(name, 'secure')), ...ofGo(folder)];
}

async function run({ name, command }: Runner, origin: string): Promise<Taken> {
  const [file = '', ...rest] = command(origin);
  const child = spawn(file, rest, {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', part => {
    text += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${code}.`);
  return JSON.parse(text) as Taken;
}

async function startServer() {
  const child = spawn(process.execPath, [here('serve-secure.ts'), pages], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { plain, secure } = JSON.parse(String(line)) as { plain: number; secure: number };
  return {
    origins: { plain: `http://127.0.0.1:${plain}`, secure: `https://127.0.0.1:${secure}` },
    close: () => child.stdin.end(),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Of each round, so that a slower moment of the machine meets both. */
function ratio(taken: readonly Taken[], to: readonly Taken[]): string {
  return median(taken.map(({ cpuMs }, round) => cpuMs / to[round]!.cpuMs)).toFixed(2);
}

async function measureAll(all: readonly Runner[], origins: Readonly<Record<Runner['transport'], string>>) {
  const taken = all.map((): Taken[] => []);
  for (let round = 0; round < Number(options.repeat); round++)
    for (const [i, runner] of all.entries()) taken[i]!.push(await run(runner, origins[runner.transport]));
  const sizes = new Set(taken.flat().map(({ bytes }) => bytes));
  if (sizes.size > 1) throw new Error(`The clients got ${[...sizes].join(', ')} bytes.`);
  return taken;
}

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-http-'));
const server = await startServer();
try {
  const all = runners(folder);
  const taken = await measureAll(all, server.origins);
  const base = (transport: Runner['transport']) =>
    taken[all.findIndex(each => each.transport === transport && each.name === 'dispatch')]!;
  const rows = all.map(({ name, transport }, i) => [
    `${name}, ${transport === 'plain' ? 'plain' : 'TLS'}`,
    (median(taken[i]!.map(({ cpuMs }) => cpuMs)) / Number(requests)).toFixed(4),
    ratio(taken[i]!, base(transport)),
    median(taken[i]!.map(({ wallMs }) => wallMs)).toFixed(0),
  ]);
  const [{ bytes }] = taken[0] as [Taken];
  console.log(`${requests} requests, ${(bytes / Number(requests) / 1000).toFixed(1)} KB each, ${atOnce} at once\n`);
  console.log(formatTable(['way', 'CPU ms/request', 'to dispatch', 'wall ms'], rows));
} finally {
  server.close();
  rmSync(folder, { recursive: true });
}
