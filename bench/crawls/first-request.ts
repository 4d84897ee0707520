import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../measured/programs.ts';
import type { ServedSite } from '../servers/server-process.ts';

/** Wall and CPU seconds of a crawl until its first request came. */
export interface Beginning {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

const lookMs = 20;
/** Of Linux on all machines that Node runs on. */
const ticksPerSecond = 100;

/**
 * Runs a program until the server has had its first request, and kills it. Linux only: the CPU is the kernel's, of all
 * threads of the process. Throws where no request comes within `mostSeconds`.
 */
export async function beginningOf(program: Program, site: ServedSite, mostSeconds: number): Promise<Beginning> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-bench-'));
  try {
    await site.takeTally();
    const { command, variables } = program.command(site.origin, folder);
    const [file = '', ...rest] = command;
    const began = Date.now();
    const child = spawn(file, rest, { env: { ...process.env, ...variables }, stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = once(child, 'close');
    try {
      for (let at = began; at < began + mostSeconds * 1_000 && child.exitCode === null; at = Date.now()) {
        const { firstRequestAt } = await site.takeTally();
        if (firstRequestAt !== undefined)
          return { wallSeconds: (firstRequestAt - began) / 1_000, cpuSeconds: cpuSecondsOf(child.pid!) };
        await sleep(lookMs);
      }
      throw new Error(`${program.name}: no request within ${mostSeconds} s`);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** User and system time (proc_pid_stat(5), fields 14 and 15; the name before them may hold blanks). */
function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
