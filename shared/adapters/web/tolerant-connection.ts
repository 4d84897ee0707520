import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { type BodyReader, bodyReader } from './answer-body.ts';
import { type AnswerHead, endOfHead, readAnswerHead } from './answer-head.ts';
import type { ConnectionOptions } from './connection.ts';
import { FetchFault } from './faults/fetch-fault.ts';

const firstHeadBytes = 4 * 1024;

/**
 * A connection for one request; it reads the answer as browsers do. For servers whose answers undici refuses. It is
 * closed behind the answer, so nothing that follows can be taken for the answer to another request.
 */
export class TolerantConnection {
  readonly origin: string;
  readonly isTolerant = true;
  served = 0;
  socketError: Error | undefined;
  readonly #options: ConnectionOptions;
  #reading: AnswerReading | undefined;
  #socket: Socket | undefined;
  #destroyed = false;

  constructor(origin: string, options: ConnectionOptions) {
    this.origin = origin;
    this.#options = options;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const reading = new AnswerReading(request.method === 'HEAD', this.#options.maxHeaderBytes, handler);
    this.#reading = reading;
    this.#exchange(request, handler, reading).catch(error => reading.fail(error));
  }

  /** Closes at once, also while it connects. */
  destroy(): void {
    this.#destroyed = true;
    this.#reading?.close();
    this.#socket?.destroy();
  }

  async #exchange(
    request: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    reading: AnswerReading,
  ): Promise<void> {
    const url = new URL(this.origin);
    const bytes = requestBytes(url.host, request);
    const secure = url.protocol === 'https:';
    const target = {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 443 : 80),
      secure,
    };
    const socket = await this.#options.openSocket(target, dialled => this.#watch(dialled));
    if (this.#destroyed) return;
    const controller = controllerOf(socket, error => reading.fail(error));
    reading.controller = controller;
    socket.on('data', chunk => {
      reading.push(chunk);
      if (reading.isOver) socket.destroy();
    });
    socket.once('end', () => reading.end(this.socketError));
    socket.once('close', () => reading.end(this.socketError));
    handler.onRequestStart?.(controller, {});
    if (!this.#destroyed) socket.write(bytes);
  }

  #watch(socket: Socket): void {
    this.#socket = socket;
    socket.on('error', error => {
      this.socketError = error;
    });
    if (this.#destroyed) socket.destroy();
  }
}

function requestBytes(host: string, { method, path, headers }: Dispatcher.DispatchOptions): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`, 'connection: close'];
  const fields = headers as readonly string[];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    checkField(fields[at]!, fields[at + 1]!);
    lines.push(`${fields[at]}: ${fields[at + 1]}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** Throws what undici throws for a field that cannot be sent. */
function checkField(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw Object.assign(new TypeError(`invalid ${name} header`, { cause: error }), { code: 'UND_ERR_INVALID_ARG' });
  }
}

function controllerOf(socket: Socket, abort: (error: Error) => void): Dispatcher.DispatchController {
  return {
    get aborted() {
      return socket.destroyed;
    },
    get paused() {
      return socket.isPaused();
    },
    get reason() {
      return null;
    },
    abort,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}

/** An answer as its bytes come. The handler hears of its end or its failure once. */
class AnswerReading {
  controller!: Dispatcher.DispatchController;
  readonly #isHead: boolean;
  readonly #maxHeadBytes: number;
  #handler: Dispatcher.DispatchHandler | undefined;
  /** The head as far as it has come; it grows by doubling. */
  #head = Buffer.alloc(firstHeadBytes);
  #headBytes = 0;
  #began = false;
  #body: BodyReader | undefined;

  constructor(isHead: boolean, maxHeadBytes: number, handler: Dispatcher.DispatchHandler) {
    this.#isHead = isHead;
    this.#maxHeadBytes = maxHeadBytes;
    this.#handler = handler;
  }

  get isOver(): boolean {
    return this.#handler === undefined;
  }

  push(bytes: Buffer): void {
    if (!this.#began) this.#handler?.onResponseStarted?.();
    this.#began = true;
    try {
      for (let rest: Buffer | undefined = bytes; rest !== undefined && !this.isOver; )
        rest = this.#body === undefined ? this.#readHead(rest) : this.#readBody(this.#body, rest);
    } catch (error) {
      this.fail(error);
    }
  }

  /** The connection has ended. */
  end(error: Error | undefined): void {
    if (error === undefined && this.#body?.mayEnd) this.#whole();
    else this.fail(error ?? this.#cut());
  }

  fail(error: unknown): void {
    const handler = this.close();
    handler?.onResponseError?.(this.controller ?? null, error instanceof Error ? error : new Error(String(error)));
  }

  /** Nobody is to hear of the answer any more. */
  close(): Dispatcher.DispatchHandler | undefined {
    const handler = this.#handler;
    this.#handler = undefined;
    return handler;
  }

  #cut(): FetchFault {
    if (this.#body !== undefined) return new FetchFault('network', 'The connection ended inside the body.');
    return this.#headBytes === 0
      ? new FetchFault('network', 'The connection ended without an answer.')
      : new FetchFault('protocol', 'The connection ended inside the head of the answer.');
  }

  /** Gives what follows the head, where it is there. */
  #readHead(bytes: Buffer): Buffer | undefined {
    const before = this.#headBytes;
    this.#gather(bytes);
    const end = endOfHead(this.#head.subarray(0, this.#headBytes), Math.max(0, before - 2));
    if ((end < 0 ? this.#headBytes : end) > this.#maxHeadBytes)
      throw new FetchFault('protocol', `The head of the answer is longer than ${this.#maxHeadBytes} bytes.`);
    if (end < 0) return undefined;
    const head = readAnswerHead(this.#head.toString('latin1', 0, end));
    this.#headBytes = 0;
    this.#headCame(head);
    return bytes.subarray(end - before);
  }

  #gather(bytes: Buffer): void {
    const size = Math.min(this.#headBytes + bytes.length, this.#maxHeadBytes + 1);
    if (size > this.#head.length) {
      const larger = Buffer.alloc(Math.max(size, this.#head.length * 2));
      this.#head.copy(larger, 0, 0, this.#headBytes);
      this.#head = larger;
    }
    bytes.copy(this.#head, this.#headBytes, 0, size - this.#headBytes);
    this.#headBytes = size;
  }

  #headCame({ status, headers }: AnswerHead): void {
    if (status === 101) throw new FetchFault('protocol', 'The server switches to another protocol (101).');
    const isInterim = status < 200;
    const body = isInterim ? undefined : bodyReader(status, headers, this.#isHead);
    this.#body = body;
    this.#handler?.onResponseStart?.(this.controller, status, headers);
    if (!isInterim && body === undefined) this.#whole();
  }

  #readBody(body: BodyReader, bytes: Buffer): undefined {
    const isWhole = body.read(bytes, part => {
      if (part.length > 0) this.#handler?.onResponseData?.(this.controller, part);
    });
    if (isWhole) this.#whole();
    return undefined;
  }

  #whole(): void {
    this.close()?.onResponseEnd?.(this.controller, {});
  }
}
