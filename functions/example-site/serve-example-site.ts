import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allowance, BadInput, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import { exampleAnswer } from './example-pages.ts';

interface ExampleSite {
  readonly url: string;
  close(): Promise<void>;
}

/** Tried first, so that two runs have the same addresses and so the same results. */
const usualPort = 8765;

/**
 * Serves the bundled site on loopback, at `port`. Without `port` it takes the usual port, or any free port if the usual
 * port is taken. Throws `BadInput` where `port` is taken.
 */
export async function serveExampleSite(port?: number): Promise<ExampleSite> {
  const server = createServer((request, response) => {
    const { status, headers, body } = exampleAnswer(request.url ?? '/');
    response.writeHead(status, headers).end(body);
  });
  if (!(await listens(server, port ?? usualPort))) {
    if (port !== undefined) throw new BadInput([refusedValue('--example', port, allowance('example-port'))]);
    await listens(server, 0);
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => close(server) };
}

/** False where the port is taken. */
async function listens(server: Server, port: number): Promise<boolean> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
