/**
 * The token table: one item per host, shared by all crawls of the account. Each verb is a single conditional write, so
 * DynamoDB decides between two workers at the same moment.
 */
import type { Lease, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import { leaseMs, protocol } from '../../../domain/protocol/protocol.ts';
import { hostOfTurn, type TokenRow, tokenRowOf } from '../../../domain/protocol/token-row.ts';
import type { Reopening, TokenAnswer, TokenEnd, Tokens, TokenTake } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import type { DynamoCalls, WriteAnswer } from './calls/dynamo-calls.ts';
import { tokenKey } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';

/** The conditions of a taking, by name; all must hold. */
const takeConditions = {
  leaseIsFree: '(attribute_not_exists(#attempt) OR #until <= :expired)',
  wantedByNobodyElse:
    '(attribute_not_exists(#wantedUntil) OR #wantedUntil <= :now OR (#wantedCrawl = :crawl AND #wantedSite = :site))',
  soonAllowed: '(attribute_not_exists(#nextAllowedAt) OR #nextAllowedAt <= :near)',
};

/** Only who shows exactly what is in the token may change it. */
const leaseIsMine = '#crawl = :crawl AND #site = :site AND #turn = :turn AND #attempt = :attempt';

const leaseNames = ['#crawl', '#site', '#turn', '#attempt', '#until', '#message', '#before'];
const wishNames = ['#wantedCrawl', '#wantedSite', '#wantedUntil'];

/** A host that nobody requests is forgotten so long after its next allowed instant. */
const idleMs = 7 * 24 * 3_600_000;

export class DynamoTokens implements Tokens {
  private readonly calls: DynamoCalls;
  private readonly table: string;

  constructor({ calls, tables }: DynamoBase) {
    this.calls = calls;
    this.table = tables.tokens;
  }

  async takeToken(take: TokenTake): Promise<TokenAnswer> {
    const ahead = Math.ceil(take.now + leaseMs + take.delayMs);
    const answer = await this.write(take, ahead, take.idle ? ahead : take.now + (take.nearMs ?? protocol.nearMs));
    const taken = answerOf(answer, take);
    if (taken.kind === 'taken' || taken.why !== 'early' || !take.idle) return taken;
    // Nobody is going to ask the host, and what is written ahead must not be sooner than what it was put off to.
    return answerOf(await this.write(take, taken.row.nextAllowedAt, taken.row.nextAllowedAt), take);
  }

  private async write(take: TokenTake, nextAllowedAt: number, near: number): Promise<WriteAnswer> {
    const { host, crawl, site, turn, attempt, message, now } = take;
    return await this.calls.write(
      {
        table: this.table,
        key: tokenKey(host),
        set: { crawl, site, turn, attempt, message, until: now + leaseMs, nextAllowedAt, ttl: ttlOf(nextAllowedAt) },
        // On the right of an assignment is what the item was before.
        assign: ['#before = if_not_exists(#nextAllowedAt, :zero)'],
        remove: wishNames,
        condition: Object.values(takeConditions).join(' AND '),
        values: { expired: now - protocol.clockSkewMs, now, near, zero: 0 },
      },
      'ALL_OLD',
    );
  }

  async returnToken(lease: Lease, token: TokenEnd): Promise<boolean> {
    return (await this.calls.write(this.returning(lease, token))).kind === 'written';
  }

  /** The end of a lease, as a part of a transaction. */
  returning(lease: Lease, token: TokenEnd): Part {
    const { host, crawl, site, turn, attempt } = lease;
    const nextAllowedAt = Math.ceil(token.nextAllowedAt);
    return {
      part: 'lease',
      table: this.table,
      key: tokenKey(host),
      set: { nextAllowedAt, lastDelayMs: token.lastDelayMs, ttl: ttlOf(nextAllowedAt) },
      remove: leaseNames,
      condition: leaseIsMine,
      values: { crawl, site, turn, attempt },
    };
  }

  /** Lets a host be asked from `to` on, if nobody has asked it since its instant was written. */
  async release({ host, from, to }: NonNullable<Reopening['sites'][number]['release']>): Promise<void> {
    const nextAllowedAt = Math.ceil(to);
    await this.calls.write({
      table: this.table,
      key: tokenKey(host),
      set: { nextAllowedAt, ttl: ttlOf(nextAllowedAt) },
      condition: '#nextAllowedAt = :from',
      values: { from },
    });
  }

  async wantToken(host: string, wish: { crawl: string; site: number; until: number }, now: number): Promise<void> {
    await this.calls.write({
      table: this.table,
      key: tokenKey(host),
      set: { wantedCrawl: wish.crawl, wantedSite: wish.site, wantedUntil: wish.until },
      condition: 'attribute_exists(pk) AND (attribute_not_exists(#wantedUntil) OR #wantedUntil < :now)',
      values: { now },
    });
  }

  /** A site that ended comes no more, so nobody need wait for it. */
  async forgetWish(row: Pick<SiteRow, 'crawl' | 'site' | 'origin' | 'trouble'>): Promise<void> {
    await this.calls.write({
      table: this.table,
      key: tokenKey(hostOfTurn(row)),
      remove: wishNames,
      condition: '#wantedCrawl = :crawl AND #wantedSite = :site',
      values: { crawl: row.crawl, site: row.site },
    });
  }
}

function answerOf(answer: WriteAnswer, take: TokenTake): TokenAnswer {
  const { row = {} } = answer;
  const lastDelayMs = Number(row['lastDelayMs'] ?? 0);
  if (answer.kind === 'written') {
    const died = row['attempt'] === undefined ? {} : { afterDeath: true as const };
    return { kind: 'taken', nextAllowedAt: Number(row['nextAllowedAt'] ?? 0), lastDelayMs, ...died };
  }
  // My own taking, whose answer was lost on the way.
  if (row['attempt'] === take.attempt) return { kind: 'taken', nextAllowedAt: Number(row['before']), lastDelayMs };
  const token = tokenRowOf(row);
  return { kind: 'refused', why: refusal(token, take), row: token };
}

/** Which condition failed, in the order in which the protocol asks. */
function refusal({ lease, wanted }: TokenRow, { now, crawl, site }: TokenTake): 'leased' | 'wanted' | 'early' {
  if (lease !== undefined && lease.until > now - protocol.clockSkewMs) return 'leased';
  const isMine = wanted === undefined || (wanted.crawl === crawl && wanted.site === site);
  return !isMine && wanted.until > now ? 'wanted' : 'early';
}

function ttlOf(nextAllowedAt: number): number {
  return Math.ceil((nextAllowedAt + idleMs) / 1000);
}
