/** The command line as a process group that is killed whole, under a parent that asks how it ended, or under one that never does. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workFolder } from '../../../crawl/crawl-run.ts';
import { binFile } from '../../cli/run-cli.ts';
import { until } from '../child-crawl.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** Number of the system call prctl, by machine. */
const prctl = { x64: 157, arm64: 167 }[process.arch as string];

/** Makes the process an adopter of orphans (PR_SET_CHILD_SUBREAPER, 36), which stays so when it becomes `sleep`. */
const adopt = `syscall(${prctl}, 36, 1, 0, 0, 0) == 0 or exit 1; exec { $ARGV[0] } @ARGV`;
/** A process that the killed command leaves behind, its children too, stays in the process table while `sleep` lives. */
const leaveUnreaped = 'setsid "$@" & exec sleep 3600';

export const canLeaveUnreaped =
  process.platform === 'linux' &&
  prctl !== undefined &&
  spawnSync('perl', ['-e', adopt, 'setsid', 'true'], { stdio: 'ignore' }).status === 0;

export type Parent = 'reaps' | 'leaves zombies';
export type Way = 'node' | 'npx';

export interface KilledChild {
  /** Kills the whole group, once it has one; does not wait until its processes have gone. */
  kill(): Promise<void>;
  /** Undefined while a process of the group lives; what it wrote, in all. */
  end(): { readonly stdout: string; readonly stderr: string } | undefined;
  /** Lets the system forget the dead. */
  bury(): void;
}

/** `more`: what its environment has besides. */
export function startToKill(
  parent: Parent,
  way: Way,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): KilledChild {
  const output = mkdtempSync(join(workFolder, 'run-'));
  const orbweaver = way === 'node' ? [process.execPath, binFile] : ['npx', '--offline', 'orbweaver'];
  // The shell that writes the number of the group becomes the command, so the group has no process of its own.
  const script = `echo $$ >${output}/pid; exec "$@" >${output}/stdout 2>${output}/stderr`;
  const command = ['sh', '-c', script, 'sh', ...orbweaver, ...args];
  const environment = { PATH: process.env['PATH'], HOME: workFolder, ORBWEAVER_STATE: process.env['ORBWEAVER_STATE'] };
  const options = {
    cwd: way === 'npx' ? root : workFolder,
    env: { ...environment, ...more },
    stdio: 'ignore',
  } as const;
  const child =
    parent === 'reaps'
      ? spawn(command[0]!, command.slice(1), { ...options, detached: true })
      : spawn('perl', ['-e', adopt, 'sh', '-c', leaveUnreaped, 'sh', ...command], options);
  return parent === 'reaps' ? reaped(child, output) : unreaped(child, output);
}

function reaped(child: ChildProcess, output: string): KilledChild {
  return {
    kill: async () => void process.kill(-child.pid!, 'SIGKILL'),
    end: () => (child.exitCode === null && child.signalCode === null ? undefined : written(output)),
    bury: () => undefined,
  };
}

function unreaped(parent: ChildProcess, output: string): KilledChild {
  const pid = (): number => Number(textOf(join(output, 'pid')));
  return {
    async kill() {
      // Group 0 is the group of the tests.
      await until(() => pid() > 0);
      process.kill(-pid(), 'SIGKILL');
    },
    end: () => (pid() === 0 || !isZombie(pid()) ? undefined : written(output)),
    bury: () => void parent.kill('SIGKILL'),
  };
}

function isZombie(pid: number): boolean {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

function written(output: string): { stdout: string; stderr: string } {
  return { stdout: textOf(join(output, 'stdout')), stderr: textOf(join(output, 'stderr')) };
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
