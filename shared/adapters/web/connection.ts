import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
// Not the whole package: its index loads fetch, caches, mocks and WebSockets as well.
import Client from 'undici/lib/dispatcher/client.js';
import type { OpenSocket } from './open-socket.ts';

export interface ConnectionOptions {
  readonly openSocket: OpenSocket;
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
}

const neverMind = () => undefined;
/** The error that undici makes anew for each connection: an error with its stack takes as long as a small request. */
const destroyed = Object.assign(new Error('The client is destroyed'), {
  name: 'ClientDestroyedError',
  code: 'UND_ERR_DESTROYED',
});

/**
 * An HTTP/1.1 connection to an origin, for a single request at a time. (An undici Client is the same, but does not say
 * whether a request went over a socket that had served before, and lets go of a socket only once it is connected.)
 */
export class Connection {
  readonly origin: string;
  readonly isTolerant = false;
  /** Answers received over the present socket. */
  served = 0;
  /** The socket's failure, if it had one: undici takes a reset for the end of a body of unknown length. */
  socketError: Error | undefined;
  /** Called when the socket closes. */
  onClose: () => void = neverMind;
  readonly #client: Dispatcher;
  #socket: Socket | undefined;
  #destroyed = false;

  constructor(origin: string, options: ConnectionOptions) {
    this.origin = origin;
    this.#client = new Client(origin, {
      connect: ({ hostname, port, protocol }, callback) => {
        const secure = protocol === 'https:';
        const target = { hostname, port: Number(port) || (secure ? 443 : 80), secure };
        options
          .openSocket(target, socket => this.#watch(socket))
          .then(
            socket => callback(null, socket),
            error => callback(error, null),
          );
      },
      pipelining: 1,
      maxHeaderSize: options.maxHeaderBytes,
      // The exchange keeps the time, over connecting, headers and body together.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: options.keepAliveMs,
      keepAliveMaxTimeout: options.keepAliveMs,
    });
  }

  get alive(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed && !this.#destroyed;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(request, handler);
  }

  /** Closes at once, also while it connects; the request under way fails. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#client.destroy(destroyed, neverMind);
    this.#socket?.destroy();
  }

  #watch(socket: Socket): void {
    this.#socket = socket;
    this.served = 0;
    this.socketError = undefined;
    socket.on('error', error => {
      this.socketError = error;
    });
    socket.once('close', () => this.onClose());
    if (this.#destroyed) socket.destroy();
  }
}
