/** The file of undici that has the client alone; the package declares types of its index only. */
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici';

  const client: typeof Client;
  export = client;
}

/** The side of SOCKS5 (RFC 1928, RFC 1929) that undici's own agent uses. */
declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  export class Socks5Client extends EventEmitter {
    constructor(socket: Socket, login: { readonly username?: string; readonly password?: string });
    handshake(): void;
    connect(host: string, port: number): void;
  }
}
