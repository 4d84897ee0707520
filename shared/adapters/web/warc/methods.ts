import { methodIn } from './http-message.ts';
import type { FoundRecord } from './read-records.ts';

type Fields = FoundRecord['fields'];

/** An answer; absent: it came by GET. */
interface Answer {
  method?: string;
}

/**
 * By which method an answer came says the record of its request. Either names the other (`WARC-Concurrent-To`; requests also by
 * `WARC-Refers-To`); where neither does, they are neighbours.
 */
export class Methods {
  /** Other methods than GET: by the names of requests, and of the answers that requests name. */
  readonly #named = new Map<string, string>();
  readonly #answers: { readonly answer: Answer; readonly names: readonly string[] }[] = [];
  /** The record before, if it names no partner and has none. */
  #last: { readonly address: string; readonly answer?: Answer; readonly method?: string | undefined } | undefined;

  request(address: string, { fields, block }: FoundRecord): void {
    const method = methodIn(block);
    const partners = namesIn(fields, 'warc-concurrent-to', 'warc-refers-to');
    const names = method === 'GET' || method === undefined ? [] : [...partners, ...namesIn(fields, 'warc-record-id')];
    for (const name of names) this.#named.set(name, method!);
    const last = this.#last?.address === address ? this.#last.answer : undefined;
    this.#last = partners.length > 0 || last !== undefined ? undefined : { address, method };
    if (partners.length === 0 && last !== undefined) enter(last, method);
  }

  answer(address: string, { fields }: { readonly fields: Fields }, answer: Answer): void {
    const partners = namesIn(fields, 'warc-concurrent-to');
    this.#answers.push({ answer, names: [...partners, ...namesIn(fields, 'warc-record-id')] });
    const last = this.#last?.address === address && this.#last.answer === undefined ? this.#last : undefined;
    this.#last = partners.length > 0 || last !== undefined ? undefined : { address, answer };
    if (partners.length === 0 && last !== undefined) enter(answer, last.method);
  }

  /** All records are read: what names another that came later is entered. */
  settle(): void {
    for (const { answer, names } of this.#answers.splice(0))
      enter(
        answer,
        names.map(name => this.#named.get(name)).find(method => method !== undefined),
      );
    this.#named.clear();
  }
}

function enter(answer: Answer, method: string | undefined): void {
  if (method !== undefined && method !== 'GET') answer.method = method;
}

function namesIn(fields: Fields, ...fieldNames: readonly string[]): readonly string[] {
  return fieldNames.flatMap(name => (fields.get(name) ?? '').split(' ')).filter(Boolean);
}
