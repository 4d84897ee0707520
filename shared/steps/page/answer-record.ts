import { createHash } from 'node:crypto';
import type { PageAnswer } from '../../domain/http/page-answer.ts';
import { decodeJsonHead, encodeJsonHead } from '../../domain/json-head.ts';
import { LostObject } from '../../domain/lost-object.ts';
import type { ObjectStore } from '../../ports.ts';

/** Answers to requests of pages, so that none is asked for twice. */
export interface AnswerRecord {
  get(url: string): Promise<PageAnswer | undefined>;
  put(url: string, answer: PageAnswer): Promise<void>;
}

/** Bytes of bodies that one process keeps. */
const mostBytes = 64 * 1024 * 1024;

/** Keeps the answers that were given last. */
export class MemoryRecord implements AnswerRecord {
  readonly #answers = new Map<string, PageAnswer>();
  #bytes = 0;

  get(url: string): Promise<PageAnswer | undefined> {
    return Promise.resolve(this.#answers.get(url));
  }

  put(url: string, answer: PageAnswer): Promise<void> {
    this.#bytes += answer.body.length - (this.#answers.get(url)?.body.length ?? 0);
    this.#answers.set(url, answer);
    for (const [oldest, { body }] of this.#answers) {
      if (this.#bytes <= mostBytes) break;
      this.#answers.delete(oldest);
      this.#bytes -= body.length;
    }
    return Promise.resolve();
  }
}

/** Where a crawl's recorded answers are among its objects. */
const recordPrefix = 'answers/';

/** Keeps all answers of a crawl among its objects: whoever goes on with the crawl finds them there. */
export class StoredRecord implements AnswerRecord {
  readonly #memory = new MemoryRecord();
  readonly #objects: Pick<ObjectStore, 'get' | 'put'>;

  constructor(objects: Pick<ObjectStore, 'get' | 'put'>) {
    this.#objects = objects;
  }

  async get(url: string): Promise<PageAnswer | undefined> {
    const known = await this.#memory.get(url);
    if (known !== undefined) return known;
    const stored = await this.#stored(url);
    if (stored !== undefined) await this.#memory.put(url, stored);
    return stored;
  }

  async #stored(url: string): Promise<PageAnswer | undefined> {
    try {
      return decodeAnswer(await this.#objects.get(nameOf(url)));
    } catch (error) {
      // Not asked for yet; a damaged one is asked for again.
      if (error instanceof LostObject) return undefined;
      throw error;
    }
  }

  async put(url: string, answer: PageAnswer): Promise<void> {
    const { status, headers, body } = answer;
    await this.#objects.put(nameOf(url), [...encodeJsonHead({ status, headers }), body]);
    await this.#memory.put(url, answer);
  }
}

function nameOf(url: string): string {
  return `${recordPrefix}${createHash('sha256').update(url).digest('hex')}`;
}

function decodeAnswer(bytes: Uint8Array): PageAnswer {
  const { head, end, buffer } = decodeJsonHead<Omit<PageAnswer, 'body'>>(bytes);
  return { ...head, body: buffer.subarray(end) };
}
