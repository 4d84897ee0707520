import { readFileSync } from 'node:fs';

/** Memory that one process of a browser may have, bytes: V8 bounds the heap of scripts, and nothing bounds their buffers. */
const mostBytes = 1_200_000_000;
const lookMs = 200;
const pageBytes = 4_096;

/**
 * Ends each child of `parent` that has taken too much memory: what its page was doing has then crashed. Linux only, where
 * /proc tells. Call the answer to stop.
 */
export function watchMemory(parent: number): () => void {
  const timer = setInterval(() => {
    for (const pid of textOf(`/proc/${parent}/task/${parent}/children`).trim().split(/\s+/)) {
      const resident = Number(textOf(`/proc/${pid}/statm`).split(' ')[1]) * pageBytes;
      if (pid !== '' && resident > mostBytes) kill(Number(pid));
    }
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
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
