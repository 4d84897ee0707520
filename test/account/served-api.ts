import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { handler } from '../../functions/aws/api.ts';
import { asRole } from './as-role.ts';
import { proxied } from './proxied.ts';

/** The API as it is behind API Gateway. */
export async function serveApi(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    void buffer(request).then(async bytes => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://api.test');
      const query = Object.fromEntries([...searchParams.keys()].map(key => [key, searchParams.getAll(key)]));
      const event = proxied(request.method ?? 'GET', pathname.replace(/^\/v1/, ''), {
        ...(bytes.byteLength !== 0 && { body: bytes.toString() }),
        query,
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      });
      const { statusCode, headers, body } = await asRole('Api', async () => await handler(event));
      response.writeHead(statusCode, headers as Record<string, string>).end(body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Lines of an export without the instants of looks, which differ from run to run. */
export function withoutTimes(lines: string): readonly string[] {
  return lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.stringify({ ...(JSON.parse(line) as object), firstSeen: '', seen: '', gone: null }));
}
