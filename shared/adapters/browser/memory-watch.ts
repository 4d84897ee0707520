import { readdirSync, readFileSync } from 'node:fs';

/** Memory that one process of a browser may have, bytes: V8 bounds the heap of scripts, and nothing bounds their buffers. */
const mostBytes = 1_200_000_000;
const lookMs = 200;
const pageBytes = 4_096;

/**
 * Ends each child of `browser` that has taken too much memory: what its page was doing has then crashed. Pages of a browser
 * with a single process are in the browser itself. Linux only, where /proc says. Call the answer to stop.
 */
export function watchMemory(browser: number, isSingle: boolean): () => void {
  const timer = setInterval(() => {
    const pids = isSingle ? [browser] : childrenOf(browser);
    for (const pid of pids) if (residentBytes(pid) > mostBytes) kill(pid);
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Children of all threads of a process: a browser starts its renderers from its own thread. */
export function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap(thread => {
    const children = textOf(`/proc/${pid}/task/${thread}/children`).trim();
    return children === '' ? [] : children.split(/\s+/).map(Number);
  });
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** 0 for a process that is gone. */
export function residentBytes(pid: number): number {
  return Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** `''` for a process that is gone, and where there is no /proc. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
