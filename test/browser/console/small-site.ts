import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of `pages` pages on loopback; page n is `/n`, the start page `/0`. */
export interface SmallSite {
  readonly url: string;
  close(): Promise<void>;
}

interface SitePlan {
  readonly pages: number;
  /** Content of a page beside its links to others; escaped by whoever plans. */
  readonly extra?: (page: number) => string;
  readonly title?: (page: number) => string;
}

/** A tree: page n leads to 2n + 1 and 2n + 2, so that levels fill one after another. */
export async function startSmallSite({ pages, extra = () => '', title }: SitePlan): Promise<SmallSite> {
  const server = createServer((request, response) => {
    const page = /^\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (page === undefined || Number(page) >= pages) return void response.writeHead(404).end();
    const below = [2 * Number(page) + 1, 2 * Number(page) + 2].filter(each => each < pages);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>${title?.(Number(page)) ?? `Page ${page}`}</title>
${below.map(each => `<a href="/${each}">to ${each}</a>`).join('\n')}
${extra(Number(page))}`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/0`, close: () => close(server) };
}

/** Content by which each page leads to one of its own elsewhere; the start page also to one that is missing. */
export function linksElsewhere(prefix: string): (page: number) => string {
  return n =>
    `${n === 0 ? '<a href="/missing">?</a>' : ''}<a href="https://${prefix}-${n}.example/">${prefix} ${n}</a>`;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
