import { readdirSync, readFileSync } from 'node:fs';

const lookMs = 5;
/** Processor time by which a process may be ahead of its share: about a scheduling period of Lambda. */
const burstMs = 20;

/**
 * Gives a process no more than a share of one processor, as Lambda does: it is stopped (SIGSTOP) while it is ahead of its share.
 * Returns what ends the limit.
 */
export function limitCpu(pid: number, share: number): () => void {
  const before = cpuMsOf(pid) ?? 0;
  let allowed = 0;
  let last = performance.now();
  let isStopped = false;
  const look = (): void => {
    const now = performance.now();
    const used = (cpuMsOf(pid) ?? before) - before;
    allowed = Math.min(allowed + share * (now - last), used + burstMs);
    last = now;
    if (used > allowed === isStopped) return;
    isStopped = !isStopped;
    process.kill(pid, isStopped ? 'SIGSTOP' : 'SIGCONT');
  };
  const timer = setInterval(look, lookMs);
  return () => {
    clearInterval(timer);
    if (isStopped) process.kill(pid, 'SIGCONT');
  };
}

/** Of all threads; undefined where the process has gone. */
function cpuMsOf(pid: number): number | undefined {
  try {
    const times = readdirSync(`/proc/${pid}/task`).map(task =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return times.reduce((sum, time) => sum + time, 0) / 1e6;
  } catch {
    return undefined;
  }
}
