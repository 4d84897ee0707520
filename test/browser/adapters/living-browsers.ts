import { readdirSync, readFileSync } from 'node:fs';
import { childrenOf } from '../../../shared/adapters/browser/memory-watch.ts';

/** Leaders of the process groups of browsers that have a profile in `folder`. */
export function browsersIn(folder: string): readonly number[] {
  return pids().filter(pid => textOf(`/proc/${pid}/cmdline`).includes(`--user-data-dir=${folder}`));
}

/** Processes of a group, without those that are dead and not yet asked for. */
export function livingOf(group: number): readonly number[] {
  return pids().filter(pid => {
    const stat = textOf(`/proc/${pid}/stat`);
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state !== 'Z' && state !== 'X' && Number(itsGroup) === group;
  });
}

/** First processes of the browsers that this process has started and that have not ended. */
export function ownBrowsers(): readonly number[] {
  return childrenOf(process.pid).filter(pid => textOf(`/proc/${pid}/cmdline`).includes('chromium'));
}

function pids(): readonly number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Looks again and again; the test's own time limit ends what never becomes true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(done => setTimeout(done, 20));
}
