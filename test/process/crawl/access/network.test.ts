/** The way into the network: proxies, private certificates, an intranet. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { CrawlResults, newDirectory } from '../../../crawl/crawl-run.ts';
import { type LoopbackSite, page, startSite } from '../../../servers/loopback-site.ts';
import { type ChildEnd, startChildWith } from '../child-crawl.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../../../servers/fixtures/${name}`, import.meta.url));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: net.Server | http.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function site(pages: Parameters<typeof startSite>[0]): Promise<LoopbackSite> {
  const started = await startSite(pages);
  closing.push(async () => await started.close());
  return started;
}

/** Of `intranet.localhost`, with a certificate of a private authority. */
async function secureSite(): Promise<number> {
  const [key, cert] = [readFileSync(fixture('private-site.key')), readFileSync(fixture('private-site.crt'))];
  const pages: Record<string, string> = { '/': '<a href=/a>a</a>', '/a': '<title>a</title>' };
  return await listen(
    https.createServer({ key, cert }, ({ url = '' }, response) => {
      response.writeHead(pages[url] === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(pages[url] ?? 'no');
    }),
  );
}

/** A SOCKS5 proxy (RFC 1928, RFC 1929) that leads everything to this machine; `asked`: what it was asked for. */
async function socksProxy(asked: string[], login?: string): Promise<number> {
  return await listen(
    net.createServer(socket => {
      let step = 0;
      socket.on('data', function read(data: Buffer) {
        step += 1;
        if (step === 1) {
          const method = login === undefined ? 0 : 2;
          socket.write(Buffer.from([5, data.subarray(2).includes(method) ? method : 255]));
          if (login === undefined) step = 2;
        } else if (step === 2) {
          const user = data.subarray(2, 2 + data[1]!).toString();
          const password = data.subarray(3 + data[1]!).toString();
          socket.write(Buffer.from([1, `${user}:${password}` === login ? 0 : 1]));
        } else {
          socket.off('data', read);
          const isName = data[3] === 3;
          const host = isName ? data.subarray(5, 5 + data[4]!).toString() : data.subarray(4, 8).join('.');
          const port = data.readUInt16BE(data.length - 2);
          asked.push(`${host}:${port}`);
          const there = net.connect(port, '127.0.0.1', () => {
            socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
            socket.pipe(there).pipe(socket);
          });
          there.on('error', () => socket.destroy());
        }
      });
    }),
  );
}

async function run(
  variables: Record<string, string>,
  ...args: string[]
): Promise<ChildEnd & { results: CrawlResults }> {
  const directory = newDirectory();
  const end = await startChildWith(
    variables,
    'crawl',
    ...args,
    '--out',
    directory,
    '--delay',
    '0',
    '--retries',
    '0',
    '--quiet',
  ).ended;
  return { ...end, results: new CrawlResults(directory) };
}

test('a site with a private certificate is crawled over SOCKS5 with a login, which gets the name, and nothing without it', async () => {
  const asked: string[] = [];
  const port = await secureSite();
  const proxy = `socks5h://amy:so-secret@127.0.0.1:${await socksProxy(asked, 'amy:so-secret')}`;
  const start = `https://intranet.localhost:${port}/`;
  const named = ['--allow-host', `intranet.localhost:${port}`, '--ca', fixture('private-ca.crt')];
  const { exitCode, results } = await run({}, start, '--proxy', proxy, ...named);
  expect(exitCode).toBe(0);
  expect(Object.values(results.levels()).flat()).toEqual([start, `${start}a`]);
  expect(new Set(asked)).toEqual(new Set([`intranet.localhost:${port}`]));
  expect(await run({}, start, '--proxy', proxy.replace('so-secret', 'wrong'), ...named)).toMatchObject({ exitCode: 2 });
});

test('socks5 gets an address that was looked up and checked here', async () => {
  const asked: string[] = [];
  const target = await site({ '/': page('start') });
  const { port } = new URL(target.origin);
  const proxy = `socks5://127.0.0.1:${await socksProxy(asked)}`;
  expect(
    await run({}, `http://intranet.localhost:${port}/`, '--proxy', proxy, '--allow-host', `intranet.localhost:${port}`),
  ).toMatchObject({ exitCode: 0 });
  expect(asked).toContain(`127.0.0.1:${port}`);
});

test('without --ca the certificate is refused; --insecure-tls names the host', async () => {
  const start = `https://intranet.localhost:${await secureSite()}/`;
  const allow = ['--allow-host', new URL(start).host];
  const refused = await run({}, start, ...allow);
  expect([refused.exitCode, refused.results.reasons()]).toEqual([2, { [start]: 'tls' }]);
  expect(await run({}, start, ...allow, '--insecure-tls', 'intranet.localhost')).toMatchObject({ exitCode: 0 });
});

test('an http proxy forwards http and tunnels https; private addresses are not asked for behind it, and NO_PROXY counts', async () => {
  const seen: string[] = [];
  const proxy = http.createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization']}`);
    const { port, pathname } = new URL(request.url!);
    http.get({ host: '127.0.0.1', port, path: pathname, headers: request.headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
  });
  proxy.on('connect', (request, socket: net.Socket, head: Buffer) => {
    seen.push(`CONNECT ${request.url}`);
    const there = net.connect(Number(request.url!.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 yes\r\n\r\n');
      there.write(head);
      there.pipe(socket).pipe(there);
    });
  });
  const address = `http://amy:p%40w@127.0.0.1:${await listen(proxy)}`;
  const plain = await site({ '/': page('start', '/a'), '/a': page('a') });
  const host = `intranet.localhost:${new URL(plain.origin).port}`;
  const login = `Basic ${Buffer.from('amy:p@w').toString('base64')}`;
  const forwarded = await run({}, `http://${host}/`, '--proxy', address, '--allow-host', host);
  expect(Object.values(forwarded.results.levels()).flat()).toEqual([`http://${host}/`, `http://${host}/a`]);
  expect(seen).toContain(`GET http://${host}/a ${login}`);
  const secure = `intranet.localhost:${await secureSite()}`;
  expect(
    await run({}, `https://${secure}/`, '--proxy', address, '--allow-host', secure, '--ca', fixture('private-ca.crt')),
  ).toMatchObject({ exitCode: 0 });
  expect(seen).toContain(`CONNECT ${secure}`);
  seen.length = 0;
  const refused = await run({}, `http://${host}/`, '--proxy', address);
  expect(refused.results.reasons()).toEqual({ [`http://${host}/`]: 'private-address' });
  expect(
    await run({ NO_PROXY: 'other, .localhost' }, `http://${host}/`, '--proxy', address, '--allow-host', host),
  ).toMatchObject({ exitCode: 0 });
  expect(seen).toEqual([]);
});

test('an intranet of six hosts, behind one login each, is crawled as one site each', async () => {
  const names = ['www', 'cs', 'docs', 'db', 'web', 'library'];
  const wanted = `Basic ${Buffer.from('amy:pw').toString('base64')}`;
  const host = await site({
    '/': ({ headers }) =>
      headers['authorization'] === wanted
        ? page(String(headers['host']), '/a')
        : { status: 401, headers: { 'www-authenticate': 'Basic realm="uni"' }, body: '' },
    '/a': page('a'),
  });
  const { port } = new URL(host.origin);
  const hosts = names.map(name => `${name}.uni.localhost:${port}`);
  const { exitCode, stderr } = await run(
    { ORBWEAVER_AUTH: 'amy:pw' },
    ...hosts.map(each => `http://${each}/`),
    ...hosts.flatMap(each => ['--allow-host', each]),
  );
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  expect(host.paths().filter(path => path === '/a')).toHaveLength(6);
});
