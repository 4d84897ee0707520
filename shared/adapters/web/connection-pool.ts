import { Connection, type ConnectionOptions } from './connection.ts';
import { TolerantConnection } from './tolerant-connection.ts';

export interface ConnectionPoolOptions extends ConnectionOptions {
  readonly connectionsPerOrigin: number;
  /** Over all origins; the one that was idle longest is closed first. */
  readonly maxIdle: number;
}

export type PooledConnection = Connection | TolerantConnection;

/** The connections that a request may use. `fresh`: no used connection. `tolerant`: a connection that reads as browsers do. */
export type Wanted = 'any' | 'fresh' | 'tolerant';

type Take = (connection: PooledConnection) => void;

interface OriginConnections {
  readonly idle: Connection[];
  /** Requests that wait for a connection. */
  readonly waiting: Map<Take, Wanted>;
  busy: number;
}

const mostDistrusted = 10_000;

/**
 * Connections by origin. An origin is forgotten when its last connection is, so memory follows the connections that are
 * open, not the hosts ever seen.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #origins = new Map<string, OriginConnections>();
  /** In the order they became idle. */
  readonly #idle = new Set<Connection>();
  /** Origins that only the tolerant reader can read; the oldest entry is forgotten first. */
  readonly #distrusted = new Set<string>();
  #closed = false;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Origins with an open connection, for tests. */
  get size(): number {
    return this.#origins.size;
  }

  /** From now on answers of this origin are read as browsers read them. */
  distrust(origin: string): void {
    this.#distrusted.add(origin);
    if (this.#distrusted.size <= mostDistrusted) return;
    const [first] = this.#distrusted;
    if (first !== undefined) this.#distrusted.delete(first);
  }

  /**
   * Hands `take` a connection, at once if one is free or may be opened. A call of the returned function leaves the line.
   */
  acquire(origin: string, asked: Wanted, take: Take): () => void {
    const wanted = this.#distrusted.has(origin) ? 'tolerant' : asked;
    const entry = this.#entry(origin);
    const idle = wanted === 'any' ? entry.idle.pop() : undefined;
    const isFull = !idle && entry.busy + entry.idle.length >= this.#options.connectionsPerOrigin;
    const [unwanted] = entry.idle;
    if (isFull && !unwanted) {
      entry.waiting.set(take, wanted);
      return () => entry.waiting.delete(take);
    }
    entry.busy += 1;
    if (idle) this.#idle.delete(idle);
    else if (isFull && unwanted) this.#drop(unwanted);
    take(idle ?? this.#open(origin, wanted));
    return () => undefined;
  }

  /** Every connection taken comes back exactly once, `reusable` if its last answer was read to its end. */
  release(connection: PooledConnection, reusable: boolean): void {
    const entry = this.#entry(connection.origin);
    const [next] = entry.waiting;
    const usable = reusable && this.#mayServe(connection) && (next?.[1] ?? 'any') === 'any' ? connection : undefined;
    if (!usable) connection.destroy();
    if (next) {
      const [take, wanted] = next;
      entry.waiting.delete(take);
      take(usable ?? this.#open(connection.origin, wanted));
      return;
    }
    entry.busy -= 1;
    if (usable) this.#keep(entry, usable);
    this.#forgetIfEmpty(connection.origin, entry);
  }

  /** Closes what is idle now, and the rest as it comes back. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#idle) this.#drop(connection);
  }

  #mayServe(connection: PooledConnection): connection is Connection {
    return (
      connection instanceof Connection && connection.alive && !this.#closed && !this.#distrusted.has(connection.origin)
    );
  }

  #open(origin: string, wanted: Wanted): PooledConnection {
    if (wanted === 'tolerant' || this.#distrusted.has(origin)) return new TolerantConnection(origin, this.#options);
    const connection = new Connection(origin, this.#options);
    connection.onClose = () => this.#drop(connection);
    return connection;
  }

  #keep(entry: OriginConnections, connection: Connection): void {
    entry.idle.push(connection);
    this.#idle.add(connection);
    if (this.#idle.size <= this.#options.maxIdle) return;
    const [longestIdle] = this.#idle;
    if (longestIdle) this.#drop(longestIdle);
  }

  /** Leaves a connection in use alone: its user releases it. */
  #drop(connection: Connection): void {
    if (!this.#idle.delete(connection)) return;
    connection.destroy();
    const entry = this.#entry(connection.origin);
    entry.idle.splice(entry.idle.indexOf(connection), 1);
    this.#forgetIfEmpty(connection.origin, entry);
  }

  #entry(origin: string): OriginConnections {
    let entry = this.#origins.get(origin);
    if (!entry) {
      entry = { idle: [], waiting: new Map(), busy: 0 };
      this.#origins.set(origin, entry);
    }
    return entry;
  }

  #forgetIfEmpty(origin: string, entry: OriginConnections): void {
    if (entry.busy === 0 && entry.idle.length === 0) this.#origins.delete(origin);
  }
}
