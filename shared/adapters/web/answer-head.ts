/**
 * The head of an HTTP/1.x answer as browsers read it: what RFC 9112 lets a recipient mend is mended, and a line that says
 * nothing is passed over. All text is Latin-1, one character for each byte.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { FetchFault } from './faults/fetch-fault.ts';

export interface AnswerHead {
  readonly status: number;
  /** Names in lower case. A field that was sent several times is a list, in the order of the lines. */
  readonly headers: IncomingHttpHeaders;
}

/** Bytes before "HTTP" that are passed over: line ends left from an earlier answer, mostly. */
const mostBefore = 8;
/** RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Where the head ends that begins `bytes`: behind its empty line. Nothing before `from` is searched; -1: not there yet. */
export function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}

/** Reads a head with its empty line. Throws a `protocol` fault where it is none. */
export function readAnswerHead(head: string): AnswerHead {
  if (head.includes('\0')) throw new FetchFault('protocol', 'The head of the answer holds a NUL byte.');
  const start = head.slice(0, mostBefore + 4).search(/http/i);
  if (start < 0) throw new FetchFault('protocol', 'The answer does not begin with "HTTP".');
  const [statusLine = '', ...lines] = head.slice(start).split(/[\r\n]+/);
  return { status: statusOf(statusLine), headers: fieldsOf(lines) };
}

/** As browsers take it: 200 where the line has no number. */
function statusOf(line: string): number {
  const digits = /^\S+[ \t]+(\d+)/.exec(line)?.[1] ?? '200';
  if (digits.length !== 3) throw new FetchFault('protocol', `Status ${digits.slice(0, 20)} is no HTTP status.`);
  return Number(digits);
}

/** A line that begins with a blank continues the field before it (RFC 9112, section 5.2). */
function fieldsOf(lines: readonly string[]): IncomingHttpHeaders {
  const fields = new Map<string, string[][]>();
  let parts: string[] | undefined;
  for (const line of lines) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      parts?.push(line.trim());
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    parts = undefined;
    if (!token.test(name)) continue;
    parts = [line.slice(colon + 1).trim()];
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [parts]);
    else known.push(parts);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, joinedValues(values)]));
}

function joinedValues(values: readonly string[][]): string | string[] {
  const texts = values.map(parts => parts.filter(part => part !== '').join(' '));
  return texts.length === 1 ? texts[0]! : texts;
}
