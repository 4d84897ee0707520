import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUndiciFetcher } from '../../../../shared/adapters/web/undici-fetcher.ts';
import type { Fetcher } from '../../../../shared/ports/request-ports.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../../servers/fixtures/${name}`, import.meta.url), 'utf8');
}

const key = fixture('secure-test.key');
const good = fixture('secure-test.crt');
const expired = fixture('expired-test.crt');
const closing: (() => Promise<unknown>)[] = [];
const trusted = tls.getCACertificates('default');

beforeAll(() => tls.setDefaultCACertificates([good, expired]));
afterAll(() => tls.setDefaultCACertificates(trusted));
afterEach(async () => {
  await Promise.all(closing.splice(0).map(close => close()));
});

const otherName = 'the certificate is for another name, secure.test (ERR_TLS_CERT_ALTNAME_INVALID)';

interface Asked {
  readonly isReused: boolean;
  readonly servername: string | false | null;
  readonly alpn: string | false | null;
}

async function secureServer(options: tls.TlsOptions): Promise<{ port: number; asked: Asked[]; server: tls.Server }> {
  const asked: Asked[] = [];
  const server = tls.createServer({ key, ALPNProtocols: ['h2', 'http/1.1'], ...options }, socket => {
    asked.push({ isReused: socket.isSessionReused(), servername: socket.servername, alpn: socket.alpnProtocol });
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi'));
  });
  return { port: await listen(server), asked, server };
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  closing.push(() => new Promise(resolve => server.close(resolve)));
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}

function get(host: string, port: number) {
  return pageOf(fetcherOf(`${host}:${port}`), host, port);
}

function fetcherOf(...allowHosts: string[]): Fetcher {
  const fetcher: Fetcher = createUndiciFetcher({
    allowHosts,
    headerTimeoutMs: 500,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  closing.push(() => fetcher.close());
  return fetcher;
}

function pageOf(fetcher: Fetcher, host: string, port: number) {
  return fetcher.fetch({ address: `https://${host}:${port}/`, userAgent: 'test', purpose: 'page' });
}

describe('TLS (adverse 17)', () => {
  it('carries HTTP/1.1, with the name of the site', async () => {
    const { port, asked } = await secureServer({ cert: good });
    expect(await get('secure.test', port)).toMatchObject({ kind: 'answered', status: 200, body: Buffer.from('hi') });
    expect(asked).toEqual([{ isReused: false, servername: 'secure.test', alpn: 'http/1.1' }]);
  });

  it.each(['TLSv1.3', 'TLSv1.2'] as const)('of %s shortens the next handshake with the same host', async maxVersion => {
    const { port, asked } = await secureServer({ cert: good, maxVersion });
    const fetcher = fetcherOf(`secure.test:${port}`, `other.test:${port}`);
    for (let page = 1; page <= 3; page += 1)
      expect(await pageOf(fetcher, 'secure.test', port)).toMatchObject({ kind: 'answered', status: 200 });
    expect(asked.map(({ isReused }) => isReused)).toEqual([false, true, true]);
    expect(await pageOf(fetcher, 'other.test', port)).toMatchObject({
      kind: 'failed',
      reason: 'tls',
      detail: otherName,
    });
    expect(await pageOf(fetcher, 'other.test', port)).toMatchObject({
      kind: 'failed',
      reason: 'tls',
      detail: otherName,
    });
  });

  it('with a server that has lost its sessions is made anew', async () => {
    const { port, asked, server } = await secureServer({ cert: good });
    const fetcher = fetcherOf(`secure.test:${port}`);
    await pageOf(fetcher, 'secure.test', port);
    server.setTicketKeys(Buffer.alloc(48, 7));
    expect(await pageOf(fetcher, 'secure.test', port)).toMatchObject({ kind: 'answered', status: 200 });
    expect(asked.map(({ isReused }) => isReused)).toEqual([false, false]);
    // A certificate that is exchanged for a bad one is seen with a whole handshake.
    server.setTicketKeys(Buffer.alloc(48, 8));
    server.setSecureContext({ key, cert: expired });
    expect(await pageOf(fetcher, 'secure.test', port)).toMatchObject({ kind: 'failed', reason: 'tls' });
  });

  it.each([
    ['an expired certificate', 'secure.test', expired, 'the certificate expired on 2020-01-02 (CERT_HAS_EXPIRED)'],
    ['a certificate of another name', 'other.test', good, otherName],
    ['a certificate of a name, for an address', '127.0.0.1', good, otherName],
  ])('is refused with %s, in words', async (_what, host, cert, detail) => {
    const { port, asked } = await secureServer({ cert });
    const result = await get(host, port);
    expect(result).toMatchObject({ kind: 'failed', reason: 'tls', detail });
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  it('is refused with a self-signed certificate', async () => {
    tls.setDefaultCACertificates(trusted);
    const { port } = await secureServer({ cert: good });
    expect(await get('secure.test', port)).toMatchObject({
      kind: 'failed',
      reason: 'tls',
      detail: 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
    tls.setDefaultCACertificates([good, expired]);
  });

  it('is refused with a server that knows TLS 1.0 only', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const { port } = await secureServer({ cert: good, ...old });
    expect(await get('secure.test', port)).toMatchObject({
      kind: 'failed',
      reason: 'tls',
      detail: expect.stringMatching(/^the server knows only versions of TLS that are too old \(ERR_SSL_\w+\)$/),
    });
  });

  it('is refused with a server that speaks plain HTTP', async () => {
    const server = createServer(socket => {
      socket.on('error', () => socket.destroy()).resume();
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    expect(await get('secure.test', await listen(server))).toMatchObject({
      kind: 'failed',
      reason: 'tls',
      detail: expect.stringMatching(/^the server does not speak TLS on this port \(ERR_SSL_\w+\)$/),
    });
  });

  it('times out with a server that does not shake hands', async () => {
    const server = createServer(socket => socket.on('error', () => socket.destroy()).resume());
    expect(await get('secure.test', await listen(server))).toMatchObject({ kind: 'failed', reason: 'timeout' });
  });
});
