import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GatheredBytes } from '../../domain/gathered-bytes.ts';
import type { ResultFile, ResultSink } from '../../ports.ts';
import { makeFolder } from './files/make-folder.ts';

/** Smaller pieces are gathered, so that none costs a system call of its own; the encoders' blocks of 1 MiB are not. */
const enoughBytes = 1 << 19;

/**
 * Result files under one folder. A file grows as `<name>.part` beside its place and is renamed when whole. The name is
 * fixed, so what a killed process left behind gives way to the next one's (a crawl directory has one process); so does a
 * link or a named pipe, for the directory may come from anybody.
 * Nothing is forced to the disk: after a power failure the files can be written again from the crawl's state.
 */
export class FileResultSink implements ResultSink {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async create(name: string): Promise<ResultFile> {
    if (!isInside(name)) {
      throw new Error(`Result file name "${name}" must be relative, "/"-separated and without "." or ".." parts.`);
    }
    const path = join(this.#folder, name);
    return translated(name, async () => {
      makeFolder(dirname(path));
      await rm(`${path}.part`, { force: true });
      return new LocalResultFile(name, path, await open(`${path}.part`, 'wx'));
    });
  }
}

class LocalResultFile implements ResultFile {
  readonly #name: string;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #small = new GatheredBytes();

  constructor(name: string, path: string, handle: FileHandle) {
    this.#name = name;
    this.#path = path;
    this.#handle = handle;
  }

  async write(bytes: Uint8Array | string): Promise<void> {
    const block = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.#small.add(block);
    if (this.#small.size >= enoughBytes) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await translated(this.#name, async () => {
      await this.#handle.close();
      await rename(`${this.#path}.part`, this.#path);
    });
  }

  async abort(): Promise<void> {
    await translated(this.#name, async () => {
      await this.#handle.close();
      await rm(`${this.#path}.part`, { force: true });
    });
  }

  async #flush(): Promise<void> {
    const block = this.#small.take();
    await translated(this.#name, () => writeAll(this.#handle, block));
  }
}

function isInside(name: string): boolean {
  return name.split('/').every(part => !['', '.', '..'].includes(part) && !part.includes('\\'));
}

/** A write may take less than it was given (a nearly full disk); the next one then says why. */
async function writeAll(handle: FileHandle, block: Uint8Array): Promise<void> {
  for (let at = 0; at < block.length; ) {
    at += (await handle.write(block, at)).bytesWritten;
  }
}

async function translated<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    throw new Error(`Result file ${name} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
