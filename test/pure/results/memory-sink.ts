import type { ResultFile, ResultSink } from '../../../shared/ports/result-ports.ts';

/** Keeps closed files by name. Of `failAfter` writes the next one fails, as on a full disk. */
export class MemorySink implements ResultSink {
  readonly files = new Map<string, Buffer>();
  aborted = 0;
  largestWrite = 0;
  readonly #failAfter: number;

  constructor(failAfter = Number.POSITIVE_INFINITY) {
    this.#failAfter = failAfter;
  }

  async create(name: string): Promise<ResultFile> {
    const pieces: Buffer[] = [];
    return {
      write: async bytes => {
        if (pieces.length >= this.#failAfter) throw new Error('no space left');
        const piece = Buffer.from(bytes as Uint8Array);
        this.largestWrite = Math.max(this.largestWrite, piece.length);
        pieces.push(piece);
      },
      close: async () => {
        this.files.set(name, Buffer.concat(pieces));
      },
      abort: async () => {
        this.aborted++;
      },
    };
  }

  text(name: string): string {
    const file = this.files.get(name);
    if (file === undefined) throw new Error(`${name} was not written; there are ${[...this.files.keys()].join(', ')}`);
    return file.toString();
  }
}
