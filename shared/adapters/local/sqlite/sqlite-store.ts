/**
 * The state of one crawl in one SQLite file, with the user's token table attached. Each method is a single transaction
 * or statement. So a change happens whole or not at all, whenever the process dies. Only a turn's end spans both files:
 * a crash between them leaves a lease behind, which the next process finds dead.
 */

import type { CrawlRow, Lease, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { DeletedCounts } from '../../../domain/protocol/deleted-counts.ts';
import { hostOfTurn } from '../../../domain/protocol/token-row.ts';
import { BadInput, type Refusal, refusal } from '../../../domain/refusal/refusal.ts';
import { kindOf } from '../../../domain/spec/crawl-kind.ts';
import type { Durability } from '../../../domain/spec/crawl-spec.ts';
import type * as Ports from '../../../ports/ports.ts';
import type { ScheduleStore } from '../../../wings/sets/schedule/schedule-store.ts';
import { findContradiction } from './contradictions.ts';
import { SqliteClaims } from './sqlite-claims.ts';
import { SqliteCrawl, SqliteSiteSet } from './sqlite-crawl.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { SqliteFrontier } from './sqlite-frontier.ts';
import { SqliteLinkTables } from './sqlite-link-tables.ts';
import { SqliteLosses } from './sqlite-losses.ts';
import { SqliteObjects } from './sqlite-objects.ts';
import type { OpenWay } from './sqlite-open.ts';
import { SqliteSchedule } from './sqlite-schedule.ts';
import { attachTokens, hasTables, prepareTables } from './sqlite-schema.ts';
import { leaveSite, readHost, SqliteSites } from './sqlite-sites.ts';
import { SqliteTokens } from './sqlite-tokens.ts';
import { SqliteWatched } from './sqlite-watched.ts';

export interface SqlitePaths {
  readonly crawl: string;
  /** The user's token table; a reader may do without. */
  readonly tokens: string | undefined;
  readonly way?: OpenWay;
  /** The damages that a reader has found in the files. */
  readonly damages?: readonly Refusal[];
}

/** The file holds one crawl, so most methods need not know which. */
/** The tables of a crawl's findings and work, and of the crawl itself. */
const tablesOfPages = [
  ...[
    'crawl',
    'specs',
    'sites',
    'pending',
    'origins',
    'pages',
    'contents',
    'frontier',
    'external_claims',
    'bad_claims',
  ],
  ...['patterns', 'turns', 'lost_turns', 'sum_laps', 'parse_notes', 'site_hosts', 'damages'],
  ...['schedule', 'choices', 'rewards'],
];

export class SqliteStore
  implements
    Ports.CrawlStore,
    Ports.CrawlNames,
    ScheduleStore,
    Ports.SiteHosts,
    Ports.SiteSet,
    Ports.LinkTables,
    Ports.LinkOrders,
    Ports.WatchedAddresses,
    Ports.SourceSettingsRows
{
  /** Objects of the crawl that are rows of this file. */
  readonly objects: SqliteObjects;
  private readonly path: string;
  private readonly db: SqliteDatabase;
  private readonly hasTokens: boolean;
  /** A reader came before the process that begins the crawl had made its tables. */
  private readonly isEmpty: boolean = false;
  private readonly tokens: SqliteTokens;
  private readonly crawl: SqliteCrawl;
  private readonly sites: SqliteSites;
  private readonly claims: SqliteClaims;
  private readonly frontier: SqliteFrontier;
  private readonly losses: SqliteLosses;
  private readonly schedule: SqliteSchedule;
  private readonly siteSet: SqliteSiteSet;
  private readonly linkTables: SqliteLinkTables;
  private readonly watched: SqliteWatched;

  /** `now`: the clock of all workers, read while a host's token is locked. */
  constructor(
    { crawl, tokens, way = 'write', damages }: SqlitePaths,
    processes: Ports.Processes,
    now: () => number = Date.now,
  ) {
    this.path = crawl;
    this.db = new SqliteDatabase(crawl, way);
    this.hasTokens = tokens !== undefined;
    if (tokens !== undefined) attachTokens(this.db, tokens);
    if (way === 'write') prepareTables(this.db, crawl);
    else this.isEmpty = !hasTables(this.db, crawl);
    this.tokens = new SqliteTokens(this.db, processes, now);
    this.crawl = new SqliteCrawl(this.db, this.tokens, damages);
    this.schedule = new SqliteSchedule(this.db);
    this.sites = new SqliteSites(this.db, this.schedule);
    this.claims = new SqliteClaims(this.db);
    this.frontier = new SqliteFrontier(this.db);
    this.losses = new SqliteLosses(this.db, (...args) => this.sites.read(...args));
    this.siteSet = new SqliteSiteSet({ db: this.db, crawl: this.crawl, sites: this.sites, tokens: this.tokens });
    this.linkTables = new SqliteLinkTables(this.db);
    this.watched = new SqliteWatched(this.db);
    this.objects = new SqliteObjects(this.db, crawl);
  }

  readonly createCrawl: Ports.CrawlStore['createCrawl'] = async (...args) => this.crawl.create(...args);
  readonly readCrawl: Ports.CrawlStore['readCrawl'] = async crawl => this.crawl.read(crawl);
  readonly requestStop: Ports.CrawlStore['requestStop'] = async (...args) => this.crawl.requestStop(...args);
  readonly setState: Ports.CrawlStore['setState'] = async (...args) => this.crawl.setState(...args);
  readonly reopen: Ports.CrawlStore['reopen'] = async (...args) => this.crawl.reopen(...args);
  readonly readRobots: Ports.CrawlStore['readRobots'] = async (_, address) => this.crawl.readRobots(address);
  readonly keepRobots: Ports.CrawlStore['keepRobots'] = async (_, ...args) => this.crawl.keepRobots(...args);

  readonly readSite: Ports.CrawlStore['readSite'] = async (...args) => this.sites.readNoted(...args);
  readonly readHost: Ports.SiteHosts['readHost'] = async (_, ...args) => readHost(this.db, ...args);
  readonly moveDue: Ports.CrawlStore['moveDue'] = async (_, ...args) => this.sites.moveDue(...args);
  readonly noteParse: Ports.CrawlStore['noteParse'] = async (_, ...args) => this.sites.noteParse(...args);
  readonly commitParse: Ports.CrawlStore['commitParse'] = async (...args) => this.sites.commitParse(...args);
  readonly raiseGrant: Ports.CrawlStore['raiseGrant'] = async (_, ...args) => this.sites.raiseGrant(...args);
  readonly endParked: Ports.CrawlStore['endParked'] = async (_, site) => this.sites.endParked(site);
  readonly unpark: Ports.CrawlStore['unpark'] = async (_, site) => this.sites.unpark(site);

  readonly claimContents: Ports.CrawlStore['claimContents'] = async (_, ...args) => this.claims.claimContents(...args);
  readonly claimUrls: Ports.CrawlStore['claimUrls'] = async (_, ...args) => this.claims.claimUrls(...args);
  readonly readLevels: Ports.CrawlStore['readLevels'] = async (_, site, identities) =>
    this.claims.readLevels(site, identities);
  readonly claimLinks: Ports.CrawlStore['claimLinks'] = async (_, site, kind, turn, claims) =>
    this.claims.claimLinks(site, kind, turn, claims);
  readonly countPatterns: Ports.CrawlStore['countPatterns'] = async (_, ...args) => this.claims.countPatterns(...args);
  readonly recordOutcomes: Ports.CrawlStore['recordOutcomes'] = async (_, ...args) =>
    this.claims.recordOutcomes(...args);
  readonly claimsAfter: Ports.CrawlStore['claimsAfter'] = async (_, ...args) => this.claims.claimsAfter(...args);
  readonly deletedLinksAfter: Ports.CrawlStore['deletedLinksAfter'] = async (_, ...args) =>
    this.claims.deletedLinksAfter(...args);

  readonly readSchedule: ScheduleStore['readSchedule'] = async crawl => this.schedule.read(crawl);
  readonly writeSchedule: ScheduleStore['writeSchedule'] = async (...args) => this.schedule.write(...args);
  readonly readRewards: ScheduleStore['readRewards'] = async (_, ...args) => this.schedule.readRewards(...args);
  readonly readChoices: ScheduleStore['readChoices'] = async (_, ...args) => this.schedule.readChoices(...args);

  readonly nameCrawl: Ports.CrawlNames['nameCrawl'] = async (...args) => this.crawl.name(...args);
  readonly addSites: Ports.SiteSet['addSites'] = async (...args) => this.siteSet.add(...args);
  readonly removeSite: Ports.SiteSet['removeSite'] = async (...args) => this.siteSet.remove(...args);
  readonly listLinks: Ports.LinkTables['listLinks'] = async (_, ...args) => this.linkTables.list(...args);
  readonly sortedLinks: Ports.LinkOrders['sortedLinks'] = async (_, ...args) => this.linkTables.sorted(...args);
  readonly linkTotals: Ports.LinkOrders['linkTotals'] = async (_, ...args) => this.linkTables.totals(...args);
  /** The numbers of deleted links, of the sites that have any. */
  async deletedCounts(): Promise<readonly DeletedCounts[]> {
    return this.linkTables.deletedCounts();
  }
  readonly deleteLinks: Ports.LinkTables['deleteLinks'] = async (_, ...args) => this.linkTables.delete(...args);
  readonly restoreLinks: Ports.LinkTables['restoreLinks'] = async (_, ...args) => this.linkTables.restore(...args);

  readonly watch: Ports.WatchedAddresses['watch'] = async (_, ...args) => this.watched.add(...args);
  readonly setDue: Ports.WatchedAddresses['setDue'] = async (_, ...args) => this.watched.setDue(...args);
  readonly unwatch: Ports.WatchedAddresses['unwatch'] = async (_, ...args) => this.watched.remove(...args);
  readonly dueAddresses: Ports.WatchedAddresses['dueAddresses'] = async (_, ...args) => this.watched.due(...args);
  readonly readWatched: Ports.WatchedAddresses['readWatched'] = async (_, ...args) => this.watched.read(...args);
  readonly readEntries: Ports.WatchedAddresses['readEntries'] = async (_, site) => this.watched.entries(site);
  readonly readMemory: Ports.WatchedAddresses['readMemory'] = async (_, site) => this.watched.memory(site);
  readonly readSettings: Ports.SourceSettingsRows['readSettings'] = async (_, site) => this.watched.settings(site);
  readonly changeSettings: Ports.SourceSettingsRows['changeSettings'] = async (_, ...args) =>
    this.watched.changeSettings(...args);

  readonly putChunk: Ports.CrawlStore['putChunk'] = async (_, ...args) => this.frontier.putChunk(...args);
  readonly readChunks: Ports.CrawlStore['readChunks'] = async (_, ...args) => this.frontier.readChunks(...args);

  readonly readTaken: Ports.CrawlStore['readTaken'] = async (_, ...args) => this.losses.readTaken(...args);
  readonly loseTurn: Ports.CrawlStore['loseTurn'] = async (...args) => this.losses.lose(...args);

  readonly readLap: Ports.CrawlStore['readLap'] = async () => this.sites.readLap();
  readonly writeLap: Ports.CrawlStore['writeLap'] = async (_, lap) => this.sites.writeLap(lap);

  async readSites(crawl: string): Promise<SiteRow[]> {
    return this.withHolders(crawl, this.sites.readAll(crawl));
  }

  async readSitesAfter(crawl: string, after: number, most: number): Promise<SiteRow[]> {
    return this.withHolders(crawl, this.sites.readAfter(crawl, after, most));
  }

  private withHolders(crawl: string, rows: SiteRow[]): SiteRow[] {
    const held = this.hasTokens ? this.tokens.hostsOfOthers(crawl) : new Set<string>();
    if (held.size === 0) return rows;
    return rows.map(row => (held.has(hostOfTurn(row)) ? { ...row, isHeldElsewhere: true } : row));
  }

  async takeToken(take: Ports.TokenTake): Promise<Ports.TokenAnswer> {
    return this.tokens.take(take);
  }

  async returnToken(lease: Lease, token: Ports.TokenEnd): Promise<boolean> {
    return this.db.transaction(() => this.tokens.isHeld(lease) && this.tokens.giveBack(lease, token), 'immediate');
  }

  async wantToken(host: string, wish: { crawl: string; site: number; until: number }, now: number): Promise<void> {
    this.tokens.want(host, wish, now);
  }

  async leaveTurn(lease: Lease, exit: Ports.TurnExit): Promise<boolean> {
    return this.db.transaction(() => {
      if (!this.tokens.isHeld(lease)) return false;
      const site = this.sites.read(lease.crawl, lease.site);
      if (site === undefined || !leaveSite({ db: this.db, tokens: this.tokens }, site, lease, exit)) return false;
      return this.tokens.giveBack(lease, exit.token);
    }, 'immediate');
  }

  /** The signatures of this user for the crawl, by kind. */
  async readSignatures(kinds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.crawl.readSignatures(kinds);
  }

  async keepSignatures(signatures: ReadonlyMap<string, string>): Promise<void> {
    this.crawl.keepSignatures(signatures);
  }

  /** From now on said with the crawl. */
  noteDamage(damage: Refusal, at: number): void {
    this.crawl.noteDamage(damage, at);
  }

  /** The crawl that this file holds. */
  async onlyCrawl(): Promise<CrawlRow | undefined> {
    return this.isEmpty ? undefined : this.crawl.only();
  }

  /** Throws `BadInput` where the file contradicts itself: a disk or a copy that broke it. Reads it all. */
  async verify(): Promise<void> {
    const found = this.db.get('PRAGMA main.quick_check(1)')?.['quick_check'];
    const why = found === 'ok' ? await this.findImpossible() : String(found).split('\n').at(-1);
    if (why !== undefined) throw new BadInput([refusal('crawl-file-damaged', { file: this.path, why })]);
  }

  /** The first value that no crawl can have written, in words. */
  private async findImpossible(): Promise<string | undefined> {
    const spec = this.crawl.only()?.spec;
    if (spec === undefined) return undefined;
    const found = findContradiction(this.db, kindOf(spec).looksAgain);
    if (found !== undefined) return found;
    // A crawl that begins has no spec to check, and does not load the schema.
    const { impossibleSetting } = await import('../../../domain/spec/impossible-setting.ts');
    const setting = impossibleSetting(spec);
    return setting === undefined ? undefined : `its spec has a value at ${setting} that nobody could have given`;
  }

  setDurability(durability: Durability): void {
    this.db.setDurability(durability);
  }

  /** The crawl has many sites. */
  keepMore(): void {
    this.db.keepMore();
  }

  /** The writes of `work` are stored as a whole, or not at all. Nobody else may use the store meanwhile. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    return await this.db.together(work);
  }

  /** The crawl is gone except for what people decided and what hosts allow: it may begin anew. Inside a transaction of the caller's. */
  forgetPages(): void {
    for (const table of tablesOfPages) if (this.db.hasTable(table)) this.db.run(`DELETE FROM ${table}`);
    if (this.db.hasTable('small_objects'))
      this.db.run(`DELETE FROM small_objects WHERE name GLOB 'segments/*' OR name GLOB 'bodies/*'`);
  }

  setDeletions(count: number): void {
    this.db.run('UPDATE crawl SET deletions = ?', count);
  }

  settle(): void {
    this.db.settle();
  }

  /** From now on a commit may be of several changes; nobody may hear of a change before `commitGathered`. */
  gather(): void {
    this.db.gather();
  }

  commitGathered(): void {
    this.db.commitGathered();
  }

  close(): void {
    this.db.close();
  }

  /** Closes with turns under way: their leases are free for others at once, as after a crash. */
  abandon(): void {
    this.tokens.disown();
    this.close();
  }
}
