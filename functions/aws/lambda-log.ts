import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { CrawlLog } from '../../shared/ports.ts';

/** One line of JSON per event; POWERTOOLS_SERVICE_NAME names the function. No page content and no header goes in. */
export const logger = new Logger();

const metrics = new Metrics({ namespace: 'Orbweaver' });

const counts = new Map<string, number>();

/** Counts what happened in this invocation. */
export function count(name: string, amount = 1): void {
  if (amount > 0) counts.set(name, (counts.get(name) ?? 0) + amount);
}

/** Writes what was counted as one line that CloudWatch makes metrics of. */
export function writeCounts(): void {
  for (const [name, amount] of counts) metrics.addMetric(name, MetricUnit.Count, amount);
  counts.clear();
  metrics.publishStoredMetrics();
}

/** The crawl's log lines as structured ones. Requests are counted, not written: a million pages would be a million lines. */
export function lambdaLog(crawl: string): CrawlLog {
  return {
    fetched: ({ bytes }) => {
      count('Requests');
      count('BodyBytes', bytes);
    },
    part: ({ bytes }) => {
      count('PartRequests');
      count('BodyBytes', bytes);
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
