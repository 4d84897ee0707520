/** EventBridge as far as the program uses it: an HTTP server that takes PutEvents. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TakenEvent {
  readonly source: string;
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>> & { readonly id: string };
}

export interface RecordedBus extends AsyncDisposable {
  readonly url: string;
  readonly taken: TakenEvent[];
  /** Requests, refused ones too. */
  readonly asked: { readonly target: string; readonly authorization: string }[];
  /** The answers of the next requests, before it takes events again. */
  readonly refusals: { readonly status: number; readonly body: string }[];
}

export async function startEventBus(): Promise<RecordedBus> {
  const taken: TakenEvent[] = [];
  const asked: RecordedBus['asked'] = [];
  const refusals: RecordedBus['refusals'] = [];
  const server = createServer(async (request, response) => {
    const { authorization = '', 'x-amz-target': target } = request.headers;
    asked.push({ target: String(target), authorization });
    const { Entries } = JSON.parse(await text(request)) as { Entries: Record<string, string>[] };
    const { status, body } = refusals.shift() ?? { status: 200, body: '{"FailedEntryCount":0,"Entries":[]}' };
    if (status === 200 && body.includes(':0'))
      for (const { Source = '', DetailType = '', Detail = '' } of Entries)
        taken.push({ source: Source, type: DetailType, detail: JSON.parse(Detail) });
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}/`, taken, asked, refusals },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
