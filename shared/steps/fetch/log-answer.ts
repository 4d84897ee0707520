import { defined } from '../../domain/defined.ts';
import { type FetchAnswer, isUnread } from '../../domain/http/fetch-answer.ts';
import type { Clock, CrawlLog, LoggedRequest, RequestTerms } from '../../ports/ports.ts';

interface Logging {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<CrawlLog, 'fetched' | 'failed'>;
}

interface Logged extends RequestTerms {
  readonly address: string;
  /** -1: the request was for no page of the crawl. */
  readonly level: number;
}

/** Writes the log lines of a request. */
export function logAnswer({ clock, log }: Logging, { level, ...asked }: Logged, answer: FetchAnswer): void {
  log.fetched({ ...lineOf({ clock, log }, asked, answer), level });
}

/** Facts that the log has of any request. One without a usable answer has a line among the errors, unless it is made once more. */
export function lineOf(
  { clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Pick<CrawlLog, 'failed'> },
  { address, delayMs, rules, agent }: Omit<Logged, 'level'>,
  answer: FetchAnswer,
): LoggedRequest {
  const time = clock.now();
  if (answer.kind === 'failed' && !isUnread(answer))
    log.failed({ time, address, reason: answer.reason, detail: answer.detail });
  const bytes = answer.kind === 'answered' ? answer.body.byteLength : 0;
  const ms = Math.round(answer.elapsedMs);
  return {
    time,
    address,
    status: answer.status ?? 0,
    bytes,
    ms,
    delayMs,
    ...defined({ rules, agent, sentAt: answer.sentAt }),
  };
}
