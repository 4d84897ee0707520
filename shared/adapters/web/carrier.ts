import type { Dispatcher } from 'undici';

/** What carries one request at a time: a connection of HTTP/1.1, or a place on a shared connection of HTTP/2. */
export interface Carrier {
  readonly origin: string;
  /** Answers that came over the present socket. */
  served: number;
  /** The socket's failure, where it might be taken for the end of a body of unknown length. */
  readonly socketError: Error | undefined;
  /** By its name of RFC 7301; undefined: HTTP/1.1. */
  readonly protocol: 'h2' | undefined;
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
}

export type Take = (carrier: Carrier) => void;

/** Where an exchange gets its carrier from. */
export interface CarrierPool {
  /**
   * Hands `take` a carrier, at once where one is free or may be opened. With `fresh` it is none over which an answer was
   * awaited in vain. The answer gives the place in the line up.
   */
  acquire(origin: string, fresh: boolean, take: Take): () => void;
  /** Every carrier taken comes back exactly once, `reusable` if its last answer was read to its end. */
  release(carrier: Carrier, reusable: boolean): void;
}
