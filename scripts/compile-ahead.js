/*
 * `node compile-ahead.js FOLDER`: crawls a small site with the bundle in FOLDER, and leaves there what V8 has compiled for it (`program-code.cjs`).
 * Called by `bundle.js` under the Node that the program runs with.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const threads = require('node:worker_threads');
const { compiling } = require('./compile-program.cjs');

const folder = resolve(process.argv[2]);
const html = { 'content-type': 'text/html; charset=utf-8' };
/** What most sites have: robots.txt, levels, a redirect, a duplicate, a page that is missing, links to elsewhere, letters of two scripts. */
const pages = {
  '/robots.txt': [200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /private/\nCrawl-delay: 0\n'],
  '/': [
    200,
    html,
    `<!doctype html><html lang="en"><head><title>Home</title><meta name="description" content="A site"></head><body>
    <nav><a href="/a.html">First page</a> <a href="b/">Вторая страница</a> <a href="/moved">Moved</a> <a href="/a.html?x=1&amp;y=2#end">Again</a></nav>
    <h1>Home</h1><p>Some words of a text, and <b>more</b> of them. Слова другого языка.</p><a href="/private/x">Private</a>
    <a href="/none">None</a> <a href="mailto:a@b.example">Mail</a> <a href="http://other.example/page">Elsewhere</a>
    <a href="/picture.png"><img src="/picture.png" alt="A picture"></a> <a href="http://[">Bad</a><script>let x = '<a href="/no">';</script></body></html>`,
  ],
  '/a.html': [
    200,
    html,
    '<title>First</title><a href="/">Home</a><a href="/c.html">Third</a><a href="/b/">Second</a><p>Text',
  ],
  '/b/': [200, html, '<title>Second</title><a href="../">Home</a><a href="/d.html">Fourth</a><p>Text'],
  '/c.html': [200, html, '<title>Third</title><a href="/d.html">Fourth</a><p>Text'],
  '/d.html': [200, html, '<title>Third</title><a href="/d.html">Fourth</a><p>Text'],
  '/moved': [301, { location: '/c.html' }, ''],
};

const server = createServer(({ url }, response) => {
  const [status, headers, body] = pages[url] ?? [404, html, 'Not found'];
  response.writeHead(status, headers).end(body);
});
await new Promise((ready, failed) => server.on('error', failed).listen(0, '127.0.0.1', ready));

/** A thread that begins with a program of the folder runs it so that its code can be written, which happens at its end. */
threads.Worker = class extends threads.Worker {
  constructor(address, options) {
    const program = fileURLToPath(address).replace(/\.cjs$/, '.program.cjs');
    super(new URL('./compile-thread.cjs', import.meta.url), {
      ...options,
      workerData: { program, workerData: options.workerData },
    });
  }

  async terminate() {
    const orders = new threads.BroadcastChannel('compile-ahead');
    const written = new Promise(done => {
      orders.onmessage = ({ data }) => data === 'written' && done();
    });
    orders.postMessage('write');
    await written;
    orders.close();
    return await super.terminate();
  }
};

const scratch = mkdtempSync(join(tmpdir(), 'orbweaver-compile-'));
process.env.ORBWEAVER_STATE = join(scratch, 'state');
try {
  const { exported, write } = compiling(join(folder, 'functions.cli.crawl-line.program.cjs'));
  const start = `http://127.0.0.1:${server.address().port}/`;
  const code = await exported.main(['crawl', start, '--delay', '0', '--out', join(scratch, 'crawl')]);
  if (code !== 0) throw new Error(`the crawl ended with ${code}`);
  write();
} finally {
  server.close();
  rmSync(scratch, { recursive: true, force: true });
}
