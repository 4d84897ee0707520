import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type KeptEngine, keptEngines } from '../../embedded/watch/kept-engines.ts';
import { askOpened, endOf, startOfDay } from './ask-command.ts';
import { type OpenedEngine, openEngine } from './open-engine.ts';

/** After a fault an engine rests, twice as long after each further one. */
const [firstRestMs, longestRestMs] = [30_000, 3_600_000];

/** How far an engine is with a watch. */
interface Asked {
  /** The settings and the day for which it is open; it has the budget of that day. */
  readonly key: string;
  readonly opened?: OpenedEngine;
  /** The state of the watch's file that it was asked about, or the day whose budget is used up. */
  readonly done?: string;
  readonly rest?: { readonly until: number; readonly ms: number };
}

/** Asks the engines that are kept for a watch about each change of it, for the process that runs the watch. */
export class KeptAsking {
  readonly #directory: string;
  readonly #say: (line: string) => void;
  readonly #asked = new Map<string, Asked>();
  readonly #isStopped: () => boolean;

  constructor(directory: string, say: (line: string) => void, isStopped: () => boolean) {
    this.#directory = directory;
    this.#say = say;
    this.#isStopped = isStopped;
  }

  /** Faults of engines, which are thrown together at the end, keep no other back. */
  async ask(): Promise<void> {
    const faults: Error[] = [];
    for (const kept of keptEngines(this.#directory))
      try {
        if (!this.#isStopped()) await this.#askOne(kept);
      } catch (error) {
        const before = this.#asked.get(kept.name);
        const ms = Math.min(longestRestMs, 2 * (before?.rest?.ms ?? firstRestMs / 2));
        this.#asked.set(kept.name, { key: keyOf(kept), rest: { until: Date.now() + ms, ms } });
        faults.push(new Error(`${kept.name}: ${(error as Error).message}`, { cause: error }));
      }
    if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('; '));
  }

  async #askOne(kept: KeptEngine): Promise<void> {
    const day = startOfDay();
    const key = keyOf(kept);
    const known = this.#asked.get(kept.name);
    const before = known?.key === key ? known : undefined;
    const state = stateOf(this.#directory);
    if (before?.done === state || before?.done === 'budget' || (before?.rest?.until ?? 0) > Date.now()) return;
    const opened = before?.opened ?? (await openEngine({ ...kept, language: 'ru' }));
    const counts = await askOpened(this.#directory, opened, kept, day, this.#isStopped);
    this.#asked.set(kept.name, { key, opened, done: counts.isBudgetUsed ? 'budget' : state });
    if (counts.answered + counts.failed > 0) this.#say(`${kept.name}: ${endOf(counts)}`);
  }
}

function keyOf(kept: KeptEngine): string {
  return JSON.stringify([kept, startOfDay()]);
}

/** Changes with each write to the watch. */
function stateOf(directory: string): string {
  const files = ['watch.db', 'watch.db-wal'].map(name => statSync(join(directory, name), { throwIfNoEntry: false }));
  return files.map(file => `${file?.mtimeMs} ${file?.size}`).join(' ');
}
