import { hash } from 'node:crypto';

/** Of a revisit record: the server answered 304. */
export const notModifiedProfile = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

/** A record of WARC 1.1 (ISO 28500:2017). */
export interface WarcRecord {
  /** Named fields in order, without Content-Length. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly block: Uint8Array;
}

/** Bytes of an uncompressed record. */
export function encodeRecord({ fields, block }: WarcRecord): Uint8Array {
  const lines = [...fields, ['Content-Length', String(block.byteLength)]].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), block, Buffer.from('\r\n\r\n')]);
}

/** An HTTP message: its first line, its fields as sent, its body. */
export interface HttpMessage {
  readonly first: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Bytes of an HTTP message; a character of a field is a byte. */
export function encodeHttp({ first, fields, body }: HttpMessage): Uint8Array {
  const head = [first, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** SHA-256 as WARC names digests. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${hash('sha256', bytes)}`;
}
