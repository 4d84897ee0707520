import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';

/** One whole HTTP/1.1 response: `headLength` bytes of status line and header fields, then the content. */
export interface Answer {
  readonly status: number;
  readonly isPage: boolean;
  readonly bytes: Buffer;
  readonly headLength: number;
  /** Its ETag, and what is answered to who has that. Absent: it is sent whole each time. */
  readonly known?: { readonly etag: string; readonly answer: Answer };
  /** The connection closes behind it. */
  readonly isLast?: true;
}

/** PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** The answers since the last tally: GETs answered 200 with `text/html`, how many different ones, all bytes sent. */
export interface Tally {
  pages: number;
  distinctPages: number;
  sentBytes: number;
  /** Wall clock, ms; undefined before the first request. */
  firstRequestAt: number | undefined;
}

/**
 * The answer to a request target as it stands on the request line (RFC 9112 section 3.2.1: path and query). `address`: the
 * address of this machine that the client has connected to.
 */
export type Site = (target: string, address: string) => Answer;

interface LoopbackServer {
  readonly server: Server;
  readonly port: number;
  /** Gives the tally and starts a new one. */
  takeTally(): Tally;
}

const MAX_REQUEST_HEAD = 16_384;

/**
 * Serves a site on 127.0.0.1, or on all addresses of loopback (`127.x.y.z`), for as little CPU as Node allows, so that a
 * benchmark measures its client. A client of another machine gets no answer.
 *
 * HTTP/1.1 is written out by hand on `node:net`: a request is a head without content, an answer one buffer and one
 * write. Connections stay open until the client closes or requests it; requests sent ahead are answered in order.
 */
export async function startLoopbackServer(
  site: Site,
  port = 0,
  where: 'one-address' | 'all-addresses' = 'one-address',
  certificate?: Certificate,
): Promise<LoopbackServer> {
  let tally = emptyTally();
  const seen = new Set<string>();
  const serve = (socket: Socket): void => {
    if (!isLoopback(socket)) {
      socket.destroy();
      return;
    }
    const { localAddress = '' } = socket;
    serveConnection(socket, requestHead => {
      const { answer, target, content } = answerRequest(requestHead, asked => site(asked, localAddress));
      tally.firstRequestAt ??= Date.now();
      if (answer.isPage && content) {
        tally.pages++;
        seen.add(where === 'one-address' ? target : `${localAddress} ${target}`);
      }
      const sent = content ? answer.bytes : answer.bytes.subarray(0, answer.headLength);
      tally.sentBytes += sent.length;
      return { sent, isLast: answer.isLast === true };
    });
  };
  const server =
    certificate === undefined
      ? createServer({ noDelay: true }, serve)
      : createSecureServer({ noDelay: true, ...certificate }, serve);
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, host: where === 'one-address' ? '127.0.0.1' : '0.0.0.0', backlog: 4_096 }, resolve);
  await listening;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the loopback server has no port');
  const takeTally = () => {
    const taken = { ...tally, distinctPages: seen.size };
    tally = emptyTally();
    seen.clear();
    return taken;
  };
  return { server, port: address.port, takeTally };
}

/** Puts a response together; `fields` are lines `Name: value` beside Content-Type and Content-Length. */
export function makeAnswer(status: string, type: string, content: Buffer | string, fields: string[] = []): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const head = responseHead(status, type, body.length, fields);
  return { ...head, bytes: Buffer.concat([head.bytes, body]) };
}

/** An answer whose content is still missing: the caller appends exactly `contentLength` bytes. */
export function responseHead(status: string, type: string, contentLength: number, fields: string[] = []): Answer {
  const lines = [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, `Content-Length: ${contentLength}`, ...fields];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return {
    status: Number(status.slice(0, 3)),
    isPage: status.startsWith('200') && type === 'text/html',
    bytes,
    headLength: bytes.length,
  };
}

const METHOD_NOT_ALLOWED = makeAnswer('405 Method Not Allowed', 'text/plain', 'only GET and HEAD\n', [
  'Allow: GET, HEAD',
  'Connection: close',
]);

function answerRequest(
  head: string,
  site: (target: string) => Answer,
): { answer: Answer; target: string; content: boolean } {
  const [method, target = ''] = head.slice(0, head.indexOf('\r\n')).split(' ', 2);
  if (method === 'GET') return { answer: unlessKnown(site(target), head), target, content: true };
  if (method === 'HEAD') return { answer: site(target), target, content: false };
  return { answer: METHOD_NOT_ALLOWED, target, content: true };
}

function unlessKnown(answer: Answer, requestHead: string): Answer {
  const { known } = answer;
  return known !== undefined && requestHead.includes(`\r\nif-none-match: ${known.etag}\r\n`) ? known.answer : answer;
}

function serveConnection(
  socket: Socket,
  answer: (requestHead: string) => { readonly sent: Buffer; readonly isLast: boolean },
): void {
  let received = '';
  socket.on('data', chunk => {
    received += chunk.toString('latin1');
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      const head = received.slice(0, end + 2);
      received = received.slice(end + 4);
      const { sent, isLast } = answer(head);
      socket.write(sent);
      if (isLast || isLastRequest(head)) {
        socket.end();
        return;
      }
    }
    if (received.length > MAX_REQUEST_HEAD) socket.destroy();
  });
  // A client that goes away in the middle of an answer is the client's business: the socket closes by itself.
  socket.on('error', () => socket.destroy());
}

/** RFC 9112 section 9.3; a method with content is not read on, because its content would be taken for a request. */
function isLastRequest(head: string): boolean {
  if (/\r\nconnection:[^\r]*\bclose\b/i.test(head)) return true;
  if (!head.startsWith('GET ') && !head.startsWith('HEAD ')) return true;
  return / HTTP\/1\.0\r\n/.test(head) && !/\r\nconnection:[^\r]*\bkeep-alive\b/i.test(head);
}

function isLoopback({ remoteAddress = '' }: Socket): boolean {
  return remoteAddress.startsWith('127.');
}

function emptyTally(): Tally {
  return { pages: 0, distinctPages: 0, sentBytes: 0, firstRequestAt: undefined };
}
