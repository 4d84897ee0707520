import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { BadInput } from '../../../shared/domain/spec/bad-input.ts';
import { type SystemFault, systemFaultOf } from '../../../shared/domain/system-fault.ts';

/** Ends a request with a problem (RFC 9457). Each sentence says what was wrong and what is allowed. */
export class Problem extends Error {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly sentences: readonly string[];

  constructor(status: ContentfulStatusCode, title: string, sentences: readonly string[]) {
    super(sentences.join(' '));
    this.name = 'Problem';
    this.status = status;
    this.title = title;
    this.sentences = sentences;
  }
}

/** `members` are extension members (RFC 9457, section 3.2). */
export function answerProblem(
  context: Context,
  { status, title, sentences }: Problem,
  members: Readonly<Record<string, unknown>> = {},
): Response {
  const body = { type: 'about:blank', title, status, detail: sentences.join(' '), errors: sentences, ...members };
  return context.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}

/** The same answer for what is not there and for what is another's: an id that was guessed tells nothing. */
export function notFound(): Problem {
  return new Problem(404, 'Not found', ['There is no such crawl here; GET /crawls lists yours.']);
}

/** The problem that an error is; undefined where it is nobody's fault but ours. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof BadInput) return new Problem(400, 'Bad input', error.sentences);
  const fault = systemFaultOf(error);
  return fault === undefined ? undefined : machineProblem(fault);
}

/** Of what the machine refuses; a file that is missing or damaged is ours. */
function machineProblem({ kind, words }: SystemFault): Problem | undefined {
  switch (kind) {
    case 'name':
      return new Problem(400, 'Name too long', ['The name is too long for a file; allowed are 255 bytes.']);
    case 'full':
      return new Problem(507, 'Disk full', ['The disk is full; allowed is to free some space and ask again.']);
    case 'denied':
      return new Problem(403, 'Not writable', [`The folder of crawls cannot be used for this: ${words}.`]);
    case 'limit':
    case 'busy':
      return new Problem(503, 'Not now', [`This machine cannot do it now: ${words}; ask again later.`]);
    default:
      return undefined;
  }
}
