import type { CrawlRow, Message, Outcome, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { remember } from '../../domain/remember.ts';
import type { KindName } from '../../domain/spec/crawl-kind.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { type CrawlRules, hostsOf, rulesOfSite } from '../../domain/turn/crawl-rules.ts';
import type { PageAnalyzer } from '../../domain/turn/page-analyzer.ts';
import { type ReadTurn, TurnReader, type UnreadPage } from '../../domain/turn/turn-reader.ts';
import type { TurnRecord } from '../../domain/turn/turn-record.ts';
import type { SiteHome } from '../../domain/url/site-scope.ts';
import type * as Ports from '../../ports/ports.ts';
import type { Budgeted } from '../page-budget.ts';

/** The stores that a parse reads and changes; it touches no token. */
export type ParseStore = Pick<Ports.CrawlRows, 'readCrawl'> &
  Pick<Ports.SiteRows, 'readSite'> &
  Ports.Claims &
  Pick<Ports.ClaimedUrls, 'recordOutcomes'> &
  Pick<Ports.Frontier, 'putChunk'> &
  Ports.Parses &
  Ports.Losses;

export interface ParsePorts extends Pick<Ports.Ports, 'clock' | 'objects' | 'queue'>, Budgeted {
  readonly log: Pick<Ports.CrawlLog, 'failed'>;
  readonly store: ParseStore;
}

/** A worker's memory of one site between turns; losing it costs only time. */
export interface ParseSite {
  readonly crawl: string;
  readonly site: number;
  readonly rules: CrawlRules;
  readonly reader: TurnReader;
  /** Makes a reader without memory, for a turn that is read while other turns of the site may be read. */
  newReader(): TurnReader;
  /** Claims that committed turns have made. */
  readonly known: KnownUrls;
  belongs(address: string): boolean;
  /** The site's extent; absent if it is a host. */
  readonly home?: SiteHome;
}

/** A turn whose pages a separate process reads. */
export interface ReadingApart {
  /** The object that holds the turn record. */
  readonly bodies: string;
  readonly spec: ResolvedSpec;
  readonly origin: string;
  /** Absent if the site is the host of `origin`. */
  readonly home?: SiteHome;
  /** An outcome for each entry of the record. */
  readonly outcomes: readonly Outcome[];
}

export interface ReadApart {
  readonly read: ReadTurn;
  /** Pages at which the reader died; in `read` they count as unreadable. */
  readonly killers: readonly UnreadPage[];
}

/** A thread died while it read pages. A page may be to blame. */
export class ReaderDied extends Error {}

/** A process that parses. */
export interface ParseWorker {
  readonly ports: ParsePorts;
  /** Memory for the bodies of the current turn; only if turns are parsed one after the other. */
  readonly scratch?: Ports.Scratch;
  /**
   * Called before each page: after long reading its promise resolves when others have been served. Absent if nobody
   * waits for this process.
   */
  readonly pause?: () => Promise<void> | undefined;
  /** Reads pages at which a worker died, in a separate process; absent if the place has none. */
  readonly readApart?: (reading: ReadingApart) => Promise<ReadApart>;
  /** Reads all pages of a turn on a further thread; throws `ReaderDied` if the thread dies. Absent: the thread of the parse reads them. */
  readonly readBeside?: (site: ParseSite, record: TurnRecord, outcomes: readonly Outcome[]) => Promise<ReadTurn>;
  /** Parsers of other kinds of crawls than the one that the step brings itself. */
  readonly parsers?: Partial<Record<KindName, TurnParser>>;
  site(crawl: CrawlRow, site: number, at: Pick<TurnRecord, 'origin' | 'start'>): ParseSite;
}

/** A turn of which all earlier ones of its site are parsed. */
export interface PendingTurn {
  readonly crawl: CrawlRow;
  readonly row: SiteRow;
  readonly message: Message;
  /** The attempt that fetched the turn. */
  readonly attempt: string;
  /** How often the queue has delivered the message, this time included; absent if it does not count. */
  readonly deliveries: number | undefined;
  readonly site: ParseSite;
  readonly record: TurnRecord;
}

/** The parse step of one kind of crawl. */
export interface TurnParser {
  /** Reads the turn, claims what it leads to, and commits it. A repeat wins its own claims again, and commits nothing twice. */
  parse(worker: ParseWorker, turn: PendingTurn): Promise<Ports.ParseAnswer>;
}

/** Most sites in memory at once, and most small ones. */
const mostSites = 64;
const mostSmallSites = 512;
/** URLs of sites that are small together. */
const mostSmallUrls = 200_000;

export function createParseWorker(
  ports: ParsePorts,
  rulesOf: (crawl: CrawlRow, site: number) => CrawlRules,
  analyzersOf: (crawl: CrawlRow) => readonly PageAnalyzer[],
): ParseWorker {
  const sites = new Map<string, ParseSite>();
  let opening = 0;
  let kept = mostSites;
  return {
    ports,
    site(crawl, site, { origin, start }) {
      // After a resume the memory starts empty, because tables may be restored and plugins changed.
      const key = `${crawl.id} ${crawl.runStartedAt ?? 0} ${site} ${start ?? origin}`;
      const known = sites.get(key);
      if (known !== undefined) return known;
      const rules = rulesOfSite(rulesOf(crawl, site), site);
      const home = start === undefined ? undefined : { start, ...hostsOf(crawl.spec, site) };
      const newReader = (): TurnReader => new TurnReader(rules.spec, origin, analyzersOf(crawl), home);
      const bounds = rules.bounds(site, start ?? origin);
      const opened: ParseSite = {
        crawl: crawl.id,
        site,
        rules,
        reader: newReader(),
        newReader,
        known: new KnownUrls(),
        belongs: address => bounds.belongs(new URL(address)),
        ...(home !== undefined && { home }),
      };
      // This reads every site, so it is done only now and then.
      if (opening % mostSites === 0) kept = keptOf(sites);
      opening += 1;
      remember(sites, key, opened, kept);
      return opened;
    },
  };
}

function keptOf(sites: ReadonlyMap<string, ParseSite>): number {
  if (sites.size < mostSites) return mostSites;
  let urls = 0;
  for (const { known } of sites.values()) urls += known.size;
  return urls <= mostSmallUrls ? mostSmallSites : mostSites;
}

/** Most URLs that are remembered; then all are forgotten, because a cache may know too little. */
const most = 1_000_000;

/** Claims that are surely committed, so that they need not be tried again. */
export class KnownUrls {
  private readonly keys = new Set<string>();

  get size(): number {
    return this.keys.size;
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  addAll(keys: Iterable<string>): void {
    if (this.keys.size > most) this.keys.clear();
    for (const key of keys) this.keys.add(key);
  }
}
