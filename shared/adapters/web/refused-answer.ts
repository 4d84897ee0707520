import type { IncomingHttpHeaders } from 'node:http';
import { isChunked } from './answer-body.ts';
import { classifyError, errorCode } from './faults/classify-error.ts';

/**
 * Whether undici refused an answer that the tolerant reader may read. `answer`: it says something that undici never takes, and
 * so may all answers of its origin. `end`: it lacks its end, maybe the very last line end alone. Undefined: nobody can
 * read it, or the fault is not the answer's. `headers`: of the answer, where its head came.
 */
export function refusalOf(error: Error, headers: IncomingHttpHeaders | undefined): 'answer' | 'end' | undefined {
  const code = errorCode(error);
  // undici compares lengths before it says what else is wrong with a head, and adds several lengths up.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return headers === undefined || isOddlyDelimited(headers) ? 'answer' : undefined;
  const isCut =
    code === 'UND_ERR_SOCKET' || (error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state'));
  if (isCut && headers !== undefined && isChunked(headers)) return 'end';
  return code !== 'UND_ERR_HEADERS_OVERFLOW' && classifyError(error).reason === 'protocol' ? 'answer' : undefined;
}

function isOddlyDelimited(headers: IncomingHttpHeaders): boolean {
  const length: string | string[] | undefined = headers['content-length'];
  return Array.isArray(length) || length?.includes(',') === true || headers['transfer-encoding'] !== undefined;
}
