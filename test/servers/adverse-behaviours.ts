import type { Socket } from 'node:net';
import zlib from 'node:zlib';
import type { AskedFor } from './adverse-server.ts';

/** Answers one request, in whatever way. */
export type Behaviour = (socket: Socket, asked: AskedFor) => void;

export const PAGE = '<!doctype html><title>A page</title><a href="/next">next</a>';
/** The length of the robots.txt behaviours' files, above the 500 KiB of RFC 9309. */
export const LONG_ROBOTS_BYTES = 600_000;

interface Answer {
  readonly status?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Uint8Array;
}

/** A whole answer; Content-Length and an HTML Content-Type unless `headers` says otherwise. */
export function answer({ status = '200 OK', headers = {}, body = PAGE }: Answer): Behaviour {
  const bytes = Buffer.from(body);
  const fields = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': bytes.length, ...headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const message = Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n`, 'latin1'), bytes]);
  return socket => socket.write(message);
}

/** Exactly these bytes. */
function raw(text: string, then?: 'end' | 'reset'): Behaviour {
  return socket => {
    socket.write(Buffer.from(text, 'latin1'), () => {
      if (then === 'end') socket.end();
      if (then === 'reset') socket.resetAndDestroy();
    });
  };
}

/** `head`, then `piece` again and again, every `everyMs`, until the other side hangs up. */
function endless(head: string, piece: string | Uint8Array, everyMs: number): Behaviour {
  const bytes = Buffer.from(piece);
  return socket => {
    socket.write(head);
    const timer = setInterval(() => socket.write(bytes), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
}

/** `head`, then `piece` as fast as the other side takes it. */
function flood(head: string, piece: Uint8Array): Behaviour {
  return socket => {
    const pump = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pump);
    socket.write(head);
    pump();
  };
}

function chunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

const encoded = (coding: string, body: Uint8Array) => answer({ headers: { 'Content-Encoding': coding }, body });
const html = 'Content-Type: text/html\r\n';
const chunkedHtml = `HTTP/1.1 200 OK\r\n${html}Transfer-Encoding: chunked\r\n\r\n`;
const page = Buffer.from(PAGE);
const gzipped = zlib.gzipSync(page);
const badCrc = Buffer.from(gzipped);
badCrc.writeUInt32LE(0xdeadbeef, badCrc.length - 8);
/** 8 MB of zeros in 8 KB of gzip: repeated, members of one endless file (RFC 1952, section 2.2). */
const bombMember = zlib.gzipSync(Buffer.alloc(8_000_000));
const longRobots = Buffer.from('Disallow: /x\n'.repeat(Math.ceil(LONG_ROBOTS_BYTES / 13))).subarray(
  0,
  LONG_ROBOTS_BYTES,
);

/** 10 GB of zeros, twice gzipped to some 17 KB, in equal members: as one it would take the server longer than some headers may take. */
const nestedMember = zlib.gzipSync(Buffer.concat(Array.from({ length: 50 }, () => bombMember)));
const nestedBomb = Buffer.concat(Array.from({ length: 25 }, () => nestedMember));

function redirectTo(location: string): Behaviour {
  return answer({ status: '302 Found', headers: { Location: location }, body: 'moved' });
}

/** Answers the first request of a connection, and closes it when the second arrives. */
const closesReused: Behaviour = (socket, asked) => {
  if (asked.nth === 1) answer({})(socket, asked);
  else socket.destroy();
};

/** Answers the first request of a connection, and closes it in the middle of the second answer. */
const cutsReused: Behaviour = (socket, asked) => {
  if (asked.nth === 1) answer({})(socket, asked);
  else raw('HTTP/1.1 200 O', 'end')(socket, asked);
};

/** Numbers are those of the list of adverse cases in the tests' titles. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  '/ok': answer({}),
  '/empty': answer({ body: '' }),
  '/pdf': answer({ headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.7' }),
  '/no-type': raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'),
  '/odd-type': answer({ headers: { 'Content-Type': 'Text/HTML ;Charset="x"' } }),
  '/missing': answer({ status: '404 Not Found' }),
  '/missing-long': answer({ status: '404 Not Found', body: 'x'.repeat(200_000) }),
  '/missing-endless': flood(
    'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n',
    chunk(Buffer.alloc(10_000)),
  ),
  '/large': raw(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 400000\r\n\r\n${'x'.repeat(400_000)}`),
  '/large-chunked': raw(`${chunkedHtml}61a80\r\n${'x'.repeat(400_000)}\r\n0\r\n\r\n`),
  '/chunked': raw(`${chunkedHtml}5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n`),
  '/until-close': raw(`HTTP/1.1 200 OK\r\n${html}\r\nhello`, 'end'),
  // 1
  '/reset-at-once': socket => socket.resetAndDestroy(),
  '/reset-mid-headers': raw('HTTP/1.1 200 OK\r\nContent-Ty', 'reset'),
  '/reset-mid-body': raw(`HTTP/1.1 200 OK\r\n${html}Content-Length: 1000\r\n\r\npart`, 'reset'),
  '/reset-mid-chunked': raw(`${chunkedHtml}5\r\nhello\r\n`, 'reset'),
  '/end-mid-chunked': raw(`${chunkedHtml}5\r\nhello\r\n`, 'end'),
  '/end-mid-chunked-close': raw(`${chunkedHtml.replace('\r\n', '\r\nConnection: close\r\n')}5\r\nhello\r\n`, 'end'),
  '/end-mid-length-close': raw(
    `HTTP/1.1 200 OK\r\n${html}Connection: close\r\nContent-Length: 1000\r\n\r\nshort`,
    'end',
  ),
  '/reset-until-close': raw(`HTTP/1.1 200 OK\r\n${html}\r\nhello`, 'reset'),
  // 2, 3, 4
  '/slow-headers': endless('HTTP/1.1 200 OK\r\nX-', 'x', 20),
  '/slow-body': endless(`HTTP/1.1 200 OK\r\n${html}Content-Length: 100000\r\n\r\n`, 'x', 50),
  '/never': () => undefined,
  // 5, 6
  '/length-too-high': raw(`HTTP/1.1 200 OK\r\n${html}Content-Length: 1000\r\n\r\nshort`, 'end'),
  '/length-too-low': raw(`HTTP/1.1 200 OK\r\n${html}Content-Length: 5\r\n\r\nhello and more`),
  '/length-huge': flood(`HTTP/1.1 200 OK\r\n${html}Content-Length: 100000000\r\n\r\n`, Buffer.alloc(65_536)),
  '/endless-chunked': flood(chunkedHtml, chunk(Buffer.alloc(16_384))),
  '/endless-close': flood(`HTTP/1.1 200 OK\r\n${html}\r\n`, Buffer.alloc(16_384)),
  // 7, 8
  '/gzip': encoded('gzip', gzipped),
  '/x-gzip': encoded('X-GZip', gzipped),
  '/deflate': encoded('deflate', zlib.deflateSync(page)),
  '/raw-deflate': encoded('deflate', zlib.deflateRawSync(page)),
  '/br': encoded('br', zlib.brotliCompressSync(page)),
  '/zstd': encoded('zstd', zlib.zstdCompressSync(page)),
  '/gzip-br': encoded('gzip, br', zlib.brotliCompressSync(gzipped)),
  '/four-codings': encoded('gzip, gzip, gzip, gzip', gzipped),
  '/utf-8-coding': encoded('UTF-8', page),
  '/compress-coding': encoded('compress', page),
  '/gzip-empty': encoded('gzip', Buffer.alloc(0)),
  '/gzip-but-plain': encoded('gzip', page),
  '/br-but-gzip': encoded('br', gzipped),
  '/gzip-truncated': encoded('gzip', gzipped.subarray(0, -12)),
  '/gzip-bad-crc': encoded('gzip', badCrc),
  '/bomb-small': encoded('gzip', zlib.gzipSync(Buffer.alloc(40_000_000))),
  '/bomb-nested': encoded('gzip, gzip', nestedBomb),
  '/bomb-endless': flood(chunkedHtml.replace('\r\n', '\r\nContent-Encoding: gzip\r\n'), chunk(bombMember)),
  // 9
  '/many-headers': raw(`HTTP/1.1 200 OK\r\n${'X-Header: some value\r\n'.repeat(20_000)}\r\n`),
  '/long-header': raw(`HTTP/1.1 200 OK\r\nX-Header: ${'x'.repeat(1_000_000)}\r\n\r\n`),
  '/long-cookie': raw(`HTTP/1.1 200 OK\r\nSet-Cookie: a=${'x'.repeat(262_144)}\r\n\r\n`),
  '/nul-header': raw('HTTP/1.1 200 OK\r\nX-Header: a\0b\r\nContent-Length: 0\r\n\r\n'),
  // 10 to 14
  '/redirect': redirectTo('/ok'),
  '/redirect-self': redirectTo('/redirect-self'),
  '/redirect-a': redirectTo('/redirect-b'),
  '/redirect-b': redirectTo('/redirect-a'),
  '/redirect-metadata': redirectTo('http://169.254.169.254/latest/meta-data/'),
  '/redirect-file': redirectTo('file:///etc/passwd'),
  '/redirect-none': answer({ status: '301 Moved Permanently', body: '' }),
  '/redirect-utf8': redirectTo(Buffer.from('/страница').toString('latin1')),
  '/redirect-latin1': redirectTo('/caf\xe9'),
  '/redirect-long': redirectTo(`/${'x'.repeat(60_000)}`),
  '/redirect-too-long': redirectTo(`/${'x'.repeat(300_000)}`),
  '/refresh': answer({ headers: { Refresh: '0; url=/refresh' } }),
  '/addresses': raw(
    'HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Length: 2\r\nLink: </a>; rel=next\r\n' +
      'Link: </b>\r\nContent-Location: /caf\xc3\xa9\r\n\r\n{}',
  ),
  '/busy-seconds': answer({ status: '429 Too Many Requests', headers: { 'Retry-After': 7 }, body: '' }),
  '/busy-text': answer({ status: '503 Service Unavailable', headers: { 'Retry-After': 'soon' }, body: '' }),
  // 19
  '/http-0.9': raw('<html>no status line</html>', 'end'),
  '/status-999': answer({ status: '999 Request denied' }),
  '/status-000': answer({ status: '000 Nothing' }),
  '/no-headers': raw('HTTP/1.1 200\r\n\r\n', 'end'),
  '/interim-flood': endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(10), 1),
  '/interim-slow': endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 100),
  '/interim-once': raw(`HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n${html}Content-Length: 2\r\n\r\nhi`),
  '/status-204-body': answer({ status: '204 No Content' }),
  '/status-304-body': answer({ status: '304 Not Modified' }),
  '/bad-chunk': raw(`${chunkedHtml}zz\r\nhello\r\n0\r\n\r\n`),
  '/switch-protocols': raw('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  // 20
  '/closes-reused': closesReused,
  '/cuts-reused': cutsReused,
  '/always-closes': (socket, asked) =>
    asked.nth === 1 && asked.connection > 1 ? socket.destroy() : closesReused(socket, asked),
  '/connection-close': answer({ headers: { Connection: 'close' } }),
  // robots.txt
  '/robots-long': answer({ headers: { 'Content-Type': 'text/plain' }, body: longRobots }),
  '/robots-long-gzip': answer({
    headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' },
    body: zlib.gzipSync(longRobots),
  }),
  '/robots-endless': flood('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n', Buffer.alloc(10_000, 'x')),
  '/robots-short': answer({ headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\n' }),
};
