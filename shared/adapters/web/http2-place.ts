import type { IncomingHttpHeaders } from 'node:http';
import type http2 from 'node:http2';
import type { Dispatcher } from 'undici';
import type { Carrier } from './carrier.ts';
import { errorCode } from './classify-error.ts';
import { FetchFault } from './fetch-fault.ts';

/** The shared connection, as a place on it sees it. */
export interface PlaceHost {
  readonly origin: string;
  served: number;
  readonly maxHeaderBytes: number;
  /** Begins the stream of a request; throws a fault where the connection takes none any more. */
  open(request: Dispatcher.DispatchOptions): http2.ClientHttp2Stream;
  /** Bytes that an answer accounts for. */
  came(bytes: number): void;
  /** What to tell of a stream that ended with `code`, or by an error of the whole connection, before its answer did. */
  faultOf(cause: number | Error, answerBegan: boolean): FetchFault;
  /** Ends a stream whose answer nobody wants any more; `isSilent`: nothing of it came. */
  cancel(stream: http2.ClientHttp2Stream, isSilent: boolean): void;
}

/** Beside its content a frame has a head; servers may send small ones. */
const FRAME_BYTES = 64;
const END_STREAM = 1;

/** A place for one request on a connection of HTTP/2. Tells the handler what undici would tell of HTTP/1.1. */
export class Http2Place<Host extends PlaceHost = PlaceHost> implements Carrier {
  readonly socketError = undefined;
  readonly protocol = 'h2';
  readonly host: Host;
  #handler: Dispatcher.DispatchHandler | undefined;
  #stream: http2.ClientHttp2Stream | undefined;
  #isSilent = true;
  #answerBegan = false;
  /** The last frame of the answer came. */
  #isWhole = false;

  constructor(host: Host) {
    this.host = host;
  }

  get origin(): string {
    return this.host.origin;
  }

  get served(): number {
    return this.host.served;
  }

  set served(count: number) {
    this.host.served = count;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#handler = handler;
    try {
      this.#stream = this.host.open(request);
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    this.#listen(this.#stream);
    handler.onRequestStart?.(controllerOf(this.#stream), undefined);
  }

  /** Nobody waits for the answer any more. */
  leave(): void {
    this.#handler = undefined;
    if (this.#stream) this.host.cancel(this.#stream, this.#isSilent);
  }

  #listen(stream: http2.ClientHttp2Stream): void {
    const controller = controllerOf(stream);
    // Node's types lack the third argument: names and values, as they came.
    const onFields = (headers: http2.IncomingHttpHeaders, flags: number, raw: readonly string[]): void => {
      if ((flags & END_STREAM) !== 0) this.#isWhole = true;
      this.#fieldsCame(controller, Number(headers[':status']), raw);
    };
    stream.on('headers', onFields as () => void);
    stream.on('response', ((headers, flags, raw) => {
      onFields(headers, flags, raw);
      // Not earlier: a body that is here with its head would come before it.
      stream.on('data', chunk => this.#bytesCame(controller, chunk));
    }) as typeof onFields as () => void);
    stream.on('trailers', () => {
      this.#isWhole = true;
    });
    onLastFrame(stream, () => {
      this.#isWhole = true;
    });
    stream.on('end', () => this.#ended(controller, stream.rstCode));
    stream.on('error', error =>
      this.#fail(this.host.faultOf(isOfStream(error) ? stream.rstCode : error, this.#answerBegan)),
    );
    stream.on('close', () => this.#ended(controller, stream.rstCode));
  }

  #fieldsCame(controller: Dispatcher.DispatchController, status: number, raw: readonly string[]): void {
    this.#isSilent = false;
    const bytes = fieldBytes(raw);
    const { maxHeaderBytes } = this.host;
    this.host.came(bytes);
    if (bytes >= maxHeaderBytes) {
      this.#fail(new FetchFault('protocol', `HTTP/2: the fields of the answer have ${maxHeaderBytes} bytes or more.`));
      return;
    }
    if (status >= 200) this.#answerBegan = true;
    this.#handler?.onResponseStarted?.();
    this.#handler?.onResponseStart?.(controller, status, answerFields(raw));
  }

  #bytesCame(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.host.came(chunk.length + FRAME_BYTES);
    this.#handler?.onResponseData?.(controller, chunk);
  }

  #ended(controller: Dispatcher.DispatchController, code: number): void {
    if (!this.#isWhole || !this.#answerBegan) {
      if (this.#handler) this.#fail(this.host.faultOf(code, this.#answerBegan));
      return;
    }
    const handler = this.#handler;
    this.#handler = undefined;
    handler?.onResponseEnd?.(controller, {});
  }

  #fail(error: Error): void {
    const handler = this.#handler;
    this.#handler = undefined;
    handler?.onResponseError?.(controllerOf(this.#stream), error);
  }
}

function isOfStream(error: Error): boolean {
  return errorCode(error) === 'ERR_HTTP2_STREAM_ERROR';
}

/**
 * A stream that the server has reset with NO_ERROR ends in Node like a whole one, but is closed when Node pushes its end. A
 * whole stream is still open then.
 */
function onLastFrame(stream: http2.ClientHttp2Stream, tell: () => void): void {
  const push = stream.push.bind(stream);
  stream.push = (chunk, encoding) => {
    if (chunk === null && !stream.closed) tell();
    return push(chunk, encoding);
  };
}

/** Back-pressure; an exchange uses nothing else of it. */
function controllerOf(stream: http2.ClientHttp2Stream | undefined): Dispatcher.DispatchController {
  return {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: null,
    rawTrailers: null,
    abort: () => stream?.destroy(),
    pause: () => stream?.pause(),
    resume: () => stream?.resume(),
  } as Dispatcher.DispatchController;
}

/**
 * The fields of an answer as undici gives them of HTTP/1.1: in order, each byte of a value one character, a list where a
 * field came several times. `raw` has names and values by turns.
 */
function answerFields(raw: readonly string[]): IncomingHttpHeaders {
  const headers = Object.create(null) as Record<string, string | string[]>;
  for (let i = 0; i < raw.length; i += 2) {
    const [name, value] = [raw[i]!, raw[i + 1]!];
    if (name.startsWith(':')) continue;
    const known = headers[name];
    if (known === undefined) headers[name] = value;
    else if (typeof known === 'string') headers[name] = [known, value];
    else known.push(value);
  }
  return headers;
}

/** Bytes of names and values, as the limit of HTTP/1.1 counts them. */
function fieldBytes(raw: readonly string[]): number {
  return raw.reduce((sum, text, i) => sum + (raw[i - (i % 2)]!.startsWith(':') ? 0 : text.length), 0);
}
