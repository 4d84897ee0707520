/** The interfaces of a place to its callers: records of crawls, files of crawls, and how a run begins. */

import type { LinkDomain, LinkFilter } from '../domain/link-rows.ts';
import type { CrawlOrder, CrawlRecord, StoredFile } from '../domain/protocol/crawl-record.ts';
import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import type { Refusal } from '../domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../domain/spec/crawl-spec.ts';
import type { AddedSite } from '../domain/spec/resolve/added-site.ts';
import type { Deployed } from '../domain/spec/resolve/part-faults.ts';
import type { Clock, CrawlNames, CrawlRegistry, CrawlStore, Ids, LinkOrders, LinkTables } from '../ports/ports.ts';
import type { CrawlUsage } from '../report/crawl-usage.ts';
import type { LiveWork } from '../report/live-work.ts';
import type { ComparedCrawls } from '../wings/graph/diff/compared-crawls.ts';
import type { LevelCount } from '../wings/graph/site-graph/graph.ts';
import type { PaperFormat } from '../wings/publications/table/table-rows.ts';
import type { Report } from '../wings/publications/table/told-table.ts';
import type { ScheduleStore } from '../wings/sets/schedule/schedule-store.ts';
import type { AskedSimulation, SimulatedRules } from '../wings/sets/simulate/simulated-rules.ts';
import type { PerformStored } from './operation.ts';
import type { WatchService } from './watch-service.ts';

export type StartOrder = Extract<CrawlOrder, { kind: 'start' }>;

/** A file in the list of results; its hash where the place keeps it. */
export type ListedFile = Omit<StoredFile, 'sha256'> & Partial<Pick<StoredFile, 'sha256'>>;

/** Counts of a level of a site: `found` = the other four + the URLs that still wait. */
export type SiteLevel = LevelCount & { readonly site: number };

/** The figures of a site, once its results are written. */
export interface SiteFound {
  readonly levels: readonly LevelCount[];
  /** Absent if nobody knows. */
  readonly arcs?: number;
}

/** A result file, as a download gives it. */
export type ResultDownload =
  | { readonly kind: 'stream'; readonly sizeBytes: number; readonly body: ReadableStream<Uint8Array> }
  /** The address gives this one file to a GET, for at most 15 minutes. */
  | { readonly kind: 'elsewhere'; readonly url: string };

/** The services of a place for the HTTP app beside keeping state. */
export interface CrawlService {
  /** Whether events go on until the crawl ends; else a request is answered with what is new. */
  readonly isLive: boolean;
  /** Whether who asks may let a crawl into private networks: it is their own machine. */
  readonly allowsPrivateHosts: boolean;
  /** The parts with which this place was deployed: plugin parts, a browser; undefined if nothing is deployed. */
  readonly deployedParts: Deployed | undefined;
  /** Whether a resume can request again what failed in a finished crawl. */
  readonly retriesFailed?: true;
  /** Whether a watch may be started by a request; elsewhere a person starts it on the machine. */
  readonly startsWatches?: boolean;
  /** URLs of one site whose results this place writes by itself, at most; absent: it has no bound. */
  readonly unloadedUrls?: number;
  /** A name for a crawl that is requested now; no other call ever gives it. */
  newId(order: StartOrder): Promise<string>;
  /** The number of the crawl's next run: the first after `last` that was never begun. */
  nextRun(crawl: string, last: number): Promise<number>;
  /** Stores what the run is to do, then begins it. A repeat changes nothing. */
  begin(crawl: string, run: number, order: CrawlOrder): Promise<void>;
  /** A part of the list of result files, parts counted from 0; undefined if there is no such part. */
  results(crawl: string, run: number, part: number): Promise<readonly ListedFile[] | undefined>;
  /** The figures of each of these sites. A site whose results are not written is left out. */
  sitesFound(crawl: string, run: number, sites: readonly number[]): Promise<ReadonlyMap<number, SiteFound>>;
  /** Levels while the crawl runs, of all sites or one; empty if the place counts them at the end only. */
  levelsSoFar(crawl: string, site: number | undefined): Promise<readonly SiteLevel[]>;
  /** An address that gives this one file to a GET, relative to the app's or for at most 15 minutes. */
  downloadUrl(crawl: string, name: string): Promise<string>;
  /** The file itself; undefined if there is none of that name. */
  download(crawl: string, name: string): Promise<ResultDownload | undefined>;
  /** All result files and a README of their columns, as a ZIP archive. Absent if the place packs none. */
  zip?(crawl: string, title: string): Promise<ReadableStream<Uint8Array>>;
  /** An address that takes a list of exactly `sizeBytes` by PUT, for at most 15 minutes. */
  uploadUrl(upload: string, sizeBytes: number): Promise<string>;
  hasUpload(upload: string): Promise<boolean>;
  readUpload(upload: string): Promise<Uint8Array>;
  /** At most `most` bytes of a result file from `from` on; undefined if there is no such file. */
  readResult(crawl: string, name: string, from: number, most: number): Promise<Uint8Array | undefined>;
  /** The work of the crawl at this moment, or when it was seen last. Absent if the place does not know. */
  liveWork?(crawl: string): Promise<LiveWork | undefined>;
  /** Pages that the sitemaps of each site list, by the site's number. Absent if the place reads no sitemaps. */
  listedPages?(spec: ResolvedSpec): Promise<ReadonlyMap<number, number>>;
  /** The changes between two crawls that are finished. Absent if the place compares none. Throws `BadInput`. */
  compare?(before: string, after: string): Promise<ComparedCrawls>;
  /** Replays finished crawls under each rule. Absent if the place replays none. Throws `BadInput`. */
  simulate?(crawls: readonly string[], asked: AskedSimulation): Promise<SimulatedRules>;
  /** Why a graph in this format is not there, and how a finished crawl gets it. */
  lacksPicture(crawl: string): Refusal;
  /**
   * Result files of a finished crawl that are not there any more, and what a person hears of it. Undefined: all are there.
   * Absent if the place does not lose files.
   */
  lostResults?(crawl: string): Promise<{ readonly names: readonly string[]; readonly why: Refusal } | undefined>;
  /** Keeps the files of crawls at rest as their tables of links are. Absent if the place writes no files anew. */
  readonly rewrites?: FileRewrites;
  /**
   * Removes what there is of the crawl, except for what expires by itself, for as long as a request may take. Undefined: a resume
   * came first.
   */
  removeFiles(record: CrawlRecord, row: CrawlRow | undefined): Promise<Removal | undefined>;
  /** List price of what was used; undefined if nothing is billed. */
  dollars(usage: CrawlUsage): number | undefined;
  /** Turns of a run that failed may go on for a while, since others work on them. Absent: they end with it. */
  readonly turnsOutlastRuns?: true;
  /** Whether a start address is refused before anything is asked: this place does not crawl private hosts. */
  isPrivate(start: URL): boolean;
}

/** Result files that are not as the tables of links are: they are being written, or could not be. */
export type FilesBehind =
  | { readonly state: 'writing' }
  | { readonly state: 'failed'; readonly why: readonly Refusal[] };

/** Writing result files anew after links of a crawl at rest were deleted, or came back. */
export interface FileRewrites {
  /** Called before links change; the graphs of the crawl are in these formats. */
  mark(crawl: string, formats: readonly string[]): void;
  /** Nothing has changed after all. */
  unmark(crawl: string): void;
  /** Called after links have changed. */
  begin(crawl: string): void;
  /** Undefined: all files are as they should be. */
  state(crawl: string): FilesBehind | undefined;
}

/** The result of a request to remove something. */
export interface Removal {
  /** Files and rows; 0 if they are not counted. */
  readonly removed: number;
  /** Nothing is left. */
  readonly isDone: boolean;
}

/** The result for a site that was to be added. */
export type SiteJoin =
  /** `waits`: the crawl does not run, so it joins at the next resume. */
  | { readonly number: number; readonly state: 'added' | 'waits' }
  /** The crawl has a site of this number or address. */
  | { readonly number: number; readonly state: 'exists'; readonly why: Refusal };

/** Changes of the set of sites, while a crawl runs and after it. */
export interface SiteChanges {
  /** In order; a site that exists changes nothing. */
  add(crawl: string, sites: readonly AddedSite[]): Promise<readonly SiteJoin[]>;
  /** False: it is removed already. */
  remove(crawl: string, site: number): Promise<boolean>;
}

/** Tables of links sorted, summed and grouped. */
export interface LinkViews extends LinkOrders {
  /** External links by registrable domain, in any order; undefined if the filter leaves more than `most` links. */
  linkDomains(crawl: string, filter: LinkFilter, most: number): Promise<readonly LinkDomain[] | undefined>;
}

export interface HttpPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Pick<
    CrawlStore,
    'readCrawl' | 'readSites' | 'readSitesAfter' | 'readSite' | 'readLap' | 'requestStop'
  >;
  readonly links: LinkTables;
  /** Absent if the place has the tables in the order of their keys only. */
  readonly linkViews?: LinkViews;
  readonly schedule: Pick<ScheduleStore, 'readSchedule' | 'readChoices' | 'readRewards'>;
  readonly names: CrawlNames;
  readonly sites: SiteChanges;
  readonly registry: CrawlRegistry;
  readonly service: CrawlService;
  /** Absent if the place keeps no watches. */
  readonly watches?: WatchService;
  /** Performs operations that need the stores of a watch alone. Absent as `watches`. */
  readonly perform?: PerformStored;
  /** Writes a report for office programs and for paper; absent if people do that where they are. */
  readonly paperReport?: (report: Report, format: PaperFormat) => Promise<Uint8Array>;
}
