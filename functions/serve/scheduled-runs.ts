import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { localScheduleFolder, makeLocalFolder } from '../../shared/adapters/local/open.ts';
import { requestLocalStop } from '../embedded/run-crawl.ts';
import { isDue, schedulesIn } from '../embedded/schedule/schedule-store.ts';
import { startChild } from './crawl-runs.ts';

const beatMs = 30_000;
/** Exit codes of a run that did what it had to: nothing changed, stopped, something changed. */
const expected: readonly (number | null)[] = [0, 3, 10];

/** Makes the scheduled crawls of a folder when they are due, in a separate process, until it is closed. */
export class ScheduledRuns {
  readonly #root: string;
  readonly #onError: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #child: ChildProcess | undefined;
  #isStarting = false;

  constructor(root: string, onError: (text: string) => void) {
    this.#root = root;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.look(), beatMs);
    this.#timer.unref();
    void this.look();
  }

  async look(): Promise<void> {
    if (this.#child !== undefined || this.#isStarting) return;
    this.#isStarting = true;
    try {
      const now = Date.now();
      if (![...schedulesIn(this.#root).values()].some(schedule => isDue(schedule, now))) return;
      makeLocalFolder(localScheduleFolder());
      const args = ['schedule', 'run', '--quiet', '--root', this.#root];
      const child = await startChild(args, join(localScheduleFolder(), 'errors.txt'));
      this.#child = child;
      child.once('exit', code => {
        this.#child = undefined;
        if (!expected.includes(code))
          this.#onError(`A scheduled crawl ended with exit code ${code}: "orbweaver schedule list" shows why.`);
      });
    } catch (error) {
      this.#onError(`Scheduled crawls could not begin: ${(error as Error).message}`);
    } finally {
      this.#isStarting = false;
    }
  }

  /** Asks a run under way to stop; the next server continues it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#child === undefined) return;
    for (const { running } of schedulesIn(this.#root).values())
      if (running !== undefined) await requestLocalStop(running.directory).catch(() => 'not-running');
  }
}
