import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Fields of a connection, which HTTP/2 has not (RFC 9113, section 8.2.2), and the host, which has a place of its own. */
const ofConnections: ReadonlySet<string> = new Set([
  ...['connection', 'host', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'],
]);

/** The fields of a request, from names and values by turns. */
export function requestFields(fields: readonly string[]): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i]!.toLowerCase();
    if (!ofConnections.has(name)) headers[name] = fields[i + 1]!;
  }
  return headers;
}

/**
 * The fields of an answer as undici gives them of HTTP/1.1: in order, each byte of a value one character, a list where a
 * field came several times. `raw` has names and values by turns.
 */
export function answerFields(raw: readonly string[]): IncomingHttpHeaders {
  const headers = Object.create(null) as Record<string, string | string[]>;
  for (let i = 0; i < raw.length; i += 2) {
    const [name, value] = [raw[i]!, raw[i + 1]!];
    if (name.startsWith(':')) continue;
    const known = headers[name];
    if (known === undefined) headers[name] = value;
    else if (typeof known === 'string') headers[name] = [known, value];
    else known.push(value);
  }
  return headers;
}

/** Bytes of names and values, as the limit of HTTP/1.1 counts them. */
export function fieldBytes(raw: readonly string[]): number {
  return raw.reduce((sum, text, i) => sum + (raw[i - (i % 2)]!.startsWith(':') ? 0 : text.length), 0);
}
