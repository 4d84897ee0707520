/** Asks the API of this machine for a crawl, as often as the first argument says; the crawl is in the second's folder. */
import { join } from 'node:path';
import { startLocalConsole } from '../../functions/serve/local-console.ts';
import { crawlSmallSite } from './small-site.ts';

const [times = '0', folder = '.'] = process.argv.slice(2);
const root = join(folder, 'crawls');
await crawlSmallSite(join(root, 'small'), []);
const fail = (error: unknown): void => {
  throw error;
};
const serveExample = (): never => {
  throw new Error('nobody asks for the bundled site');
};
const server = await startLocalConsole({ root, host: '127.0.0.1', port: 0, onError: fail, serveExample });
for (let request = 0; request < Number(times); request += 1) {
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.origin}/crawls/small`, { headers });
  if (response.status !== 200) throw new Error(`status ${response.status}: ${await response.text()}`);
  await response.json();
}
await server.close();
