import { isBusy } from '../../../domain/http/busy-status.ts';
import type { AnswerPage, PageAnswer } from '../../../domain/http/page-answer.ts';
import { redirectStatuses } from '../../../domain/http/status-names.ts';
import { parseRobots } from '../../../domain/robots/parse-robots.ts';
import { resolvedAddress } from '../addresses.ts';
import { withoutWww } from './publication-rules.ts';
import type { TriedDocument, TriedOutcome } from './source-findings.ts';

export type AskedDocument =
  | {
      readonly kind: 'answered';
      /** After redirects. */
      readonly address: string;
      readonly status: number;
      readonly contentType: string;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'none'; readonly address: string; readonly outcome: TriedOutcome; readonly status?: number };

export interface AskOptions {
  /** A refusal is why there is no answer. */
  readonly ask: (url: string) => Promise<PageAnswer | 'robots' | 'private-address' | 'no-answer'>;
  /** The text of an origin's robots.txt; empty if there is none. */
  readonly robots: (origin: string) => Promise<string>;
  /** Documents that are requested, at most. */
  readonly mostRequests: number;
}

const mostRedirects = 10;
/** Documents of busy hosts that are requested once more, after the time that the host wants, at most. */
const mostRepeats = 3;
/** `Sitemap` lines of one robots.txt. */
const mostLines = 200;

/** Requests documents of a source, each once and so many in all, and writes down what became of them. */
export class DocumentAsker {
  readonly #options: AskOptions;
  readonly #asked = new Set<string>();
  readonly #tried = new Map<string, TriedDocument>();
  readonly #parts = new Set<string>();
  readonly #partsLeft = new Set<string>();
  #requests = 0;
  #repeats = 0;
  #untried = 0;

  constructor(options: AskOptions) {
    this.#options = options;
  }

  get tried(): readonly TriedDocument[] {
    return [...this.#tried.values()];
  }

  get untried(): number {
    return this.#untried;
  }

  /** A document that is not requested, because there are enough of its kind. */
  leave(): void {
    this.#untried += 1;
  }

  /**
   * Requests what a page that is shown requests. Each counts among the requests in all, once however often the page is loaded, and a page
   * has half of those that are left.
   */
  parts(part: AnswerPage): AnswerPage {
    const most = this.#requests + Math.ceil((this.#options.mostRequests - this.#requests) / 2);
    return async request => {
      if (!this.#parts.has(request.address)) {
        if (this.#requests >= most) {
          this.#partsLeft.add(request.address);
          return undefined;
        }
        this.#parts.add(request.address);
        this.#requests += 1;
      }
      return await part(request);
    };
  }

  /** How many requests the shown pages have made, and how many the limit has refused. */
  get partCounts(): { readonly made: number; readonly left: number } {
    return { made: this.#parts.size, left: this.#partsLeft.size };
  }

  hasAsked(address: string): boolean {
    return this.#asked.has(address);
  }

  /** Follows redirects, but not to another host than that of `address` and its `www`. */
  async ask(address: string): Promise<AskedDocument> {
    let url = address;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      this.#asked.add(url);
      if (this.#requests >= this.#options.mostRequests) {
        this.#untried += 1;
        return { kind: 'none', address: url, outcome: 'no-answer' };
      }
      const answer = await this.#answerOf(url);
      if (typeof answer === 'string') return this.#without(url, answer);
      const next = redirectOf(answer, url);
      if (next === undefined) return this.#answered(url, answer);
      const isElsewhere = withoutWww(new URL(next).host) !== withoutWww(new URL(address).host);
      if (isElsewhere) return { ...this.#without(url, 'moved-away', answer.status), address: next };
      url = next;
    }
    return this.#without(url, 'no-answer');
  }

  async #answerOf(url: string): ReturnType<AskOptions['ask']> {
    this.#requests += 1;
    const answer = await this.#options.ask(url);
    const mayRepeat = typeof answer !== 'string' && isBusy(answer.status);
    if (!mayRepeat || this.#repeats >= mostRepeats || this.#requests >= this.#options.mostRequests) return answer;
    this.#repeats += 1;
    this.#requests += 1;
    return await this.#options.ask(url);
  }

  /** The outcome of a document that was answered. */
  note({ address, status }: { readonly address: string; readonly status: number }, outcome: TriedOutcome): void {
    this.#tried.set(address, { address, outcome, status });
  }

  /** Addresses of the `Sitemap` lines of robots.txt. */
  async sitemapsOfRobots(start: string): Promise<readonly string[]> {
    const { sitemaps } = parseRobots(await this.#options.robots(new URL(start).origin));
    const addresses = sitemaps.slice(0, mostLines).flatMap(line => resolvedAddress(line, start) ?? []);
    return [...new Set(addresses)];
  }

  #answered(url: string, { status, headers, body }: PageAnswer): AskedDocument {
    if (status !== 200) return this.#without(url, 'status', status);
    const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    return { kind: 'answered', address: url, status, contentType, body };
  }

  #without(address: string, outcome: TriedOutcome, status?: number): AskedDocument & { kind: 'none' } {
    const of = status === undefined ? {} : { status };
    this.#tried.set(address, { address, outcome, ...of });
    return { kind: 'none', address, outcome, ...of };
  }
}

function redirectOf({ status, headers }: PageAnswer, url: string): string | undefined {
  if (!redirectStatuses.has(status)) return undefined;
  const location = headers.find(([name]) => name === 'location')?.[1];
  return location === undefined ? undefined : resolvedAddress(location, url);
}
