/**
 * The state of crawls in DynamoDB; the tables are in dynamo-tables.ts. Every write is a single conditional update or a
 * single transaction. So a write happens completely or not at all if a Lambda is killed. Rows are read strongly
 * consistent. Each part of the store implements one port.
 */
import type * as Ports from '../../../ports/ports.ts';
import type { ScheduleStore } from '../../../wings/sets/schedule/schedule-store.ts';
import { type DynamoBase, ttlOf } from './calls/dynamo-base.ts';
import { type CallsOptions, DynamoCalls } from './calls/dynamo-calls.ts';
import type { DynamoTables } from './calls/dynamo-tables.ts';
import { DynamoChoices } from './dynamo-choices.ts';
import { DynamoChunks } from './dynamo-chunks.ts';
import { DynamoClaims } from './dynamo-claims.ts';
import { DynamoCrawls } from './dynamo-crawls.ts';
import { DynamoHosts } from './dynamo-hosts.ts';
import { DynamoLeave } from './dynamo-leave.ts';
import { DynamoLinkTables } from './dynamo-link-tables.ts';
import { DynamoLosses } from './dynamo-losses.ts';
import { DynamoParses } from './dynamo-parses.ts';
import { DynamoSchedule } from './dynamo-schedule.ts';
import { DynamoSiteSet } from './dynamo-site-set.ts';
import { DynamoRobots, DynamoSites } from './dynamo-sites.ts';
import { DynamoStatuses } from './dynamo-statuses.ts';
import { DynamoTokens } from './dynamo-tokens.ts';
import { DynamoUrls } from './dynamo-urls.ts';
import { DynamoWatched, type MemoryObjectsOf } from './dynamo-watched.ts';
import { type StoreMethod, storeNeeds } from './store-needs.ts';

export interface DynamoStoreOptions extends CallsOptions {
  readonly tables: DynamoTables;
  readonly clock: Pick<Ports.Clock, 'now' | 'monotonic' | 'sleep'>;
  /** How long finished crawls are kept. */
  readonly retentionMs: number;
  /** How long claims are kept after the end of their crawl; absent: as long as the crawl. */
  readonly claimsMs?: number;
  /**
   * Greatest age of an answer of `readCrawl`, which is then read eventually consistent, at half the price; without it
   * every call reads. Only for workers that fetch: their turns check once a second for a stop, and one read serves all
   * turns of an invocation. Their other uses of the row have conditions (the end of a turn tests `stop` and the count
   * of sites).
   */
  readonly crawlAgeMs?: number;
  /** Objects with the memories of watches; only for functions that parse watches. */
  readonly objectsOf?: MemoryObjectsOf;
}

function noObjects(): never {
  throw new Error('this store was opened without a place for the memories of watches');
}

export interface DynamoStore
  extends Ports.CrawlStore,
    Ports.CrawlNames,
    Ports.SiteHosts,
    ScheduleStore,
    Ports.SiteSet,
    Ports.LinkTables,
    Ports.WatchedAddresses,
    Ports.DueSources,
    Ports.SourceSettingsRows {}

/** The ports that the store consists of. */
interface Parts {
  readonly crawls: Ports.CrawlRows & Ports.CrawlNames;
  readonly sites: Ports.SiteRows & Ports.SumLaps;
  readonly tokens: Ports.Tokens;
  readonly exits: Ports.TurnExits;
  readonly robots: Ports.RobotsFindings;
  readonly hosts: Ports.SiteHosts;
  readonly claims: Ports.Claims;
  readonly urls: Ports.ClaimedUrls;
  readonly frontier: Ports.Frontier;
  readonly parses: Ports.Parses;
  readonly losses: Ports.Losses;
  readonly schedule: Pick<ScheduleStore, 'readSchedule' | 'writeSchedule'>;
  readonly choices: Pick<ScheduleStore, 'readRewards' | 'readChoices'>;
  readonly siteSet: Ports.SiteSet;
  readonly links: Ports.LinkTables & Ports.DeletedLinks;
  readonly watched: Ports.WatchedAddresses & Ports.DueSources & Ports.SourceSettingsRows;
}

export function openDynamoStore(options: DynamoStoreOptions): DynamoStore {
  const { tables, clock, retentionMs, claimsMs = retentionMs, crawlAgeMs: ageMs = 0 } = options;
  const ttl = ttlOf(clock, retentionMs);
  const base: DynamoBase = {
    calls: new DynamoCalls(options),
    ...{ tables, ttl, ttlOfClaim: ttlOf(clock, claimsMs) },
    ttlOfRow: ({ watch }) => (watch === undefined ? ttl() : undefined),
    ttlIn: seconds => Math.ceil(clock.now() / 1000) + seconds,
  };
  const tokens = new DynamoTokens(base);
  const hosts = new DynamoHosts(base);
  const crawls = new DynamoCrawls(base, { tokens, hosts, clock, ageMs, retentionMs });
  const sites = new DynamoSites(base, crawls);
  const choices = new DynamoChoices(base);
  const frontier = new DynamoChunks(base);
  const losses = new DynamoLosses(base);
  const statuses = new DynamoStatuses(base, { frontier, losses });
  const watched = new DynamoWatched(base, options.objectsOf ?? noObjects);
  return joined({
    crawls,
    sites,
    tokens,
    exits: new DynamoLeave(base, { crawls, sites, tokens, hosts, watched }),
    robots: new DynamoRobots(base),
    hosts,
    claims: new DynamoClaims(base),
    urls: new DynamoUrls(base, statuses),
    frontier,
    parses: new DynamoParses(base, choices, watched),
    losses,
    schedule: new DynamoSchedule(base, clock),
    choices,
    siteSet: new DynamoSiteSet(base, { crawls, sites, tokens }),
    links: new DynamoLinkTables(base, statuses),
    watched,
  });
}

/** One store with the methods of all parts. */
function joined(byPort: Parts): DynamoStore {
  const parts: readonly object[] = Object.values(byPort);
  const methodOf = (name: StoreMethod): unknown => {
    const [part, ...more] = parts.filter(each => name in each);
    if (part === undefined || more.length > 0) throw new Error(`${name} must be a method of one part of the store`);
    return (Reflect.get(part, name) as (...args: unknown[]) => unknown).bind(part);
  };
  const names = Object.keys(storeNeeds) as StoreMethod[];
  return Object.fromEntries(names.map(name => [name, methodOf(name)])) as unknown as DynamoStore;
}
