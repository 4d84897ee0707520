import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { BadInput, englishSentence, type Refusal, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { type SystemFault, systemFaultOf } from '../../../shared/domain/refusal/system-fault.ts';

/** Ends a request with a problem (RFC 9457). Each refusal says what was wrong and what is allowed. */
export class Problem extends Error {
  readonly status: ContentfulStatusCode;
  readonly refusals: readonly Refusal[];

  constructor(status: ContentfulStatusCode, refusals: readonly Refusal[]) {
    super(refusals.map(englishSentence).join(' '));
    this.name = 'Problem';
    this.status = status;
    this.refusals = refusals;
  }
}

/** `members` are extension members (RFC 9457, section 3.2). */
export function answerProblem(
  context: Context,
  { status, message, refusals }: Problem,
  members: Readonly<Record<string, unknown>> = {},
): Response {
  const title = STATUS_CODES[status];
  const errors = refusals.map(toldRefusal);
  const body = { type: 'about:blank', title, status, detail: message, errors, ...members };
  return context.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}

/** Answers what was thrown; `onError` takes what is nobody's fault but ours. */
export function problemAnswer(onError: (error: unknown) => void) {
  return (error: unknown, context: Context): Response => {
    const problem = problemOf(error);
    if (problem === undefined) onError(error);
    return answerProblem(context, problem ?? new Problem(500, [refusal('internal')]));
  };
}

/** A refusal as an answer has it: the data, and the sentence in English. */
export function toldRefusal(refused: Refusal): Refusal & { readonly message: string } {
  return { ...refused, message: englishSentence(refused) };
}

/** The same answer for what is not there and for what is another's: an id that was guessed says nothing. */
export function notFound(): Problem {
  return new Problem(404, [refusal('no-such-crawl')]);
}

/** The problem that an error is; undefined if it is nobody's fault but ours. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  // A damaged file is no fault of the request.
  if (error instanceof BadInput) return new Problem(error.refusals.some(isDamage) ? 409 : 400, error.refusals);
  const fault = systemFaultOf(error);
  return fault === undefined ? undefined : machineProblem(fault);
}

function isDamage({ code }: Refusal): boolean {
  return code === 'crawl-file-damaged';
}

/** Of what the machine refuses; a file that is missing is ours. */
function machineProblem({ kind, words: why, code: fault, path }: SystemFault): Problem | undefined {
  switch (kind) {
    case 'name':
      return new Problem(400, [refusal('name-length')]);
    case 'full':
      return new Problem(507, [refusal('no-space')]);
    case 'denied':
      return new Problem(403, [refusal('folder-denied', { why, fault })]);
    case 'damaged':
      return new Problem(409, [refusal('file-damaged', { path: path ?? 'crawl.db', fault })]);
    case 'broken':
    case 'limit':
    case 'busy':
      return new Problem(503, [refusal('machine-busy', { why, fault })]);
    default:
      return undefined;
  }
}
