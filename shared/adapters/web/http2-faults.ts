import { classifyError, errorCode } from './classify-error.ts';
import { FetchFault, RepeatableFault } from './fetch-fault.ts';

/** Error codes by their numbers (RFC 9113, section 7). */
const codeNames = [
  ...['NO_ERROR', 'PROTOCOL_ERROR', 'INTERNAL_ERROR', 'FLOW_CONTROL_ERROR', 'SETTINGS_TIMEOUT', 'STREAM_CLOSED'],
  ...['FRAME_SIZE_ERROR', 'REFUSED_STREAM', 'CANCEL', 'COMPRESSION_ERROR', 'CONNECT_ERROR', 'ENHANCE_YOUR_CALM'],
  ...['INADEQUATE_SECURITY', 'HTTP_1_1_REQUIRED'],
];

/** One of the two found that the other does not speak HTTP/2 as it is written. */
const malformed: ReadonlySet<string> = new Set([
  ...['PROTOCOL_ERROR', 'FLOW_CONTROL_ERROR', 'STREAM_CLOSED', 'FRAME_SIZE_ERROR', 'COMPRESSION_ERROR'],
]);

function nameOf(code: number): string {
  return codeNames[code] ?? `error code ${code}`;
}

/** Whether HTTP/1.1 may bring what did not come over a stream that ended with `code` before its answer. */
export function asksForHttp1(code: number): boolean {
  return malformed.has(nameOf(code)) || nameOf(code) === 'HTTP_1_1_REQUIRED';
}

/** Whether the other end has had enough of the connection. */
export function isOverburdened(code: number): boolean {
  return nameOf(code) === 'ENHANCE_YOUR_CALM';
}

/** A stream that ended with `code` before the end of its answer. */
export function streamFault(code: number, answerBegan: boolean): FetchFault {
  const name = nameOf(code);
  const reason = malformed.has(name) ? 'protocol' : 'network';
  const words = `HTTP/2: the stream ended with ${name} ${answerBegan ? 'in the middle of' : 'before'} the answer.`;
  const isRepeatable = !answerBegan && (name === 'REFUSED_STREAM' || asksForHttp1(code));
  return isRepeatable ? new RepeatableFault(reason, words) : new FetchFault(reason, words);
}

/** What ended a whole connection, by the error that Node gives for it. */
export function connectionFault(error: Error): FetchFault {
  const code = errorCode(error);
  // What came is no HTTP/2, or more than is taken.
  const isMalformed = code === 'ERR_HTTP2_ERROR' || code === 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES';
  if (isMalformed) return new FetchFault('protocol', `HTTP/2: ${error.message}.`, { cause: error });
  // A server's GOAWAY with an error code.
  const goaway = code === 'ERR_HTTP2_SESSION_ERROR' ? /\d+$/.exec(error.message)?.[0] : undefined;
  if (goaway === undefined) return classifyError(error);
  return new FetchFault('network', `HTTP/2: the server ended the connection with ${nameOf(Number(goaway))}.`, {
    cause: error,
  });
}
