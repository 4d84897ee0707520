/** A proxy between the clients of AWS and an emulator, which refuses calls, loses their answers, and takes batches of items and messages in part. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import { Random } from '../simulation/world/random.ts';

/** Probabilities. */
const rates = {
  throttled: 0.05,
  cancelled: 0.15,
  cancelledByThrottling: 0.05,
  failedRows: 0.02,
  lostRows: 0.03,
  leftOut: 0.2,
  slowDown: 0.1,
  storedAndFailed: 0.05,
  busyQueue: 0.05,
  failedEntries: 0.15,
  lostSends: 0.1,
};
type Fault = keyof typeof rates;

export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** How often each fault was made. */
  readonly made: ReadonlyMap<Fault, number>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

interface Call {
  readonly target: string;
  readonly method: string;
  readonly body: Buffer;
  /** As the emulator answers it. */
  send(body?: Buffer): Promise<Answer>;
}

export async function startFaultProxy(endpoint: string, seed: number): Promise<FaultProxy> {
  const random = new Random(seed);
  const made = new Map<Fault, number>();
  const hits = (fault: Fault): boolean => {
    if (!random.chance(rates[fault])) return false;
    made.set(fault, (made.get(fault) ?? 0) + 1);
    return true;
  };
  const server = createServer((request, response) => {
    void forwarded(request, endpoint)
      .then(async call => await answered(call, hits))
      .then(
        answer => reply(response, answer),
        () => response.destroy(),
      );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    made,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

async function forwarded(request: IncomingMessage, endpoint: string): Promise<Call> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = 'GET', url = '/' } = request;
  const left = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect']);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    left.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const whole = Buffer.concat(parts);
  return {
    target: String(request.headers['x-amz-target'] ?? ''),
    ...{ method, body: whole },
    send: async (given = whole) => {
      const sent = method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(given) };
      const answer = await fetch(new URL(url, endpoint), { method, headers, ...sent });
      const kept = [...answer.headers].filter(([name]) => !left.has(name) && name !== 'content-encoding');
      return {
        status: answer.status,
        headers: Object.fromEntries(kept),
        body: new Uint8Array(await answer.arrayBuffer()),
      };
    },
  };
}

function reply(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

type Hits = (fault: Fault) => boolean;

async function answered(call: Call, hits: Hits): Promise<Answer> {
  if (call.target.startsWith('DynamoDB')) return await rows(call, hits);
  if (call.target.startsWith('AmazonSQS')) return await messages(call, hits);
  if (hits('slowDown')) return xml(503, 'SlowDown');
  if (call.method !== 'PUT' || !hits('storedAndFailed')) return await call.send();
  await call.send();
  return xml(500, 'InternalError');
}

async function rows(call: Call, hits: Hits): Promise<Answer> {
  const of = (name: string): string => `com.amazonaws.dynamodb.v20120810#${name}`;
  if (hits('throttled')) return refused(400, of('ProvisionedThroughputExceededException'));
  if (hits('failedRows')) return refused(500, of('InternalServerError'));
  if (call.target.endsWith('.TransactWriteItems')) {
    const { length } = (JSON.parse(call.body.toString()) as { TransactItems: unknown[] }).TransactItems;
    const cancelled = (Code: string): Answer => {
      const CancellationReasons = [{ Code }, ...Array.from({ length: length - 1 }, () => ({ Code: 'None' }))];
      return refused(400, of('TransactionCanceledException'), { CancellationReasons });
    };
    if (hits('cancelled')) return cancelled('TransactionConflict');
    if (hits('cancelledByThrottling')) return cancelled('ThrottlingError');
  }
  if (/\.Batch(Get|Write)Item$/.test(call.target) && hits('leftOut')) return await doneInPart(call);
  const answer = await call.send();
  return hits('lostRows') ? refused(500, of('InternalServerError')) : answer;
}

type Batches = Readonly<Record<string, readonly unknown[] | { readonly Keys: readonly unknown[] }>>;

/** Half of the items of each table; the answer leaves the others to be sent again. */
async function doneInPart(call: Call): Promise<Answer> {
  const { RequestItems: all, ...rest } = JSON.parse(call.body.toString()) as { readonly RequestItems: Batches };
  const cut = (from: number, to: number): Batches =>
    Object.fromEntries(
      Object.entries(all).map(([table, asked]) => {
        const list = 'Keys' in asked ? asked.Keys : asked;
        const part = list.slice(Math.ceil(list.length * from), Math.ceil(list.length * to));
        return [table, 'Keys' in asked ? { ...asked, Keys: part } : part];
      }),
    );
  const left = Object.fromEntries(
    Object.entries(cut(0.5, 1)).filter(([, some]) => ('Keys' in some ? some.Keys : some).length > 0),
  );
  const answer = await call.send(Buffer.from(JSON.stringify({ ...rest, RequestItems: cut(0, 0.5) })));
  if (answer.status !== 200) return answer;
  const named = call.target.endsWith('.BatchGetItem') ? { UnprocessedKeys: left } : { UnprocessedItems: left };
  const body = { ...JSON.parse(Buffer.from(answer.body).toString()), ...named };
  return { status: 200, headers: answer.headers ?? {}, body: JSON.stringify(body) };
}

async function messages(call: Call, hits: Hits): Promise<Answer> {
  if (hits('busyQueue')) return refused(503, 'com.amazonaws.sqs#ServiceUnavailable');
  if (!call.target.endsWith('.SendMessageBatch')) return await call.send();
  if (hits('failedEntries')) return await sentInPart(call);
  const answer = await call.send();
  return hits('lostSends') ? refused(500, 'com.amazonaws.sqs#InternalError') : answer;
}

/** The first entry is refused, the others are taken. */
async function sentInPart({ body, send }: Call): Promise<Answer> {
  const asked = JSON.parse(body.toString()) as { readonly Entries: readonly { readonly Id: string }[] };
  const [first, ...Entries] = asked.Entries;
  const Failed = [{ Id: first!.Id, Code: 'InternalError', SenderFault: false, Message: 'injected' }];
  if (Entries.length === 0) return json(200, { Successful: [], Failed });
  const taken = await send(Buffer.from(JSON.stringify({ ...asked, Entries })));
  return json(200, { ...(JSON.parse(Buffer.from(taken.body).toString()) as object), Failed });
}

function json(status: number, value: object): Answer {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(value) };
}

function refused(status: number, name: string, more: object = {}): Answer {
  return json(status, { __type: name, message: 'injected', ...more });
}

function xml(status: number, code: string): Answer {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>injected</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
