import type { Clock, CrawlLog, FetchAnswer } from '../../ports.ts';

interface Logging {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<CrawlLog, 'fetched' | 'failed'>;
}

/** Writes the log lines of a request. Level -1: the request was for no page of the crawl. */
export function logAnswer({ clock, log }: Logging, address: string, level: number, answer: FetchAnswer): void {
  const time = clock.now();
  if (answer.kind === 'failed') log.failed({ time, address, reason: answer.reason, detail: answer.detail });
  const bytes = answer.kind === 'answered' ? answer.body.byteLength : 0;
  log.fetched({ time, address, level, status: answer.status ?? 0, bytes, ms: Math.round(answer.elapsedMs) });
}
