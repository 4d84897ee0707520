/** Claimed URLs after their claim: level, live status, and all of them in order. */
import type { ClaimedUrl, Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { SkipReason } from '../../../domain/skip-reason.ts';
import type { ClaimedUrls } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { inParallel } from './calls/dynamo-calls.ts';
import { inTextOrder, lastText, type Row, siteKey, textStart, urlKey, urlPartition } from './calls/dynamo-tables.ts';
import { type DynamoStatuses, type UrlOutcome, urlOf } from './dynamo-statuses.ts';

export class DynamoUrls implements ClaimedUrls {
  private readonly base: DynamoBase;
  private readonly statuses: Pick<DynamoStatuses, 'record' | 'join'>;

  constructor(base: DynamoBase, statuses: Pick<DynamoStatuses, 'record' | 'join'>) {
    this.base = base;
    this.statuses = statuses;
  }

  /**
   * Strongly consistent: a redirect may have lowered a level in the last parse before this phase began, a moment ago, and
   * a URL whose fall is overlooked would be fetched twice. The price is a read unit for each URL. Where
   * the site's item notes no fall from the level, the price is one read unit for all URLs.
   */
  readonly readLevels: ClaimedUrls['readLevels'] = async (crawl, site, identities, claimedAt) => {
    if (claimedAt !== undefined && identities.length > 1 && (await this.isStill(crawl, site, claimedAt)))
      return identities.map(() => undefined);
    const keys = identities.map(identity => urlKey(crawl, site, identity));
    const rows = await this.base.calls.readAll(this.base.tables.pages, keys, true);
    return rows.map(row =>
      row === undefined ? undefined : { level: Number(row['level']), turn: Number(row['turn']), ...deletedOf(row) },
    );
  };

  /** A URL falls only to the level before its own: all turns of earlier levels were parsed before the URL was claimed. */
  private async isStill(crawl: string, site: number, level: number): Promise<boolean> {
    const { calls, tables } = this.base;
    const { fallen } = (await calls.read(tables.crawls, siteKey(crawl, site))) ?? {};
    // Absent in items of earlier versions, which note no fall.
    return fallen !== undefined && Number(fallen) < level - 1;
  }

  /**
   * Statuses that are not packed (dynamo-statuses.ts) are in the claim's own item, a write for each page. A parse that was
   * delayed until a later turn was parsed leaves the values of the later turn.
   */
  async recordOutcomes(crawl: string, site: number, turn: number, outcomes: readonly UrlOutcome[]): Promise<void> {
    const { calls, tables, ttlOfClaim } = this.base;
    const alone = await this.statuses.record(crawl, site, turn, outcomes);
    await inParallel(alone, async ({ identity, outcome, attempts }) => {
      const { remove, ...set } = statusAttributes(outcome);
      await calls.write({
        table: tables.pages,
        key: urlKey(crawl, site, identity),
        set: { ...set, attempts, statusTurn: turn, ttl: ttlOfClaim() },
        remove,
        condition: 'attribute_exists(pk) AND (attribute_not_exists(#statusTurn) OR #statusTurn <= :statusTurn)',
      });
    });
  }

  async claimsAfter(crawl: string, site: number, after: string, most: number): Promise<ClaimedUrl[]> {
    const { calls, tables } = this.base;
    const found: Row[] = [];
    const behind = after === '' ? undefined : after;
    const from = textStart('', behind);
    const pageSize = Math.max(1, Math.min(most + 1, 5_000));
    const rows = calls.query(tables.pages, urlPartition(crawl, site), from, lastText, pageSize);
    for await (const { row } of inTextOrder(rows, urlOf, behind)) {
      found.push(row);
      if (found.length >= most) break;
    }
    return (await this.statuses.join(crawl, site, found)).map(claimedOf);
  }
}

function claimedOf(row: Row): ClaimedUrl {
  return {
    identity: urlOf(row),
    level: Number(row['level']),
    foundOn: String(row['foundOn']),
    ...(row['status'] === 'skipped' && { skip: row['reason'] as SkipReason }),
    attempts: Number(row['attempts'] ?? 0),
    ...(row['status'] === 'waiting' && row['httpStatus'] !== undefined && { status: Number(row['httpStatus']) }),
    ...deletedOf(row),
  };
}

function deletedOf(row: Row): Pick<ClaimedUrl, 'deleted'> {
  return row['deleted'] === true ? { deleted: true } : {};
}

interface Status {
  readonly status: string;
  readonly reason?: SkipReason;
  readonly httpStatus?: number;
  readonly target?: string;
  readonly remove: readonly string[];
}

function statusAttributes(outcome: Outcome): Status {
  switch (outcome.kind) {
    case 'node':
      return { status: 'node', httpStatus: 200, remove: ['#reason', '#target'] };
    case 'redirect':
      return { status: 'redirect', httpStatus: outcome.status, target: outcome.target, remove: ['#reason'] };
    case 'duplicate':
      return { status: 'duplicate', httpStatus: 200, target: outcome.owner, remove: ['#reason'] };
    case 'skipped':
    case 'retry': {
      const status = outcome.kind === 'skipped' ? 'skipped' : 'waiting';
      const { reason, status: httpStatus } = outcome;
      return httpStatus === undefined
        ? { status, reason, remove: ['#httpStatus', '#target'] }
        : { status, reason, httpStatus, remove: ['#target'] };
    }
  }
}
