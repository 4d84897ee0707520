import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { allowance, BadInput, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import { createConsoleApp } from './console-app.ts';
import { SessionGuard } from './session-guard.ts';

export interface ServerOptions {
  /** A loopback address. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly api: (request: Request) => Promise<Response>;
  readonly onError: (error: unknown) => void;
}

export interface ConsoleServer {
  /** Without the token. */
  readonly origin: string;
  readonly token: string;
  /** Ends open requests too. */
  close(): Promise<void>;
}

/** Listens for the page, with a token that lives as long as the server. Throws `BadInput` where the port is taken. */
export async function startConsoleServer({ host, port, api, onError }: ServerOptions): Promise<ConsoleServer> {
  let answer: ((request: Request) => Response | Promise<Response>) | undefined;
  const server = createAdaptorServer({ fetch: request => answer!(request) }) as Server;
  await listen(server, host, port);
  const listening = server.address() as AddressInfo;
  const token = randomBytes(32).toString('base64url');
  const guard = new SessionGuard({ token, port: listening.port, now: () => performance.now() });
  const app = createConsoleApp({ guard, api, onError });
  answer = request => app.fetch(request);
  const name = listening.family === 'IPv6' ? `[${listening.address}]` : listening.address;
  return {
    origin: `http://${name}:${listening.port}`,
    token,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const portFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is taken',
  EACCES: 'only an administrator may listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
};

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const why = portFaults[(error as NodeJS.ErrnoException).code ?? ''];
    if (why === undefined) throw error;
    throw new BadInput([refusedValue('--port', port, allowance('port-refused', { why }))]);
  }
}
