import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { FetchAnswer, FetchRequest } from '../../ports.ts';
import { BodyCollector, type CollectedBody } from './body-collector.ts';
import { classifyError, errorCode, printable } from './classify-error.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { parseContentEncoding, tooLarge } from './content-coding.ts';
import { Deadline } from './deadline.ts';
import { FetchFault } from './fetch-fault.ts';
import { DRAIN_BYTES, type FetchLimits, MAX_INTERIM, ROBOTS_BYTES } from './fetch-limits.ts';
import { contentEncodingOf, contentLengthOf, isHtml, type ResponseHead, readHead } from './response-head.ts';

const NO_BODY: CollectedBody = { bytes: new Uint8Array(0), truncated: false };

/**
 * One request and its answer, over one connection, or two: when a server closes a connection that had served before,
 * just as the request goes out, the request is sent once more over a fresh one (RFC 9112, section 9.3.1).
 *
 * The answer is settled once, as early as it is known; the connection goes back to the pool once, when the last byte of
 * the answer was read or is given up. Either may come first.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: FetchRequest;
  readonly #dispatch: Dispatcher.DispatchOptions;
  readonly #origin: string;
  readonly #pool: ConnectionPool;
  readonly #limits: FetchLimits;
  readonly #deadline: Deadline;
  readonly #onAbort = () => this.#fail(new FetchFault('timeout', 'The fetch was ended from outside.'));
  readonly #settle: (answer: FetchAnswer) => void;
  readonly #reject: (error: unknown) => void;
  #settled = false;
  #leaveQueue = () => undefined as unknown;
  #connection: Connection | undefined;
  #retried = false;
  /** The connection had served before this request went out. */
  #reused = false;
  #answerBegan = false;
  #interim = 0;
  #head: ResponseHead | undefined;
  #collector: BodyCollector | undefined;
  #drained = 0;

  constructor(
    request: FetchRequest,
    wire: { origin: string; dispatch: Dispatcher.DispatchOptions; pool: ConnectionPool; limits: FetchLimits },
    promise: { resolve: (answer: FetchAnswer) => void; reject: (error: unknown) => void },
  ) {
    this.#request = request;
    this.#dispatch = wire.dispatch;
    this.#origin = wire.origin;
    this.#pool = wire.pool;
    this.#limits = wire.limits;
    this.#settle = promise.resolve;
    this.#reject = promise.reject;
    this.#deadline = new Deadline(wire.limits, fault => this.#fail(fault));
  }

  start(): void {
    const { signal } = this.#request;
    if (signal?.aborted) {
      this.#onAbort();
    } else {
      signal?.addEventListener('abort', this.#onAbort);
      this.#send(false);
    }
  }

  onRequestStart(): void {
    this.#reused = (this.#connection?.served ?? 0) > 0;
    this.#deadline.requestSent();
    this.#request.onStart?.(performance.now());
  }

  /** The first byte of an answer came. */
  onResponseStarted(): void {
    this.#answerBegan = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#connection === undefined) return;
    if (status >= 200) {
      this.#headersCame(controller, status, headers);
    } else if (status < 100) {
      this.#fail(new FetchFault('protocol', `Status ${status} is no HTTP status.`));
    } else if (++this.#interim > MAX_INTERIM) {
      this.#fail(new FetchFault('protocol', `More than ${MAX_INTERIM} interim answers.`));
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#deadline.bytesCame(chunk.length);
    if (this.#collector) {
      this.#collector.push(chunk);
    } else {
      this.#drained += chunk.length;
      if (this.#drained > DRAIN_BYTES) this.#release(false);
    }
  }

  onResponseEnd(): void {
    const broken = this.#connection?.socketError;
    if (broken) {
      this.#fail(classifyError(broken));
    } else {
      this.#release(true);
      this.#collector?.end();
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (errorCode(error) === 'UND_ERR_INVALID_ARG') {
      this.#refuse(error);
    } else if (this.#reused && !this.#answerBegan && !this.#retried && !this.#settled) {
      this.#retried = true;
      this.#release(false);
      this.#send(true);
    } else {
      this.#fail(classifyError(error));
    }
  }

  #send(fresh: boolean): void {
    this.#leaveQueue = this.#pool.acquire(this.#origin, fresh, connection => {
      this.#connection = connection;
      connection.dispatch(this.#dispatch, this);
    });
  }

  #headersCame(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#deadline.headersCame();
    this.#head = readHead(status, headers);
    const length = contentLengthOf(headers);
    if (this.#isKept(this.#head)) {
      this.#keepBody(controller, headers, length);
    } else {
      this.#answer(NO_BODY);
      if (length > DRAIN_BYTES) this.#release(false);
    }
  }

  #isKept({ status, contentType }: ResponseHead): boolean {
    return this.#request.purpose === 'robots' ? status < 300 : status === 200 && isHtml(contentType);
  }

  #keepBody(controller: Dispatcher.DispatchController, headers: IncomingHttpHeaders, length: number): void {
    const truncate = this.#request.purpose === 'robots';
    const maxBytes = truncate ? ROBOTS_BYTES : this.#limits.maxBodyBytes;
    try {
      if (length > maxBytes && !truncate) throw tooLarge(maxBytes);
      const codings = parseContentEncoding(contentEncodingOf(headers));
      this.#collector = new BodyCollector({ codings, maxBytes, truncate }, this.#flow(controller), outcome => {
        if (outcome instanceof FetchFault) this.#fail(outcome);
        else this.#answer(outcome);
        this.#release(false);
      });
    } catch (error) {
      this.#fail(classifyError(error));
    }
  }

  #flow(controller: Dispatcher.DispatchController) {
    return {
      pause: () => {
        this.#deadline.paused = true;
        controller.pause();
      },
      resume: () => {
        this.#deadline.paused = false;
        controller.resume();
      },
    };
  }

  #answer({ bytes, truncated }: CollectedBody): void {
    if (this.#head === undefined || !this.#end()) return;
    this.#settle({
      kind: 'answered',
      elapsedMs: this.#deadline.elapsedMs,
      ...this.#head,
      body: bytes,
      truncated,
    });
  }

  #fail(fault: FetchFault): void {
    this.#collector?.cancel();
    if (this.#end()) {
      this.#settle({
        kind: 'failed',
        elapsedMs: this.#deadline.elapsedMs,
        reason: fault.reason,
        ...(this.#head && { status: this.#head.status }),
        detail: printable(fault.message),
      });
    }
    this.#release(false);
  }

  /** The request cannot be written at all: the caller's mistake, not an answer. */
  #refuse(error: Error): void {
    if (this.#end()) this.#reject(error);
    this.#release(false);
  }

  /** Whether this is the first outcome. */
  #end(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }

  /** Gives the connection back, or the place in the line for one. */
  #release(reusable: boolean): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#leaveQueue();
    if (connection) {
      if (reusable) connection.served += 1;
      this.#pool.release(connection, reusable);
    }
    if (this.#settled) this.#deadline.clear();
  }
}
