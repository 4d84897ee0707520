import { endOfHead } from '../answer-head.ts';

/** The head of a record. */
export interface RecordHead {
  /** Names in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  /** Where its block begins, and how long it is. */
  readonly start: number;
  readonly length: number;
}

/** Which records a file holds: of WARC 0.17 to 1.1, or of ARC 1 and 2. */
export type RecordForm = 'warc' | 'arc';

/** Heads that are longer are none. */
export const mostHeadBytes = 256 * 1024;
const mostLineBytes = 16 * 1024;

/** An ARC file begins with a record about itself. */
export function formOf(bytes: Buffer): RecordForm {
  return /^\s*filedesc:/.test(bytes.toString('latin1', 0, 64)) ? 'arc' : 'warc';
}

/** Reads the head of a record from its beginning; undefined if it is none, or not whole. Blank lines may come before. */
export function recordHead(bytes: Buffer, form: RecordForm): RecordHead | undefined {
  const blanks = blanksIn(bytes);
  const rest = bytes.subarray(blanks);
  const head = form === 'arc' ? arcHead(rest) : warcHead(rest);
  return head && { ...head, start: blanks + head.start };
}

/** How many bytes of blank lines come first. */
export function blanksIn(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length && (bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 32 || bytes[at] === 9)) at += 1;
  return at;
}

function warcHead(bytes: Buffer): RecordHead | undefined {
  if (!/^WARC\/\d\.\d+\r?\n/.test(bytes.toString('latin1', 0, 16))) return undefined;
  const end = endOfHead(bytes.subarray(0, mostHeadBytes), 0);
  const lines = bytes.toString('utf8', 0, Math.max(end, 0)).replace(/\r?\n[ \t]+/g, ' ');
  const fields = end < 0 ? undefined : fieldsOf(lines.split(/\r?\n/).slice(1));
  const length = fields?.get('content-length') ?? '';
  return fields && /^\d{1,15}$/.test(length) ? { fields, start: end, length: Number(length) } : undefined;
}

/** Of several fields the first counts; `WARC-Concurrent-To` may repeat. Undefined if another head begins within: the first is cut. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  const partners: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'warc-concurrent-to') partners.push(value);
    else if (!fields.has(name)) fields.set(name, value);
    else if (name === 'warc-type' || name === 'warc-record-id') return undefined;
  }
  return partners.length === 0 ? fields : fields.set('warc-concurrent-to', partners.join(' '));
}

/**
 * The line before an answer in an ARC file: address, IP, date, type and length (version 1), with result code, checksum, location, offset
 * and file name before the length (version 2). Undefined if it is none.
 */
function arcHead(bytes: Buffer): RecordHead | undefined {
  const end = bytes.subarray(0, mostLineBytes).indexOf(10);
  const words = bytes.toString('utf8', 0, Math.max(end, 0)).trimEnd().split(' ');
  const at = [words.length - 3, words.length - 8].find(each => /^\d{14}$/.test(words[each] ?? ''));
  const length = words.at(-1)!;
  if (at === undefined || at < 2 || !/^[a-z][\w+.-]*:/i.test(words[0]!) || !/^\d{1,15}$/.test(length)) return undefined;
  const date = words[at]!.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
  const fields = new Map([
    ['warc-type', 'response'],
    ['warc-target-uri', words.slice(0, at - 1).join(' ')],
    ['warc-date', date],
  ]);
  return { fields, start: end + 1, length: Number(length) };
}
