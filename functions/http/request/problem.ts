import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

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
