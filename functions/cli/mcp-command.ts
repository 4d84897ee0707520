import { resolve } from 'node:path';
import { serveExampleSite } from '../example-site/serve-example-site.ts';
import { openLocalApi } from '../serve/local-console.ts';
import { serveTools } from '../serve/mcp/mcp-server.ts';
import { Remote, type RemoteOptions, remoteClient } from './remote/remote-api.ts';
import { failureOf } from './terminal/exit-codes.ts';

export interface McpOptions extends Pick<RemoteOptions, 'api'> {
  readonly root: string;
  readonly write?: true;
  /** Crawls of an account: the name of its stack, or `true` where there is one. */
  readonly remote?: string | true;
}

/** `orbweaver mcp`: until standard input ends. Crawls that were started go on. */
export async function serveMcp({ root, write, remote, api }: McpOptions, version: string): Promise<void> {
  const { place, close } =
    remote === undefined && api === undefined
      ? localPlace(root)
      : await remotePlace({ ...(api !== undefined && { api }), ...(typeof remote === 'string' && { stack: remote }) });
  try {
    await serveTools({
      ...{ version, canWrite: write === true },
      ask: async ({ method, path, body }) => await place.call(method, path, body),
    });
  } finally {
    await close?.();
  }
}

/** No crawl can be of this host, so none is taken for a crawl of this API itself. */
const localAddress = new URL('http://orbweaver.invalid/');

/** Sentences name calls of the API, which the tools replace by their names. */
async function remotePlace(options: RemoteOptions): Promise<{ readonly place: Remote; readonly close?: undefined }> {
  const { client, address } = await remoteClient(options);
  return { place: new Remote(client, address) };
}

function localPlace(root: string): { readonly place: Remote; readonly close: () => Promise<void> } {
  const { api, close } = openLocalApi({
    root: resolve(root),
    onError: error => void process.stderr.write(failureOf(error, Boolean(process.env['ORBWEAVER_DEBUG'])).text),
    serveExample: async () => await serveExampleSite(),
  });
  const forward: ConstructorParameters<typeof Remote>[0]['forward'] = async (method, path, text, headers) =>
    await api(new Request(new URL(path, localAddress), { method, headers, ...(text !== undefined && { body: text }) }));
  const client = {
    forward,
    call: async (method: string, path: string, body?: unknown) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const answer = await forward(method, path, text, { 'content-type': 'application/json' });
      const said = await answer.text();
      return { status: answer.status, body: said === '' ? {} : (JSON.parse(said) as unknown) };
    },
  };
  return { place: new Remote(client, localAddress), close };
}
