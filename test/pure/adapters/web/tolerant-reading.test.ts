import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUndiciFetcher, type UndiciFetcherOptions } from '../../../../shared/adapters/web/undici-fetcher.ts';
import type { FetchAnswer } from '../../../../shared/domain/http/fetch-answer.ts';
import type { Fetcher, FetchRequest } from '../../../../shared/ports/request-ports.ts';
import type { Behaviour } from '../../../servers/adverse-behaviours.ts';
import { type AdverseServer, startAdverseServer } from '../../../servers/adverse-server.ts';

/**
 * Answers that RFC 9112 forbids and browsers show. undici reads none of the first table; a second request with `tolerant`
 * reads them all.
 */

const page = '<!doctype html><title>whole</title><p>to its last byte</p>';
const type = 'Content-Type: text/html; charset=utf-8';
const length = `Content-Length: ${page.length}`;
const chunked = 'Transfer-Encoding: chunked';

function head(lines: readonly string[], end = '\r\n'): string {
  return lines.join(end) + end + end;
}

function withFields(...fields: string[]): string {
  return head(['HTTP/1.1 200 OK', type, ...fields, length]) + page;
}

function inChunks({ size = page.length.toString(16), end = '\r\n', last = '0\r\n\r\n' } = {}): string {
  return head(['HTTP/1.1 200 OK', type, chunked]) + size + end + page + end + last;
}

const onlyTolerantly: Readonly<Record<string, string>> = {
  'a folded field': withFields('X-Long: a', '  folded', '\tmore'),
  'a folded Content-Type': head(['HTTP/1.1 200 OK', 'Content-Type: text/html;', ' charset=utf-8', length]) + page,
  'a bad field behind the length': head(['HTTP/1.1 200 OK', type, length, 'X-A : b']) + page,
  'a 100 that nobody asked for': `HTTP/1.1 100 Continue\r\n\r\n${withFields()}`,
  'three interim answers and a folded field': `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)}${withFields('X: a', ' b')}`,
  'a line without colon': withFields('NoColonHere'),
  'a second status line': withFields('HTTP/1.1 200 OK'),
  'a blank before the colon': withFields('X-A : b'),
  'a blank in a name': withFields('X A: b'),
  'an empty name': withFields(': x'),
  'a name that is not ASCII': withFields('X-\xc4: b'),
  'a name in parentheses': withFields('X(a): b'),
  'a control character in a value': withFields('X-A: a\x01b\x7f'),
  'a CR in a value': withFields('X-A: a\rb'),
  'a fold behind the status line': head(['HTTP/1.1 200 OK', ' X-Lead: v', type, length]) + page,
  'lines that end in LF alone': head(['HTTP/1.1 200 OK', type, length], '\n') + page,
  'chunks whose lines end in LF alone': inChunks({ end: '\n', last: '0\n\n' }),
  'blanks behind the size of a chunk': inChunks({ size: `${page.length.toString(16)}  ` }),
  'no line end behind the last chunk': inChunks({ last: '0\r\n' }),
  'the same length twice': withFields(length),
  'a list of equal lengths': head(['HTTP/1.1 200 OK', type, `${length}, ${page.length}`]) + page,
  'an empty length': head(['HTTP/1.1 200 OK', type, 'Content-Length:', 'Connection: close']) + page,
  'a length in words': head(['HTTP/1.1 200 OK', type, 'Content-Length: unknown', 'Connection: close']) + page,
  'a length below zero': head(['HTTP/1.1 200 OK', type, 'Content-Length: -1', 'Connection: close']) + page,
  'a length with a sign': head(['HTTP/1.1 200 OK', type, `Content-Length: +${page.length}`]) + page,
  'a length beside chunks': inChunks().replace(type, `${type}\r\nContent-Length: 5`),
  'a huge length beside chunks': inChunks().replace(type, `${type}\r\nContent-Length: 99999999`),
  'a length behind chunks': inChunks().replace(chunked, `${chunked}\r\nContent-Length: 5`),
  'a coding that is none, with a length': withFields('Transfer-Encoding: identity'),
  'another version': withFields().replace('HTTP/1.1', 'HTTP/2'),
  'a version in lower case': withFields().replace('HTTP', 'http'),
  'two blanks before the status': withFields().replace('HTTP/1.1 ', 'HTTP/1.1  '),
};

const read: Readonly<Record<string, string>> = {
  'a plain answer': withFields(),
  'chunks with extensions and trailers': inChunks({
    size: `${page.length.toString(16)};a="b"`,
    last: '0\r\nX-T: 1\r\n\r\n',
  }),
  'leading zeros of a size': inChunks({ size: `0000${page.length.toString(16)}` }),
  'HTTP/1.0': withFields().replace('HTTP/1.1', 'HTTP/1.0'),
  'no reason': withFields().replace(' OK', ''),
  'Early Hints': `HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${withFields()}`,
  'a Latin-1 value': withFields('X-A: caf\xe9'),
  'more than its length': `${withFields()}garbage`,
  'a line end before the status line': `\r\n${withFields()}`,
};

const unreadable: Readonly<Record<string, string>> = {
  'two lengths': withFields('Content-Length: 5'),
  'a NUL in the head': withFields('X-A: a\0b'),
  'no HTTP': page,
  'another protocol (101)': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
  'a size that is no number': inChunks({ size: 'xyz' }),
  'a chunk that is longer than its size': inChunks({ size: '5' }),
  'a size beyond all numbers': inChunks({ size: 'f'.repeat(17) }),
  'a size line without end': `${head(['HTTP/1.1 200 OK', type, chunked])}${'1'.repeat(40_000)}`,
  'a head without end': `HTTP/1.1 200 OK\r\n X: ${'a'.repeat(300_000)}`,
  'a head that is cut': 'HTTP/1.1 200 OK\r\nX : y\r\n',
  'a status of four digits': withFields().replace('200', '2000'),
};

let server: AdverseServer;
const fetchers: Fetcher[] = [];
const answers = [...Object.values(onlyTolerantly), ...Object.values(read), ...Object.values(unreadable)];

/** Sends the answer, and ends the connection where it would have to. */
function sends(bytes: string): Behaviour {
  const ends = /Connection: close|last chunk|Content-Length: (?:unknown|-1)|Content-Length:\r/.test(bytes);
  const isCut = bytes.endsWith('0\r\n') || bytes.endsWith('X : y\r\n') || !bytes.includes('HTTP');
  return socket => (ends || isCut ? socket.end(bytes, 'latin1') : socket.write(bytes, 'latin1'));
}

beforeAll(async () => {
  const drips: Behaviour = socket => {
    const bytes = Buffer.from(withFields('X-Long: a', ' folded'), 'latin1');
    let at = 0;
    const next = (): void => {
      if (at < bytes.length) socket.write(bytes.subarray(at, ++at), () => setImmediate(next));
    };
    next();
  };
  const more = Object.fromEntries(answers.map((bytes, n) => [`/${n}`, sends(bytes)]));
  server = await startAdverseServer({
    more: {
      ...more,
      '/drips': drips,
      '/interim-flood': socket => socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)),
      '/fine': sends(withFields()),
      '/late-408': (socket, { nth }) =>
        nth === 1
          ? socket.write(withFields())
          : socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 4\r\n\r\nlate'),
      '/always-408': sends('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n'),
    },
  });
});

afterAll(() => server.close());
afterEach(async () => {
  await Promise.all(fetchers.splice(0).map(fetcher => fetcher.close()));
});

function open(options: Partial<UndiciFetcherOptions> = {}): Fetcher {
  const fetcher = createUndiciFetcher({ allowHosts: [`127.0.0.1:${server.port}`], headerTimeoutMs: 5_000, ...options });
  fetchers.push(fetcher);
  return fetcher;
}

function get(fetcher: Fetcher, path: string, request: Partial<FetchRequest> = {}): Promise<FetchAnswer> {
  return fetcher.fetch({ address: server.origin + path, userAgent: 'orbweaver/1', purpose: 'page', ...request });
}

function pathOf(bytes: string): string {
  return `/${answers.indexOf(bytes)}`;
}

function textOf(answer: FetchAnswer): string {
  return answer.kind === 'answered'
    ? Buffer.from(answer.body).toString('latin1')
    : `${answer.reason}: ${answer.detail}`;
}

describe('an answer that undici refuses', () => {
  it.each(Object.entries(onlyTolerantly))('is read when it is requested once more: %s', async (_, bytes) => {
    const fetcher = open();
    const first = await get(fetcher, pathOf(bytes));
    expect(first).toMatchObject({ kind: 'failed', again: true });
    expect(textOf(await get(fetcher, pathOf(bytes), { tolerant: true }))).toBe(page);
  });

  it.each(Object.entries(read))('does not change what is read anyway: %s', async (_, bytes) => {
    const fetcher = open();
    const plain = await get(fetcher, pathOf(bytes));
    const tolerant = await get(fetcher, pathOf(bytes), { tolerant: true });
    expect(textOf(plain)).toBe(page);
    const timeless = { elapsedMs: 0, sentAt: 0 };
    expect({ ...tolerant, ...timeless }).toEqual({ ...plain, ...timeless });
  });

  it.each(Object.entries(unreadable))('stays a fault, without a third try: %s', async (_, bytes) => {
    const fetcher = open();
    const answer = await get(fetcher, pathOf(bytes), { tolerant: true });
    expect(answer).toMatchObject({ kind: 'failed', reason: 'protocol' });
    expect(answer).not.toHaveProperty('again');
  });

  it('marks its origin: the next answers are read at their first request', async () => {
    const fetcher = open();
    const folded = pathOf(onlyTolerantly['a folded field']!);
    expect(await get(fetcher, folded)).toMatchObject({ again: true });
    expect(textOf(await get(fetcher, folded))).toBe(page);
    expect(textOf(await get(fetcher, '/fine'))).toBe(page);
  });

  it('does not mark its origin where only its end is missing', async () => {
    const fetcher = open();
    const cut = pathOf(onlyTolerantly['no line end behind the last chunk']!);
    expect(await get(fetcher, cut)).toMatchObject({ again: true });
    expect(await get(fetcher, cut)).toMatchObject({ again: true });
  });

  it('may come byte by byte', async () => {
    expect(textOf(await get(open(), '/drips', { tolerant: true }))).toBe(page);
  });

  it('is not a flood of interim answers', async () => {
    expect(await get(open(), '/interim-flood', { tolerant: true })).toMatchObject({
      kind: 'failed',
      reason: 'protocol',
    });
  });

  it('is not sent a field that would forge another', async () => {
    const forged = get(open(), '/fine', { tolerant: true, userAgent: 'a\r\nX-Forged: b' });
    await expect(forged).rejects.toThrow(/user-agent/);
  });

  it('takes a place among the connections of its origin', async () => {
    const fetcher = open({ connectionsPerOrigin: 2 });
    const before = server.log.length;
    const all = await Promise.all([...Array(6)].map(() => get(fetcher, '/fine', { tolerant: true })));
    expect(all.map(textOf)).toEqual(Array(6).fill(page));
    const heads = server.log.slice(before);
    expect(heads.map(({ headers }) => headers.get('connection'))).toEqual(Array(6).fill('close'));
  });

  it('closes an idle connection that it may not use where there is no room for a further one', async () => {
    const fetcher = open({ connectionsPerOrigin: 1 });
    expect(textOf(await get(fetcher, '/fine'))).toBe(page);
    expect(textOf(await get(fetcher, '/fine', { tolerant: true }))).toBe(page);
    expect(textOf(await get(fetcher, '/fine'))).toBe(page);
  });

  it('asks no private address that is not allowed', async () => {
    const refused = await get(open({ allowHosts: [] }), '/fine', { tolerant: true });
    expect(refused).toMatchObject({ kind: 'failed', reason: 'private-address' });
  });
});

describe('a 408', () => {
  it('over a used connection is no answer to the request that met it (RFC 9110, section 15.5.9)', async () => {
    const fetcher = open();
    expect(textOf(await get(fetcher, '/late-408'))).toBe(page);
    expect(textOf(await get(fetcher, '/late-408'))).toBe(page);
  });

  it('over a new connection is an answer', async () => {
    const fetcher = open();
    expect(await get(fetcher, '/always-408')).toMatchObject({ kind: 'answered', status: 408 });
    expect(await get(fetcher, '/always-408')).toMatchObject({ kind: 'answered', status: 408 });
  });
});
