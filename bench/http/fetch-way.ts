/**
 * Fetches pages of `serve-secure.ts` in one way and prints what that took, from the first request to the last answer.
 *
 * Usage: fetch-way.ts WAY ORIGIN REQUESTS AT_ONCE PAGES
 */
import { performance } from 'node:perf_hooks';
import { Agent, Client, type Dispatcher, fetch, request } from 'undici';
import { createUndiciFetcher } from '../../shared/adapters/web/undici-fetcher.ts';
import { pathOf } from '../servers/generated-page.ts';

const [way = '', origin = '', requests = '', atOnce = '', pages = ''] = process.argv.slice(2);
const count = Number(requests);

/** Fetches the page at a path and gives its bytes; `close` ends what is open. */
interface Way {
  readonly ask: (path: string, lane: number) => Promise<number>;
  readonly close: () => Promise<unknown>;
}

function orbweaver(): Way {
  const fetcher = createUndiciFetcher({ allowHosts: [new URL(origin).host], connectionsPerOrigin: 257 });
  return {
    ask: async path => {
      const answer = await fetcher.fetch({ address: origin + path, userAgent: 'bench', purpose: 'page' });
      if (answer.kind !== 'answered') throw new Error(answer.detail);
      return answer.body.length;
    },
    close: () => fetcher.close(),
  };
}

/** A client for each that is at once, or one for all. */
function dispatch(options: Client.Options, clients = Number(atOnce)): Way {
  const all = Array.from({ length: clients }, () => new Client(origin, options));
  return {
    ask: (path, lane) => dispatched(all[lane % clients]!, path),
    close: () => Promise.all(all.map(client => client.close())),
  };
}

function dispatched(client: Dispatcher, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    client.dispatch(
      { path, method: 'GET' },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: (_controller, chunk) => {
          bytes += chunk.length;
        },
        onResponseEnd: () => resolve(bytes),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

function undiciRequest(): Way {
  const dispatcher = new Agent({ allowH2: false, connections: Number(atOnce) });
  return {
    ask: async path => (await (await request(origin + path, { dispatcher })).body.arrayBuffer()).byteLength,
    close: () => dispatcher.close(),
  };
}

function undiciFetch(): Way {
  const dispatcher = new Agent({ allowH2: false, connections: Number(atOnce) });
  return {
    ask: async path => (await (await fetch(origin + path, { dispatcher })).arrayBuffer()).byteLength,
    close: () => dispatcher.close(),
  };
}

const ways: Readonly<Record<string, () => Way>> = {
  orbweaver,
  dispatch: () => dispatch({ allowH2: false, pipelining: 1 }),
  'dispatch, 10 in a row': () => dispatch({ allowH2: false, pipelining: 10 }, Math.ceil(Number(atOnce) / 10)),
  'dispatch, no keep-alive': () => dispatch({ allowH2: false, pipelining: 0 }),
  'dispatch, other limits': () =>
    dispatch({ allowH2: false, pipelining: 1, maxHeaderSize: 65_536, headersTimeout: 0, bodyTimeout: 0 }),
  'undici request': undiciRequest,
  'undici fetch': undiciFetch,
};

async function fetchAll({ ask, close }: Way): Promise<number> {
  let [next, bytes] = [0, 0];
  const lane = async (_: unknown, number: number): Promise<void> => {
    while (next < count) {
      const path = pathOf(next++ % Number(pages));
      const got = await ask(path, number);
      bytes += got;
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, lane));
  await close();
  return bytes;
}

const open = ways[way];
if (open === undefined) throw new Error(`No way "${way}"; there are: ${Object.keys(ways).join('; ')}.`);
const [wall, cpu] = [performance.now(), process.cpuUsage()];
const bytes = await fetchAll(open());
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ bytes, cpuMs: (user + system) / 1000, wallMs: performance.now() - wall }));
process.exit(0);
