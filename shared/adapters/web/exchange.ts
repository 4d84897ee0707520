import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { pageTypeOf } from '../../domain/http/page-type.ts';
import { longestAnswerMs } from '../../domain/protocol/protocol.ts';
import type { FetchRequest } from '../../ports/request-ports.ts';
import {
  BodyCollector,
  type BodyFlow,
  type CollectedBody,
  noRoom,
  PendingAnswer,
  type Settle,
  WHOLE_LIMIT,
} from './body-collector.ts';
import type { ConnectionPool, PooledConnection, Wanted } from './connection-pool.ts';
import { parseContentEncoding, tooLarge } from './content-coding.ts';
import { Deadline } from './deadline.ts';
import { classifyError, errorCode, isShortage } from './faults/classify-error.ts';
import { FetchFault } from './faults/fetch-fault.ts';
import { ADMITTED_BYTES, DRAIN_BYTES, type FetchLimits, MAX_INTERIM, ROBOTS_BYTES } from './fetch-limits.ts';
import { refusalOf } from './refused-answer.ts';
import {
  allFields,
  contentEncodingOf,
  contentLengthOf,
  mayShowWall,
  type ResponseHead,
  readHead,
  withWall,
} from './response-head.ts';

const NO_BODY: CollectedBody = { bytes: new Uint8Array(0), truncated: false };
const noTypes: ReadonlySet<string> = new Set();

/** Where and how the request is sent. */
interface Wire {
  readonly origin: string;
  readonly dispatch: Dispatcher.DispatchOptions;
  readonly pool: ConnectionPool;
  readonly limits: FetchLimits;
}

/**
 * A request and its answer, over one connection or two. A server may close a used connection just as the request goes
 * out. Then the request is sent again over a new connection (RFC 9112, section 9.3.1).
 *
 * The answer is settled once, as early as it is known; the connection goes back to the pool once, when the last byte of
 * the answer was read or is given up. Either may come first.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: FetchRequest;
  readonly #wire: Wire;
  readonly #deadline: Deadline;
  readonly #pending: PendingAnswer;
  #leaveQueue: () => void = () => undefined;
  #connection: PooledConnection | undefined;
  #retried = false;
  /** The connection had served before this request went out. */
  #reused = false;
  #answerBegan = false;
  /** The first answer over a used connection is a 408: the server's word on its idleness, not an answer to this request. */
  #isStale = false;
  #interim = 0;
  #headers: IncomingHttpHeaders | undefined;
  #head: ResponseHead | undefined;
  #collector: BodyCollector | undefined;
  /** The answer is there, its body is not kept and only awaited. */
  #drains = false;
  #drained = 0;
  /** Of the kept body, as they came. */
  #received = 0;
  /** Asks the caller to admit the body; undefined: it has been asked, or need not be. */
  #askAdmission: (() => Promise<void>) | undefined;
  #unasked = ADMITTED_BYTES;
  /** The caller has not yet admitted the body. */
  #isHeld = false;

  constructor(request: FetchRequest, wire: Wire, settle: Settle) {
    this.#request = request;
    this.#wire = { ...wire, limits: limitsOf(request, wire.limits) };
    this.#deadline = new Deadline(this.#wire.limits, fault => this.#break(fault));
    this.#pending = new PendingAnswer(request, settle, fault => this.#fail(fault));
  }

  start(): void {
    this.#pending.start();
    if (!this.#pending.settled) this.#send(this.#request.tolerant ? 'tolerant' : 'any');
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
    if (status === 408 && this.#reused && !this.#retried) {
      this.#isStale = true;
    } else if (status >= 200) {
      this.#headersCame(controller, status, headers);
    } else if (status < 100) {
      this.#fail(new FetchFault('protocol', `Status ${status} is no HTTP status.`));
    } else if (++this.#interim > MAX_INTERIM) {
      this.#fail(new FetchFault('protocol', `More than ${MAX_INTERIM} interim answers.`));
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#deadline.bytesCame(chunk.length);
    if (this.#isStale) return;
    if (this.#collector) {
      this.#received += chunk.length;
      this.#collector.push(chunk);
      if (this.#received > this.#unasked) void this.#askAdmission?.();
    } else {
      this.#drained += chunk.length;
      if (this.#drained > DRAIN_BYTES) this.#answerWithout(false);
    }
  }

  onResponseEnd(): void {
    const broken = this.#connection?.socketError;
    if (this.#isStale) {
      this.#sendAgain();
    } else if (broken) {
      this.#break(classifyError(broken));
    } else if (this.#collector) {
      this.#release(true);
      this.#collector.end();
    } else {
      this.#answerWithout(true);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (errorCode(error) === 'UND_ERR_INVALID_ARG' || isShortage(error)) {
      this.#pending.reject(error);
      this.#release(false);
    } else if (this.#isStale || (this.#reused && !this.#answerBegan && !this.#retried && !this.#pending.settled)) {
      this.#sendAgain();
    } else {
      this.#break(classifyError(error), this.#mayBeRead(error));
    }
  }

  /** The answer breaks off. */
  #break(fault: FetchFault, again = false): void {
    if (this.#collector && !again) this.#collector.end(fault);
    else this.#fail(fault, again);
  }

  /** Whether browsers may read what undici refuses. */
  #mayBeRead(error: Error): boolean {
    const connection = this.#connection;
    if (connection === undefined || connection.isTolerant) return false;
    const refusal = refusalOf(error, this.#headers);
    if (refusal === 'answer') this.#wire.pool.distrust(connection.origin);
    return refusal !== undefined;
  }

  /** Over a new connection, once. */
  #sendAgain(): void {
    this.#retried = true;
    this.#isStale = false;
    this.#answerBegan = false;
    this.#release(false);
    if (!this.#pending.settled) this.#send('fresh');
  }

  #send(wanted: Wanted): void {
    this.#leaveQueue = this.#wire.pool.acquire(this.#wire.origin, wanted, connection => {
      this.#connection = connection;
      connection.dispatch(this.#wire.dispatch, this);
    });
  }

  #headersCame(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#deadline.headersCame();
    this.#headers = headers;
    this.#head = readHead(status, headers);
    if (this.#request.fields !== undefined || this.#request.purpose === 'part')
      this.#head = { ...this.#head, fields: allFields(headers) };
    // The length that an answer to HEAD says is that of a body which does not come.
    const length = this.#request.method === 'HEAD' ? 0 : contentLengthOf(headers);
    if (this.#isKept(this.#head)) {
      this.#keepBody(controller, headers, length);
    } else if (!(length > DRAIN_BYTES) && this.#request.method !== 'HEAD' && this.#mayShowWall(this.#head)) {
      this.#drains = true;
      this.#keepBody(controller, headers, length);
    } else {
      this.#drains = true;
      if (length > DRAIN_BYTES) this.#answerWithout(false);
    }
  }

  /** An answer whose body is not kept counts as open until the body has come or is given up. */
  #answerWithout(reusable: boolean): void {
    this.#answer(NO_BODY);
    this.#release(reusable);
  }

  #mayShowWall(head: ResponseHead): boolean {
    return mayShowWall(head, this.#request.purpose);
  }

  #isKept({ status, contentType }: ResponseHead): boolean {
    if (this.#request.purpose === 'robots') return status < 300;
    if (this.#request.purpose === 'check') return false;
    if (this.#request.purpose === 'part') return status < 300 || status > 399;
    return status === 200 && pageTypeOf(contentType, this.#request.pageTypes ?? noTypes) !== 'other';
  }

  #keepBody(controller: Dispatcher.DispatchController, headers: IncomingHttpHeaders, length: number): void {
    const truncate = this.#request.purpose === 'robots';
    const maxBytes = this.#drains ? DRAIN_BYTES : truncate ? ROBOTS_BYTES : this.#wire.limits.maxBodyBytes;
    try {
      if (length > maxBytes && !truncate) throw tooLarge(maxBytes);
      const codings = parseContentEncoding(contentEncodingOf(headers));
      const flow = this.#flow(controller);
      const asked = this.#drains ? undefined : this.#request.admit;
      const admit = asked && { admit: async () => await this.#held(asked(maxBytes)) };
      this.#collector = new BodyCollector({ length, codings, maxBytes, truncate, ...admit }, flow, outcome => {
        if (outcome instanceof FetchFault) this.#fail(outcome);
        else this.#answer(outcome);
        this.#release(false);
      });
      if (asked === undefined) return;
      const isPlain = codings.length === 0 && length >= 0;
      if (codings.length > 0) this.#unasked = codings.length > 1 ? 0 : WHOLE_LIMIT;
      this.#askAdmission = async () => await this.#admit(flow, asked(isPlain ? length : maxBytes), length);
      if (length > this.#unasked) void this.#askAdmission();
    } catch (error) {
      this.#fail(classifyError(error));
    }
  }

  /** Reads nothing more until the caller has room. Behind its last byte a body is not paused (`BodyCollector`). */
  async #admit(flow: BodyFlow, admitted: Promise<boolean>, length: number): Promise<void> {
    this.#askAdmission = undefined;
    this.#isHeld = true;
    if (this.#received !== length) flow.pause();
    const isAdmitted = await this.#held(admitted);
    this.#isHeld = false;
    if (isAdmitted) flow.resume();
    else this.#fail(noRoom());
  }

  /** Time in which the caller makes room is not the server's. */
  async #held(admitted: Promise<boolean>): Promise<boolean> {
    this.#deadline.hold();
    const isAdmitted = await admitted;
    this.#deadline.goOn();
    return isAdmitted;
  }

  #flow(controller: Dispatcher.DispatchController): BodyFlow {
    return {
      pause: () => {
        this.#deadline.paused = true;
        controller.pause();
      },
      resume: () => {
        if (this.#isHeld || this.#connection === undefined) return;
        this.#deadline.paused = false;
        controller.resume();
      },
    };
  }

  #answer(body: CollectedBody): void {
    if (this.#head === undefined) return;
    this.#pending.answer(...withWall(this.#head, body, this.#request.purpose), this.#deadline.times);
  }

  /** `again`: browsers may read what came. */
  #fail(fault: FetchFault, again = false): void {
    if (this.#drains) {
      this.#answerWithout(false);
      return;
    }
    this.#collector?.cancel();
    this.#pending.fail(fault, { status: this.#head?.status, again, times: this.#deadline.times });
    this.#release(false);
  }

  /** Gives the connection back, or the place in the line for one. */
  #release(reusable: boolean): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#leaveQueue();
    if (connection) {
      if (reusable) connection.served += 1;
      this.#wire.pool.release(connection, reusable);
    }
    if (this.#pending.settled) this.#deadline.clear();
  }
}

/** The limits of the request count before those of the fetcher. */
function limitsOf(request: FetchRequest, given: FetchLimits): FetchLimits {
  const { timeoutMs, maxBodyBytes = given.maxBodyBytes, longestMs = Number.POSITIVE_INFINITY } = request;
  const times =
    timeoutMs === undefined ? {} : { headerTimeoutMs: timeoutMs, totalTimeoutMs: longestAnswerMs(timeoutMs) };
  const limits = { ...given, maxBodyBytes, ...times };
  return { ...limits, totalTimeoutMs: Math.min(longestMs, limits.totalTimeoutMs) };
}
