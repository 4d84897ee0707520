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

/** The head of a record. Names are in lower case. */
export interface RecordHead {
  readonly fields: ReadonlyMap<string, string>;
  /** Where its block begins, and how long it is. */
  readonly start: number;
  readonly length: number;
}

/** Reads the head of a record from its beginning; undefined where it is none, or not whole. */
export function recordHead(bytes: Buffer): RecordHead | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [version = '', ...lines] = bytes.subarray(0, end).toString('utf8').split('\r\n');
  if (!/^WARC\/1\.\d$/.test(version)) return undefined;
  const fields = fieldsOf(lines);
  const length = Number(fields.get('content-length'));
  return Number.isSafeInteger(length) && length >= 0 ? { fields, start: end + 4, length } : undefined;
}

/** Fields by their names in lower case; of several the first counts. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
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

/** Undefined where the block is no HTTP message. Names are in lower case. */
export function decodeHttp(block: Buffer): HttpMessage | undefined {
  const blank = /\r?\n\r?\n/.exec(block.subarray(0, 1 << 20).toString('latin1'));
  const end = blank?.index ?? block.length;
  const [first = '', ...lines] = block.subarray(0, end).toString('latin1').split(/\r?\n/);
  if (!/^(?:HTTP\/\d|[A-Z]+ )/.test(first)) return undefined;
  const fields = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
  });
  return { first, fields, body: block.subarray(end + (blank?.[0].length ?? 0)) };
}

/** SHA-256 as WARC names digests. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${hash('sha256', bytes)}`;
}
