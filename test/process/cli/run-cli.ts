import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
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

export const binFile = fileURLToPath(new URL('../../../functions/orbweaver.js', import.meta.url));

/** A Node older than 24 on this machine, where there is one. */
export const olderNode = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  .map(folder => join(folder, 'node'))
  .find(node => existsSync(node) && majorOf(node) < 24);

function majorOf(node: string): number {
  return Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }));
}

/** Runs the command line in a process of its own, as a person would. */
export async function runCli(args: readonly string[], settings: CliSettings = {}): Promise<CliRun> {
  const child = spawn(settings.node ?? process.execPath, [settings.bin ?? binFile, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings.env },
    ...(settings.cwd !== undefined && { cwd: settings.cwd }),
  });
  // A process may end before it reads.
  child.stdin.on('error', () => undefined);
  child.stdin.end(settings.input ?? '');
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve));
  const [exitCode, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { exitCode, stdout, stderr };
}
