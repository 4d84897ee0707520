import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLocalCrawl } from '../../functions/embedded/run-crawl.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';

/** Crawls a site from loopback: its start page, and a page behind each of `links`. Answers the number of nodes. */
export async function crawlSmallSite(directory: string, links: readonly string[]): Promise<number> {
  const server = createServer((request, response) => {
    const body = links.map(link => `<a href="${link}">a page</a>`).join('');
    response.writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<title>${request.url}</title>${request.url === '/' ? body : ''}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const layer = readSpec({ sites: [{ url }], delayMs: 0, formats: ['csv'] }, path => path.join('.'));
    const crawl = await startLocalCrawl({ directory, spec: resolveSpec([layer]), overwrite: false });
    return (await crawl.run()).outcomes.nodes;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
