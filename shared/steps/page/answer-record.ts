import { createHash } from 'node:crypto';
import type { PageAnswer } from '../../domain/http/page-answer.ts';
import { decodeJsonHead, encodeJsonHead } from '../../domain/json-head.ts';
import { unlessLost } from '../../domain/lost-object.ts';
import type { AnswerObjects } from '../../ports/page-ports.ts';

/** Stores answers to requests of pages' scripts, so that none is requested twice. */
export interface AnswerRecord {
  get(address: string): Promise<PageAnswer | undefined>;
  put(address: string, answer: PageAnswer): Promise<void>;
  /** Number of answers that the next process will not find, because room was short. */
  readonly leftOut?: number;
}

/** Most bytes in the memory of one process. */
const mostBytes = 64 * 1024 * 1024;

/** Keeps the latest answers in memory. */
export class MemoryRecord implements AnswerRecord {
  readonly #answers = new Map<string, PageAnswer>();
  #bytes = 0;

  get(address: string): Promise<PageAnswer | undefined> {
    return Promise.resolve(this.#answers.get(address));
  }

  put(address: string, answer: PageAnswer): Promise<void> {
    const before = this.#answers.get(address);
    this.#bytes += bytesOf(answer) - (before === undefined ? 0 : bytesOf(before));
    this.#answers.set(address, answer);
    for (const [oldest, kept] of this.#answers) {
      if (this.#bytes <= mostBytes) break;
      this.#answers.delete(oldest);
      this.#bytes -= bytesOf(kept);
    }
    return Promise.resolve();
  }
}

/** Size of the body, and 500 bytes for address and fields. */
function bytesOf({ body }: PageAnswer): number {
  return body.length + 500;
}

/** Folder of recorded answers among the objects of a crawl or a traversal. */
const recordFolder = 'answers';
/** Most bytes of recorded answers on the disk. */
const mostStoredBytes = 1024 * 1024 * 1024;

/** Keeps all answers of a crawl among its objects, for a process that continues the crawl. */
export class StoredRecord implements AnswerRecord {
  readonly #memory = new MemoryRecord();
  readonly #objects: AnswerObjects;
  readonly #most: number;
  /** Bytes of the answers of earlier processes, and of this process. */
  #before: Promise<number> | undefined;
  #added = 0;
  #leftOut = 0;

  constructor(objects: AnswerObjects, most = mostStoredBytes) {
    this.#objects = objects;
    this.#most = most;
  }

  /** Number of answers that only this process has in memory, because room was short. */
  get leftOut(): number {
    return this.#leftOut;
  }

  async get(address: string): Promise<PageAnswer | undefined> {
    const known = await this.#memory.get(address);
    if (known !== undefined) return known;
    const stored = await this.#stored(address);
    if (stored !== undefined) await this.#memory.put(address, stored);
    return stored;
  }

  async #stored(address: string): Promise<PageAnswer | undefined> {
    // Not requested yet; a damaged one is requested again.
    return await unlessLost(async () => decodeAnswer(await this.#objects.get(nameOf(address))), undefined);
  }

  async put(address: string, answer: PageAnswer): Promise<void> {
    const { status, headers, body } = answer;
    const parts = [...encodeJsonHead({ status, headers }), body];
    if (await this.#hasRoom(parts)) await this.#objects.put(nameOf(address), parts);
    else this.#leftOut += 1;
    await this.#memory.put(address, answer);
  }

  /** Reserves the room for an answer; false if there is too little. */
  async #hasRoom(parts: readonly Uint8Array[]): Promise<boolean> {
    const { bytes } = this.#objects;
    if (bytes === undefined) return true;
    const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
    this.#before ??= bytes(recordFolder);
    if ((await this.#before) + this.#added + size > this.#most) return false;
    this.#added += size;
    return true;
  }
}

function nameOf(address: string): string {
  return `${recordFolder}/${createHash('sha256').update(address).digest('hex')}`;
}

function decodeAnswer(bytes: Uint8Array): PageAnswer {
  const { head, end, buffer } = decodeJsonHead<Omit<PageAnswer, 'body'>>(bytes);
  return { ...head, body: buffer.subarray(end) };
}
