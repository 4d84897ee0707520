/**
 * Pages whose reading has ended a worker before are read by their own process (docs/design/protocol.md, "A page that kills its
 * reader"). If that process dies by itself, the page that it was reading is to blame. If another process kills it, the
 * page is tried again.
 */
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { withoutPages } from '../../shared/domain/protocol/unreadable-pages.ts';
import type { UnreadPage } from '../../shared/domain/turn/turn-reader.ts';
import type { ReadApart, ReadingApart } from '../../shared/steps/parse/parse-worker.ts';
import type { SuspectEntry } from '../../shared/wings/publications/visits/source-reader.ts';
import type { PageReader, ReadingWatch } from './page-reader.ts';
import { Calls, processChannel } from './threads/calls.ts';

/** How the process ended, and the page that it was reading; absent before the first. */
interface Death {
  readonly page: number | undefined;
  readonly how: string;
  readonly isKilled: boolean;
}

/** By these signals somebody ends a process from outside. The kernel uses the first where the machine has no memory left. */
const signalsOfOthers: readonly string[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];
/** How often the process may be killed at one page, or end before the first, while its parent lives. */
const mostEnds = 3;

/** Reads the turn; pages that ended the process are left out. An error of a plugin is thrown on. */
export async function readApart(directory: string, reading: ReadingApart): Promise<ReadApart> {
  const killers: UnreadPage[] = [];
  const ends = new Map<number | undefined, number>();
  for (;;) {
    const outcomes = withoutPages(
      reading.outcomes,
      killers.map(({ page }) => page),
    );
    const end = await inProcess(async reader => await reader.read(directory, { ...reading, outcomes }));
    if (!('how' in end)) return { read: end.given, killers };
    const { page, how, isKilled } = end;
    ends.set(page, (ends.get(page) ?? 0) + 1);
    const isOften = ends.get(page)! >= mostEnds;
    if (page === undefined && isOften)
      throw new Error(`the process that was to read ${reading.bodies} ended ${mostEnds} times before a page (${how})`);
    if (page !== undefined && (isOften || !isKilled)) killers.push({ page, why: `its reader ended by ${how}` });
  }
}

/**
 * A separate process reads an entry of a watch. Answers how the entry ended the process; undefined if the process lives, or
 * is killed from outside each time.
 */
export async function tryApart(directory: string, suspect: SuspectEntry): Promise<string | undefined> {
  for (let ends = 0; ends < mostEnds; ends += 1) {
    const end = await inProcess(async reader => await reader.tryEntry(directory, suspect));
    if (!('how' in end)) return undefined;
    if (!end.isKilled && end.page !== undefined) return end.how;
  }
  return undefined;
}

async function inProcess<T>(ask: (reader: PageReader) => Promise<T>): Promise<{ readonly given: T } | Death> {
  // Seldom needed, and not loaded by the start of each crawl.
  const { fork } = await import('node:child_process');
  const child = fork(fileURLToPath(new URL('./page-reader.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const calls = new Calls(processChannel(child, () => child.kill('SIGKILL')));
  let page: number | undefined;
  const watch: ReadingWatch = {
    begins: async begun => {
      page = begun;
    },
  };
  calls.serve('watch', watch);
  const dead = new Promise<Death>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve({ page, how: signal ?? `exit code ${code}`, isKilled: signalsOfOthers.includes(signal ?? '') }),
    );
  });
  try {
    const asked = ask(calls.remote<PageReader>('reader'));
    return await Promise.race([asked.then(given => ({ given })), dead]);
  } finally {
    child.kill('SIGKILL');
  }
}
