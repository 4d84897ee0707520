import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GatheredBytes } from '../../domain/gathered-bytes.ts';
import type { ResultFile, ResultSink } from '../../ports/result-ports.ts';
import { makeFolder } from './files/make-folder.ts';
import { writeAll } from './files/write-all.ts';

/** Smaller pieces are gathered, so that none costs its own system call; the encoders' blocks of 1 MiB are not. */
const enoughBytes = 1 << 19;
/** So many pieces are written by one system call; more are brought together before. */
const mostPieces = 16;

/**
 * Result files under one folder. A file grows as `<name>.part` beside its place and is renamed when whole. The name is
 * fixed, so what a killed process left behind gives way to the next one's (a crawl directory has one process); so does a
 * link or a named pipe, for the directory may come from an untrusted source.
 * A crawl of many sites writes many small files, and handing a call to another thread takes longer than the call; so only
 * large blocks are handed over.
 * Nothing is forced to the disk: after a power failure the files can be written again from the crawl's state.
 */
export class FileResultSink implements ResultSink {
  readonly #folder: string;
  /** Folders that are there. */
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async create(name: string): Promise<ResultFile> {
    if (!isInside(name)) {
      throw new Error(`Result file name "${name}" must be relative, "/"-separated and without "." or ".." parts.`);
    }
    const path = join(this.#folder, name);
    return translated(name, async () => {
      this.#makeFolder(dirname(path));
      return new LocalResultFile(name, path, openAnew(`${path}.part`));
    });
  }

  #makeFolder(folder: string): void {
    if (this.#made.has(folder)) return;
    makeFolder(folder);
    this.#made.add(folder);
  }
}

/** Opened to be written, in place of whatever has its name. */
function openAnew(path: string): number {
  try {
    return openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(path, { force: true });
    return openSync(path, 'wx');
  }
}

class LocalResultFile implements ResultFile {
  readonly #name: string;
  readonly #path: string;
  /** Undefined once it is closed: its number may be another file's by then. */
  #file: number | undefined;
  /** Pieces that wait, with those of `#small` before them. */
  #pieces: Uint8Array[] = [];
  #waiting = 0;
  readonly #small = new GatheredBytes();

  constructor(name: string, path: string, file: number) {
    this.#name = name;
    this.#path = path;
    this.#file = file;
  }

  async write(bytes: Uint8Array | string): Promise<void> {
    const block = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.#pieces.push(block);
    this.#waiting += block.byteLength;
    if (this.#waiting >= enoughBytes) await this.#flush();
    else if (this.#pieces.length === mostPieces) this.#gather();
  }

  #gather(): void {
    for (const piece of this.#pieces) this.#small.add(piece);
    this.#pieces = [];
  }

  async close(): Promise<void> {
    await this.#flush();
    await translated(this.#name, async () => {
      this.#closeFile();
      renameSync(`${this.#path}.part`, this.#path);
    });
  }

  async abort(): Promise<void> {
    await translated(this.#name, async () => {
      this.#closeFile();
      rmSync(`${this.#path}.part`, { force: true });
    });
  }

  #closeFile(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file);
  }

  async #flush(): Promise<void> {
    const parts = this.#small.size === 0 ? this.#pieces : [this.#small.take(), ...this.#pieces];
    this.#pieces = [];
    this.#waiting = 0;
    await translated(this.#name, async () => {
      if (this.#file === undefined) throw new Error('it is closed');
      await writeAll(this.#file, parts, enoughBytes);
    });
  }
}

function isInside(name: string): boolean {
  return name.split('/').every(part => !['', '.', '..'].includes(part) && !part.includes('\\'));
}

async function translated<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    throw new Error(`Result file ${name} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
