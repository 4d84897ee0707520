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
