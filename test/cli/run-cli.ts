import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface CliRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliSettings {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  /** The Node that runs it; the one of the tests by default. */
  readonly node?: string;
  /** Another copy of the started file. */
  readonly bin?: string;
}

export const binFile = fileURLToPath(new URL('../../functions/orbweaver.js', import.meta.url));

/** Runs the command line in a process of its own, as a person would. */
export async function runCli(args: readonly string[], settings: CliSettings = {}): Promise<CliRun> {
  const child = spawn(settings.node ?? process.execPath, [settings.bin ?? binFile, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings.env },
    ...(settings.cwd === undefined ? {} : { cwd: settings.cwd }),
  });
  child.stdin.end(settings.input ?? '');
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve));
  const [exitCode, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { exitCode, stdout, stderr };
}
