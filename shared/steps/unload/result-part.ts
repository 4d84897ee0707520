import type { CrawlRow, SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { TableSink } from '../../ports/result-ports.ts';

/**
 * A part of the result files. The sites of a crawl may be written by different machines, so a part has two halves:
 * files of each site, and files of the whole crawl after all sites.
 */
export interface ResultPart<Answer = unknown> {
  readonly name: string;
  /**
   * Writes files of one site and returns what the second half needs of it: plain JSON, or undefined. A repeat writes
   * and returns the same.
   */
  perSite?(site: EndedSite, sink: TableSink): Promise<Answer>;
  perCrawl?(): CrawlHalf<Answer>;
}

export interface CrawlHalf<Answer> {
  /** Receives the answer of each site, in the order of their numbers, and keeps only what it still has to write. */
  add?(site: number, answer: Answer): void;
  /** Writes files of the whole crawl, after the last answer. The same answers give the same bytes. */
  write(crawl: EndedCrawl, sink: TableSink): Promise<void>;
}

/** One site that has files. Every part gets the same object, so parts can share what they have read of the site. */
export interface EndedSite {
  readonly row: SiteRow;
  /** Start of the names of the site's files, e.g. `example.org`. */
  readonly fileName: string;
}

export interface EndedCrawl {
  /** The row as it will be at the end: finished. */
  readonly row: CrawlRow;
  readonly sites: readonly SiteRow[];
  /** Sorted names of the files written so far: of the sites and of the earlier parts. */
  readonly files: readonly string[];
  /** Sentences of the worker about the run. */
  readonly notices: readonly string[];
}

/** One site whose files are written; plain JSON. */
export interface UnloadedSite {
  readonly site: number;
  readonly files: readonly string[];
  /** Answers by the name of the part. */
  readonly answers: Readonly<Record<string, unknown>>;
}
