import type { PageAnswer } from '../../domain/http/page-answer.ts';

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
