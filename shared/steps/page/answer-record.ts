import { createHash } from 'node:crypto';
import type { PageAnswer } from '../../domain/http/page-answer.ts';
import { decodeJsonHead, encodeJsonHead } from '../../domain/json-head.ts';
import { LostObject } from '../../domain/lost-object.ts';
import type { AnswerObjects } from '../../ports.ts';

/** Answers to requests of pages, so that none is requested twice. */
export interface AnswerRecord {
  get(address: string): Promise<PageAnswer | undefined>;
  put(address: string, answer: PageAnswer): Promise<void>;
  /** Answers that the next process will not find, for want of room. */
  readonly leftOut?: number;
}

/** Bytes that one process keeps. */
const mostBytes = 64 * 1024 * 1024;

/** Keeps the answers that were given last. */
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

/** The body, and 500 for address and fields. */
function bytesOf({ body }: PageAnswer): number {
  return body.length + 500;
}

/** Where recorded answers are among the objects of a crawl or of a traversal. */
const recordFolder = 'answers';
/** What recorded answers take on the disk, at most. */
const mostStoredBytes = 1024 * 1024 * 1024;

/** Keeps all answers of a crawl among its objects, where a process that continues the crawl finds them. */
export class StoredRecord implements AnswerRecord {
  readonly #memory = new MemoryRecord();
  readonly #objects: AnswerObjects;
  readonly #most: number;
  /** Bytes of the answers that earlier processes have kept, and of this process's own. */
  #before: Promise<number> | undefined;
  #added = 0;
  #leftOut = 0;

  constructor(objects: AnswerObjects, most = mostStoredBytes) {
    this.#objects = objects;
    this.#most = most;
  }

  /** Answers that only this process keeps, because the others take all the room. */
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
    try {
      return decodeAnswer(await this.#objects.get(nameOf(address)));
    } catch (error) {
      // Not requested yet; a damaged one is requested again.
      if (error instanceof LostObject) return undefined;
      throw error;
    }
  }

  async put(address: string, answer: PageAnswer): Promise<void> {
    const { status, headers, body } = answer;
    const parts = [...encodeJsonHead({ status, headers }), body];
    if (await this.#hasRoom(parts)) await this.#objects.put(nameOf(address), parts);
    else this.#leftOut += 1;
    await this.#memory.put(address, answer);
  }

  /** Takes the room for an answer, if there is so much. */
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
