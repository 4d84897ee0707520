import { Readable } from 'node:stream';
import { GatheredBytes } from '../../domain/gathered-bytes.ts';
import { decodeStream, decodeWhole, type parseContentEncoding, tooLarge } from './content-coding.ts';
import { classifyError } from './faults/classify-error.ts';
import type { FetchFault } from './faults/fetch-fault.ts';

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
}

/** Back-pressure towards the connection. */
export interface BodyFlow {
  pause(): void;
  resume(): void;
}

/** An encoded body up to this size is decoded in one call when it is there. */
const WHOLE_LIMIT = 64 * 1024;
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
    if (stream === undefined) this.#finish(() => ({ bytes: this.#decodedWhole(), truncated: false }));
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

  #decodedWhole(): Uint8Array {
    const bytes = this.#gathered.take();
    const [coding] = this.#rules.codings;
    return coding ? decodeWhole(coding, bytes, this.#rules.maxBytes) : bytes;
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

  #finish(body: () => CollectedBody): void {
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

function outcomeOf(body: () => CollectedBody): CollectedBody | FetchFault {
  try {
    return body();
  } catch (error) {
    return classifyError(error);
  }
}
