import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ExampleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Status 200. */
export function answerOf(body: string | Uint8Array, type: string): ExampleAnswer {
  return { status: 200, headers: { 'content-type': type }, body };
}

export function html(body: string): ExampleAnswer {
  return answerOf(body, 'text/html; charset=utf-8');
}

interface Listening {
  /** Without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves answers on loopback at `port`; 0 is any free one. Throws EADDRINUSE where the port is taken. */
export async function listen(
  port: number,
  answer: (pathAndQuery: string, request: IncomingMessage) => ExampleAnswer,
): Promise<Listening> {
  const server = createServer((request, response) => {
    const { status, headers, body } = answer(request.url ?? '/', request);
    response.writeHead(status, headers).end(body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
