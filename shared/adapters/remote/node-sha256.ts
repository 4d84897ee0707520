import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';

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
