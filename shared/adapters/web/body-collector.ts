import { Readable } from 'node:stream';
import { GatheredBytes } from '../../domain/gathered-bytes.ts';
import type { FetchAnswer } from '../../domain/http/fetch-answer.ts';
import type { FetchRequest } from '../../ports/request-ports.ts';
import { decodeStream, decodeWhole, type parseContentEncoding, tooLarge } from './content-coding.ts';
import { classifyError, printable } from './faults/classify-error.ts';
import { FetchFault } from './faults/fetch-fault.ts';
import type { ResponseHead } from './response-head.ts';

export interface CollectedBody {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

export interface BodyRules {
  /** Content-Length; NaN where it is not known. */
  readonly length: number;
  readonly codings: ReturnType<typeof parseContentEncoding>;
  readonly maxBytes: number;
  /** Above `maxBytes`: keep the beginning, rather than refuse the body. */
  readonly truncate: boolean;
  /** Asks the caller whether there is room; absent: there is. */
  readonly admit?: () => Promise<boolean>;
}

/** Back-pressure towards the connection. */
export interface BodyFlow {
  pause(): void;
  resume(): void;
}

/** An encoded body up to this size is decoded in one call when it is there. */
export const WHOLE_LIMIT = 64 * 1024;
/** Such a body becomes no larger than this before its caller has room: a few KB may be megabytes. */
const UNASKED_BYTES = 1024 * 1024;
/** Of a longer one, at least this much is handed to the decoder at once: a stream keeps an object for each piece. */
const ENCODED_BLOCK = 16 * 1024;
/** How much of a broken body is searched for the end of its document. */
const endBytes = 1024;

/**
 * Gathers one body and undoes its content codings. Calls `onDone` once, and as early as possible, how it came out: a
 * body that is too large need not end.
 */
export class BodyCollector {
  readonly #rules: BodyRules;
  readonly #flow: BodyFlow;
  readonly #onDone: (outcome: CollectedBody | FetchFault) => void;
  /** The bytes that came and were not handed to the decoder. */
  readonly #gathered = new GatheredBytes(true);
  #size = 0;
  #stream: Readable | undefined;
  #done = false;
  #ended = false;
  #cut: FetchFault | undefined;

  constructor(rules: BodyRules, flow: BodyFlow, onDone: (outcome: CollectedBody | FetchFault) => void) {
    this.#rules = rules;
    this.#flow = flow;
    this.#onDone = onDone;
  }

  push(chunk: Uint8Array): void {
    if (this.#done || this.#ended) return;
    this.#size += chunk.length;
    this.#gathered.add(chunk);
    if (this.#stream && this.#gathered.size >= ENCODED_BLOCK) this.#pushEncoded(this.#stream);
    this.#checkSize();
  }

  /** The body is whole, or broken off as `cut` says: then it counts where its document has ended. */
  end(cut?: FetchFault): void {
    if (this.#done || this.#ended) return;
    this.#ended = true;
    this.#cut = cut;
    const stream = this.#stream ?? (this.#mustStream() ? this.#startStream() : undefined);
    if (stream === undefined) this.#endWhole(this.#gathered.take());
    else this.#endStream(stream);
  }

  /** Nobody wants the body any more. */
  cancel(): void {
    this.#done = true;
    this.#gathered.clear();
    this.#stream?.destroy();
  }

  #checkSize(): void {
    const { codings, maxBytes, truncate } = this.#rules;
    if (this.#size > maxBytes && !(truncate && codings.length > 0)) {
      this.#finish(() => {
        if (!truncate) throw tooLarge(maxBytes);
        return { bytes: this.#gathered.take(maxBytes), truncated: true };
      });
    } else if (!this.#stream && codings.length > 0 && this.#size > WHOLE_LIMIT) {
      this.#startStream();
    }
  }

  /** Only a single coding, and only where too large means refused, can be undone in one bounded call. */
  #mustStream(): boolean {
    const { codings, truncate } = this.#rules;
    return codings.length > 1 || (codings.length === 1 && truncate);
  }

  #endWhole(encoded: Uint8Array): void {
    const { codings, maxBytes, admit } = this.#rules;
    const [coding] = codings;
    const decode = (most: number) => () => ({
      bytes: coding ? decodeWhole(coding, encoded, most) : encoded,
      truncated: false,
    });
    const first = outcomeOf(decode(admit === undefined ? maxBytes : Math.min(maxBytes, UNASKED_BYTES)));
    const isLarge = !('bytes' in first) && first.reason === 'too-large';
    if (!isLarge || admit === undefined) this.#finish(() => first);
    else void admit().then(isAdmitted => this.#finish(isAdmitted ? decode(maxBytes) : noRoom));
  }

  #startStream(): Readable {
    const { codings, maxBytes, truncate } = this.#rules;
    const stream = new Readable({ read: () => this.#flow.resume() });
    this.#stream = stream;
    this.#handOver(stream);
    decodeStream(codings, stream, maxBytes, truncate).then(
      body => this.#finish(() => body),
      error =>
        this.#finish(() => {
          throw error;
        }),
    );
    return stream;
  }

  /** Behind its last byte a body is not paused: undici would take a close that follows for one in the middle of it. */
  #pushEncoded(stream: Readable): void {
    if (!this.#handOver(stream) && this.#size !== this.#rules.length) this.#flow.pause();
  }

  #endStream(stream: Readable): void {
    this.#handOver(stream);
    stream.push(null);
  }

  /** False if the decoder has enough for now. */
  #handOver(stream: Readable): boolean {
    return this.#gathered.size === 0 || stream.push(this.#gathered.take());
  }

  #finish(body: () => CollectedBody | FetchFault): void {
    if (this.#done) return;
    const outcome = outcomeOf(body);
    this.cancel();
    const isWhole = this.#cut === undefined || ('bytes' in outcome && hasEnded(outcome.bytes));
    this.#onDone(isWhole ? outcome : this.#cut!);
  }
}

/**
 * Whether the root of a page, a feed or a sitemap is closed: its server then has sent it whole, and only what delimits a body
 * is wrong, as a length that counts characters is.
 */
function hasEnded(bytes: Uint8Array): boolean {
  const end = Buffer.from(bytes.subarray(-endBytes)).toString('latin1').replaceAll('\0', '');
  return /<\/(?:html|rss|feed|rdf:rdf|urlset|sitemapindex)\s*>\s*(?:<!--[^<>]*-->\s*)*$/i.test(end);
}

export function noRoom(): FetchFault {
  return new FetchFault('timeout', 'There was no room for the body.');
}

function outcomeOf(body: () => CollectedBody | FetchFault): CollectedBody | FetchFault {
  try {
    return body();
  } catch (error) {
    return classifyError(error);
  }
}

/** The callbacks for the outcome, and for the end of the wait. */
interface Waiting {
  readonly resolve: (answer: FetchAnswer) => void;
  readonly reject: (error: unknown) => void;
  readonly onEnded: (fault: FetchFault) => void;
}

/** The facts about a fetch that failed. */
interface Failed {
  readonly status: number | undefined;
  readonly again: boolean;
  readonly times: Pick<FetchAnswer, 'elapsedMs' | 'sentAt'>;
}

export type Settle = Pick<Waiting, 'resolve' | 'reject'>;

/** The answer a caller waits for: the first outcome counts, later ones change nothing. */
export class PendingAnswer {
  readonly #signal: AbortSignal | undefined;
  /**
   * Dropped with the first outcome: the signal lives long and may hold this object (and with it a body) until the next
   * full garbage collection, which cost a third more CPU a page.
   */
  #waiting: Waiting | undefined;

  /** `onEnded` gets the fault when the signal of the request ends the wait. */
  constructor(request: FetchRequest, settle: Settle, onEnded: (fault: FetchFault) => void) {
    this.#signal = request.signal;
    this.#waiting = { resolve: settle.resolve, reject: settle.reject, onEnded };
  }

  /** Heeds the signal from now on, and also if it was given before. */
  start(): void {
    if (this.#signal?.aborted) this.handleEvent();
    else this.#signal?.addEventListener('abort', this);
  }

  /** The signal's `abort`. */
  handleEvent(): void {
    this.#waiting?.onEnded(new FetchFault('timeout', 'The fetch was ended from outside.'));
  }

  get settled(): boolean {
    return this.#waiting === undefined;
  }

  answer(head: ResponseHead, { bytes, truncated }: CollectedBody, times: Failed['times']): void {
    this.#first()?.resolve({ kind: 'answered', ...times, ...head, body: bytes, truncated });
  }

  fail(fault: FetchFault, { status, again, times }: Failed): void {
    this.#first()?.resolve({
      kind: 'failed',
      ...times,
      reason: fault.reason,
      ...(status !== undefined && { status }),
      ...(again && { again }),
      detail: printable(fault.message),
    });
  }

  /** The request could not be sent at all, which says nothing of the host: the caller's mistake, or a machine without free files. */
  reject(error: Error): void {
    this.#first()?.reject(error);
  }

  #first(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#signal?.removeEventListener('abort', this);
    return waiting;
  }
}
