/**
 * The state of crawls in DynamoDB; the tables are in dynamo-tables.ts. Every write is a single conditional update or
 * a single transaction. So a write happens whole or not at all, wherever a Lambda is killed. Rows are read strongly.
 */
import type {
  ChunkEntry,
  ClaimedUrl,
  CrawlRow,
  Cursor,
  Lease,
  LinkClaim,
  Outcome,
  Phase,
  RobotsFinding,
  SiteRow,
  UrlClaim,
} from '../../../domain/protocol/crawl-state.ts';
import type { ParseNote } from '../../../domain/protocol/parse-note.ts';
import type {
  Clock,
  CrawlPatch,
  CrawlStore,
  LinkTables,
  Loss,
  ParseAnswer,
  ParseCommit,
  Reopening,
  SiteSet,
  Stop,
  TokenAnswer,
  TokenEnd,
  TokenTake,
  TurnExit,
} from '../../../ports.ts';
import type { Choice, Schedule } from '../../../wings/sets/schedule/schedule.ts';
import type { ScheduleStore } from '../../../wings/sets/schedule/schedule-store.ts';
import { type CallsOptions, DynamoCalls } from './calls/dynamo-calls.ts';
import { crawlKey, type DynamoTables, robotsKey, siteKey } from './calls/dynamo-tables.ts';
import { DynamoChoices } from './dynamo-choices.ts';
import { DynamoChunks } from './dynamo-chunks.ts';
import { DynamoClaims } from './dynamo-claims.ts';
import { DynamoCrawls } from './dynamo-crawls.ts';
import { DynamoLeave } from './dynamo-leave.ts';
import { DynamoLinkTables } from './dynamo-link-tables.ts';
import { DynamoLosses } from './dynamo-losses.ts';
import { commitParse } from './dynamo-parse-commit.ts';
import { DynamoSchedule } from './dynamo-schedule.ts';
import { limitAttribute, siteOf } from './dynamo-site-rows.ts';
import { DynamoSiteSet } from './dynamo-site-set.ts';
import { DynamoTokens } from './dynamo-tokens.ts';
import { DynamoUrls } from './dynamo-urls.ts';

export interface DynamoStoreOptions extends CallsOptions {
  readonly tables: DynamoTables;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  /** Finished crawls are kept for so long. */
  readonly retentionMs: number;
  /**
   * How old an answer of `readCrawl` may be; without it, each is read anew. Only for workers that fetch: their turns look
   * once a second for a stop, and one read serves the turns of an invocation. Nothing else they take from the row is
   * believed without a condition (`stop` and the count of sites are tested where a turn is left).
   */
  readonly crawlAgeMs?: number;
}

/** No crawl lives longer: its claims expire so long after they were made, and the retention on top. */
const longestCrawlMs = 180 * 24 * 3_600_000;

export class DynamoStore implements CrawlStore, ScheduleStore, SiteSet, LinkTables {
  private readonly tables: DynamoTables;
  private readonly clock: DynamoStoreOptions['clock'];
  private readonly retentionMs: number;
  private readonly calls: DynamoCalls;
  private readonly crawls: DynamoCrawls;
  private readonly tokens: DynamoTokens;
  private readonly claims: DynamoClaims;
  private readonly urls: DynamoUrls;
  private readonly chunks: DynamoChunks;
  private readonly losses: DynamoLosses;
  private readonly schedule: DynamoSchedule;
  private readonly choices: DynamoChoices;
  private readonly leave: DynamoLeave;
  private readonly siteSet: DynamoSiteSet;
  private readonly linkTables: DynamoLinkTables;

  constructor(options: DynamoStoreOptions) {
    const { tables, clock, retentionMs } = options;
    this.tables = tables;
    this.clock = clock;
    this.retentionMs = retentionMs;
    this.calls = new DynamoCalls(options);
    this.crawls = new DynamoCrawls({ calls: this.calls, table: tables.crawls, clock, ageMs: options.crawlAgeMs ?? 0 });
    this.tokens = new DynamoTokens(this.calls, tables.tokens);
    this.claims = new DynamoClaims(this.calls, tables);
    this.urls = new DynamoUrls(this.calls, tables.pages);
    this.chunks = new DynamoChunks(this.calls, tables.pages);
    this.losses = new DynamoLosses(this.calls, tables);
    this.schedule = new DynamoSchedule(this.calls, tables.crawls, clock);
    this.choices = new DynamoChoices(this.calls, tables);
    this.leave = new DynamoLeave({
      calls: this.calls,
      crawls: tables.crawls,
      pages: tables.pages,
      tokens: this.tokens,
      readSite: async (crawl, site) => await this.readSite(crawl, site),
    });
    this.siteSet = new DynamoSiteSet({
      ...{ calls: this.calls, table: tables.crawls, crawls: this.crawls, tokens: this.tokens },
      readSite: async (crawl, site) => await this.readSite(crawl, site),
    });
    this.linkTables = new DynamoLinkTables({ calls: this.calls, tables });
  }

  /** Seconds since the epoch: what is written now and belongs to a crawl. */
  private get ttl(): number {
    return Math.ceil((this.clock.now() + longestCrawlMs + this.retentionMs) / 1000);
  }

  async createCrawl(crawl: CrawlRow, sites: readonly SiteRow[]): Promise<boolean> {
    return await this.crawls.create(crawl, sites, this.ttl);
  }

  async readCrawl(crawl: string): Promise<CrawlRow | undefined> {
    return await this.crawls.read(crawl);
  }

  async readSites(crawl: string): Promise<SiteRow[]> {
    return await this.crawls.sites(crawl);
  }

  async readSite(crawl: string, site: number): Promise<SiteRow | undefined> {
    const row = await this.calls.read(this.tables.crawls, siteKey(crawl, site));
    return row === undefined ? undefined : siteOf(crawl, row);
  }

  async takeToken(take: TokenTake): Promise<TokenAnswer> {
    return await this.tokens.take(take);
  }

  async returnToken(lease: Lease, token: TokenEnd): Promise<boolean> {
    return await this.tokens.giveBack(lease, token);
  }

  async wantToken(host: string, wish: { crawl: string; site: number; until: number }, now: number): Promise<void> {
    await this.tokens.want(host, wish, now);
  }

  async leaveTurn(lease: Lease, exit: TurnExit): Promise<boolean> {
    const left = await this.leave.leave(lease, exit, this.ttl);
    if (exit.patch.status !== undefined || exit.demand.stop !== undefined) this.crawls.forget(lease.crawl);
    return left;
  }

  async readRobots(crawl: string, url: string): Promise<RobotsFinding | undefined> {
    const row = await this.calls.read(this.tables.crawls, robotsKey(crawl, url));
    return row === undefined ? undefined : (JSON.parse(String(row['finding'])) as RobotsFinding);
  }

  async keepRobots(crawl: string, url: string, finding: RobotsFinding): Promise<void> {
    await this.calls.write({
      table: this.tables.crawls,
      key: robotsKey(crawl, url),
      set: { at: finding.at, finding: JSON.stringify(finding), ttl: this.ttl },
      condition: 'attribute_not_exists(#at) OR #at < :at',
    });
  }

  async moveDue(crawl: string, site: number, from: number, to: number): Promise<boolean> {
    return await this.changeSite(crawl, site, { due: to }, '#due = :from', { from });
  }

  async claimContents(
    crawl: string,
    site: number,
    claims: readonly { hash: string; owner: string }[],
  ): Promise<string[]> {
    return await this.claims.contents(crawl, site, claims, this.ttl);
  }

  async claimUrls(
    crawl: string,
    site: number,
    by: { readonly turn: number; readonly level: number; readonly kind: 'link' | 'redirect' },
    claims: readonly UrlClaim[],
  ): Promise<boolean[]> {
    return await this.claims.urls(crawl, site, by, claims, this.ttl);
  }

  readonly readLevels: CrawlStore['readLevels'] = async (...args) => await this.urls.levels(...args);

  async claimLinks(
    crawl: string,
    site: number,
    kind: 'external' | 'bad',
    turn: number,
    claims: readonly LinkClaim[],
  ): Promise<boolean[]> {
    return await this.claims.links(crawl, site, kind, turn, claims, this.ttl);
  }

  async countPatterns(
    crawl: string,
    site: number,
    turn: number,
    wishes: readonly { pattern: string; count: number }[],
  ): Promise<number[]> {
    return await this.claims.patterns(crawl, site, turn, wishes, this.ttl);
  }

  async recordOutcomes(
    crawl: string,
    site: number,
    turn: number,
    outcomes: readonly { url: string; outcome: Outcome; attempts: number }[],
  ): Promise<void> {
    await this.urls.recordOutcomes(crawl, site, turn, outcomes, this.ttl);
  }

  async putChunk(
    crawl: string,
    site: number,
    phase: Phase,
    turn: number,
    entries: readonly ChunkEntry[],
  ): Promise<void> {
    await this.chunks.put(crawl, site, phase, turn, entries, this.ttl);
  }

  async readChunks(
    crawl: string,
    site: number,
    phase: Phase,
    cursor: Cursor,
    most: number,
  ): Promise<{ cursor: Cursor; entry: ChunkEntry }[]> {
    return await this.chunks.read(crawl, site, phase, cursor, most);
  }

  readonly readTaken: CrawlStore['readTaken'] = async (...args) => await this.losses.readTaken(...args);

  async loseTurn(crawl: string, site: number, loss: Loss): Promise<SiteRow | undefined> {
    return await this.losses.lose(crawl, site, loss, this.ttl);
  }

  async readSchedule(crawl: string): ReturnType<ScheduleStore['readSchedule']> {
    return await this.schedule.read(crawl);
  }

  async writeSchedule(crawl: string, from: number, schedule: Schedule, choices: readonly Choice[]): Promise<boolean> {
    return await this.schedule.write(crawl, from, schedule, choices, this.ttl);
  }

  async readRewards(crawl: string, site: number, skip: number): Promise<readonly number[]> {
    return await this.choices.readRewards(crawl, site, skip);
  }

  async readChoices(crawl: string, after: number, most: number): Promise<readonly Choice[]> {
    return await this.choices.read(crawl, after, most);
  }

  async noteParse(crawl: string, site: number, note: ParseNote): Promise<void> {
    await this.changeSite(crawl, site, { parseNote: JSON.stringify(note) }, 'attribute_exists(#status)', {});
  }

  async commitParse(crawl: string, site: number, commit: ParseCommit): Promise<ParseAnswer> {
    await this.choices.addRewards(crawl, site, commit, this.ttl);
    return await commitParse(this.calls, { table: this.tables.crawls, crawl, site, commit, ttl: this.ttl });
  }

  async requestStop(crawl: string, stop: Stop): Promise<boolean> {
    return await this.crawls.requestStop(crawl, stop);
  }

  async raiseGrant(
    crawl: string,
    site: number,
    { grant: from, parked }: Pick<SiteRow, 'grant' | 'parked'>,
    to: number,
  ): Promise<boolean> {
    if (to <= from) return false;
    const condition = `#status = :active AND #grant = :from AND #parked = :wasParked`;
    const set = { grant: limitAttribute(to), parked: false };
    // Up from no number of pages there is nothing, so `from` is one; no limit is no attribute.
    const remove = limitAttribute(to) === undefined ? ['#grant'] : [];
    return await this.changeSite(crawl, site, set, condition, { active: 'active', from, wasParked: parked }, remove);
  }

  async endParked(crawl: string, site: number): Promise<boolean> {
    const answer = await this.calls.transact([
      {
        part: 'site',
        table: this.tables.crawls,
        key: siteKey(crawl, site),
        set: { status: 'page-budget', parked: false },
        condition: '#status = :active AND #parked = :yes AND #used >= #grant AND size(#pending) = :none',
        values: { active: 'active', yes: true, none: 0 },
      },
      {
        part: 'crawl',
        table: this.tables.crawls,
        key: crawlKey(crawl),
        assign: ['#activeSites = #activeSites - :one'],
        values: { one: 1 },
      },
    ]);
    this.crawls.forget(crawl);
    return answer.kind === 'written';
  }

  async unpark(crawl: string, site: number): Promise<boolean> {
    return await this.changeSite(crawl, site, { parked: false }, '#parked = :yes', { yes: true });
  }

  async setState(crawl: string, from: CrawlRow['state'], to: CrawlRow['state'], patch: CrawlPatch): Promise<boolean> {
    return await this.crawls.setState(crawl, from, to, patch, this.retentionMs);
  }

  async reopen(crawl: string, reopening: Reopening): Promise<void> {
    await this.crawls.reopen(crawl, reopening, this.ttl);
    for (const { release } of reopening.sites) if (release !== undefined) await this.tokens.release(release);
  }

  async claimsAfter(crawl: string, site: number, after: string, most: number): Promise<ClaimedUrl[]> {
    return await this.urls.after(crawl, site, after, most);
  }

  readonly deletedLinksAfter: CrawlStore['deletedLinksAfter'] = async (...args) =>
    await this.linkTables.deletedAfter(...args);

  readonly addSites: SiteSet['addSites'] = async (...args) => await this.siteSet.add(...args, this.ttl);
  readonly removeSite: SiteSet['removeSite'] = async (...args) => await this.siteSet.remove(...args);
  readonly listLinks: LinkTables['listLinks'] = async (...args) => await this.linkTables.list(...args);
  readonly deleteLinks: LinkTables['deleteLinks'] = async (...args) => await this.linkTables.delete(...args, this.ttl);

  private async changeSite(
    crawl: string,
    site: number,
    set: Record<string, string | number | boolean | undefined>,
    condition: string,
    values: Record<string, string | number | boolean>,
    remove: readonly string[] = [],
  ): Promise<boolean> {
    const key = siteKey(crawl, site);
    const answer = await this.calls.write({ table: this.tables.crawls, key, set, condition, values, remove });
    return answer.kind === 'written';
  }
}
