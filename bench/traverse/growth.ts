import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, residentBytes } from '../../shared/adapters/browser/memory-watch.ts';
import { openBrowsers } from '../../shared/adapters/browser/open.ts';
import { localProcesses } from '../../shared/adapters/local/open.ts';
import { PageRuns } from './page-runs.ts';

export interface GrowthRun {
  readonly presses: number;
  readonly addresses: number;
  readonly seconds: number;
  /** Highest resident memory, MB: of one renderer, and of this process. */
  readonly rendererMb: number;
  readonly ownMb: number;
}

const itemsPerPress = 20;

const growingPage = (presses: number) => `<!doctype html><div id=list></div><button id=more>load more</button><script>
  let n = 0;
  more.onclick = () => {
    if (n >= ${presses}) return;
    let html = '';
    for (let i = 0; i < ${itemsPerPress}; i += 1) html += '<p><a href="/item/' + n + '-' + i + '">item</a></p>';
    n += 1;
    list.insertAdjacentHTML('beforeend', html);
  };</script>`;

/** Presses "load more" to the end of a list that shows twenty links at each press; the addresses go to a file. */
export async function runGrowth(presses: number): Promise<GrowthRun> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' });
    response.end(request.url === '/' ? growingPage(presses) : '');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-growth-'));
  const out = createWriteStream(join(folder, 'addresses'));
  const browsers = openBrowsers({ processes: localProcesses() });
  const lend = browsers.lend.bind(browsers);
  let rendererMb = 0;
  let browser = 0;
  browsers.lend = async () => {
    const lent = await lend();
    browser = lent.browser.process()!.pid!;
    return lent;
  };
  const look = setInterval(() => {
    rendererMb = Math.max(rendererMb, ...childrenOf(browser).map(pid => residentBytes(pid) / 1e6));
  }, 500);
  const runs = await PageRuns.open(`${origin}/`, browsers);
  const known = new HashSet(presses * itemsPerPress);
  const store = (url: string) => {
    const isNew = known.add(url);
    if (isNew) out.write(`${url}\n`);
    return isNew;
  };
  try {
    const { clicks, seconds } = await runs.run(`${origin}/`, { clicks: 0, states: 1_000_000, store });
    const ownMb = process.resourceUsage().maxRSS / 1_024;
    return { presses: clicks, addresses: known.size, seconds, rendererMb, ownMb };
  } finally {
    clearInterval(look);
    await runs.close();
    server.close();
    await new Promise<void>(resolve => out.end(resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Stands for the store of a crawl, which distinguishes known addresses on the disk: 64 bits of each address's hash. */
class HashSet {
  readonly #slots: BigUint64Array;
  size = 0;

  constructor(most: number) {
    this.#slots = new BigUint64Array(2 ** Math.ceil(Math.log2(2 * most + 1_000)));
  }

  add(text: string): boolean {
    const hash = createHash('sha1').update(text).digest().readBigUInt64LE() | 1n;
    const mask = this.#slots.length - 1;
    for (let at = Number(hash & BigInt(mask)); ; at = (at + 1) & mask) {
      if (this.#slots[at] === hash) return false;
      if (this.#slots[at] !== 0n) continue;
      this.#slots[at] = hash;
      this.size += 1;
      return true;
    }
  }
}
