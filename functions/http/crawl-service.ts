import type { CrawlOrder, CrawlRecord, StoredFile } from '../../shared/domain/crawl-record.ts';
import type { CrawlUsage } from '../../shared/domain/crawl-usage.ts';
import type { LevelCount } from '../../shared/domain/graph.ts';
import type { Clock, CrawlStore, Ids } from '../../shared/ports.ts';

/** Records of crawls: whose they are, and which run of them is the last. */
export interface CrawlRegistry {
  /**
   * Writes a new record. With `once`, exactly one of many callers of the same owner and key writes; the others get the
   * crawl that was written and whether their request is the same.
   */
  create(
    record: CrawlRecord,
    once?: { readonly key: string; readonly request: string },
  ): Promise<
    { readonly kind: 'created' } | { readonly kind: 'exists'; readonly id: string; readonly sameRequest: boolean }
  >;
  read(id: string): Promise<CrawlRecord | undefined>;
  /** Ids of an owner's crawls, newest first, after `cursor`, the `next` of an earlier answer. */
  list(
    owner: string,
    most: number,
    cursor?: string,
  ): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /** Counts the run up; false where another caller did. */
  startRun(record: CrawlRecord): Promise<boolean>;
  remove(record: CrawlRecord): Promise<void>;
}

/** What a place does for the HTTP app beside keeping state. */
export interface CrawlService {
  /** Stores what the run is to do, then begins it. A repeat changes nothing. */
  begin(crawl: string, run: number, order: CrawlOrder): Promise<void>;
  /** A part of the list of result files, parts counted from 0; undefined where there is no such part. */
  results(crawl: string, run: number, part: number): Promise<readonly StoredFile[] | undefined>;
  /** What was found at each level of a site, once its results are written. */
  siteLevels(crawl: string, run: number, site: number): Promise<readonly LevelCount[] | undefined>;
  /** An address that gives this one file to a GET, for at most 15 minutes. */
  downloadUrl(crawl: string, name: string): Promise<string>;
  /** An address that takes a list of exactly `sizeBytes` by PUT, for at most 15 minutes. */
  uploadUrl(upload: string, sizeBytes: number): Promise<string>;
  hasUpload(upload: string): Promise<boolean>;
  /** At most `most` bytes of a result file from `from` on. */
  readResult(crawl: string, name: string, from: number, most: number): Promise<Uint8Array>;
  /** Removes files of the crawl for as long as a request may take; whether none is left. */
  removeFiles(crawl: string): Promise<boolean>;
  /** List price of what was used. */
  dollars(usage: CrawlUsage): number;
  /** Whether a start address is refused before anything is asked: this place does not crawl private hosts. */
  isPrivate(start: URL): boolean;
}

export interface HttpPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Pick<CrawlStore, 'readCrawl' | 'readSites' | 'requestStop'>;
  readonly registry: CrawlRegistry;
  readonly service: CrawlService;
}
