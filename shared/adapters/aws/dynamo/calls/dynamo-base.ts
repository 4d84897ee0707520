import { longestCrawlMs } from '../../../../domain/protocol/longest-crawl.ts';
import type { ResolvedSpec } from '../../../../domain/spec/crawl-spec.ts';
import type { Clock } from '../../../../ports.ts';
import type { DynamoCalls } from './dynamo-calls.ts';
import type { DynamoTables } from './dynamo-tables.ts';

/** Values that all parts of the store share. */
export interface DynamoBase {
  readonly calls: DynamoCalls;
  readonly tables: DynamoTables;
  /** Expiry of an item of a crawl that is written now: seconds since the epoch. */
  readonly ttl: () => number;
  /** Expiry of a row of the crawl or of a site; undefined: rows of a watch never expire. */
  readonly ttlOfRow: (spec: Pick<ResolvedSpec, 'watch'>) => number | undefined;
  /** Expiry of an item that is not needed after so many seconds. */
  readonly ttlIn: (seconds: number) => number;
}

/** Of an item that is needed until its crawl is forgotten. `retentionMs`: how long finished crawls are kept. */
export function ttlOf(clock: Pick<Clock, 'now'>, retentionMs: number): () => number {
  return () => Math.ceil((clock.now() + longestCrawlMs + retentionMs) / 1000);
}
