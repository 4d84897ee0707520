/** Once a minute: wakes the sources of all watches that are due, and those whose messages were lost. */

import type { Context } from 'aws-lambda';
import { openAwsClock, openAwsQueue, openAwsStore, wakeShards } from '../../shared/adapters/aws/open.ts';
import { wakeSources } from '../../shared/steps/life/wake-sources.ts';
import { count, logger, writeCounts } from './lambda-log.ts';

/** Time that is left for the last sources of a shard. */
const lastMs = 10_000;

export async function handler(_: unknown, context: Context): Promise<{ readonly woken: number }> {
  const ports = { clock: openAwsClock(), store: openAwsStore('wake'), queue: openAwsQueue() };
  const isOver = (): boolean => context.getRemainingTimeInMillis() < lastMs;
  const shards = Array.from({ length: wakeShards }, async (__, shard) => await wakeSources(ports, shard, isOver));
  const woken = (await Promise.all(shards)).reduce((sum, each) => sum + each, 0);
  logger.info('wake', { woken });
  count('WokenSources', woken);
  writeCounts();
  return { woken };
}
