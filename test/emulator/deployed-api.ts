import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Deployment } from './deploy-stack.ts';
import { credentials, region } from './emulator.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** One call of the deployed API by path, signed as AWS demands it; `headers` are sent along unsigned. */
export async function callApi(
  deployment: Deployment,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const answer = await send(urlOf(deployment, path), signer, { method, body, headers });
  const read = await answer.text();
  return { status: answer.status, headers: answer.headers, body: read === '' ? {} : JSON.parse(read) };
}

/** The answer to a GET, as text. Throws where it is no 200. */
export async function callText(deployment: Deployment, path: string): Promise<string> {
  const answer = await send(urlOf(deployment, path), signer, { method: 'GET' });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${text}`);
  return text;
}

/** Calls the only function whose name begins so, and answers what it does. Throws where it fails. */
export async function callFunction(endpoint: string, name: string, event: object): Promise<unknown> {
  const listing = await send(new URL('/2015-03-31/functions/?MaxItems=100', endpoint), lambdaSigner, { method: 'GET' });
  const { Functions: found = [] } = (await listing.json()) as { Functions?: { FunctionName: string }[] };
  const names = found.map(({ FunctionName }) => FunctionName).filter(each => each.startsWith(name));
  if (names.length !== 1) throw new Error(`${names.length} functions are called ${name}*`);
  const url = new URL(`/2015-03-31/functions/${names[0]}/invocations`, endpoint);
  const answer = await send(url, lambdaSigner, { method: 'POST', body: event });
  const text = await answer.text();
  if (!answer.ok || answer.headers.has('x-amz-function-error')) throw new Error(`${name}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** Whether queues deliver to their functions; one that is at work ends its batch. */
export async function setDeliveries(endpoint: string, isOn: boolean): Promise<void> {
  const path = '/2015-03-31/event-source-mappings/';
  const listing = await send(new URL(path, endpoint), lambdaSigner, { method: 'GET' });
  const { EventSourceMappings: found = [] } = (await listing.json()) as { EventSourceMappings?: { UUID: string }[] };
  for (const { UUID: id } of found) {
    const answer = await send(new URL(`${path}${id}`, endpoint), lambdaSigner, {
      method: 'PUT',
      body: { Enabled: isOn },
    });
    if (!answer.ok) throw new Error(`mapping ${id}: ${answer.status} ${await answer.text()}`);
  }
}

function urlOf({ endpoint, apiId, stage }: Deployment, path: string): URL {
  return new URL(`/_aws/execute-api/${apiId}/${stage}${path}`, endpoint);
}

interface Call {
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(url: URL, by: SignatureV4, { method, body, headers = {} }: Call): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signed = await by.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    port: Number(url.port),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { host: url.host, 'content-type': 'application/json' },
    body: text,
  });
  const init = { method, headers: { ...signed.headers, ...headers }, ...(text !== undefined && { body: text }) };
  return await fetch(url, init);
}

/** SHA-256 and HMAC-SHA-256 as the signer wants them. */
class Sha256 {
  private readonly hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {}
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

const signer = new SignatureV4({ service: 'execute-api', region, credentials, sha256: Sha256 });
const lambdaSigner = new SignatureV4({ service: 'lambda', region, credentials, sha256: Sha256 });
