import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { SignatureV4 } from '@smithy/signature-v4';

type Bytes = string | ArrayBuffer | ArrayBufferView;

/** SHA-256, or HMAC-SHA-256 with a secret, in the shape that the signer requests. */
export class NodeSha256 {
  private readonly secret: Bytes | undefined;
  private hash: Hash | Hmac;

  constructor(secret?: Bytes) {
    this.secret = secret;
    this.hash = newHash(secret);
  }

  update(data: Bytes): void {
    this.hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {
    this.hash = newHash(this.secret);
  }
}

function newHash(secret: Bytes | undefined): Hash | Hmac {
  return secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
}

function bytesOf(data: Bytes): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly text: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers of a request with its signature (AWS Signature Version 4). Throws where no credentials are found. */
export async function signedHeaders(
  signer: Pick<SignatureV4, 'sign'>,
  { method, url, text, headers }: UnsignedRequest,
): Promise<Record<string, string>> {
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port !== '' && { port: Number(url.port) }),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { ...headers, host: url.host },
    body: text,
  });
  return signed.headers;
}
