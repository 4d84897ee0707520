import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrawlResults, newDirectory } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { startChild } from '../child-crawl.ts';

let site: LoopbackSite;
/** Called at each request. */
let onAsked: () => void = () => undefined;
let whole: Record<string, string>;
const downloads = 4;
const settings = [
  '--delay',
  '1',
  '--max-downloads',
  String(downloads),
  '--quiet',
  '--format',
  'csv,gexf,parquet,commoncrawl',
];

beforeAll(async () => {
  site = await startLayeredSite(9, { answerAfterMs: 2, onAsked: () => onAsked() });
  const directory = newDirectory();
  const { exitCode, stderr } = await startChild('crawl', `${site.origin}/`, ...settings, '--out', directory).ended;
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  whole = new CrawlResults(directory).files();
  expect(site.paths().length).toBeGreaterThan(250);
});
afterAll(() => site.close());

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Run {
  readonly paths: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** Runs until it ends, or is killed: at its n-th request, or so many ms after its start. */
async function runAndKill(
  args: readonly string[],
  kill: { readonly request: number } | { readonly ms: number },
): Promise<Run> {
  const from = site.paths().length;
  const child = startChild(...args);
  const end = (): void => {
    child.process.kill('SIGKILL');
  };
  let count = 0;
  onAsked = () => {
    count += 1;
    if ('request' in kill && count === kill.request) end();
  };
  const timer = 'ms' in kill ? setTimeout(end, kill.ms) : undefined;
  const { exitCode, stderr } = await child.ended;
  clearTimeout(timer);
  onAsked = () => undefined;
  return { paths: site.paths().slice(from), exitCode, stderr };
}

/**
 * The requests of a run that an earlier one had made too: the pages of one turn, before all others. Requests that are under way
 * together may arrive in another order than they were sent in.
 */
function repeatedIn(run: Run, before: ReadonlySet<string>): string[] {
  const repeated = run.paths.filter(path => before.has(path));
  const first = run.paths.slice(0, repeated.length + downloads - 1);
  expect(first, 'what is asked for again comes first').toEqual(expect.arrayContaining(repeated));
  return repeated;
}

test.each([1, 2, 3])(
  'a process that is killed again and again leaves the very files of one that never was (seed %i) (adverse 51)',
  async seed => {
    const chance = chances(seed);
    const directory = newDirectory();
    const asked = new Set<string>();
    const started = performance.now();
    let args: readonly string[] = ['crawl', `${site.origin}/`, ...settings, '--out', directory];
    let kills = 0;
    for (; kills < 8; kills += 1) {
      // One in three by the clock, which also finds what is done before the first and after the last request.
      const kill = chance() < 1 / 3 ? { ms: 300 + chance() * 900 } : { request: 1 + Math.floor(chance() * 70) };
      const run = await runAndKill(args, kill);
      if (run.exitCode === null) {
        const phases = new Set(repeatedIn(run, asked).map(path => path.split('/')[1]));
        expect(phases.size, `one turn is repeated after a kill: ${[...phases]}`).toBeLessThanOrEqual(1);
      } else if (run.exitCode === 0) break;
      else expect(run.stderr).toContain('holds no crawl');
      for (const path of run.paths) asked.add(path);
      if (asked.size > 0) args = ['resume', directory, '--quiet'];
      else args = ['crawl', `${site.origin}/`, ...settings, '--out', directory, '--overwrite'];
    }
    const last = await runAndKill(args, { ms: 60_000 });
    expect([last.exitCode, last.stderr]).toEqual([0, '']);
    expect(kills).toBeGreaterThan(3);
    expect(new CrawlResults(directory).files()).toEqual(whole);
    // A lease lives for 100 s: nobody waited for that of a dead process.
    expect(performance.now() - started).toBeLessThan(60_000);
  },
);
