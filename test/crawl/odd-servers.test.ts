import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Behaviour } from '../servers/adverse-behaviours.ts';
import { type AdverseServer, startAdverseServer } from '../servers/adverse-server.ts';
import { leastGapMs } from '../servers/arrivals.ts';
import { page } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

/** A site whose every answer, that to /robots.txt too, has a folded field: undici reads none of them. */
let server: AdverseServer;
const paths = Array.from({ length: 12 }, (_, n) => `/p${n}`);

function folded(type: string, body: string): Behaviour {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nX-Policy: default-src 'self';\r\n script-src 'none'\r\n`;
  return socket => socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

beforeEach(async () => {
  const pages = paths.map(path => [path, folded('text/html', page(path, '/', '/private', '/%C3%A9'))] as const);
  server = await startAdverseServer({
    more: {
      ...Object.fromEntries(pages),
      '/': folded('text/html', page('start', ...paths, '/moved')),
      '/robots.txt': folded('text/plain', 'User-agent: *\nDisallow: /private\n'),
      '/moved': socket => socket.write('HTTP/1.1 302 Found\nLocation: /caf\xe9\nContent-Length: 0\n\n', 'latin1'),
      '/caf%E9': folded('text/html', page('café')),
      '/%C3%A9': folded('text/html', page('é')),
    },
  });
});

afterEach(() => server.close());

test('is read whole, one request more than it has addresses, at its delay', async () => {
  const { results } = await crawl(`${server.origin}/`, { delayMs: 100, maxDownloads: 4, warc: true });
  expect(results.nodes().map(({ Url }) => Url)).toEqual(['/', '/caf%E9', ...paths.toSorted(), '/%C3%A9']);
  expect(results.reasons()).toEqual({ '/private': 'robots' });
  expect(results.raw('logs/errors.csv').trimEnd().split('\n')).toHaveLength(1);
  const asked = server.log.map(({ path }) => path);
  expect(asked.filter(path => path === '/robots.txt')).toHaveLength(2);
  expect(asked).toHaveLength(new Set(asked).size + 1);
  expect(leastGapMs(server.log, 75)).toBeGreaterThanOrEqual(100);

  const archive = join(results.directory, 'archive');
  const fromWarc = readdirSync(archive)
    .filter(name => name.endsWith('.warc.gz'))
    .map(name => join(archive, name));
  const replayed = await crawl(`${server.origin}/`, { fromWarc });
  expect(replayed.results.nodes()).toEqual(results.nodes());
  expect(server.log).toHaveLength(asked.length);
});

/** One fault on each address, so that each must be met by itself: only the first one teaches what the server is like. */
test('whatever is read beside the pages is read as browsers read it: sitemaps, linked hosts, broken ends', async () => {
  const ok = 'HTTP/1.1 200 OK';
  const sends =
    (lines: readonly string[], body: string, end = '\r\n', hangsUp = false): Behaviour =>
    socket => {
      const message = `${lines.join(end)}${end}${end}${body}`;
      if (hangsUp) socket.end(message);
      else socket.write(message);
    };
  const sized = (body: string, more = 0): string => `Content-Length: ${Buffer.byteLength(body) + more}`;
  const other = await startAdverseServer({
    more: {
      '/plain': sends([ok, 'Oops', 'Content-Length: 4'], ''),
      '/twice': sends([ok, 'Content-Length: 4', 'Content-Length: 4'], ''),
      '/moved': sends(['HTTP/1.1 301 Moved', ' folded', 'Location : /plain'], '', '\n'),
      '/gone': sends(['HTTP/1.1  410 Gone', ': x', 'Content-Length: 0'], ''),
    },
  });
  const links = ['/plain', '/twice', '/moved', '/gone'].map(path => other.origin + path);
  const html = 'Content-Type: text/html';
  const start = page('start', '/cut', '/chunked', ...links).replace(/(?:<\/html>)?$/, '</html>');
  const cut = `<title>cut</title><a href="/behind-cut">x</a></body></html>\n`;
  const chunks = page('chunked', '/behind-chunked');
  const more: Record<string, Behaviour> = {
    '/': sends([ok, html, sized(start), sized(start)], start),
    '/cut': sends([ok, html, sized(cut, 40)], cut, '\r\n', true),
    '/chunked': sends(
      [ok, html, sized(chunks), 'Transfer-Encoding: chunked'],
      `${chunks.length.toString(16)}  \n${chunks}\n0\n\n`,
    ),
    '/behind-cut': sends(['HTTP/1.1 100 Continue', '', ok, html, sized(page('behind cut'))], page('behind cut')),
    '/behind-chunked': sends([ok, html, 'Content-Length: -1'], page('behind chunked'), '\n', true),
    '/listed': sends(['http/1.1 200', 'Content-Type : text/plain', html, sized(page('listed'))], page('listed')),
  };
  const odd = await startAdverseServer({
    more: {
      ...more,
      '/robots.txt': (socket, asked) => {
        const rules = `User-agent: *\nDisallow: /private\nSitemap: ${odd.origin}/map.xml\n`;
        sends([ok, 'X A: b', sized(rules)], rules, '\n')(socket, asked);
      },
      '/map.xml': (socket, asked) => {
        const map = `<urlset><url><loc>${odd.origin}/listed</loc></url><url><loc>${odd.origin}/private</loc></url></urlset>`;
        sends([ok, 'Content-Type: application/xml', sized(map, 9)], map, '\r\n', true)(socket, asked);
      },
    },
  });
  const { results } = await crawl(`${odd.origin}/`, {
    sitemaps: 'add',
    checkExternal: true,
    allowHosts: [`127.0.0.1:${other.port}`],
  });
  expect(results.nodes().map(({ Url }) => Url)).toEqual([
    ...['/', '/chunked', '/cut', '/behind-chunked', '/behind-cut', '/listed'],
  ]);
  expect(results.reasons()).toEqual({ '/private': 'robots' });
  const checks = results.raw(`reports/127.0.0.1_${odd.port}.external-checks.csv`).trimEnd().split('\n').slice(1);
  expect(checks.map(row => row.replaceAll(other.origin, '').split(',').slice(0, 4))).toEqual([
    ['/moved', 'moved', '301 Moved Permanently', ''],
    ['/gone', 'dead', '410 Gone', 'gone'],
  ]);
  await Promise.all([odd.close(), other.close()]);
});
