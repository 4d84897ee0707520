import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Processes } from '../../ports.ts';

/**
 * Processes by number and start: numbers are used again. Where the system does not tell when a process started (only
 * Linux does, by /proc), the number alone counts. Each call names another holder of leases in this process, for a process
 * may run several crawls.
 */
export function machineProcesses(): Processes {
  return {
    self: `${processName(process.pid)}/${randomUUID()}`,
    isAlive: holder => holder.startsWith(`${processName(Number.parseInt(holder, 10))}/`),
  };
}

function processName(pid: number): string {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return '';
  }
  return `${pid} ${startOf(pid)}`;
}

/** Field 22 of /proc/PID/stat, counted behind the name in parentheses, which may hold spaces. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]} ${boot}`;
  } catch {
    // No /proc on this system.
    return '';
  }
}
