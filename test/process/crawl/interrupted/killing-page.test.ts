/** Pages that end whoever reads them, by memory or by a crash, and pages that were only read when somebody else killed. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrawlResults, newDirectory, workFolder } from '../../../crawl/crawl-run.ts';
import { type LoopbackSite, page, startSite } from '../../../servers/loopback-site.ts';
import { type ChildEnd, startChildWith, until } from '../child-crawl.ts';

/** V8 gives a thread some 300 MB then. */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=64' };

const deeds = {
  'takes all memory': 'const all = []; for (;;) all.push(new Array(100_000).fill(0.5));',
  crashes: "process.kill(process.pid, 'SIGSEGV'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
  'does nothing': '',
};
type Deed = keyof typeof deeds;

let site: LoopbackSite;
beforeAll(async () => {
  site = await startSite({
    '/': page('start', '/a', '/bad', '/b', '/twin', 'http://other.example/'),
    '/a': page('a', '/c'),
    '/bad': page('bad', '/', '/only-from-bad'),
    '/twin': page('bad', '/', '/only-from-bad'),
    '/b': page('b', '/d'),
    '*': ({ path }) => (/^\/[cd]$/.test(path) ? page(path) : { status: 404 }),
  });
});
afterAll(() => site.close());

/** The event at the page `/bad`. Each reading of it leaves a file, and goes on once it is let go. */
class Trap {
  readonly plugin: string;
  private readonly folder = mkdtempSync(join(workFolder, 'trap-'));

  constructor(deed: Deed, isHeld = false) {
    this.plugin = join(this.folder, 'trap.mjs');
    mkdirSync(join(this.folder, 'readings'));
    const wait = `const wait = new Int32Array(new SharedArrayBuffer(4));
      while (!existsSync(${JSON.stringify(this.letGoFile)})) Atomics.wait(wait, 0, 0, 5);`;
    writeFileSync(
      this.plugin,
      `import { existsSync, writeFileSync } from 'node:fs';
      const analyze = ({ url }) => {
        if (!url.endsWith('/bad')) return undefined;
        writeFileSync(${JSON.stringify(join(this.folder, 'readings'))} + '/' + Date.now() + '-' + process.pid, '');
        ${isHeld ? wait : ''}
        ${deeds[deed]}
      };
      export const analyzers = [{ name: 'trap', analyze }];`,
    );
  }

  /** Numbers of the processes that have begun to read the page. */
  get readers(): readonly number[] {
    return readdirSync(join(this.folder, 'readings')).map(name => Number(name.split('-')[1]));
  }

  letGo(): void {
    writeFileSync(this.letGoFile, '');
  }

  private get letGoFile(): string {
    return join(this.folder, 'let-go');
  }
}

async function run(...args: readonly string[]): Promise<ChildEnd> {
  return await startChildWith(smallHeap, ...args, '--quiet').ended;
}

function beginning(trap: Trap, directory: string): readonly string[] {
  return [
    'crawl',
    `${site.origin}/`,
    '--delay',
    '0',
    '--max-downloads',
    '1',
    '--plugin',
    trap.plugin,
    '--out',
    directory,
  ];
}

/** Starts, and kills the whole process when the page is read for the next time. */
async function killAtNextReading(trap: Trap, args: readonly string[]): Promise<void> {
  const before = trap.readers.length;
  const child = startChildWith(smallHeap, ...args, '--quiet');
  await until(() => trap.readers.length > before, 60_000);
  child.process.kill('SIGKILL');
  expect((await child.ended).signal).toBe('SIGKILL');
}

function errorsOf(directory: string): string[] {
  return readFileSync(join(directory, 'logs', 'errors.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
}

async function wholeCrawl(deed: Deed): Promise<Record<string, string>> {
  const directory = newDirectory();
  expect(await run(...beginning(new Trap(deed), directory))).toMatchObject({ exitCode: 0 });
  return new CrawlResults(directory).files();
}

test('a page that takes all memory of the state thread costs that thread and that page, not the crawl', async () => {
  const directory = newDirectory();
  const trap = new Trap('takes all memory');
  const { exitCode, stderr } = await run(...beginning(trap, directory));
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  const results = new CrawlResults(directory);
  // The same content would do the same, so its second address is not read at all.
  expect(results.reasons()).toEqual({ '/bad': 'parser', '/twin': 'parser' });
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a', '/b'], 2: ['/c', '/d'] });
  // By the thread, then by a process of its own.
  expect(new Set(trap.readers).size).toBe(2);
  expect(results.json()['notices']).toEqual([
    expect.stringMatching(
      /^Site 1: the thread that keeps the state had no memory left and was started again .* turn 2,/,
    ),
  ]);
  expect(errorsOf(directory).filter(line => line.includes('/bad,parser'))).toEqual([
    expect.stringMatching(/,its reader ended by (?:SIGABRT|SIGTRAP|exit code \d+)$/),
  ]);
});

test('of many sites, whose turns are handed over two at a time, the turn that took all memory is named', async () => {
  const directory = newDirectory();
  const trap = new Trap('takes all memory');
  const others = await Promise.all(
    Array.from({ length: 66 }, (_, n) => startSite({ '/': page(`start ${n}`, '/a'), '/a': page(`a ${n}`) })),
  );
  try {
    const starts = [...others.slice(0, 33), site, ...others.slice(33)].map(({ origin }) => `${origin}/`);
    const rest = beginning(trap, directory).slice(2);
    const { exitCode, stderr } = await run('crawl', ...starts, ...rest);
    expect(`${exitCode} ${stderr}`).toBe('0 ');
  } finally {
    await Promise.all(others.map(other => other.close()));
  }
  const json = new CrawlResults(directory).json() as { notices: string[]; outcomes: Record<string, number> };
  expect(json.notices).toEqual([
    expect.stringMatching(
      /^Site 34: the thread that keeps the state had no memory left and was started again .* turn 2,/,
    ),
  ]);
  expect(json.outcomes).toMatchObject({ nodes: 2 * 66 + 5 });
  expect(errorsOf(directory).filter(line => line.includes('/bad,parser'))).toHaveLength(1);
});

test('a page that crashes the process costs one resume and that page', async () => {
  const directory = newDirectory();
  const trap = new Trap('crashes');
  expect(await run(...beginning(trap, directory))).toMatchObject({ signal: 'SIGSEGV' });
  const { exitCode, stderr } = await run('resume', directory);
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  const results = new CrawlResults(directory);
  expect(results.reasons()).toEqual({ '/bad': 'parser', '/twin': 'parser' });
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a', '/b'], 2: ['/c', '/d'] });
  expect(errorsOf(directory).filter(line => line.includes('/bad,parser'))).toEqual([
    expect.stringMatching(/,its reader ended by SIGSEGV$/),
  ]);
});

test('kill -9 while a page is read, again and again, never skips it', async () => {
  const directory = newDirectory();
  const trap = new Trap('does nothing', true);
  await killAtNextReading(trap, beginning(trap, directory));
  // From now on a process of its own reads it.
  for (let kills = 0; kills < 4; kills += 1) await killAtNextReading(trap, ['resume', directory]);
  const child = startChildWith(smallHeap, 'resume', directory, '--quiet');
  // Somebody kills that process alone, twice.
  for (let readings = 6; readings <= 7; readings += 1) {
    await until(() => trap.readers.length === readings, 60_000);
    expect(trap.readers.at(-1)).not.toBe(child.process.pid);
    process.kill(trap.readers.at(-1)!, 'SIGKILL');
  }
  await until(() => trap.readers.length === 8, 60_000);
  trap.letGo();
  expect(await child.ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(new CrawlResults(directory).files()).toEqual(await wholeCrawl('does nothing'));
});

test.each(['takes all memory', 'crashes'] as const)(
  'kill -9 at each reading of a page that %s, and resume: the same files',
  async deed => {
    const whole = await wholeCrawl('takes all memory');
    const directory = newDirectory();
    const trap = new Trap(deed, true);
    await killAtNextReading(trap, beginning(trap, directory));
    await killAtNextReading(trap, ['resume', directory]);
    trap.letGo();
    expect(await run('resume', directory)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(new CrawlResults(directory).files()).toEqual(whole);
  },
);

test('a thread that has no memory left while it writes the results ends the crawl with one sentence', async () => {
  const directory = newDirectory();
  const plugin = join(workFolder, 'hungry-writer.mjs');
  writeFileSync(
    plugin,
    `export const writers = [{ name: 'hungry', write: async () => { ${deeds['takes all memory']} } }];`,
  );
  const args = ['crawl', `${site.origin}/`, '--delay', '0', '--plugin', plugin, '--out', directory];
  const { exitCode, stderr } = await run(...args);
  expect([exitCode, stderr.split('\n')[0]]).toEqual([
    5,
    "orbweaver: the thread that keeps the crawl's state has no memory left (ERR_WORKER_OUT_OF_MEMORY); allow more by: " +
      `NODE_OPTIONS=--max-old-space-size=8192, then: orbweaver resume ${directory}`,
  ]);
});
