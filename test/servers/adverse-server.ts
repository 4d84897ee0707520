import { createServer, type Server, type Socket } from 'node:net';
import { type Behaviour, behaviours } from './adverse-behaviours.ts';
import { watchStalls } from './arrivals.ts';

export interface AskedFor {
  readonly path: string;
  /** `performance.now()` when the request's head was complete. */
  readonly atMs: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Which connection it came over, counted from 1, and the how manieth request there. */
  readonly connection: number;
  readonly nth: number;
}

export interface AdverseServer {
  readonly origin: string;
  readonly port: number;
  /** Every request, in the order of arrival. */
  readonly log: readonly AskedFor[];
  /** Open connections, to find leaks. */
  connections(): number;
  /** Ends all connections too. */
  close(): Promise<void>;
}

export interface AdverseServerOptions {
  /** More behaviours by path, before those of `adverse-behaviours.ts`. */
  readonly more?: Readonly<Record<string, Behaviour>>;
}

/**
 * A loopback server that does by path what servers must not do. It writes bytes to the socket itself, since an HTTP
 * library would keep it from most of these answers.
 */
export async function startAdverseServer(options: AdverseServerOptions = {}): Promise<AdverseServer> {
  const log: AskedFor[] = [];
  const open = new Set<Socket>();
  const table: Readonly<Record<string, Behaviour>> = { ...behaviours, ...options.more };
  let connections = 0;

  watchStalls();
  const server = createServer(socket => {
    open.add(socket);
    const connection = ++connections;
    let nth = 0;
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy()); // clients under test hang up in the middle
    readHeads(socket, head => {
      const asked = { ...parseHead(head), atMs: performance.now(), connection, nth: ++nth };
      log.push(asked);
      const behave = table[asked.path.replace(/\?.*/s, '')] ?? notFound;
      behave(socket, asked);
    });
  });
  const port = await listen(server);

  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    log,
    connections: () => open.size,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function notFound(socket: Socket): void {
  socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
}

function readHeads(socket: Socket, onHead: (head: string) => void): void {
  let text = '';
  socket.on('data', chunk => {
    text += chunk.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const head = text.slice(0, end);
      text = text.slice(end + 4);
      onHead(head);
    }
  });
}

function parseHead(head: string): Pick<AskedFor, 'path' | 'headers'> {
  const [requestLine = '', ...fields] = head.split('\r\n');
  const headers = fields.map(line => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { path: requestLine.split(' ')[1] ?? '', headers: new Map(headers) };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}
