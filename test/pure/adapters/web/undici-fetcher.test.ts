import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUndiciFetcher, type UndiciFetcherOptions } from '../../../../shared/adapters/web/undici-fetcher.ts';
import type { FetchAnswer } from '../../../../shared/domain/http/fetch-answer.ts';
import { noAnswerOf } from '../../../../shared/domain/protocol/no-answer.ts';
import type { Fetcher, FetchRequest } from '../../../../shared/ports/request-ports.ts';
import { answer, type Behaviour, LONG_ROBOTS_BYTES, PAGE } from '../../../servers/adverse-behaviours.ts';
import { type AdverseServer, startAdverseServer } from '../../../servers/adverse-server.ts';

let server: AdverseServer;
const fetchers: Fetcher[] = [];

beforeAll(async () => {
  server = await startAdverseServer();
});

afterAll(() => server.close());

afterEach(async () => {
  await Promise.all(fetchers.splice(0).map(fetcher => fetcher.close()));
});

function open(options: Partial<UndiciFetcherOptions> = {}): Fetcher {
  const fetcher = createUndiciFetcher({
    allowHosts: [`127.0.0.1:${server.port}`],
    connectTimeoutMs: 400,
    headerTimeoutMs: 400,
    totalTimeoutMs: 1_500,
    rateWindowMs: 400,
    ...options,
  });
  fetchers.push(fetcher);
  return fetcher;
}

function get(path: string, request: Partial<FetchRequest> = {}, fetcher = open()): Promise<FetchAnswer> {
  return fetcher.fetch({ address: server.origin + path, userAgent: 'orbweaver/1', purpose: 'page', ...request });
}

const robots = { purpose: 'robots' } as const;

function text(result: FetchAnswer): string {
  return result.kind === 'answered' ? Buffer.from(result.body).toString() : `${result.reason}: ${result.detail}`;
}

/** Bytes that do not compress: a linear congruential generator's upper ones. */
function noise(length: number): Buffer {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return Buffer.from(Array.from({ length }, next));
}

/** One byte at a time. */
function drip(bytes: Uint8Array): Behaviour {
  return socket => {
    let sent = 0;
    const next = () => {
      if (sent < bytes.length) socket.write(bytes.subarray(sent, ++sent), () => setImmediate(next));
    };
    socket.setNoDelay(true);
    next();
  };
}

function asked(path: string) {
  return server.log.filter(request => request.path === path);
}

describe('a page', () => {
  it('is its status, content type and body', async () => {
    const result = await get('/ok');
    expect(result).toMatchObject({ kind: 'answered', status: 200, contentType: 'text/html; charset=utf-8' });
    expect(result).toMatchObject({ truncated: false });
    expect(text(result)).toBe(PAGE);
    expect(result.elapsedMs).toBeGreaterThan(0);
  });

  it.each([
    ['/odd-type', PAGE],
    ['/chunked', 'hello world'],
    ['/until-close', 'hello'],
    ['/empty', ''],
    ['/interim-once', 'hi'],
    ['/no-type', 'hi'],
    ['/no-headers', ''],
  ])('is read from %s', async (path, body) => {
    expect(text(await get(path))).toBe(body);
  });

  it.each([
    ['/large', 'its length', 400_000],
    ['/large-chunked', 'the most it may have', 10 * 1024 * 1024],
  ])('of %s is read on when it is admitted with %s', async (path, _, expected) => {
    const asked: number[] = [];
    const slow = async (bytes: number): Promise<boolean> => {
      asked.push(bytes);
      await new Promise(resolve => setTimeout(resolve, 2_000));
      return true;
    };
    // The caller's pause, which is longer than the fetch may take, is not the server's.
    const result = await get(path, { admit: slow });
    expect(asked).toEqual([expected]);
    expect(text(result)).toHaveLength(400_000);
  });

  it.each(['gzip', 'gzip, gzip'])('of a few KB that becomes megabytes by %s is asked about, too', async coding => {
    const page = zlib.gzipSync(Buffer.alloc(9_500_000, 'a'));
    const headers = { 'Content-Encoding': coding };
    const body = coding === 'gzip' ? page : zlib.gzipSync(page);
    const own = await startAdverseServer({ more: { '/small': answer({ headers, body }) } });
    const fetching = createUndiciFetcher({ allowHosts: [`127.0.0.1:${own.port}`] });
    const asked: number[] = [];
    const read = async (isAdmitted: boolean) => {
      const admit = async (bytes: number): Promise<boolean> => asked.push(bytes) > 0 && isAdmitted;
      return await get('', { address: `${own.origin}/small`, admit }, fetching);
    };
    expect(await read(false)).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(text(await read(true))).toHaveLength(9_500_000);
    expect(asked).toEqual([10 * 1024 * 1024, 10 * 1024 * 1024]);
    await fetching.close();
    await own.close();
  });

  it('is given up where it is not admitted, and small ones are not asked about', async () => {
    const never = async (): Promise<boolean> => false;
    expect(await get('/large', { admit: never })).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(text(await get('/ok', { admit: never }))).toBe(PAGE);
  });

  it('is asked for with the headers of the request, and no cookies', async () => {
    await get('/ok?headers', { userAgent: 'test/2 (+https://example.org)', from: 'me@example.org' });
    const headers = Object.fromEntries(asked('/ok?headers')[0]?.headers ?? []);
    expect(headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'user-agent': 'test/2 (+https://example.org)',
      from: 'me@example.org',
      accept: expect.stringMatching(/^text\/html,/),
      'accept-encoding': 'gzip, br, zstd, deflate',
    });
  });

  it.each([
    ['/pdf', 200, 'application/pdf'],
    ['/missing', 404, 'text/html; charset=utf-8'],
    ['/missing-long', 404, 'text/html; charset=utf-8'],
    ['/missing-endless', 404, ''],
    ['/status-999', 999, 'text/html; charset=utf-8'],
    ['/status-204-body', 204, 'text/html; charset=utf-8'],
    ['/status-304-body', 304, 'text/html; charset=utf-8'],
  ])('is not what %s answers, so its body is not read (adverse 19)', async (path, status, contentType) => {
    expect(await get(path)).toMatchObject({ kind: 'answered', status, contentType, body: new Uint8Array(0) });
  });
});

describe('robots.txt', () => {
  it.each(['/robots-long', '/robots-long-gzip', '/robots-endless'])(
    'is cut at 500 KiB: %s (adverse 21)',
    async path => {
      const result = await get(path, robots);
      expect(result).toMatchObject({ kind: 'answered', status: 200, truncated: true });
      expect(result).toHaveProperty('body.length', 512_000);
      expect(LONG_ROBOTS_BYTES).toBeGreaterThan(512_000);
    },
  );

  it('is kept whole when shorter, whatever its content type', async () => {
    const result = await get('/robots-short', robots);
    expect(text(result)).toBe('User-agent: *\n');
    expect(result).toMatchObject({ truncated: false });
  });
});

describe('the network', () => {
  it.each([
    '/reset-at-once',
    '/reset-mid-headers',
    '/reset-mid-body',
    '/reset-mid-chunked',
    '/end-mid-chunked',
    '/end-mid-chunked-close',
    '/end-mid-length-close',
    '/reset-until-close',
    '/length-too-high',
  ])('never gives a partial page: %s (adverse 1, 5)', async path => {
    expect(await get(path)).toMatchObject({ kind: 'failed', reason: 'network' });
    expect(asked(path)).toHaveLength(1);
  });

  it('may refuse the connection (adverse 1)', async () => {
    const closed = await startAdverseServer();
    await closed.close();
    const fetcher = open({ allowHosts: [`127.0.0.1:${closed.port}`] });
    const result = await get('', { address: `${closed.origin}/` }, fetcher);
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'network',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('is asked once more when a used connection was closed as the request went out (adverse 20)', async () => {
    const fetcher = open();
    const starts: number[] = [];
    await get('/closes-reused', {}, fetcher);
    const second = await get('/closes-reused', { onStart: at => starts.push(at) }, fetcher);
    expect(text(second)).toBe(PAGE);
    expect(asked('/closes-reused').map(({ connection }) => connection)).toHaveLength(3);
    expect(starts).toHaveLength(2);
  });

  it('is asked only once more (adverse 20)', async () => {
    const own = await startAdverseServer();
    const request = { address: `${own.origin}/always-closes` };
    const stubborn = open({ allowHosts: [`127.0.0.1:${own.port}`] });
    expect(await get('', request, stubborn)).toMatchObject({ kind: 'answered' });
    expect(await get('', request, stubborn)).toMatchObject({ kind: 'failed', reason: 'network' });
    expect(own.log.map(({ connection, nth }) => [connection, nth])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
    await own.close();
  });

  it('is not asked again once a byte of the answer came (adverse 20)', async () => {
    const fetcher = open();
    await get('/cuts-reused', {}, fetcher);
    expect(await get('/cuts-reused', {}, fetcher)).toMatchObject({ kind: 'failed', reason: 'network' });
    expect(asked('/cuts-reused')).toHaveLength(2);
  });
});

describe('time', () => {
  it.each(['/never', '/slow-headers', '/interim-slow'])('ends waiting for headers: %s (adverse 2, 4)', async path => {
    const own = await startAdverseServer();
    const fetcher = open({ allowHosts: [`127.0.0.1:${own.port}`], totalTimeoutMs: 3_600_000 });
    const result = await get('', { address: own.origin + path }, fetcher);
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(result.elapsedMs).toBeGreaterThanOrEqual(390);
    await expect.poll(() => own.connections()).toBe(0);
    await own.close();
  });

  it('ends a body that trickles (adverse 3)', async () => {
    const result = await get('/slow-body');
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      status: 200,
      detail: expect.stringContaining('bytes'),
    });
  });

  it('ends a body that is fast enough but too long on its way (adverse 3)', async () => {
    const result = await get('/slow-body', {}, open({ minBytesPerSecond: 1, totalTimeoutMs: 700 }));
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout', detail: expect.stringContaining('700') });
  });

  it('does not run for other hosts while one does not answer (adverse 4)', async () => {
    const fetcher = open();
    const ended: string[] = [];
    const stuck = get('/never', {}, fetcher).finally(() => ended.push('never'));
    await get('/ok', {}, fetcher).finally(() => ended.push('ok'));
    expect(await stuck).toMatchObject({ reason: 'timeout' });
    expect(ended).toEqual(['ok', 'never']);
  });

  it('includes waiting for a connection', async () => {
    const fetcher = open({ connectionsPerOrigin: 1, headerTimeoutMs: 800 });
    const first = get('/never', {}, fetcher);
    expect(await get('/ok?queued', {}, fetcher)).toMatchObject({ kind: 'failed', reason: 'timeout' });
    await first;
    expect(asked('/ok?queued')).toEqual([]);
    expect(await get('/ok', {}, fetcher)).toMatchObject({ kind: 'answered' });
  });

  it('is cut short by the signal, before and during a fetch', async () => {
    const fetcher = open({ headerTimeoutMs: 3_600_000, totalTimeoutMs: 3_600_000 });
    const during = new AbortController();
    const pending = get('/never?aborted', { signal: during.signal }, fetcher);
    await expect.poll(() => asked('/never?aborted').length).toBe(1);
    during.abort();
    const result = await pending;
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(await get('/ok?unsent', { signal: AbortSignal.abort() }, fetcher)).toMatchObject({ reason: 'timeout' });
    expect(asked('/ok?unsent')).toEqual([]);
  });

  it('leaves no connection behind, and no warning, when one signal ends a hundred fetches', async () => {
    const own = await startAdverseServer();
    // No deadline ends them before the signal, however busy the machine is.
    const unhurried = { connectTimeoutMs: 60_000, headerTimeoutMs: 60_000, totalTimeoutMs: 60_000 };
    const fetcher = open({ allowHosts: [`127.0.0.1:${own.port}`], ...unhurried });
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const all = new AbortController();
    const request = { address: `${own.origin}/never`, signal: all.signal };
    const pending = Array.from({ length: 100 }, () => get('', request, fetcher));
    await expect.poll(() => own.log.length).toBe(64);
    all.abort();
    for (const result of await Promise.all(pending)) expect(result).toMatchObject({ reason: 'timeout' });
    await expect.poll(() => own.connections()).toBe(0);
    expect(own.log).toHaveLength(64);
    expect(await get('', { address: `${own.origin}/ok` }, fetcher)).toMatchObject({ kind: 'answered' });
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
    await own.close();
  });

  it('starts when the request is written, not when it is asked for', async () => {
    const waitMs = 250;
    const resolve = async () => {
      await new Promise(done => setTimeout(done, waitMs));
      return [{ address: '127.0.0.1', family: 4 as const }];
    };
    const fetcher = open({ allowHosts: [`slow.test:${server.port}`], resolve });
    const called = performance.now();
    let startedAt = 0;
    const onStart = (at: number) => {
      startedAt = at;
    };
    await get('', { address: `http://slow.test:${server.port}/ok?start`, onStart }, fetcher);
    const arrived = asked('/ok?start')[0]?.atMs ?? 0;
    expect(startedAt - called).toBeGreaterThanOrEqual(waitMs - 5);
    expect(startedAt).toBeLessThanOrEqual(arrived);
  });
});

describe('size', () => {
  const small = { maxBodyBytes: 1_000_000 };

  it.each(['/length-huge', '/endless-chunked', '/endless-close', '/bomb-small', '/bomb-endless', '/bomb-nested'])(
    'has a cap: %s (adverse 5, 6, 7)',
    async path => {
      const result = await get(path, {}, open({ ...small, headerTimeoutMs: 10_000, totalTimeoutMs: 60_000 }));
      expect(result).toMatchObject({ kind: 'failed', reason: 'too-large', status: 200 });
    },
  );

  it('is measured after decoding, to the byte', async () => {
    const exact = {
      '/exact': answer({ headers: { 'Content-Encoding': 'gzip' }, body: zlib.gzipSync(Buffer.alloc(1_000_000)) }),
    };
    const own = await startAdverseServer({ more: exact });
    const allowHosts = [`127.0.0.1:${own.port}`];
    const fits = await get('', { address: `${own.origin}/exact` }, open({ allowHosts, maxBodyBytes: 1_000_000 }));
    expect(fits).toHaveProperty('body.length', 1_000_000);
    const exceeds = await get('', { address: `${own.origin}/exact` }, open({ allowHosts, maxBodyBytes: 999_999 }));
    expect(exceeds).toMatchObject({ reason: 'too-large' });
    await own.close();
  });

  it('may lie too low: what is over is no page of the next request (adverse 5)', async () => {
    const fetcher = open();
    expect(text(await get('/length-too-low', {}, fetcher))).toBe('hello');
    expect(text(await get('/ok', {}, fetcher))).toBe(PAGE);
  });

  it.each(['/many-headers', '/long-header', '/long-cookie', '/redirect-too-long'])(
    'of a header section is bounded: %s (adverse 9, 12)',
    async path => {
      expect(await get(path)).toMatchObject({ kind: 'failed', reason: 'protocol' });
    },
  );
});

describe('content codings', () => {
  it.each([
    '/gzip',
    '/x-gzip',
    '/deflate',
    '/raw-deflate',
    '/br',
    '/zstd',
    '/gzip-br',
    '/gzip-but-plain',
    '/utf-8-coding',
    '/compress-coding',
  ])('are undone: %s (adverse 8)', async path => {
    expect(text(await get(path))).toBe(PAGE);
  });

  it('may be named on an empty body', async () => {
    expect(text(await get('/gzip-empty'))).toBe('');
  });

  it.each(['/gzip-truncated', '/br-but-gzip', '/four-codings'])(
    'that cannot be undone give no page: %s (adverse 8)',
    async path => {
      expect(await get(path)).toMatchObject({ kind: 'failed', reason: 'decode', status: 200 });
    },
  );

  it.each([
    ['gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['deflate', zlib.deflateRawSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ])('of a long body are undone as it arrives: %s', async (coding, compress) => {
    const body = noise(300_000);
    const compressed = compress(body);
    expect(compressed.length).toBeGreaterThan(100_000);
    const headers = { 'Content-Encoding': coding };
    const more = {
      '/long': answer({ headers, body: compressed }),
      '/cut': answer({ headers, body: compressed.subarray(0, -1_000) }),
    };
    const own = await startAdverseServer({ more });
    const fetcher = open({ allowHosts: [`127.0.0.1:${own.port}`] });
    const whole = await get('', { address: `${own.origin}/long` }, fetcher);
    expect(whole.kind === 'answered' && body.equals(whole.body)).toBe(true);
    expect(await get('', { address: `${own.origin}/cut` }, fetcher)).toMatchObject({ reason: 'decode' });
    await own.close();
  });

  it.each([200_000, 400_000, 1_000_000])(
    'of a body of %i bytes are undone where the server hangs up behind it without a word',
    async size => {
      const body = noise(size);
      const compressed = zlib.gzipSync(body);
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: ${compressed.length}\r\n\r\n`;
      const hangUp: Behaviour = socket => socket.end(Buffer.concat([Buffer.from(head), compressed]));
      const own = await startAdverseServer({ more: { '/page': hangUp } });
      const result = await get('', { address: `${own.origin}/page` }, open({ allowHosts: [`127.0.0.1:${own.port}`] }));
      expect(result.kind === 'answered' && body.equals(result.body)).toBe(true);
      await own.close();
    },
  );

  it.each([
    ['gzip', zlib.gzipSync(PAGE)],
    ['gzip, gzip', zlib.gzipSync(PAGE)],
    ['deflate, gzip', zlib.gzipSync(zlib.deflateRawSync(PAGE))],
    ['deflate, br, zstd', zlib.zstdCompressSync(zlib.brotliCompressSync(zlib.deflateSync(PAGE)))],
  ])('are undone however the bytes are split: %s', async (coding, body) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const own = await startAdverseServer({ more: { '/drip': drip(Buffer.concat([Buffer.from(head), body])) } });
    const fetcher = open({ allowHosts: [`127.0.0.1:${own.port}`] });
    expect(text(await get('', { address: `${own.origin}/drip` }, fetcher))).toBe(PAGE);
    await own.close();
  });
});

describe('headers of an answer', () => {
  it.each([
    ['/redirect', '/ok'],
    ['/redirect-utf8', '/страница'],
    ['/redirect-latin1', '/caf%E9'],
    ['/redirect-long', `/${'x'.repeat(60_000)}`],
    ['/redirect-metadata', 'http://169.254.169.254/latest/meta-data/'],
  ])('give the location of %s as sent (adverse 11, 12)', async (path, location) => {
    expect(await get(path)).toMatchObject({ kind: 'answered', status: 302, location });
    expect(asked('/ok')).toEqual(
      asked('/ok').filter(({ connection }) => connection < (asked(path)[0]?.connection ?? 0)),
    );
  });

  it('may lack a location (adverse 12)', async () => {
    expect(await get('/redirect-none')).not.toHaveProperty('location');
  });

  it('give the headers that hold addresses, where there are any', async () => {
    const headers = { link: '</a>; rel=next, </b>', 'content-location': '/café' };
    expect(await get('/addresses')).toMatchObject({ headers });
    expect(await get('/ok')).not.toHaveProperty('headers');
  });

  it('have their body where their type is one of the further page types', async () => {
    expect(text(await get('/addresses'))).toBe('');
    expect(text(await get('/addresses', { pageTypes: new Set(['text/css']) }))).toBe('{}');
  });

  it('give Refresh and Retry-After (adverse 13, 14)', async () => {
    expect(await get('/refresh')).toMatchObject({ refresh: '0; url=/refresh' });
    expect(await get('/busy-seconds')).toMatchObject({ status: 429, retryAfterMs: 7_000 });
    expect(await get('/busy-text')).not.toHaveProperty('retryAfterMs');
  });
});

describe('the protocol', () => {
  it.each(['/http-0.9', '/status-000', '/nul-header', '/bad-chunk', '/interim-flood', '/switch-protocols'])(
    'is kept to: %s (adverse 9, 19)',
    async path => {
      expect(await get(path)).toMatchObject({ kind: 'failed', reason: 'protocol' });
    },
  );
});

describe('names', () => {
  it('that do not resolve fail as dns, with the name but without the address asked for (adverse 18, 69)', async () => {
    const resolve = (name: string) => Promise.reject(new Error(`queryA ENOTFOUND ${name}`));
    const url = 'http://user:secret@no-such-host.test/path?token=secret';
    const result = await get('', { address: url }, open({ resolve }));
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'dns',
      detail: expect.stringContaining('no-such-host.test'),
    });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it.each([
    ['ESERVFAIL', 'name servers failed to find it (ESERVFAIL)'],
    ['EREFUSED', 'name servers refused to answer (EREFUSED)'],
    ['ETIMEOUT', 'name servers did not answer in time (ETIMEOUT)'],
  ])('that may exist are told with what name servers said: %s', async (code, detail) => {
    const resolve = () => Promise.reject(Object.assign(new Error(`queryA ${code}`), { code }));
    const address = 'http://lost.test:81/';
    const answer = await get('', { address }, open({ resolve }));
    expect(answer).toMatchObject({ kind: 'failed', reason: 'dns', detail });
    expect(noAnswerOf(address, answer)).toEqual({ noAnswer: { reason: 'dns', host: 'lost.test:81', detail } });
    const none = await get('', { address }, open({ resolve: () => Promise.reject(new Error('queryA ENOTFOUND')) }));
    expect(noAnswerOf(address, none)).toEqual({ noAnswer: { reason: 'dns', host: 'lost.test:81' } });
  });

  it('that resolve slowly do not hold up others, and are given up (adverse 18)', async () => {
    const resolve = (name: string) =>
      name === 'stuck.test'
        ? new Promise<never>(() => undefined)
        : Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    const fetcher = open({ allowHosts: [`good.test:${server.port}`], resolve });
    let ended = 0;
    const stuck = Array.from({ length: 50 }, () =>
      get('', { address: 'http://stuck.test/' }, fetcher).finally(() => {
        ended += 1;
      }),
    );
    expect(await get('', { address: `http://good.test:${server.port}/ok` }, fetcher)).toMatchObject({
      kind: 'answered',
    });
    expect(ended).toBe(0);
    for (const result of await Promise.all(stuck)) expect(result).toMatchObject({ reason: 'timeout' });
  });
});

describe('details for logs', () => {
  it('are one printable line (adverse 9, 69)', async () => {
    const resolve = () => Promise.reject(new Error('evil\r\n2026-01-01 forged\u202e\u0000'));
    const result = await get('', { address: 'http://evil.test/' }, open({ resolve }));
    expect(result.kind === 'failed' && result.detail).toMatch(/^[^\p{Cc}\p{Cf}]+$/u);
  });
});

describe('a mistake of the caller', () => {
  it('is thrown: a user agent that is no header value', async () => {
    await expect(get('/ok', { userAgent: 'two\nlines' })).rejects.toThrow('user-agent');
  });

  it.each(['not an address', 'ftp://example.org/', 'file:///etc/passwd'])('is thrown: the address %s', async url => {
    await expect(get('', { address: url })).rejects.toThrow('url');
  });

  it('is thrown: a fetch after close', async () => {
    const fetcher = open();
    await fetcher.close();
    await expect(get('/ok', {}, fetcher)).rejects.toThrow('closed');
  });
});
