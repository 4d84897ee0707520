/** The command line as a process of its own, to be watched, interrupted and killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { workFolder } from '../../crawl/crawl-run.ts';
import { binFile } from '../cli/run-cli.ts';

export interface ChildEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ChildCrawl {
  readonly process: ChildProcess;
  readonly ended: Promise<ChildEnd>;
}

/** Runs `orbweaver` with the token table of this test file. */
export function startChild(...args: readonly string[]): ChildCrawl {
  return startChildWith({}, ...args);
}

/** With more in its environment. */
export function startChildWith(more: Readonly<Record<string, string>>, ...args: readonly string[]): ChildCrawl {
  const env = {
    PATH: process.env['PATH'],
    ORBWEAVER_STATE: process.env['ORBWEAVER_STATE'],
    ORBWEAVER_DEBUG: '1',
    ...more,
  };
  const child = spawn(process.execPath, [binFile, ...args], { cwd: workFolder, env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => {
    stdout += String(data);
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += String(data);
  });
  const ended = new Promise<ChildEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
  return { process: child, ended };
}

export async function runChild(...args: readonly string[]): Promise<ChildEnd> {
  return await startChild(...args).ended;
}

/** Resolves as soon as `holds` does; throws after `withinMs`. */
export async function until(holds: () => boolean, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${String(holds)}`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
