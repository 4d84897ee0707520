import { readdirSync, readFileSync } from 'node:fs';
import http2 from 'node:http2';
import { join } from 'node:path';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { blockOf, WarcFile } from '../../../shared/adapters/web/warc/warc-file.ts';
import { listenOn, loopbackCertificate, testKey } from '../../servers/http2-server.ts';
import { crawl } from '../crawl-run.ts';
import { page } from '../loopback-site.ts';

const trusted = tls.getCACertificates('default');
const closing: (() => Promise<unknown>)[] = [];
beforeAll(() => tls.setDefaultCACertificates([loopbackCertificate]));
afterAll(() => tls.setDefaultCACertificates(trusted));
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface SecureSite {
  readonly origin: string;
  /** How each request came: `1.1` or `2.0`. */
  readonly versions: string[];
  connections: number;
}

const count = 80;

/** Some pages, a redirect, an error, a packed page, a busy moment; with `goAway` each connection has 25 answers. */
async function startSecureSite({ goAway = false } = {}): Promise<SecureSite> {
  const site: { origin: string; versions: string[]; connections: number } = {
    origin: '',
    versions: [],
    connections: 0,
  };
  const server = http2.createSecureServer({ key: testKey, cert: loopbackCertificate, allowHTTP1: true });
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on('session', session => {
    site.connections += 1;
    sessions.add(session);
    session.on('error', () => session.destroy()).on('close', () => sessions.delete(session));
  });
  const asked = new Map<string, number>();
  const served = new WeakMap<object, number>();
  server.on('request', (request, response) => {
    site.versions.push(request.httpVersion);
    const nth = (asked.get(request.url) ?? 0) + 1;
    asked.set(request.url, nth);
    const session = request.httpVersion === '2.0' ? request.stream.session : undefined;
    if (session && goAway) {
      served.set(session, (served.get(session) ?? 0) + 1);
      if (served.get(session) === 25) session.goaway(0);
    }
    // One page is there twice.
    const number = request.url === '/7' ? 3 : Number(request.url.slice(1));
    if (request.url === '/moved') response.writeHead(301, { location: '/7' }).end();
    else if (request.url === '/gone') response.writeHead(410, { 'content-type': 'text/html' }).end('gone');
    else if (request.url === '/late' && nth === 1) response.writeHead(503, { 'retry-after': '0' }).end('later');
    else if (request.url === '/' || request.url === '/late' || (number > 0 && number <= count)) {
      const links = [`/${(3 * number) % count || 1}`, `/${(5 * number + 1) % count || 2}`, '/moved', '/gone', '/late'];
      const body = gzipSync(page(`page ${number || request.url}`, ...links).toString());
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', link: '</1>; rel=next' })
        .end(body);
    } else response.writeHead(404, { 'content-type': 'text/plain' }).end('none');
  });
  const port = await listenOn(server);
  closing.push(async () => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  site.origin = `https://127.0.0.1:${port}`;
  return site;
}

/** Every result file but the report, which tells times. The port stands in addresses, so it is taken out. */
function filesOf(directory: string, origin: string): Readonly<Record<string, string>> {
  const port = new URL(origin).port;
  return Object.fromEntries(
    ['graph', 'links', 'pages', 'reports', 'fragment'].flatMap(folder =>
      readdirSync(join(directory, folder))
        .sort()
        .map(name => [
          `${folder}/${name.replaceAll(port, 'PORT')}`,
          readFileSync(join(directory, folder, name), 'latin1').replaceAll(port, 'PORT'),
        ]),
    ),
  );
}

test('a crawl has the same bytes over HTTP/1.1 and HTTP/2, also where connections are ended under it', async () => {
  const runs: Readonly<Record<string, string>>[] = [];
  for (const [spoken, goAway] of [
    [false, false],
    [true, false],
    [true, true],
  ]) {
    const site = await startSecureSite({ goAway: goAway === true });
    const { directory } = await crawl(site.origin, { http2: spoken === true });
    expect(new Set(site.versions)).toEqual(new Set([spoken ? '2.0' : '1.1']));
    if (spoken && !goAway) expect(site.connections).toBe(1);
    if (goAway) expect(site.connections).toBeGreaterThan(2);
    runs.push(filesOf(directory, site.origin));
  }
  expect(Object.keys(runs[0]!).length).toBeGreaterThan(4);
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).toEqual(runs[0]);
});

test('an archive of HTTP/2 has records of HTTP/1.1 that say so, and gives the same bytes', async () => {
  const site = await startSecureSite();
  const { directory } = await crawl(site.origin, { http2: true, warc: true });
  const paths = readdirSync(join(directory, 'archive'))
    .filter(name => name.endsWith('.warc.gz'))
    .map(name => join(directory, 'archive', name));
  const kinds = new Set<string>();
  for (const path of paths) {
    const file = new WarcFile(path);
    for (const { fields, offset } of file.records()) {
      const type = fields.get('warc-type')!;
      if (type === 'warcinfo') continue;
      kinds.add(`${type} ${fields.get('warc-protocol')}`);
      const text = blockOf(file.recordAt(offset)).toString('latin1');
      if (type === 'response') expect(text).toMatch(/^HTTP\/1\.1 \d{3}/);
      if (type === 'request') expect(text).toMatch(/^GET \S+ HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/);
    }
    file.close();
  }
  expect(kinds).toEqual(new Set(['response h2', 'request h2', 'revisit h2']));
  const again = await crawl(site.origin, { fromWarc: paths });
  expect(filesOf(again.directory, site.origin)).toEqual(filesOf(directory, site.origin));
});
