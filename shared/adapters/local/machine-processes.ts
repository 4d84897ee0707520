import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import type { Processes } from '../../ports/ports.ts';

/** Of the flags of a process: it is exiting (PF_EXITING of the Linux kernel). */
const exiting = 0x4;
/** The bit of SIGKILL, signal 9, in a set of signals. */
const killed = 1 << 8;

/**
 * The state of a process: `dead` requests nothing more, though it may be in the process table for a while yet, or for ever, where
 * no parent asks how it ended. `unknown`: the number is in use, and the system does not say by whom.
 */
export type Life = 'alive' | 'dead' | 'unknown';

/** The holder of a crawl directory's lock: leases are taken in its name. */
export interface LockHolder {
  /** Names the lock's file, and no copy of it. */
  readonly file: string;
  /** Names this taking of the lock. */
  readonly taking: string;
}

/**
 * Processes by number and start, for numbers are used again. Only Linux says, by /proc, when a process started and
 * whether it is dead; on other systems the number alone counts. One process may hold several locks.
 *
 * The lock of a crawl directory is exclusive: a lease that was taken under an earlier taking of the same lock is dead,
 * whatever can be learnt of its process.
 */
export function machineProcesses({ file, taking }: LockHolder = { file: '', taking: randomUUID() }): Processes {
  const own = orNothing(() => readlinkSync('/proc/self/ns/pid'));
  const boot = orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')).trim();
  const self = [processName(process.pid, boot), taking, file, own].join('/');
  return {
    self,
    isAlive: holder => {
      if (holder === self) return true;
      const [name = '', , itsFile = '', namespace = own] = holder.split('/');
      if (itsFile !== '' && itsFile === file) return false;
      // Its number is one of another container. Nobody knows here, so the lease lasts until its end.
      if (namespace !== own && name.endsWith(` ${boot}`)) return true;
      return name !== '' && name === processName(Number.parseInt(name, 10), boot);
    },
  };
}

/** Number, start, and what changes with each start of the system; `''` where there is no such process. */
function processName(pid: number, boot: string): string {
  return lifeOf(pid) === 'dead' ? '' : `${pid} ${statOf(pid)?.start ?? ''} ${boot}`;
}

export function lifeOf(pid: number): Life {
  if (!isInUse(pid)) return 'dead';
  const stat = statOf(pid);
  if (stat === undefined) return 'unknown';
  const isDead = ['Z', 'X', 'x'].includes(stat.state) || (stat.flags & exiting) !== 0 || (stat.signals & killed) !== 0;
  return isDead ? 'dead' : 'alive';
}

/** A process of another user is there too. */
export function isInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

interface Stat {
  readonly state: string;
  readonly flags: number;
  readonly start: string;
  /** Signals that wait to be delivered to its first thread. */
  readonly signals: number;
}

/**
 * From /proc/PID/stat (proc_pid_stat(5): state is field 3, flags 9, start 22, signals 31), counted behind the name in
 * parentheses, which may hold spaces. Undefined if there is no /proc, or one that numbers processes otherwise.
 */
function statOf(pid: number): Stat | undefined {
  const text = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (text === '' || orNothing(() => readlinkSync('/proc/self')) !== String(process.pid)) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0]!, flags: Number(fields[6]), start: fields[19]!, signals: Number(fields[28]) };
}

/** Of /proc, where that is. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
