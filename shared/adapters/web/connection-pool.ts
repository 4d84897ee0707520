import { Connection, type ConnectionOptions } from './connection.ts';

export interface ConnectionPoolOptions extends ConnectionOptions {
  readonly connectionsPerOrigin: number;
  /** Over all origins; the one that was idle longest is closed first. */
  readonly maxIdle: number;
}

type Take = (connection: Connection) => void;

interface OriginConnections {
  readonly idle: Connection[];
  /** A request that waits for a connection, and whether the connection must be new. */
  readonly waiting: Map<Take, boolean>;
  busy: number;
}

/**
 * Connections by origin. An origin is forgotten when its last connection is, so memory follows the connections that are
 * open, not the hosts ever seen.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #origins = new Map<string, OriginConnections>();
  /** In the order they became idle. */
  readonly #idle = new Set<Connection>();
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

  /**
   * Hands `take` a connection, at once where one is free or may be opened. With `fresh` it is never a used one. The
   * answer gives the place in the line up.
   */
  acquire(origin: string, fresh: boolean, take: Take): () => void {
    const entry = this.#entry(origin);
    const idle = fresh ? undefined : entry.idle.pop();
    if (idle) {
      this.#idle.delete(idle);
    } else if (entry.busy + entry.idle.length >= this.#options.connectionsPerOrigin) {
      entry.waiting.set(take, fresh);
      return () => entry.waiting.delete(take);
    }
    entry.busy += 1;
    take(idle ?? this.#open(origin));
    return () => undefined;
  }

  /** Every connection taken comes back exactly once, `reusable` if its last answer was read to its end. */
  release(connection: Connection, reusable: boolean): void {
    const entry = this.#entry(connection.origin);
    const [next] = entry.waiting;
    const usable = reusable && connection.alive && !this.#closed && !next?.[1];
    if (!usable) connection.destroy();
    if (next) {
      const [take] = next;
      entry.waiting.delete(take);
      take(usable ? connection : this.#open(connection.origin));
      return;
    }
    entry.busy -= 1;
    if (usable) this.#keep(entry, connection);
    this.#forgetIfEmpty(connection.origin, entry);
  }

  /** Closes what is idle now, and the rest as it comes back. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#idle) this.#drop(connection);
  }

  #open(origin: string): Connection {
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
