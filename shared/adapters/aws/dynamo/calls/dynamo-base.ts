import { longestCrawlMs } from '../../../../domain/protocol/longest-crawl.ts';
import type { ResolvedSpec } from '../../../../domain/spec/crawl-spec.ts';
import type { Clock } from '../../../../ports/ports.ts';
import type { DynamoCalls } from './dynamo-calls.ts';
import type { DynamoTables } from './dynamo-tables.ts';

/** Values that all parts of the store share. */
export interface DynamoBase {
  readonly calls: DynamoCalls;
  readonly tables: DynamoTables;
  /** Expiry of an item of a crawl that is written now: seconds since the epoch. */
  readonly ttl: () => number;
  /** The same of a claim, and of what only runs and results need: the frontier and statuses of addresses. */
  readonly ttlOfClaim: () => number;
  /** Expiry of a row of the crawl or of a site; undefined: rows of a watch never expire. */
  readonly ttlOfRow: (spec: Pick<ResolvedSpec, 'watch'>) => number | undefined;
  /** Expiry of an item that is not needed after so many seconds. */
  readonly ttlIn: (seconds: number) => number;
}

/** Of an item that is needed for so long after the end of its crawl, however long that runs. */
export function ttlOf(clock: Pick<Clock, 'now'>, afterEndMs: number): () => number {
  return () => Math.ceil((clock.now() + longestCrawlMs + afterEndMs) / 1000);
}

/** Items of one kind in the tables of the account. */
export class OfTables {
  protected readonly base: DynamoBase;

  constructor(base: DynamoBase) {
    this.base = base;
  }
}
