import type { RenderFailure } from '../../../domain/protocol/classify-answer.ts';
import type { SkipReason } from '../../../domain/skip-reason.ts';
import type { NoFeed } from '../feeds/feed.ts';

/** The outcome of a look at an entry. The list is closed. */
export type LookOutcome =
  | 'read'
  /** 304: the server says that nothing has changed. */
  | 'unchanged'
  /** The document ends before its end. Its whole entries are taken; the last whole one stays what counts. */
  | 'truncated'
  | `no-feed-${NoFeed}`
  | 'no-sitemap'
  /** It redirects to another host. */
  | 'moved-away'
  /** 401, 403, 406 or 451: as sites answer that admit browsers only. */
  | 'refused'
  /** A page that requests proof that a person is there. */
  | 'challenge'
  /** A page that is clicked through was taken as it was sent. */
  | 'no-browser'
  | `browser-${RenderFailure}`
  /** No other answer, or an answer that is no document. */
  | SkipReason;

/** Failed looks have any other outcome. */
export function isRead(outcome: LookOutcome): boolean {
  return outcome === 'read' || outcome === 'unchanged';
}

/** How sites answer that admit browsers only. */
const refusals: ReadonlySet<number> = new Set([401, 403, 406, 451]);

/** Why a request brought nothing. */
export function outcomeWithout(reason: SkipReason, status: number | undefined): LookOutcome {
  if (reason === 'wall') return 'challenge';
  if (reason !== 'http-status' || status === undefined) return reason;
  if (status === 304) return 'unchanged';
  return refusals.has(status) ? 'refused' : reason;
}

/** Why an address gave no publication, as counts of a source name it. */
export function whyWithout(reason: SkipReason, status: number | undefined): string {
  if (reason === 'wall') return 'challenge';
  return reason === 'http-status' ? `status-${status}` : reason;
}
