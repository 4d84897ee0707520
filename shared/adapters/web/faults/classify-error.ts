import { FetchFault } from './fetch-fault.ts';
import { tlsWords } from './tls-words.ts';

const DETAIL_LENGTH = 300;

const TIMEOUTS = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Translates what undici, a socket or zlib reports into the words of the port. */
export function classifyError(error: unknown): FetchFault {
  if (error instanceof FetchFault) return error;
  const cause = firstOf(error);
  const code = errorCode(cause);
  const reason = reasonOf(cause, code);
  const plain = code ? `${code}: ${cause.message}` : cause.message;
  return new FetchFault(reason, reason === 'tls' ? tlsWords(cause, code) : plain, { cause: error });
}

const SHORTAGES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

/** This process or machine may open no more: nothing that the host did, and so no answer of it. */
export function isShortage(error: unknown): boolean {
  return SHORTAGES.has(errorCode(firstOf(error)));
}

/** The `code` that Node and undici put on their errors, `''` where there is none. */
export function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * One printable line: control and format characters (which could forge log lines or turn the text around) are replaced,
 * and the length is bounded, since a certificate's names and a server's bytes may be quoted in a message.
 */
export function printable(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return line.length > DETAIL_LENGTH ? `${line.slice(0, DETAIL_LENGTH)}…` : line;
}

/** Several addresses that all failed come as one AggregateError: its first error stands for it. */
function firstOf(error: unknown): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0];
  return error instanceof Error ? error : new Error(String(error));
}

function reasonOf(error: Error, code: string): FetchFault['reason'] {
  if (TIMEOUTS.has(code)) return 'timeout';
  if (isMalformed(error, code)) return 'protocol';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  return 'network';
}

function isMalformed({ name, message }: Error, code: string): boolean {
  // The connection ended inside a message: the network's fault, the message was well-formed so far.
  if (name === 'HTTPParserError') return !message.includes('Invalid EOF state');
  // undici's words for an answer nobody requested, "100 Continue", and "101 Switching Protocols".
  if (code === 'UND_ERR_SOCKET') return /^bad (response|upgrade)/.test(message);
  // undici asserts what its parser may be requested, which malformed answers can break.
  return code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'ERR_ASSERTION';
}
