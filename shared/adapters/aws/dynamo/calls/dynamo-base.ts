import type { ResolvedSpec } from '../../../../domain/spec/crawl-spec.ts';
import type { Clock } from '../../../../ports.ts';
import type { DynamoCalls } from './dynamo-calls.ts';
import type { DynamoTables } from './dynamo-tables.ts';

/** What the parts of the store have in common. */
export interface DynamoBase {
  readonly calls: DynamoCalls;
  readonly tables: DynamoTables;
  /** When an item that is written now and belongs to a crawl expires: seconds since the epoch. */
  readonly ttl: () => number;
  /** When a row of the crawl or of a site expires; undefined: rows of a watch never do. */
  readonly ttlOfRow: (spec: Pick<ResolvedSpec, 'watch'>) => number | undefined;
  /** The same, of an item that nobody needs after so many seconds. */
  readonly ttlIn: (seconds: number) => number;
}

/** No crawl lives longer: its claims expire so long after they were made, and the retention on top. */
const longestCrawlMs = 180 * 24 * 3_600_000;

/** `retentionMs`: finished crawls are kept for so long. */
export function ttlOf(clock: Pick<Clock, 'now'>, retentionMs: number): () => number {
  return () => Math.ceil((clock.now() + longestCrawlMs + retentionMs) / 1000);
}
