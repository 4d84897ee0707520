import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Carrier, CarrierPool, Take } from './carrier.ts';
import { Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { Http2Connection, type Http2Options } from './http2-connection.ts';
import { Http2Place } from './http2-place.ts';
import type { OpenSocket } from './open-socket.ts';

export interface Http2PoolOptions extends Http2Options {
  readonly openSocket: OpenSocket;
  /** Serves origins that speak no HTTP/2. */
  readonly http1: ConnectionPool;
  readonly keepAliveMs: number;
  /** Requests at once. */
  readonly requestsPerOrigin: number;
  /** How long a server that has chosen HTTP/2 may take to begin with it, ms. */
  readonly prefaceMs: number;
  readonly maxIdle: number;
}

interface Waiter {
  readonly fresh: boolean;
  readonly take: Take;
  leave: () => void;
}

interface Origin {
  readonly connections: Set<Http2Connection>;
  readonly waiting: Set<Waiter>;
  /** Ends the attempt to get a further connection. */
  endDialling: (() => void) | undefined;
}

/** Origins of which is remembered that they speak no HTTP/2. The one that was learnt first is forgotten first. */
const MOST_REMEMBERED = 10_000;
const protocols = ['h2', 'http/1.1'];
const leaveNothing = () => undefined;

/**
 * Requests over HTTP/2 where the server chooses it, all of an origin over one connection, or more where the server allows
 * fewer streams than are wanted. Requests to other servers go to the pool of HTTP/1.1, over the connection that was
 * opened to ask.
 */
export class Http2Pool implements CarrierPool {
  readonly #options: Http2PoolOptions;
  readonly #origins = new Map<string, Origin>();
  readonly #http1Only = new Set<string>();
  /** With their timers, in the order they became idle. */
  readonly #idle = new Map<Http2Connection, NodeJS.Timeout>();
  #closed = false;

  constructor(options: Http2PoolOptions) {
    this.#options = options;
  }

  acquire(origin: string, fresh: boolean, take: Take): () => void {
    if (this.#http1Only.has(origin)) return this.#options.http1.acquire(origin, fresh, take);
    const entry = this.#entry(origin);
    const connection = this.#withRoom(entry);
    if (connection) {
      this.#hand(connection, take);
      return leaveNothing;
    }
    const waiter: Waiter = { fresh, take, leave: () => this.#leave(origin, entry, waiter) };
    entry.waiting.add(waiter);
    this.#dialIfAllowed(origin, entry);
    return () => waiter.leave();
  }

  release(carrier: Carrier, reusable: boolean): void {
    if (carrier instanceof Http2Place) this.#releasePlace(carrier);
    else if (carrier instanceof Connection) this.#options.http1.release(carrier, reusable);
  }

  #releasePlace(place: Http2Place<Http2Connection>): void {
    const connection = place.host;
    place.leave();
    connection.release();
    const entry = this.#origins.get(connection.origin);
    if (entry) this.#serve(connection.origin, entry);
    if (connection.taken === 0) this.#keep(connection);
  }

  /** Closes what is idle now, and the rest as it comes back. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#idle.keys()) connection.destroy();
    for (const { endDialling, waiting } of this.#origins.values()) if (waiting.size === 0) endDialling?.();
  }

  #withRoom(entry: Origin): Http2Connection | undefined {
    if (placesOf(entry) >= this.#options.requestsPerOrigin) return undefined;
    for (const connection of entry.connections) if (connection.hasRoom) return connection;
    return undefined;
  }

  #hand(connection: Http2Connection, take: Take): void {
    clearTimeout(this.#idle.get(connection));
    this.#idle.delete(connection);
    take(connection.place());
  }

  /** Who waits gets what room there is, and a further connection where that is not enough. */
  #serve(origin: string, entry: Origin): void {
    for (const waiter of entry.waiting) {
      const connection = this.#withRoom(entry);
      if (!connection) break;
      entry.waiting.delete(waiter);
      waiter.leave = leaveNothing;
      this.#hand(connection, waiter.take);
    }
    if (entry.waiting.size > 0) this.#dialIfAllowed(origin, entry);
    else this.#forgetIfEmpty(origin, entry);
  }

  #leave(origin: string, entry: Origin, waiter: Waiter): void {
    entry.waiting.delete(waiter);
    if (entry.waiting.size > 0) return;
    this.#endDialling(entry);
    this.#forgetIfEmpty(origin, entry);
  }

  #dialIfAllowed(origin: string, entry: Origin): void {
    if (!entry.endDialling && placesOf(entry) < this.#options.requestsPerOrigin) this.#dial(origin, entry);
  }

  #dial(origin: string, entry: Origin): void {
    let ended = false;
    let dialled: Socket | undefined;
    entry.endDialling = () => {
      ended = true;
      dialled?.destroy();
    };
    this.#options
      .openSocket({ ...targetOf(origin), protocols }, socket => {
        dialled = socket;
        if (ended) socket.destroy();
      })
      .then(
        socket => (ended ? socket.destroy() : this.#opened(origin, entry, socket as TLSSocket)),
        error => (ended ? undefined : this.#failed(origin, entry, error)),
      );
  }

  /** As each of those who wait would have failed alone. */
  #failed(origin: string, entry: Origin, error: Error): void {
    entry.endDialling = undefined;
    const waiting = [...entry.waiting];
    entry.waiting.clear();
    this.#forgetIfEmpty(origin, entry);
    for (const waiter of waiting) {
      waiter.leave = leaveNothing;
      waiter.take(new FailedCarrier(origin, error));
    }
  }

  #opened(origin: string, entry: Origin, socket: TLSSocket): void {
    if (socket.alpnProtocol !== 'h2') {
      entry.endDialling = undefined;
      this.#options.http1.adopt(origin, socket);
      this.#useHttp1(origin, entry);
      return;
    }
    const connection: Http2Connection = new Http2Connection(origin, socket, this.#options, {
      onRoom: () => {
        if (!entry.connections.has(connection)) this.#began(entry, connection);
        this.#serve(origin, entry);
      },
      onMalformed: () => this.#useHttp1(origin, entry),
      onRetired: () => {
        if (!entry.connections.delete(connection)) return;
        clearTimeout(this.#idle.get(connection));
        this.#idle.delete(connection);
        this.#serve(origin, entry);
      },
    });
    this.#awaitPreface(origin, entry, connection, socket);
  }

  /** A server that chose HTTP/2 and does not begin with it, or with something else, is asked by HTTP/1.1. */
  #awaitPreface(origin: string, entry: Origin, connection: Http2Connection, socket: Socket): void {
    const giveUp = (): void => {
      clearTimeout(timer);
      if (connection.isReady) return;
      connection.destroy();
      if (isEnded) return;
      entry.endDialling = undefined;
      this.#useHttp1(origin, entry);
    };
    let isEnded = false;
    const timer = setTimeout(giveUp, this.#options.prefaceMs);
    socket.once('close', giveUp);
    entry.endDialling = () => {
      isEnded = true;
      connection.destroy();
    };
  }

  #began(entry: Origin, connection: Http2Connection): void {
    entry.connections.add(connection);
    entry.endDialling = undefined;
    if (entry.waiting.size === 0) this.#keep(connection);
  }

  #useHttp1(origin: string, entry: Origin): void {
    this.#http1Only.add(origin);
    const [first] = this.#http1Only;
    if (this.#http1Only.size > MOST_REMEMBERED && first !== undefined) this.#http1Only.delete(first);
    this.#endDialling(entry);
    const waiting = [...entry.waiting];
    entry.waiting.clear();
    for (const connection of entry.connections) connection.retire();
    this.#forgetIfEmpty(origin, entry);
    for (const waiter of waiting) waiter.leave = this.#options.http1.acquire(origin, waiter.fresh, waiter.take);
  }

  #endDialling(entry: Origin): void {
    entry.endDialling?.();
    entry.endDialling = undefined;
  }

  #keep(connection: Http2Connection): void {
    if (this.#closed || !connection.hasRoom) {
      connection.destroy();
      return;
    }
    const timer = setTimeout(() => connection.destroy(), this.#options.keepAliveMs).unref();
    this.#idle.set(connection, timer);
    if (this.#idle.size <= this.#options.maxIdle) return;
    const [longestIdle] = this.#idle.keys();
    longestIdle?.destroy();
  }

  #entry(origin: string): Origin {
    let entry = this.#origins.get(origin);
    if (!entry) {
      entry = { connections: new Set(), waiting: new Set(), endDialling: undefined };
      this.#origins.set(origin, entry);
    }
    return entry;
  }

  #forgetIfEmpty(origin: string, entry: Origin): void {
    if (entry.connections.size > 0 || entry.waiting.size > 0 || entry.endDialling) return;
    if (this.#origins.get(origin) === entry) this.#origins.delete(origin);
  }
}

/** Requests that are under way. */
function placesOf({ connections }: Origin): number {
  let sum = 0;
  for (const { taken } of connections) sum += taken;
  return sum;
}

function targetOf(origin: string): { hostname: string; port: number; secure: true } {
  const { hostname, port } = new URL(origin);
  return { hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 443, secure: true };
}

/** Stands for a connection that could not be opened. */
class FailedCarrier implements Carrier {
  readonly origin: string;
  readonly socketError = undefined;
  readonly protocol = undefined;
  served = 0;
  readonly #error: Error;

  constructor(origin: string, error: Error) {
    this.origin = origin;
    this.#error = error;
  }

  dispatch(_request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    handler.onResponseError?.(null as unknown as Dispatcher.DispatchController, this.#error);
  }
}
