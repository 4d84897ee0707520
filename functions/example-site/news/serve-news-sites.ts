import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NewsSites } from './news-site.ts';
import type { SiteName } from './stories.ts';

export interface ServedNewsSites {
  readonly sites: NewsSites;
  /** Start pages. */
  readonly urls: Readonly<Record<SiteName, string>>;
  close(): Promise<void>;
}

/**
 * Serves the generated news sites on loopback, each at a port of its own: those of `ports`, or any free ones. `clock` is
 * what the sites show as the present time, epoch ms; their first story is published at `begin`. `asked` is told of each request.
 */
export async function serveNewsSites(
  begin: number,
  clock: () => number,
  ports: Readonly<Record<SiteName, number>> = { herald: 0, courier: 0 },
  asked: (site: SiteName, pathAndQuery: string) => void = () => undefined,
): Promise<ServedNewsSites> {
  let sites: NewsSites | undefined;
  const servers = { herald: serverOf('herald'), courier: serverOf('courier') };

  function serverOf(site: SiteName): Server {
    return createServer((request, response) => {
      asked(site, request.url ?? '/');
      const known = request.headers['if-none-match'];
      const wanted = { pathAndQuery: request.url ?? '/', headers: { 'if-none-match': known }, now: clock() };
      const { status, headers, body } = sites!.answer(site, wanted);
      response.writeHead(status, headers).end(body);
    });
  }

  const origins = {
    herald: await listen(servers.herald, ports.herald),
    courier: await listen(servers.courier, ports.courier),
  };
  sites = new NewsSites(begin, origins);
  return {
    sites,
    urls: { herald: `${origins.herald}/`, courier: `${origins.courier}/` },
    close: async () => {
      await Promise.all(Object.values(servers).map(close));
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
