/**
 * Serves pages of a generated site on loopback, plain and over TLS. Prints the two ports, and ends with
 * its standard input.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { generatePage, numberOf } from '../servers/generated-page.ts';

const fixture = (name: string) => readFileSync(new URL(`../../test/servers/fixtures/${name}`, import.meta.url));
const site = { pages: Number(process.argv[2] ?? '300'), seed: 1 };
const pages = Array.from({ length: site.pages }, (_, number) =>
  Buffer.from(generatePage(site, number) ?? '', 'latin1'),
);

function answer({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const page = pages[numberOf(url) ?? -1];
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html', 'content-length': page?.length ?? 0 });
  response.end(page);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const keepAliveTimeout = 60_000;
const identity = { key: fixture('secure-test.key'), cert: fixture('loopback-test.crt') };
const secure = createSecureServer({ ...identity, keepAliveTimeout }, answer);
const plain = createServer({ keepAliveTimeout }, answer);
console.log(JSON.stringify({ plain: await listen(plain), secure: await listen(secure) }));
process.stdin.on('end', () => process.exit(0)).resume();
