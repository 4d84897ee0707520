import type { OutgoingHttpHeaders } from 'node:http';
import http2 from 'node:http2';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { FetchFault, RepeatableFault } from './fetch-fault.ts';
import { asksForHttp1, connectionFault, isOverburdened, streamFault } from './http2-faults.ts';
import { Http2Place, type PlaceHost } from './http2-place.ts';

export interface Http2Options {
  readonly maxHeaderBytes: number;
}

/** Whom a connection tells what becomes of it. */
export interface Http2Events {
  /** The server has said how many streams it takes, or says so anew. */
  onRoom(): void;
  /** The server's HTTP/2 is faulty: from now on HTTP/1.1 may serve better. */
  onMalformed(): void;
  /** No new stream may begin any more. Streams that are open may come to their end. */
  onRetired(): void;
}

/** What may come of an answer before it is read: of one stream, and of all together. */
const STREAM_WINDOW = 256 * 1024;
const CONNECTION_WINDOW = 1024 * 1024;
/** RFC 9113, section 6.5.2: each field counts 32 bytes more, which HTTP/1.1 does not count. */
const LIST_FACTOR = 4;
/** Above this much of what no request asked for (frames that only cost time) in a second the connection ends. */
const MOST_STRAY_BYTES = 2 * CONNECTION_WINDOW;
const MOST_STRAY_FRAMES = 1_000;
const CHECK_MS = 1_000;
/** Of memory that nghttp2 keeps for one connection, in MB. */
const MOST_MEMORY = 32;

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR } = http2.constants;

/**
 * A connection of HTTP/2 to an origin, for several requests at once. Node reads the frames (nghttp2). Here are the bounds:
 * fields, windows, frames that nobody asked for; pushed answers are refused.
 */
export class Http2Connection implements PlaceHost {
  readonly origin: string;
  readonly maxHeaderBytes: number;
  served = 0;
  /** Places that are taken. */
  taken = 0;
  readonly #session: http2.ClientHttp2Session;
  readonly #socket: Socket;
  readonly #events: Http2Events;
  readonly #authority: string;
  readonly #check: NodeJS.Timeout;
  #fault: FetchFault | undefined;
  #mostStreams = 0;
  #retired = false;
  /** By GOAWAY, with an error code. */
  #wasToldToGo = false;
  #accounted = 0;
  #strayFrames = 0;
  #readBefore = 0;

  constructor(origin: string, socket: Socket, { maxHeaderBytes }: Http2Options, events: Http2Events) {
    this.origin = origin;
    this.maxHeaderBytes = maxHeaderBytes;
    this.#authority = new URL(origin).host;
    this.#socket = socket;
    this.#events = events;
    this.#session = http2.connect(origin, {
      createConnection: () => socket,
      maxSessionMemory: MOST_MEMORY,
      maxHeaderListPairs: Math.ceil(maxHeaderBytes / 8),
      settings: {
        enablePush: false,
        initialWindowSize: STREAM_WINDOW,
        maxHeaderListSize: LIST_FACTOR * maxHeaderBytes,
      },
    });
    this.#listen();
    this.#check = setInterval(() => this.#checkStray(), CHECK_MS).unref();
  }

  /** The server has said how it speaks HTTP/2. */
  get isReady(): boolean {
    return this.#mostStreams > 0;
  }

  get hasRoom(): boolean {
    return !this.#retired && !this.#session.destroyed && this.taken < this.#mostStreams;
  }

  place(): Http2Place<this> {
    this.taken += 1;
    this.#session.ref();
    return new Http2Place(this);
  }

  open({ path, method, headers }: Dispatcher.DispatchOptions): http2.ClientHttp2Stream {
    try {
      const pseudo = { ':method': method, ':authority': this.#authority, ':scheme': 'https', ':path': path };
      const fields = requestFields((headers ?? []) as readonly string[]);
      return this.#session.request({ ...pseudo, ...fields }, { endStream: true });
    } catch (error) {
      // The connection has ended, and nobody has heard of it yet.
      this.retire();
      throw new RepeatableFault('network', `HTTP/2: ${(error as Error).message}.`, { cause: error });
    }
  }

  came(bytes: number): void {
    this.#accounted += bytes;
  }

  faultOf(cause: number | Error, answerBegan: boolean): FetchFault {
    if (typeof cause === 'number' && !this.#session.destroyed) {
      if (!answerBegan && asksForHttp1(cause)) this.#events.onMalformed();
      if (isOverburdened(cause)) this.retire();
      return streamFault(cause, answerBegan);
    }
    const fault = this.#fault ?? (typeof cause === 'number' ? closed(answerBegan) : connectionFault(cause));
    if (answerBegan) return fault;
    if (fault.reason === 'protocol') this.#events.onMalformed();
    // A server may close a used connection just as the request goes out (RFC 9112, section 9.3.1).
    const isRepeatable = fault.reason === 'protocol' || (this.served > 0 && !this.#wasToldToGo);
    return isRepeatable ? new RepeatableFault(fault.reason, fault.message, { cause: fault }) : fault;
  }

  cancel(stream: http2.ClientHttp2Stream, isSilent: boolean): void {
    if (stream.closed || stream.destroyed) return;
    // What is on its way counts for nothing that was asked for.
    this.#accounted += STREAM_WINDOW;
    stream.close(NGHTTP2_CANCEL);
    stream.resume();
    // A server that says nothing may be gone: others should not wait for it.
    if (isSilent) this.retire();
  }

  /** The place is free again. */
  release(): void {
    this.taken -= 1;
    if (this.taken > 0) return;
    if (this.#retired) this.destroy();
    else this.#session.unref();
  }

  /** Ends all at once. */
  destroy(fault?: FetchFault): void {
    if (this.#session.destroyed) return;
    this.#fault ??= fault;
    this.#session.destroy(fault);
    this.#socket.destroy();
  }

  #listen(): void {
    const session = this.#session;
    session.once('connect', () => session.setLocalWindowSize(CONNECTION_WINDOW));
    session.on('remoteSettings', ({ maxConcurrentStreams = 100 }) => {
      this.#strayFrameCame();
      this.#mostStreams = Math.max(1, maxConcurrentStreams);
      this.#events.onRoom();
    });
    session.on('ping', () => this.#strayFrameCame());
    // nghttp2 refuses pushed answers, as the settings say.
    session.on('stream', stream => stream.close(NGHTTP2_CANCEL));
    session.on('goaway', code => {
      this.#wasToldToGo = code !== NGHTTP2_NO_ERROR;
      this.retire();
    });
    session.on('error', error => {
      this.#fault ??= connectionFault(error);
      this.retire();
    });
    session.on('close', () => {
      clearInterval(this.#check);
      this.retire();
    });
  }

  /** Takes no further request. The connection ends with its last request. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#events.onRetired();
    if (this.taken === 0) this.destroy();
  }

  #strayFrameCame(): void {
    this.#strayFrames += 1;
    if (this.#strayFrames > MOST_STRAY_FRAMES) this.#flooded(`${MOST_STRAY_FRAMES} frames`);
  }

  #checkStray(): void {
    const read = this.#session.socket?.bytesRead ?? this.#readBefore;
    const stray = read - this.#readBefore - this.#accounted;
    if (stray > MOST_STRAY_BYTES) this.#flooded(`${MOST_STRAY_BYTES} bytes`);
    this.#readBefore = read;
    this.#accounted = 0;
    this.#strayFrames = 0;
  }

  #flooded(what: string): void {
    this.destroy(new FetchFault('protocol', `HTTP/2: more than ${what} in a second that no request asked for.`));
  }
}

function closed(answerBegan: boolean): FetchFault {
  const when = answerBegan ? 'in the middle of' : 'before';
  return new FetchFault('network', `HTTP/2: the connection was closed ${when} the answer.`);
}

/** Fields of a connection, which HTTP/2 has not (RFC 9113, section 8.2.2), and the host, which has a place of its own. */
const ofConnections: ReadonlySet<string> = new Set([
  ...['connection', 'host', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'],
]);

/** The fields of a request, from names and values by turns. */
function requestFields(fields: readonly string[]): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i]!.toLowerCase();
    if (!ofConnections.has(name)) headers[name] = fields[i + 1]!;
  }
  return headers;
}
