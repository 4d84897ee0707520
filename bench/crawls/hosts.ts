/** How long a site of several hosts takes: their pages in turns, drawn by chance, or in runs, at some delays. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatTable } from '../measured/table.ts';

const { values: options } = parseArgs({
  options: {
    hosts: { type: 'string', default: '3,10' },
    delays: { type: 'string', default: '20,200,1000' },
    orders: { type: 'string', default: 'turns,chance,runs' },
    /** Of the longest crawl, as if one host had all pages. */
    seconds: { type: 'string', default: '60' },
    /** The checkout that crawls: another one says what it was before. */
    program: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
  },
});

/** Of which host page n is. */
const orders: Readonly<Record<string, (hosts: number) => (n: number) => number>> = {
  turns: hosts => n => n % hosts,
  chance: hosts => {
    let state = 1;
    return () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % hosts;
    };
  },
  runs: hosts => n => Math.floor(n / 20) % hosts,
};

/** The start page at the first host links to all others. */
async function serve(hosts: number, places: readonly number[], asked: string[]): Promise<readonly string[]> {
  const servers: Server[] = [];
  let port = 0;
  const at = (host: number): string => `http://127.0.0.${host + 1}:${port}`;
  for (let host = 0; host < hosts; host += 1) {
    const server = createServer(({ url = '/' }, response) => {
      asked.push(at(host) + url);
      if (url === '/robots.txt') return void response.writeHead(404).end();
      const links = url === '/' && host === 0 ? places.map((place, n) => `<a href="${at(place)}/${n}">${n}</a>`) : [];
      response.setHeader('content-type', 'text/html').end(`<title>${url} of ${host}</title>${links.join('\n')}`);
    });
    server.listen(port, `127.0.0.${host + 1}`);
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    server.unref();
    servers.push(server);
  }
  return servers.map((_, host) => at(host));
}

interface Measured {
  readonly seconds: number;
  /** Requests for what was requested before. */
  readonly twice: number;
}

async function crawl(hosts: number, places: readonly number[], delayMs: number): Promise<Measured> {
  const asked: string[] = [];
  const [start, ...others] = await serve(hosts, places, asked);
  const out = mkdtempSync(join(tmpdir(), 'orbweaver-hosts-'));
  try {
    const args = ['crawl', `${start}/`, '--scope', 'list', ...others.flatMap(host => ['--host', host])];
    const all = [...args, '--delay', String(delayMs), '--format', 'csv', '--out', join(out, 'crawl'), '--quiet'];
    const child = spawn(process.execPath, [join(options.program, 'functions/orbweaver.js'), ...all], {
      env: { ...process.env, ORBWEAVER_STATE: join(out, 'state') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`the crawl ended with ${code}`);
    const { elapsedMs } = JSON.parse(readFileSync(join(out, 'crawl/crawl.json'), 'utf8')) as { elapsedMs: number };
    const twice = asked.length - new Set(asked).size;
    return { seconds: elapsedMs / 1000, twice };
  } finally {
    rmSync(out, { recursive: true });
  }
}

const rows: string[][] = [];
for (const delayMs of options.delays.split(',').map(Number))
  for (const hosts of options.hosts.split(',').map(Number))
    for (const order of options.orders.split(',')) {
      const pages = Math.min(600, Math.floor((Number(options.seconds) * 1000) / delayMs));
      const placeOf = orders[order]?.(hosts);
      if (placeOf === undefined) throw new Error(`--orders ${order}: one of ${Object.keys(orders)}`);
      const places = Array.from({ length: pages }, (_, n) => placeOf(n));
      const most = Math.max(...Array.from({ length: hosts }, (_, host) => places.filter(at => at === host).length));
      const { seconds, twice } = await crawl(hosts, places, delayMs);
      const least = (most * delayMs) / 1000;
      rows.push([
        ...[`${delayMs} ms`, String(hosts), order, String(pages), seconds.toFixed(1), least.toFixed(1)],
        String(twice),
      ]);
      console.error(rows.at(-1)!.join('  '));
    }
console.log(formatTable(['delay', 'hosts', 'order', 'pages', 'wall s', 'least s', 'asked twice'], rows));
