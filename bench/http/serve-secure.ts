/**
 * Serves pages of a generated site on loopback, plain and over TLS, there by HTTP/1.1 or HTTP/2 as the client chooses.
 * Prints the two ports, and ends with its standard input.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { generatePage, numberOf } from '../servers/generated-page.ts';

const fixture = (name: string) => readFileSync(new URL(`../../test/servers/fixtures/${name}`, import.meta.url));
const site = { pages: Number(process.argv[2] ?? '300'), seed: 1 };
const pages = Array.from({ length: site.pages }, (_, number) =>
  Buffer.from(generatePage(site, number) ?? '', 'latin1'),
);

interface Answering {
  writeHead(status: number, fields: Record<string, string | number>): unknown;
  end(bytes?: Uint8Array): unknown;
}

function answer({ url = '/' }: { readonly url?: string | undefined }, response: Answering): void {
  const page = pages[numberOf(url) ?? -1];
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html', 'content-length': page?.length ?? 0 });
  response.end(page);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const secure = createSecureServer({
  ...{ key: fixture('secure-test.key'), cert: fixture('loopback-test.crt'), allowHTTP1: true },
  settings: { maxConcurrentStreams: 128 },
});
secure.on('request', answer);
const plain = createServer({ keepAliveTimeout: 60_000 }, answer);
console.log(JSON.stringify({ plain: await listen(plain), secure: await listen(secure) }));
process.stdin.on('end', () => process.exit(0)).resume();
