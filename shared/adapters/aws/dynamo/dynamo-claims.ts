/**
 * Claims. Each is a conditional write: exactly one caller wins. Claims of different keys are made side
 * by side. A worker that repeats its claim wins again, so a lost answer changes nothing.
 */
import { cutText } from '../../../domain/cut-text.ts';
import type { LinkType } from '../../../domain/link-type.ts';
import type { UrlClaim } from '../../../domain/protocol/crawl-state.ts';
import type { Claims } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { type DynamoCalls, inParallel, type WriteAnswer } from './calls/dynamo-calls.ts';
import type { Row } from './calls/dynamo-tables.ts';
import * as itemKeys from './calls/dynamo-tables.ts';
import { LinkLog, longestDetail } from './links/link-log.ts';

/** The conditions of a claim, by name; one must hold. */
const claimConditions = {
  isNew: 'attribute_not_exists(pk)',
  isMineAtThisLevel: '(#turn = :turn AND #level = :level)',
  isMine: '#turn = :turn',
  ownerIsMine: '#owner = :owner',
  fallsToThisLevel: '(#level > :level AND attribute_not_exists(#deleted))',
  isOfEarlierTurn: '#turn < :turn',
};

type Claimer = Parameters<Claims['claimUrls']>[2];

/** Share of lost claims above which reading first is cheaper: a read costs a tenth of a write. */
const worthLooking = 0.1;
/** Share of keys below which a query of their range costs more than it saves. */
const worthQuerying = 0.5;
const mostRemembered = 1_000;

/**
 * Decides whether to read claims before making them. A lost claim costs a whole write. A worker that is new to a site,
 * or shares it, knows few URLs and loses most claims; a worker that has parsed all turns loses few. The share of
 * lost claims last time decides.
 */
class ClaimLook {
  private readonly lost = new Map<string, number>();
  /** Sites with so many claims that a query of their range answers few keys. */
  private readonly large = new Set<string>();

  /** `name`: the site or crawl of the claims. */
  isWorthIt(name: string): boolean {
    return (this.lost.get(name) ?? 1) > worthLooking;
  }

  async read(
    calls: DynamoCalls,
    name: string,
    table: string,
    keys: readonly itemKeys.ItemKey[],
  ): Promise<(Row | undefined)[]> {
    if (keys.length === 0 || this.large.has(name)) return await calls.readAll(table, keys, false);
    const { rows, share } = await calls.readAmong(table, keys);
    if (this.large.size >= mostRemembered) this.large.clear();
    if (share < worthQuerying) this.large.add(name);
    return rows;
  }

  /** Call before making claims: after an interruption the next worker has to read first. */
  forget(name: string): void {
    this.lost.delete(name);
  }

  learn(name: string, won: readonly boolean[]): void {
    if (won.length === 0) return;
    if (this.lost.size >= mostRemembered) this.lost.clear();
    this.lost.set(name, won.filter(isWon => !isWon).length / won.length);
  }
}

export class DynamoClaims implements Claims {
  private readonly calls: DynamoCalls;
  private readonly tables: itemKeys.DynamoTables;
  private readonly ttl: DynamoBase['ttl'];
  private readonly ttlOfClaim: DynamoBase['ttl'];
  private readonly looks = new ClaimLook();
  private readonly log: LinkLog;

  constructor(base: DynamoBase) {
    const { calls, tables, ttl, ttlOfClaim } = base;
    this.log = new LinkLog(base);
    this.calls = calls;
    this.tables = tables;
    this.ttl = ttl;
    this.ttlOfClaim = ttlOfClaim;
  }

  readonly claimContents: Claims['claimContents'] = async (crawl, site, claims) => {
    const ttl = this.ttlOfClaim();
    return await inParallel(claims, async ({ hash, owner }) => {
      const answer = await this.calls.write({
        table: this.tables.pages,
        key: itemKeys.contentKey(crawl, site, hash),
        set: { owner, ttl },
        condition: anyOf('isNew', 'ownerIsMine'),
      });
      return answer.kind === 'written' ? owner : String(answer.row?.['owner']);
    });
  };

  async claimUrls(crawl: string, site: number, by: Claimer, claims: readonly UrlClaim[]): Promise<boolean[]> {
    const keys = claims.map(({ identity }) => itemKeys.urlKey(crawl, site, identity));
    const claim = async (index: number): Promise<boolean> => {
      const answer = await this.claimUrl(keys[index]!, by, claims[index]!, ['isNew', 'isMineAtThisLevel']);
      return answer.kind === 'written';
    };
    if (by.kind === 'redirect')
      return await inParallel(
        claims,
        async (each, index) => await this.claimTarget(crawl, site, keys[index]!, by, each),
      );
    // Whether a stored claim is ours. Links lose a claim of another turn. Our redirect made a claim at another level.
    const isWon = (row: Row): boolean | undefined =>
      row['turn'] !== by.turn ? false : row['level'] === by.level ? true : undefined;
    return await this.lookFirst(itemKeys.urlPartition(crawl, site), this.tables.pages, keys, isWon, claim);
  }

  /**
   * The site's item notes that a URL moves to an earlier level before the URL moves, so that readers of the next level
   * check every claim.
   */
  private async claimTarget(
    crawl: string,
    site: number,
    key: itemKeys.ItemKey,
    by: Claimer,
    claim: UrlClaim,
  ): Promise<boolean> {
    const conditions = ['isNew', 'isMineAtThisLevel'] as const;
    const answer = await this.claimUrl(key, by, claim, conditions);
    if (answer.kind === 'written') return true;
    const { level, deleted } = answer.row ?? {};
    if (Number(level) <= by.level || deleted === true) return false;
    await this.calls.write({
      table: this.tables.crawls,
      key: itemKeys.siteKey(crawl, site),
      set: { fallen: by.level },
      // Absent in items of earlier versions.
      condition: '#fallen < :fallen',
    });
    return (await this.claimUrl(key, by, claim, [...conditions, 'fallsToThisLevel'])).kind === 'written';
  }

  private async claimUrl(
    key: itemKeys.ItemKey,
    by: Claimer,
    { identity, foundOn, skip, type }: UrlClaim,
    conditions: readonly (keyof typeof claimConditions)[],
  ): Promise<WriteAnswer> {
    return await this.calls.write({
      table: this.tables.pages,
      key,
      set: {
        level: by.level,
        turn: by.turn,
        foundOn,
        ttl: this.ttlOfClaim(),
        ...typed(type),
        ...(itemKeys.isCut(identity) && { url: identity }),
      },
      // The URL's outcome stays if it is claimed again.
      assign: [
        '#status = if_not_exists(#status, :status)',
        ...(skip === undefined ? [] : ['#reason = if_not_exists(#reason, :reason)']),
      ],
      condition: anyOf(...conditions),
      values: skip === undefined ? { status: 'waiting' } : { status: 'skipped', reason: skip },
    });
  }

  readonly claimLinks: Claims['claimLinks'] = async (crawl, site, kind, turn, claims, isForYears = false) => {
    if (!isForYears) return await this.log.claim(itemKeys.linkPartition(crawl, site, kind), turn, claims);
    const ttl = this.ttl();
    const keys = claims.map(({ key }) => itemKeys.linkKey(crawl, site, kind, key));
    const claim = async (index: number): Promise<boolean> => {
      const { key, page, level, detail, type } = claims[index]!;
      const about = cutText(detail, longestDetail).toWellFormed();
      const text = itemKeys.isCut(key) ? { text: key.toWellFormed() } : {};
      const set = { turn, page, level, detail: about, ttl, ...typed(type), ...text };
      const write = { table: this.tables.links, key: keys[index]!, set, condition: anyOf('isNew', 'isMine') };
      return (await this.calls.write(write)).kind === 'written';
    };
    return await this.lookFirst(
      itemKeys.linkPartition(crawl, site, kind),
      this.tables.links,
      keys,
      row => row['turn'] === turn,
      claim,
    );
  };

  /**
   * Reads first and leaves out claims that are lost, or that an earlier try of this turn has won. A page may have more
   * links than an invocation can claim, so each try continues where the last try was cut short. The read may be out of
   * date (eventually consistent, half the price): URLs that it lacks are claimed by the conditional write. A claim of
   * another turn never becomes ours, and our claims stay ours until this turn is committed.
   */
  private async lookFirst(
    name: string,
    table: string,
    keys: readonly itemKeys.ItemKey[],
    isWon: (row: Row) => boolean | undefined,
    claim: (index: number) => Promise<boolean>,
  ): Promise<boolean[]> {
    const seen = this.looks.isWorthIt(name) ? await this.looks.read(this.calls, name, table, keys) : [];
    this.looks.forget(name);
    const won = await inParallel(keys, async (_, index) => {
      const row = seen[index];
      return (row === undefined ? undefined : isWon(row)) ?? (await claim(index));
    });
    this.looks.learn(name, won);
    return won;
  }

  /** Adds each count once: the item holds the addition of its last turn separately from the earlier count. */
  readonly countPatterns: Claims['countPatterns'] = async (crawl, site, turn, wishes) => {
    const ttl = this.ttl();
    return await inParallel(wishes, async ({ pattern, count }) => {
      const answer = await this.calls.write(
        {
          table: this.tables.crawls,
          key: itemKeys.patternKey(crawl, site, pattern),
          set: { turn, added: count, ttl },
          assign: ['#before = if_not_exists(#before, :none) + if_not_exists(#added, :none)'],
          condition: anyOf('isNew', 'isOfEarlierTurn'),
          values: { none: 0 },
        },
        'ALL_NEW',
      );
      return Number(answer.row?.['before']);
    });
  };
}

function anyOf(...names: (keyof typeof claimConditions)[]): string {
  return names.map(name => claimConditions[name]).join(' OR ');
}

function typed(type: LinkType | undefined): { readonly type?: LinkType } {
  return type === undefined ? {} : { type };
}
