import http2 from 'node:http2';
import tls from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUndiciFetcher, type UndiciFetcherOptions } from '../../../shared/adapters/web/undici-fetcher.ts';
import type { FetchAnswer, Fetcher, FetchRequest } from '../../../shared/ports.ts';
import {
  answerPage,
  fieldBlock,
  flag,
  frameType,
  listenOn,
  pageHead,
  type RawBehaviour,
  startRawServer,
  testCertificate,
  testKey,
  uint32,
} from '../../servers/http2-server.ts';

const closing: (() => Promise<unknown>)[] = [];
const trusted = tls.getCACertificates('default');

beforeAll(() => tls.setDefaultCACertificates([testCertificate]));
afterAll(() => tls.setDefaultCACertificates(trusted));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Ask = (path?: string, more?: Partial<FetchRequest>) => Promise<FetchAnswer>;

function asker(port: number, options: Partial<UndiciFetcherOptions> = {}): Ask {
  const fetcher: Fetcher = createUndiciFetcher({
    allowHosts: [`secure.test:${port}`],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    ...options,
  });
  closing.push(() => fetcher.close());
  return (path = '/', more = {}) =>
    fetcher.fetch({
      ...{ address: `https://secure.test:${port}${path}`, userAgent: 'test', purpose: 'page', http2: true },
      ...more,
    });
}

async function raw(behaviour: RawBehaviour) {
  const server = await startRawServer(behaviour);
  closing.push(() => server.close());
  return server;
}

/** A server of Node's library, which speaks both. */
async function library(
  answer: (stream: http2.ServerHttp2Stream, path: string, headers: http2.IncomingHttpHeaders) => void,
) {
  const server = http2.createSecureServer({ key: testKey, cert: testCertificate });
  const sessions = new Set<http2.ServerHttp2Session>();
  const seen = { connections: 0, open: sessions };
  server.on('session', session => {
    seen.connections += 1;
    sessions.add(session);
    session.on('close', () => sessions.delete(session)).on('error', () => session.destroy());
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    answer(stream, headers[':path'] ?? '', headers);
  });
  const port = await listenOn(server);
  closing.push(async () => {
    for (const session of sessions) session.destroy();
    await new Promise(resolve => server.close(resolve));
  });
  return { port, seen };
}

const html = { ':status': 200, 'content-type': 'text/html' };
const textOf = (answer: FetchAnswer) => (answer.kind === 'answered' ? Buffer.from(answer.body).toString() : answer);

describe('HTTP/2', () => {
  it('carries many requests over one connection', async () => {
    const { port, seen } = await library((stream, path) => {
      stream.respond(html);
      stream.end(path);
    });
    const ask = asker(port);
    const paths = Array.from({ length: 60 }, (_, i) => `/${i}`);
    const starts: number[] = [];
    const answers = await Promise.all(paths.map(path => ask(path, { onStart: at => starts.push(at) })));
    expect(answers.map(textOf)).toEqual(paths);
    expect(starts).toHaveLength(60);
    expect(textOf(await ask('/later'))).toBe('/later');
    expect(seen.connections).toBe(1);
  });

  it('is not offered where the request does not allow it', async () => {
    const server = await raw({});
    expect(textOf(await asker(server.port)('/', { http2: false }))).toBe('http1');
    expect(server.connections).toHaveLength(0);
  });

  it('sends the fields of HTTP/1.1, without those of a connection', async () => {
    let asked: http2.IncomingHttpHeaders = {};
    const { port } = await library((stream, _path, headers) => {
      asked = headers;
      stream.respond(html);
      stream.end();
    });
    await asker(port)('/ä?q', { from: 'a@b.test', fields: { connection: 'close', 'if-none-match': '"1"' } });
    expect(Object.fromEntries(Object.entries(asked))).toEqual({
      ':method': 'GET',
      ':authority': `secure.test:${port}`,
      ':scheme': 'https',
      ':path': '/%C3%A4?q',
      'user-agent': 'test',
      accept: 'text/html,*/*;q=0.5',
      'accept-encoding': 'gzip, br, zstd, deflate',
      from: 'a@b.test',
      'if-none-match': '"1"',
    });
  });

  it('tells an answer as HTTP/1.1 does: fields, early hints, trailers, HEAD, no body', async () => {
    const { port } = await library((stream, path, headers) => {
      stream.additionalHeaders({ ':status': 103, link: '</style.css>; rel=preload' });
      const location = Buffer.from('/é', 'utf8').toString('latin1');
      const more = {
        location,
        link: ['<a>; rel=next', '<b>; rel=prev'],
        'set-cookie': ['a', 'b'],
        refresh: ['1', '2'],
      };
      const status = path === '/moved' ? 301 : 200;
      const end = headers[':method'] === 'HEAD' || status === 301;
      const fields = { ...html, ':status': status, ...more } as unknown as http2.OutgoingHttpHeaders;
      stream.respond(fields, { endStream: end, waitForTrailers: !end });
      stream.on('wantTrailers', () => stream.sendTrailers({ status: '500' }));
      if (!end) stream.end('whole');
    });
    const ask = asker(port);
    const answer = await ask('/', { fields: {} });
    expect(answer).toMatchObject({
      kind: 'answered',
      status: 200,
      contentType: 'text/html',
      location: '/é',
      refresh: '1',
      headers: { link: '<a>; rel=next, <b>; rel=prev' },
    });
    expect(textOf(answer)).toBe('whole');
    const names = answer.kind === 'answered' ? answer.fields?.map(([name]) => name) : [];
    expect(names).toEqual([
      ...['content-type', 'location', 'link', 'link', 'set-cookie', 'set-cookie', 'refresh', 'refresh', 'date'],
    ]);
    expect(await ask('/', { method: 'HEAD', purpose: 'check' })).toMatchObject({ kind: 'answered', status: 200 });
    expect(await ask('/moved')).toMatchObject({ kind: 'answered', status: 301, location: '/é' });
  });

  it('undoes content codings under the limit of a page', async () => {
    const bodies = new Map([
      ['/gzip', ['gzip', gzipSync('a'.repeat(300_000))]],
      ['/br', ['br', brotliCompressSync('a'.repeat(300_000))]],
      ['/bomb', ['gzip', gzipSync(Buffer.alloc(3_000_000))]],
      ['/long', ['identity', Buffer.alloc(2_000_000)]],
    ] as const);
    const { port, seen } = await library((stream, path) => {
      const [coding, bytes] = bodies.get(path as '/gzip')!;
      stream.respond({ ...html, 'content-encoding': coding });
      stream.end(bytes);
    });
    const ask = asker(port, { maxBodyBytes: 1_000_000 });
    const tooLarge = {
      kind: 'failed',
      status: 200,
      reason: 'too-large',
      detail: 'The body is longer than 1000000 bytes.',
    };
    expect(textOf(await ask('/gzip'))).toBe('a'.repeat(300_000));
    expect(textOf(await ask('/br'))).toBe('a'.repeat(300_000));
    expect(await ask('/bomb')).toMatchObject(tooLarge);
    // Bodies that are given up take nothing of the connection's window away.
    for (let i = 0; i < 10; i++) expect(await ask('/long')).toMatchObject(tooLarge);
    expect(textOf(await ask('/gzip'))).toBe('a'.repeat(300_000));
    expect(seen.connections).toBe(1);
  });

  it('closes an idle connection, and one at the end', async () => {
    const { port, seen } = await library(stream => {
      stream.respond(html);
      stream.end('x');
    });
    const ask = asker(port, { keepAliveMs: 50 });
    await ask();
    await expect.poll(() => seen.open.size).toBe(0);
    await ask();
    expect(seen.connections).toBe(2);
    const other = createUndiciFetcher({
      allowHosts: [`secure.test:${port}`],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      keepAliveMs: 600_000,
    });
    await other.fetch({ address: `https://secure.test:${port}/`, userAgent: 'test', purpose: 'page', http2: true });
    await expect.poll(() => seen.open.size).toBe(1);
    await other.close();
    await expect.poll(() => seen.open.size).toBe(0);
  });

  it('ends a request from outside alone', async () => {
    const server = await raw({
      onRequest: (connection, stream, nth) => {
        if (nth === 1) connection.send(frameType.headers, flag.endHeaders, stream, pageHead);
        else answerPage(connection, stream);
      },
    });
    const ask = asker(server.port);
    const stop = new AbortController();
    const ended = ask('/', { signal: stop.signal });
    await expect.poll(() => server.connections[0]?.frames.some(({ type }) => type === frameType.headers)).toBe(true);
    expect(textOf(await ask())).toBe('hi');
    stop.abort();
    expect(await ended).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      detail: 'The fetch was ended from outside.',
    });
    const reset = () => server.connections[0]?.frames.find(({ type }) => type === frameType.reset);
    await expect.poll(() => reset()?.payload).toEqual(uint32(8));
    expect(textOf(await ask())).toBe('hi');
    expect(server.connections).toHaveLength(1);
  });

  it('asks no further over a connection that was silent until a limit', async () => {
    const server = await raw({
      onRequest: (connection, stream) => (connection.nth === 1 ? undefined : answerPage(connection, stream)),
    });
    const ask = asker(server.port, { headerTimeoutMs: 300 });
    expect(await ask()).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(textOf(await ask())).toBe('hi');
    expect(server.connections).toHaveLength(2);
  });

  it('keeps only so many idle connections', async () => {
    const servers = [await raw({ onRequest: (connection, stream) => answerPage(connection, stream) })];
    servers.push(await raw({ onRequest: (connection, stream) => answerPage(connection, stream) }));
    const ask = asker(servers[0]!.port, {
      allowHosts: servers.map(({ port }) => `secure.test:${port}`),
      maxIdleConnections: 2,
    });
    for (const { port } of servers) await ask('/', { address: `https://secure.test:${port}/` });
    await expect.poll(() => servers[0]!.connections[0]!.socket.destroyed).toBe(true);
    expect(servers[1]!.connections[0]!.socket.destroyed).toBe(false);
  });

  it('gives a request up that ends while the connection is being opened, and leaves none open', async () => {
    const server = await raw({ isSilent: true });
    const stop = new AbortController();
    const ended = asker(server.port)('/', { signal: stop.signal });
    await expect.poll(() => server.connections.length).toBe(1);
    stop.abort();
    expect(await ended).toMatchObject({ kind: 'failed', reason: 'timeout' });
    await expect.poll(() => server.connections[0]!.socket.destroyed).toBe(true);
    expect(server.http1()).toBe(0);
  });

  it('opens further connections where a server allows fewer streams than are wanted', async () => {
    const allowOne = Buffer.concat([Buffer.from([0, 3]), uint32(1)]);
    const server = await raw({
      onConnection: ({ send }) => send(frameType.settings, 0, 0, allowOne),
      onRequest: (connection, stream) => setTimeout(() => answerPage(connection, stream), 50),
    });
    const ask = asker(server.port);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(textOf)).toEqual(['hi', 'hi', 'hi']);
    expect(server.connections.length).toBeGreaterThan(1);
  });

  it('goes on over HTTP/1.1, on the connection that was opened, with a server that does not choose HTTP/2', async () => {
    const server = await raw({ protocols: ['http/1.1'] });
    const ask = asker(server.port);
    expect((await Promise.all([ask(), ask()])).map(textOf)).toEqual(['http1', 'http1']);
    expect(textOf(await ask())).toBe('http1');
    expect(server.http1()).toBe(3);
  });

  it('dials checked addresses only', async () => {
    const server = await raw({ onRequest: (connection, stream) => answerPage(connection, stream) });
    const refused = await asker(server.port, { allowHosts: [] })();
    expect(refused).toMatchObject({ kind: 'failed', reason: 'private-address' });
    expect(server.connections).toHaveLength(0);
  });

  it('has the words of today for a faulty certificate', async () => {
    const server = await raw({ onRequest: (connection, stream) => answerPage(connection, stream) });
    const both = await Promise.all(
      [true, false].map(allowed => {
        const ask = asker(server.port, { allowHosts: [`other.test:${server.port}`] });
        return ask('/', { address: `https://other.test:${server.port}/`, http2: allowed });
      }),
    );
    for (const answer of both)
      expect(answer).toMatchObject({
        kind: 'failed',
        reason: 'tls',
        detail: 'the certificate is for another name, secure.test (ERR_TLS_CERT_ALTNAME_INVALID)',
      });
  });
});

describe('HTTP/2 with servers that end', () => {
  it('asks again over a new connection what a GOAWAY left out, and awaits the rest', async () => {
    const server = await raw({
      onRequest: (connection, stream, nth) => {
        if (connection.nth > 1) answerPage(connection, stream, 'second');
        else if (nth === 3) {
          connection.send(frameType.goaway, 0, 0, uint32(3, 0));
          answerPage(connection, 1, 'first');
          answerPage(connection, 3, 'first');
        }
      },
    });
    const ask = asker(server.port);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(textOf).sort()).toEqual(['first', 'first', 'second']);
    expect(textOf(await ask())).toBe('second');
    expect(server.connections).toHaveLength(2);
  });

  it('names the code of a GOAWAY', async () => {
    const server = await raw({ onRequest: ({ send }, stream) => send(frameType.goaway, 0, 0, uint32(stream, 11)) });
    expect(await asker(server.port)()).toMatchObject({
      kind: 'failed',
      reason: 'network',
      detail: 'HTTP/2: the server ended the connection with ENHANCE_YOUR_CALM.',
    });
    expect(server.connections).toHaveLength(1);
  });

  it('asks once more what was refused', async () => {
    const server = await raw({
      onRequest: (connection, stream, nth) => {
        if (nth === 1) connection.send(frameType.reset, 0, stream, uint32(7));
        else answerPage(connection, stream);
      },
    });
    const starts: number[] = [];
    expect(textOf(await asker(server.port)('/', { onStart: at => starts.push(at) }))).toBe('hi');
    expect(starts).toHaveLength(2);
    expect(server.connections).toHaveLength(1);
  });

  it('asks no third time', async () => {
    const server = await raw({ onRequest: ({ send }, stream) => send(frameType.reset, 0, stream, uint32(7)) });
    const starts: number[] = [];
    expect(await asker(server.port)('/', { onStart: at => starts.push(at) })).toMatchObject({
      kind: 'failed',
      reason: 'network',
      detail: 'HTTP/2: the stream ended with REFUSED_STREAM before the answer.',
    });
    expect(starts).toHaveLength(2);
  });

  it.each([
    [2, 'INTERNAL_ERROR', 'network'],
    [8, 'CANCEL', 'network'],
    [11, 'ENHANCE_YOUR_CALM', 'network'],
    [0, 'NO_ERROR', 'network'],
    [77, 'error code 77', 'network'],
  ])('names the code %i of a reset', async (code, name, reason) => {
    const server = await raw({
      onRequest: (connection, stream, nth) =>
        nth === 1 ? answerPage(connection, stream) : connection.send(frameType.reset, 0, stream, uint32(code)),
    });
    const ask = asker(server.port);
    await ask();
    const starts: number[] = [];
    expect(await ask('/', { onStart: at => starts.push(at) })).toMatchObject({
      kind: 'failed',
      reason,
      detail: `HTTP/2: the stream ended with ${name} before the answer.`,
    });
    expect(starts).toHaveLength(1);
  });

  it.each([0, 2, 8])('takes no part of a body for the whole, reset with %i', async code => {
    const server = await raw({
      onRequest: ({ send }, stream) => {
        send(frameType.headers, flag.endHeaders, stream, pageHead);
        send(frameType.data, 0, stream, Buffer.from('half'));
        setTimeout(() => send(frameType.reset, 0, stream, uint32(code)), 20);
      },
    });
    expect(await asker(server.port)()).toMatchObject({ kind: 'failed', reason: 'network', status: 200 });
  });

  it('takes no part of a body for the whole where the connection breaks off', async () => {
    const server = await raw({
      onRequest: ({ send, socket }, stream) => {
        send(frameType.headers, flag.endHeaders, stream, pageHead);
        send(frameType.data, 0, stream, Buffer.from('half'));
        setTimeout(() => socket.destroy(), 20);
      },
    });
    expect(await asker(server.port)()).toMatchObject({ kind: 'failed', reason: 'network', status: 200 });
  });

  it('takes no body that is shorter than its length for the whole', async () => {
    const head = fieldBlock([
      [':status', '200'],
      ['content-type', 'text/html'],
      ['content-length', '10'],
    ]);
    const server = await raw({
      onRequest: ({ send }, stream) => {
        send(frameType.headers, flag.endHeaders, stream, head);
        send(frameType.data, flag.endStream, stream, Buffer.from('half'));
      },
    });
    expect(await asker(server.port)()).toMatchObject({ kind: 'failed', reason: 'protocol', status: 200 });
  });

  it('asks again where a used connection closes as the request goes out', async () => {
    const server = await raw({
      onRequest: (connection, stream, nth) => {
        if (nth === 1) answerPage(connection, stream, `connection ${connection.nth}`);
        else connection.socket.destroy();
      },
    });
    const ask = asker(server.port);
    expect(textOf(await ask())).toBe('connection 1');
    expect(textOf(await ask())).toBe('connection 2');
  });

  it('does not ask again where the first request of a connection finds it closed', async () => {
    const server = await raw({ onRequest: ({ socket }) => void socket.destroy() });
    expect(await asker(server.port)()).toMatchObject({ kind: 'failed', reason: 'network' });
    expect(server.connections).toHaveLength(1);
  });
});

describe('HTTP/2 with servers that speak it badly', () => {
  it.each<[string, RawBehaviour]>([
    ['says nothing of HTTP/2', { onConnection: ({ socket }) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') }],
    ['closes the connection', { onConnection: ({ socket }) => void socket.destroy() }],
    ['says nothing', { isSilent: true }],
    ['sends a frame on a stream of nobody', { onRequest: ({ send }) => send(frameType.data, 0, 99, Buffer.from('x')) }],
    [
      'pushes',
      {
        onRequest: ({ send }, stream) =>
          send(frameType.push, flag.endHeaders, stream, Buffer.concat([uint32(2), pageHead])),
      },
    ],
    [
      'sends a block that is no block of fields',
      { onRequest: ({ send }, stream) => send(frameType.headers, flag.endHeaders, stream, Buffer.alloc(40, 0xff)) },
    ],
    [
      'sends a field of HTTP/1.1',
      {
        onRequest: ({ send }, stream) =>
          send(
            frameType.headers,
            flag.endHeaders,
            stream,
            fieldBlock([
              [':status', '200'],
              ['connection', 'close'],
            ]),
          ),
      },
    ],
    [
      'sends an answer without a status',
      { onRequest: ({ send }, stream) => send(frameType.headers, flag.endHeaders, stream, fieldBlock([['a', 'b']])) },
    ],
    ['wants HTTP/1.1', { onRequest: ({ send }, stream) => send(frameType.reset, 0, stream, uint32(13)) }],
    [
      'sends fields without end',
      {
        onRequest: ({ send }, stream) => {
          send(frameType.headers, 0, stream, pageHead);
          for (let i = 0; i < 5_000; i++) send(frameType.more, 0, stream, fieldBlock([[`x-${i}`, 'y'.repeat(1000)]]));
        },
      },
    ],
  ])('asks by HTTP/1.1 where the server chooses HTTP/2 and %s', async (_what, behaviour) => {
    const server = await raw(behaviour);
    const ask = asker(server.port, { connectTimeoutMs: 2_000 });
    expect((await Promise.all([ask(), ask()])).map(textOf)).toEqual(['http1', 'http1']);
    expect(textOf(await ask())).toBe('http1');
    expect(server.connections).toHaveLength(1);
  });

  it('fails by HTTP/1.1 where that is no better', async () => {
    const server = await raw({
      onConnection: ({ socket }) => void socket.write('nonsense of nobody'),
      onHttp1: socket => void socket.write('nonsense'),
    });
    expect(await asker(server.port)()).toMatchObject({ kind: 'failed', reason: 'protocol' });
  });

  it('counts the bytes of fields as HTTP/1.1 does', async () => {
    const { port } = await library((stream, path) => {
      stream.respond({ ...html, 'x-long': 'y'.repeat(Number(path.slice(1))) });
      stream.end('x');
    });
    const ask = asker(port, { maxHeaderBytes: 20_000 });
    expect(textOf(await ask('/19000'))).toBe('x');
    expect(await ask('/20001')).toMatchObject({
      kind: 'failed',
      reason: 'protocol',
      detail: 'HTTP/2: the fields of the answer have 20000 bytes or more.',
    });
    expect(await ask('/60000')).toMatchObject({ kind: 'failed', reason: 'protocol' });
  });

  it('takes 16 interim answers and no more', async () => {
    const hint = fieldBlock([[':status', '103']]);
    const server = await raw({
      onRequest: (connection, stream, nth) => {
        for (let i = 0; i < (nth === 1 ? 16 : 17); i++)
          connection.send(frameType.headers, flag.endHeaders, stream, hint);
        answerPage(connection, stream);
      },
    });
    const ask = asker(server.port);
    expect(textOf(await ask())).toBe('hi');
    expect(await ask()).toMatchObject({ kind: 'failed', reason: 'protocol', detail: 'More than 16 interim answers.' });
  });

  it('gives up a body that comes too slowly, and one that does not end', async () => {
    const server = await raw({
      onRequest: ({ send }, stream, nth) => {
        send(frameType.headers, flag.endHeaders, stream, pageHead);
        if (nth === 1) send(frameType.data, 0, stream, Buffer.from('x'));
        else {
          const timer = setInterval(() => send(frameType.data, 0, stream, Buffer.alloc(1_000)), 10);
          closing.push(async () => clearInterval(timer));
        }
      },
    });
    const ask = asker(server.port, {
      rateWindowMs: 300,
      minBytesPerSecond: 100,
      totalTimeoutMs: 1_500,
      headerTimeoutMs: 200,
    });
    expect(await ask()).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      detail: 'Only 1 bytes of the body came in 300 ms.',
    });
    expect(await ask()).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      detail: 'No sign of the end within 1500 ms.',
    });
  });

  it('waits no longer than for HTTP/1.1 where the server allows no stream, or no byte', async () => {
    const none = Buffer.concat([Buffer.from([0, 3]), uint32(0), Buffer.from([0, 4]), uint32(0)]);
    const server = await raw({ onConnection: ({ send }) => send(frameType.settings, 0, 0, none) });
    const ask = asker(server.port, { headerTimeoutMs: 500 });
    expect(await ask()).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      detail: 'No sign of the headers within 500 ms.',
    });
  });

  it.each<[string, number, number, Buffer]>([
    ['PING', frameType.ping, 0, Buffer.alloc(8)],
    ['SETTINGS', frameType.settings, 0, Buffer.concat([Buffer.from([0, 3]), uint32(100)])],
    ['unknown', 200, 0, Buffer.alloc(16_000)],
    ['PRIORITY', frameType.priority, 1, Buffer.alloc(5)],
    ['WINDOW_UPDATE', frameType.window, 1, uint32(1)],
    ['empty DATA', frameType.data, 1, Buffer.alloc(0)],
  ])('ends a connection that is flooded with %s frames', async (_what, type, stream, payload) => {
    const server = await raw({
      onRequest: connection => {
        if (stream !== 0) connection.send(frameType.headers, flag.endHeaders, stream, pageHead);
        const flood = (): void => {
          if (connection.socket.destroyed) return;
          for (let i = 0; i < 200; i++) connection.send(type, 0, stream, payload);
          if (connection.socket.writableNeedDrain) connection.socket.once('drain', flood);
          else setImmediate(flood);
        };
        flood();
      },
    });
    const ask = asker(server.port, {
      totalTimeoutMs: 20_000,
      headerTimeoutMs: 2_000,
      rateWindowMs: 2_000,
      keepAliveMs: 500,
    });
    expect(['failed', 'answered']).toContain((await ask()).kind);
    await expect.poll(() => server.connections[0]?.socket.destroyed, { timeout: 15_000 }).toBe(true);
  });
});
