/**
 * Watches ten sources on loopback, whose publications are the suites' pages, and measures whether memory and state grow beyond
 * what was found: `node bench/publications/watch.ts [--minutes 60] [--interval 5] [--sources 10]`. Each source begins with three publications;
 * the others come in the first half of the time. In the second half nothing is new, so nothing may grow.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasSuitePages, type SuitePage, suitePages } from '../extraction/suite-pages.ts';
import { type Bar, verdictOf } from '../measured/bars.ts';
import { formatTable } from '../measured/table.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    interval: { type: 'string', default: '5' },
    sources: { type: 'string', default: '10' },
  },
});
const minutes = Number(values.minutes);
const lengthMs = minutes * 60_000;
const atFirst = 3;
const program = fileURLToPath(new URL('../../functions/orbweaver.js', import.meta.url));

interface Source {
  readonly server: Server;
  readonly pages: readonly SuitePage[];
}

interface Point {
  readonly minute: number;
  readonly requests: number;
  readonly publications: number;
  readonly memoryMb: number;
  /** Rows of crawl.db, by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly stateFiles: number;
  readonly crawlKb: number;
  readonly watchKb: number;
  readonly logsKb: number;
}

/** Tables whose rows are what was found: addresses, publications, entries. */
const found = new Set(['pages', 'watched', 'watch_due', 'external_claims', 'contents']);
let requests = 0;
const start =
  '<!doctype html><title>Source</title><link rel="alternate" type="application/rss+xml" href="/rss.xml"><h1>Source</h1>';

if (hasSuitePages) await main();
else console.log('skipped: ../shared/suites/extraction is not there');

async function main(): Promise<void> {
  const begin = Date.now();
  const sources = await Promise.all(sharedPages().map(pages => serve(pages, begin)));
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-watch-'));
  try {
    const points = await watched(join(folder, 'watch'), sources, begin);
    print(points);
    const bars = barsOf(
      points,
      sources.reduce((sum, { pages }) => sum + pages.length, 0),
    );
    for (const bar of bars) console.log(verdictOf(bar));
    process.exitCode = bars.every(({ value, limit }) => value <= limit) ? 0 : 1;
  } finally {
    for (const { server } of sources) server.close().closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sharedPages(): readonly (readonly SuitePage[])[] {
  const all = [...suitePages('articles'), ...suitePages('russian-news')];
  const count = Number(values.sources);
  return Array.from({ length: count }, (_, source) => all.filter((_page, index) => index % count === source));
}

async function serve(pages: readonly SuitePage[], begin: number): Promise<Source> {
  const stepMs = lengthMs / 2 / Math.max(1, pages.length - atFirst);
  const publishedAt = (n: number): number => begin + Math.max(0, n - atFirst + 1) * stepMs;
  const server = createServer((request, response) => {
    requests += 1;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const there = pages.flatMap((_, n) => (publishedAt(n) <= Date.now() ? [n] : []));
    const send = (type: string, body: string): void => void response.writeHead(200, { 'content-type': type }).end(body);
    const [, number] = /^\/news\/(\d+)\.html$/.exec(pathname) ?? [];
    if (pathname === '/') return send('text/html', start);
    if (pathname === '/rss.xml') return send('application/rss+xml', feedOf(there.toReversed(), publishedAt));
    // A counter that no two looks find alike.
    if (number !== undefined && there.includes(Number(number)))
      return send('text/html; charset=utf-8', `${pages[Number(number)]!.html}<!-- ${requests} -->`);
    response.writeHead(404, { 'content-type': 'text/html' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, pages };
}

function feedOf(there: readonly number[], publishedAt: (n: number) => number): string {
  const items = there.map(
    n =>
      `<item><title>Publication ${n}</title><link>/news/${n}.html</link><pubDate>${new Date(publishedAt(n)).toUTCString()}</pubDate></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Source</title>${items.join('')}</channel></rss>`;
}

async function watched(directory: string, sources: readonly Source[], begin: number): Promise<readonly Point[]> {
  const urls = sources.map(({ server }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const rechecks = [0.01, 0.05, 0.1, 0.2, 0.3, 0.4].map(share => Math.max(1, Math.round((share * lengthMs) / 1000)));
  const settings = ['--interval', values.interval, '--delay', '100', '--recheck', [...new Set(rechecks)].join(',')];
  await run(['watch', 'new', directory, '--quiet', ...settings, '--source', ...urls]);
  const child = spawn(process.execPath, [program, 'watch', 'run', directory, '--quiet'], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  const points: Point[] = [];
  const everyMs = Math.max(5_000, lengthMs / 60);
  while (Date.now() < begin + lengthMs && child.exitCode === null) {
    await new Promise(resolve => setTimeout(resolve, everyMs));
    if (child.exitCode === null) points.push(pointOf(directory, child.pid!, begin));
  }
  if (child.exitCode !== null) throw new Error(`the watch ended with ${child.exitCode}`);
  child.kill('SIGINT');
  await exited;
  return points;
}

async function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code}`);
}

function pointOf(directory: string, pid: number, begin: number): Point {
  const [, memory = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const crawl = rowsOf(join(directory, 'crawl.db'));
  const watch = existsSync(join(directory, 'watch.db')) ? rowsOf(join(directory, 'watch.db')) : {};
  const kb = (name: string): number =>
    ['', '-wal'].reduce((sum, end) => sum + sizeOf(join(directory, `${name}${end}`)), 0) / 1024;
  const state = filesOf(join(directory, 'state'));
  return {
    ...{ minute: (Date.now() - begin) / 60_000, requests, memoryMb: Number(memory) / 1024, rows: crawl },
    publications: watch['publications'] ?? 0,
    stateFiles: state.length,
    ...{ crawlKb: kb('crawl.db'), watchKb: kb('watch.db') },
    logsKb: filesOf(join(directory, 'logs')).reduce((sum, file) => sum + sizeOf(file), 0) / 1024,
  };
}

function rowsOf(file: string): Record<string, number> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    const tables = db.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_%data' ESCAPE '\\'",
    );
    return Object.fromEntries(
      tables.all().flatMap(({ name }) => {
        const [row] = db.prepare(`SELECT count(*) AS count FROM "${String(name)}"`).all();
        return [[String(name), Number(row!['count'])]];
      }),
    );
  } finally {
    db.close();
  }
}

function filesOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name));
}

/** 0 for what a process has removed meanwhile. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function underWay({ rows }: Point): number {
  return Object.entries(rows).reduce((sum, [table, count]) => sum + (found.has(table) ? 0 : count), 0);
}

function print(points: readonly Point[]): void {
  const shown = points.filter((_, index) => index % Math.ceil(points.length / 12) === 0 || index === points.length - 1);
  const head = [
    'minute',
    'requests',
    'publications',
    'memory MB',
    'addresses',
    'other rows',
    'state files',
    'crawl.db KB',
  ];
  const rows = shown.map(point => [
    ...[point.minute.toFixed(0), String(point.requests), String(point.publications), point.memoryMb.toFixed(0)],
    ...[String(point.rows['pages'] ?? 0), String(underWay(point)), String(point.stateFiles), point.crawlKb.toFixed(0)],
    ...[point.watchKb.toFixed(0), point.logsKb.toFixed(0)],
  ]);
  console.log(formatTable([...head, 'watch.db KB', 'logs KB'], rows));
}

/** Medians of the last quarter of the time beside those of the quarter after the half, when all was found. */
function barsOf(points: readonly Point[], publications: number): readonly Bar[] {
  const quarter = Math.floor(points.length / 4);
  const [third, last] = [points.slice(2 * quarter, 3 * quarter), points.slice(-quarter)];
  const median = (of: (point: Point) => number, among: readonly Point[]): number =>
    among.map(of).toSorted((a, b) => a - b)[Math.floor(among.length / 2)]!;
  // A visit that is under way has rows and files, so the greatest values say how many visits a moment has met.
  const growth = (of: (point: Point) => number): number => median(of, last) / Math.max(1, median(of, third));
  return [
    { what: 'publications that were not found', value: publications - points.at(-1)!.publications, limit: 0 },
    { what: 'memory, last quarter beside the third', value: growth(point => point.memoryMb), limit: 1.1 },
    { what: 'rows that are not what was found', value: growth(underWay), limit: 1.1 },
    { what: 'files under state/', value: growth(point => point.stateFiles), limit: 1.1 },
    { what: 'crawl.db', value: growth(point => point.crawlKb), limit: 1.1 },
  ];
}
