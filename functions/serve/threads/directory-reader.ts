import { BadInput, type Refusal, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { InTurns } from '../../embedded/threads/in-turns.ts';
import { LostReader, ReaderProcess } from './reader-process.ts';

/** Calls that are repeated at once, each alone in its process. */
const mostLone = 4;

/** A directory that ended its reader is not read again for so long. */
const refusedMs = 600_000;

/**
 * Calls on crawl directories, which may come from an untrusted source. If their process dies or hangs, each is called once more in a
 * separate process, so that the directory to blame is found and the other calls get their answers.
 */
export class DirectoryReader {
  readonly #common: ReaderProcess;
  readonly #lone: readonly { readonly reader: ReaderProcess; readonly turns: InTurns }[];
  readonly #refused = new Map<string, { readonly why: Refusal; readonly until: number }>();

  /** `patienceMs`: how long a call may let nothing else go on. */
  constructor(patienceMs: number) {
    this.#common = new ReaderProcess(patienceMs);
    this.#lone = Array.from({ length: mostLone }, () => ({
      reader: new ReaderProcess(patienceMs),
      turns: new InTurns(),
    }));
  }

  /** The methods of what the process serves by this name. They throw `BadInput` for a directory that ended its reader. */
  remote<T extends object>(target: string): T {
    return new Proxy({} as T, {
      get: (_, method) => {
        if (typeof method === 'symbol' || method === 'then') return undefined;
        return async (...args: readonly unknown[]) => await this.#ask(target, method, args);
      },
    });
  }

  close(): void {
    this.#common.close();
    for (const { reader } of this.#lone) reader.close();
  }

  async #ask(...call: Parameters<ReaderProcess['ask']>): Promise<unknown> {
    const directories = directoriesOf(call[1], call[2]);
    for (const each of directories) this.#demandReadable(each);
    const lost = await this.#tried(this.#common, call);
    if (!(lost instanceof LostReader)) return lost.answer;
    if (lost.isAlone) throw this.#refuse(directories, lost);
    const { reader, turns } = this.#lone.toSorted((one, other) => one.turns.left - other.turns.left)[0]!;
    return await turns.run(async () => {
      for (const each of directories) this.#demandReadable(each);
      const again = await this.#tried(reader, call);
      if (turns.left === 1) reader.close();
      if (!(again instanceof LostReader)) return again.answer;
      throw this.#refuse(directories, again);
    });
  }

  async #tried(
    reader: ReaderProcess,
    call: Parameters<ReaderProcess['ask']>,
  ): Promise<{ readonly answer: unknown } | LostReader> {
    try {
      return { answer: await reader.ask(...call) };
    } catch (error) {
      if (error instanceof LostReader) return error;
      throw error;
    }
  }

  #demandReadable(directory: string): void {
    const known = this.#refused.get(directory);
    if (known !== undefined && performance.now() < known.until) throw new BadInput([known.why]);
    this.#refused.delete(directory);
  }

  #refuse(directories: readonly string[], { message }: LostReader): BadInput {
    const [directory] = directories;
    const why = refusal('directory-unreadable', { directory: directories.join(', '), why: message });
    // Of several nobody knows which is to blame.
    if (directories.length === 1) this.#refused.set(directory!, { why, until: performance.now() + refusedMs });
    return new BadInput([why]);
  }
}

/** The first argument of each call is a directory; some have several. */
function directoriesOf(method: string, args: readonly unknown[]): readonly string[] {
  const [first, second] = args;
  if (method === 'compare') return [String(first), String(second)];
  if (!Array.isArray(first)) return [String(first)];
  return (first as readonly { readonly directory: string }[]).map(({ directory }) => directory);
}
