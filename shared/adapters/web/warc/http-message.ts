import type { IncomingHttpHeaders } from 'node:http';
import { endOfHead, readAnswerHead } from '../answer-head.ts';
import { FetchFault } from '../faults/fetch-fault.ts';

/** Twice what a server may send: some fields have longer names in archives. */
const mostHeadBytes = 512 * 1024;

/** An answer as an archive has it. */
export interface ArchivedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Undefined if the block is empty. Throws a `protocol` fault where it is no answer. */
export function answerIn(whole: Buffer): ArchivedAnswer | undefined {
  if (whole.length === 0) return undefined;
  const block = withoutInterim(whole);
  const found = endOfHead(block.subarray(0, mostHeadBytes), 0);
  const end = found < 0 ? block.length : found;
  if (end > mostHeadBytes)
    throw new FetchFault('protocol', `The head of the answer is longer than ${mostHeadBytes} bytes.`);
  // As HTTP/2 has it, and some write it down.
  const head = block.toString('latin1', 0, end).replace(/^:status:/, 'HTTP/2 ');
  return { ...readAnswerHead(head), body: block.subarray(end) };
}

/** The status of an answer, from its beginning; undefined if there is none. */
export function statusIn(block: Buffer): number | undefined {
  return firstStatusIn(withoutInterim(block));
}

/** Some writers keep the interim answers before the one that counts (RFC 9110, section 15.2). */
function withoutInterim(block: Buffer): Buffer {
  const status = firstStatusIn(block) ?? 200;
  const end = status < 200 && status !== 101 ? endOfHead(block.subarray(0, mostHeadBytes), 0) : -1;
  return end < 0 ? block : withoutInterim(block.subarray(end));
}

function firstStatusIn(block: Buffer): number | undefined {
  const status = /^(?:HTTP\/\S+|:status:)[ \t]+(\d{3})/i.exec(block.toString('latin1', 0, 64))?.[1];
  return status === undefined ? undefined : Number(status);
}

/** The method of a request, from its beginning; undefined if it does not say one. */
export function methodIn(block: Buffer): string | undefined {
  const [, plain, pseudo] = /^(?:([A-Z]+) |:method:[ \t]*([A-Z]+))/m.exec(block.toString('latin1', 0, 2048)) ?? [];
  return plain ?? pseudo;
}
