import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { hostOf } from '../../shared/domain/url/scope.ts';
import type { CrawlLog, LoggedRequest } from '../../shared/ports/ports.ts';
import { HostStarts } from '../../shared/report/host-starts.ts';

/** One line of JSON per event; POWERTOOLS_SERVICE_NAME names the function. No page content and no header goes in. */
export const logger = new Logger();

const metrics = new Metrics({ namespace: 'Orbweaver' });

const counts = new Map<string, number>();

/** Counts what happened in this invocation. */
export function count(name: string, amount = 1): void {
  if (amount > 0) counts.set(name, (counts.get(name) ?? 0) + amount);
}

/** Starts of this invocation, by crawl and host. */
const starts = new Map<string, OfHost>();

type OfHost = HostStarts & { readonly crawl: string; readonly host: string; rules?: string };

/** Keeps the start for the line of its host. */
function noteStart(crawl: string, { address, sentAt, delayMs, rules }: LoggedRequest): void {
  if (sentAt === undefined) return;
  const host = hostOf(new URL(address));
  const key = `${crawl} ${host}`;
  const known: OfHost = starts.get(key) ?? Object.assign(new HostStarts(), { crawl, host });
  known.add(Math.floor(sentAt), delayMs, rules !== undefined);
  if (rules !== undefined) known.rules = rules;
  starts.set(key, known);
}

/**
 * Writes what was counted as one line that CloudWatch makes metrics of, and a line for each host: the queries of docs/guide-aws.md
 * find by these whether a delay was broken.
 */
export function writeCounts(): void {
  for (const of of starts.values()) {
    const { crawl, host, requests, firstStart, lastStart, least, tooSoon, rules } = of.end();
    logger.info('requests', { crawl, host, requests, firstStart, lastStart, ...least, tooSoon, rules });
  }
  starts.clear();
  for (const [name, amount] of counts) metrics.addMetric(name, MetricUnit.Count, amount);
  counts.clear();
  metrics.publishStoredMetrics();
}

/** The crawl's log lines as structured ones. Requests are counted, not written: a million pages would be a million lines. */
export function lambdaLog(crawl: string): CrawlLog {
  return {
    fetched: line => {
      count('Requests');
      count('BodyBytes', line.bytes);
      noteStart(crawl, line);
    },
    part: line => {
      count('PartRequests');
      count('BodyBytes', line.bytes);
      noteStart(crawl, line);
    },
    failed: ({ address, reason, detail }) => {
      if (reason === 'parser') {
        count('UnreadablePages');
        logger.warn('page skipped: it cannot be read', { crawl, address, detail });
        return;
      }
      count('FailedRequests');
      logger.debug('request failed', { crawl, host: URL.parse(address)?.host ?? '', reason, detail });
    },
    note: ({ site, text }) => logger.info('note', { crawl, site, text }),
  };
}

/** An error as people look for it: by crawl and site. */
export function logError(message: string, error: unknown, where: Readonly<Record<string, unknown>>): void {
  logger.error(message, { ...where, error: error instanceof Error ? error : new Error(String(error)) });
}
