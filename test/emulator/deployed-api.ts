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
  { endpoint, apiId, stage }: Deployment,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const url = new URL(`/_aws/execute-api/${apiId}/${stage}${path}`, endpoint);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    port: Number(url.port),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { host: url.host, 'content-type': 'application/json' },
    body: text,
  });
  const init = { method, headers: { ...signed.headers, ...headers }, ...(text === undefined ? {} : { body: text }) };
  const answer = await fetch(url, init);
  const read = await answer.text();
  return { status: answer.status, headers: answer.headers, body: read === '' ? {} : JSON.parse(read) };
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
