import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUndiciFetcher } from '../../../../shared/adapters/web/undici-fetcher.ts';
import type { FetchAnswer } from '../../../../shared/domain/http/fetch-answer.ts';
import type { FetchRequest } from '../../../../shared/ports/request-ports.ts';
import type { Behaviour } from '../../../servers/adverse-behaviours.ts';
import { type AdverseServer, startAdverseServer } from '../../../servers/adverse-server.ts';

/**
 * Bodies whose delimiter never comes: browsers show what came. Here they count where the document has ended by its own word, so
 * that a transfer which breaks off in the middle never gives a part of a page.
 */

const page = '<!doctype html><title>whole</title><p>to its last byte</p></html>';
const large = `<!doctype html>${Array.from({ length: 20_000 }, (_, n) => `<p>${Math.sin(n)}</p>`).join('')}</HTML>\n`;
const html = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

type Ending = 'end' | 'reset' | 'stays';

interface Broken {
  readonly body: string;
  readonly coded?: Buffer;
  /** How the body is said to be delimited; as it is sent. */
  readonly delimited?: 'length' | 'chunks' | 'connection';
  readonly ending: Ending;
  readonly request?: Partial<FetchRequest>;
}

function sends({ body, coded, delimited = 'length', ending }: Broken): Behaviour {
  const bytes = coded ?? Buffer.from(body, 'latin1');
  const coding = coded === undefined ? '' : 'Content-Encoding: gzip\r\n';
  const by = {
    length: `Content-Length: ${bytes.length + 10}\r\n\r\n`,
    chunks: `Transfer-Encoding: chunked\r\n\r\n${bytes.length.toString(16)}\r\n`,
    connection: '\r\n',
  }[delimited];
  return socket => {
    const message = Buffer.concat([
      Buffer.from(html + coding + by),
      bytes,
      Buffer.from(delimited === 'chunks' ? '\r\n' : ''),
    ]);
    if (ending === 'end') socket.end(message);
    else socket.write(message, () => ending === 'reset' && setTimeout(() => socket.resetAndDestroy(), 100));
  };
}

const whole: Readonly<Record<string, Broken>> = {
  'a length that is too long': { body: page, ending: 'end' },
  'a length that is too long, and a reset': { body: page, ending: 'reset' },
  'a length that is too long, and a connection that stays': { body: page, ending: 'stays' },
  'chunks without the last': { body: page, delimited: 'chunks', ending: 'end' },
  'chunks without the last, and a reset': { body: page, delimited: 'chunks', ending: 'reset' },
  'no length, and a reset': { body: page, delimited: 'connection', ending: 'reset' },
  'comments behind the end': { body: `${page}\n<!-- cached 12:00 -->\n<!-- 0.2 s -->\n`, ending: 'end' },
  'a page in UTF-16': { body: Buffer.from(`\ufeff${page}`, 'utf16le').toString('latin1'), ending: 'end' },
  'a large packed page': { body: large, coded: gzipSync(large), ending: 'end' },
  'a large packed page without its check bytes': { body: large, coded: gzipSync(large).subarray(0, -8), ending: 'end' },
  'a feed': { body: '<rss><channel></channel></rss>\n', ending: 'end', request: { purpose: 'part' } },
  'a sitemap': { body: '<urlset></urlset>', ending: 'end', request: { purpose: 'part' } },
};

const cut: Readonly<Record<string, Broken>> = {
  'a page that does not end': { body: page.slice(0, -1), ending: 'end' },
  'a page with text behind its end': { body: `${page}more`, ending: 'end' },
  'a page without an end tag': { body: '<title>x</title><p>text', delimited: 'chunks', ending: 'end' },
  'an empty body': { body: '', ending: 'end' },
  'a packed page that is cut': { body: large, coded: gzipSync(large).subarray(0, -4_000), ending: 'end' },
  'a robots.txt': { body: 'User-agent: *\n', ending: 'end', request: { purpose: 'robots' } },
};

let server: AdverseServer;
beforeAll(async () => {
  const all = Object.entries({ ...whole, ...cut });
  server = await startAdverseServer({
    more: Object.fromEntries(all.map(([name, each]) => [pathOf(name), sends(each)])),
  });
});
afterAll(() => server.close());

const pathOf = (name: string): string => `/${name.replaceAll(/\W/g, '-')}`;

/** As the steps ask: once more with patience where the answer says so. */
async function read(name: string, request: Partial<FetchRequest> = {}): Promise<FetchAnswer> {
  const fetcher = createUndiciFetcher({
    allowHosts: [`127.0.0.1:${server.port}`],
    connectTimeoutMs: 2_000,
    rateWindowMs: 400,
  });
  const wanted = {
    address: server.origin + pathOf(name),
    userAgent: 'orbweaver/1',
    purpose: 'page',
    ...request,
  } as const;
  const first = await fetcher.fetch(wanted);
  const isAgain = first.kind === 'failed' && first.again === true;
  const answer = isAgain ? await fetcher.fetch({ ...wanted, tolerant: true }) : first;
  await fetcher.close();
  return answer;
}

describe('a body that breaks off', () => {
  it.each(Object.entries(whole))('behind the end of its document is whole: %s', async (name, { body, request }) => {
    const answer = await read(name, request);
    expect(answer).toMatchObject({ kind: 'answered', status: 200 });
    expect(answer.kind === 'answered' && Buffer.from(answer.body).toString('latin1')).toBe(body);
  });

  it.each(Object.entries(cut))('anywhere else is none: %s', async (name, { request }) => {
    expect(await read(name, request)).toMatchObject({ kind: 'failed', reason: 'network' });
  });
});
