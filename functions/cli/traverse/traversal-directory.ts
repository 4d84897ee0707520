import { createReadStream, createWriteStream, ftruncateSync, type WriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openAppended, openRegular, writeAnew } from '../../../shared/adapters/local/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { FoundBy } from '../../../shared/domain/turn/found-address.ts';
import { checkpointFile, readSavedTraversal, type SavedTraversal } from '../../embedded/saved-traversal.ts';
import { BadCommand } from '../terminal/print.ts';

/** An address of the result. */
export interface FoundLine {
  readonly url: string;
  readonly by: FoundBy;
  /** Texts of the buttons pressed since the page was loaded. */
  readonly path: readonly string[];
}

const addressFile = 'urls.jsonl';

/** Throws `BadInput` where the line is damaged. */
function foundLine(file: string, number: number, line: string): FoundLine {
  try {
    const found = JSON.parse(line) as FoundLine;
    if (URL.canParse(found.url) && Array.isArray(found.path)) return found;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BadInput([refusal('crawl-file-damaged', { file, why: `line ${number} is no address that was found` })]);
}

/** Keeps the addresses and the checkpoint of one traversal. A run that was killed goes on from the last checkpoint. */
export class TraversalDirectory {
  readonly saved: SavedTraversal | undefined;
  readonly #directory: string;
  readonly #out: WriteStream;
  #bytes: number;

  private constructor(directory: string, saved: SavedTraversal | undefined, file: number) {
    this.#directory = directory;
    this.saved = saved;
    this.#bytes = saved?.bytes ?? 0;
    this.#out = createWriteStream('', { fd: file });
  }

  static async open(directory: string, url: string): Promise<TraversalDirectory> {
    await mkdir(directory, { recursive: true });
    const saved = readCheckpoint(directory);
    if (saved !== undefined && saved.url !== url) {
      throw new BadCommand([`--out: ${directory} holds the traversal of ${saved.url}; allowed is an empty directory.`]);
    }
    const file = openAppended(join(directory, addressFile));
    ftruncateSync(file, saved?.bytes ?? 0);
    return new TraversalDirectory(directory, saved, file);
  }

  /** The addresses added so far, by this run and the runs before it. */
  async *lines(): AsyncGenerator<FoundLine> {
    await this.#written();
    const path = join(this.#directory, addressFile);
    const text = createReadStream('', { fd: openRegular(path), encoding: 'utf8' });
    let number = 0;
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (line !== '') yield foundLine(path, number, line);
    }
  }

  add(line: FoundLine): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#bytes += Buffer.byteLength(text);
    this.#out.write(text);
  }

  /** Writes the checkpoint after all addresses that were added before. */
  async save(state: Omit<SavedTraversal, 'bytes'>): Promise<void> {
    await this.#written();
    const saved: SavedTraversal = { ...state, bytes: this.#bytes };
    await this.write(checkpointFile, JSON.stringify(saved));
  }

  async #written(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#out.write('', error => (error == null ? resolve() : reject(error)));
    });
  }

  /** A file of the directory, seen whole or not at all. */
  async write(name: string, text: string): Promise<void> {
    const path = join(this.#directory, name);
    await mkdir(join(path, '..'), { recursive: true });
    writeAnew(`${path}.part`, text);
    await rename(`${path}.part`, path);
  }

  async close(): Promise<void> {
    await new Promise<void>(resolve => this.#out.end(resolve));
  }
}

function readCheckpoint(directory: string): SavedTraversal | undefined {
  const saved = readSavedTraversal(directory);
  if (saved !== 'damaged') return saved;
  throw new BadCommand([`--out: ${join(directory, checkpointFile)} cannot be read; allowed is an empty directory.`]);
}
