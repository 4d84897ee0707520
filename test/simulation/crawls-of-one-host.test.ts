/** Crawls of an account that share a host wait for each other by the turn, not by the lease. */
import { expect, test } from 'vitest';
import { countTogether } from '../../bench/cost/counted-crawl.ts';
import { MemoryDynamoDb } from '../pure/adapters/aws/memory-dynamodb.ts';

const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };

async function together(crawls: number, delayMs: number) {
  const memory = new MemoryDynamoDb();
  const starts: number[] = [];
  const setups = Array.from({ length: crawls }, () => ({
    ...{ seed: 1, delayMs, fetchMemoryMb: 256, fetchWindowMs: 1000, hosts: 1, pagesPerHost: 200, tables },
    dynamo: memory.client('command'),
    begun: (_: string, at: number) => void starts.push(at),
  }));
  const counts = await countTogether(setups);
  const gaps = starts
    .toSorted((a, b) => a - b)
    .map((at, n, all) => (n === 0 ? Number.POSITIVE_INFINITY : at - all[n - 1]!));
  return {
    pages: counts.map(({ pages }) => pages),
    elapsedMs: Math.max(...counts.map(({ elapsedMs }) => elapsedMs)),
    shortestGapMs: Math.min(...gaps),
    messages: counts.reduce((sum, { usage }) => sum + usage.sqsRequest, 0),
  };
}

test.each([
  [2, 0, 3],
  [2, 1000, 3],
  [4, 1000, 6],
])('%i crawls of a host at a delay of %i ms take at most %i times the time of one', async (crawls, delayMs, most) => {
  const one = await together(1, delayMs);
  const all = await together(crawls, delayMs);
  expect(all.pages).toEqual(Array.from({ length: crawls }, () => one.pages[0]));
  expect(all.elapsedMs / one.elapsedMs).toBeLessThanOrEqual(most);
  expect(all.shortestGapMs).toBeGreaterThanOrEqual(delayMs);
  // A try is three requests to SQS; there are some ten for each turn of another crawl, of which each has five.
  expect(all.messages / crawls).toBeLessThan(one.messages + (crawls - 1) * 5 * 12 * 3);
});
