import type { SQSEvent } from 'aws-lambda';
import * as aws from '../../shared/adapters/aws/open.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { logger } from './lambda-log.ts';

const dayMs = 86_400_000;

/**
 * Our own bound on loops of messages, beside AWS's recursion detection, which is off: invocations are counted per crawl.
 * Past the bound the crawl is asked to stop; past twice the bound, its messages are no longer handled and end as dead
 * letters, where an alarm sees them. Answers the crawls of the batch that may go on.
 */
export async function crawlsWithinBound(event: SQSEvent): Promise<ReadonlySet<string>> {
  const perCrawl = aws.maxInvocations();
  const within = new Set<string>();
  const check = async (crawl: string): Promise<void> => {
    const invocations = await aws.openAwsRegistry().countInvocation(crawl);
    const bound = invocations <= perCrawl ? perCrawl : perCrawl * (await daysOf(crawl));
    if (invocations <= 2 * bound) within.add(crawl);
    if (invocations <= bound) return;
    const cause = `more than ${bound} invocations`;
    if (await aws.openAwsStore('stops').requestStop(crawl, { reason: 'stopped', cause }))
      logger.error('crawl is stopped', { crawl, cause });
  };
  await Promise.all([...crawlsOf(event)].map(check));
  return within;
}

/** A crawl without an end goes on for ever, so its bound is one for each day. */
async function daysOf(crawl: string): Promise<number> {
  const row = await aws.openAwsStore('stops').readCrawl(crawl);
  if (row === undefined || kindOf(row.spec).ends) return 1;
  return 1 + Math.floor(Math.max(0, aws.openAwsClock().now() - row.startedAt) / dayMs);
}

function crawlsOf({ Records: records }: SQSEvent): ReadonlySet<string> {
  const crawls = new Set<string>();
  for (const { body, messageId } of records) {
    try {
      crawls.add(aws.decodeMessage(body, messageId).crawl);
    } catch {
      // Said, and kept with the queue, where the batch is consumed.
    }
  }
  return crawls;
}
