import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Usage {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** Highest resident memory, added up over the program's processes; 0 where it reported none. */
  readonly peakMb: number;
}

/**
 * Runs a program from start to exit and says what it used.
 *
 * CPU (user + system) and wall clock come from bash's `time`, that is from wait4(2): all threads and all waited-for
 * processes, start and exit included. The peak is what each process says itself in BENCH_PEAK_FILE, which
 * `report-peak.cjs` does for Node. Bash in between also keeps the peak honest: Linux carries ru_maxrss over an exec,
 * so a program started from here directly would count this process's memory as its own.
 *
 * `node` is the Node of this process: the command line of Orbweaver is run as npx runs it.
 *
 * Throws, with the end of what the program wrote to standard error, where its exit code is not 0.
 */
export async function measure(command: readonly string[], variables: Record<string, string> = {}): Promise<Usage> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-measure-'));
  try {
    const timesFile = join(folder, 'times');
    const peakFile = join(folder, 'peaks');
    await run(['bash', '-c', TIMED, 'bash', timesFile, ...command], {
      ...withoutSettings(process.env),
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      NODE_OPTIONS: `--require="${fileURLToPath(new URL('report-peak.cjs', import.meta.url))}"`,
      BENCH_PEAK_FILE: peakFile,
      TIMEFORMAT: '%3U %3S %3R',
      LC_ALL: 'C',
      ...variables,
    });
    const [user = Number.NaN, system = Number.NaN, wall = Number.NaN] = readNumbers(timesFile);
    const peakKib = readNumbers(peakFile).reduce((sum, peak) => sum + peak, 0);
    return { cpuSeconds: user + system, wallSeconds: wall, peakMb: (peakKib * 1024) / 1e6 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without the user's own `ORBWEAVER_` settings, so that the same command means the same crawl everywhere. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('ORBWEAVER_')));
}

/** The program keeps its own standard error (descriptor 3), so that the times stand alone in their file. */
const TIMED = 'times=$1; shift; { time "$@" 2>&3; } 3>&2 2>"$times"';

async function run(command: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [file = '', ...rest] = command;
  const child = spawn(file, rest, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    errors = (errors + text).slice(-2_000);
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command.slice(5).join(' ')} ended with ${code ?? signal}: ${errors.trim()}`);
}

function readNumbers(file: string): number[] {
  return readFileSync(file, 'utf8').trim().split(/\s+/).map(Number);
}
