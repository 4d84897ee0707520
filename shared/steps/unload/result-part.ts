import type { CrawlRow, SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { ResultSink } from '../../ports.ts';

/**
 * A part of what is written at the end of a crawl. The sites of a crawl may be written by different machines, so a part
 * has two halves: what it writes of each site, and what it writes once all sites are written.
 */
export interface ResultPart<Answer = unknown> {
  /** Unique in a list of parts. */
  readonly name: string;
  /**
   * Writes files of one site and answers what `perCrawl` needs of it: plain JSON, or undefined for nothing. A repeat writes
   * and answers the same.
   */
  perSite?(site: EndedSite, sink: ResultSink): Promise<Answer>;
  perCrawl?(): CrawlHalf<Answer>;
}

export interface CrawlHalf<Answer> {
  /** Takes the answer of each site, in the order of their numbers; only what is left to write stays in memory. */
  add?(site: number, answer: Answer): void;
  /** Writes files of the whole crawl, after the last answer. The same answers give the same bytes. */
  write(crawl: EndedCrawl, sink: ResultSink): Promise<void>;
}

/** One site that has files. Every part gets the same object, so parts can share what they have read of the site. */
export interface EndedSite {
  readonly row: SiteRow;
  /** Start of the names of the site's files, e.g. `example.org`. */
  readonly fileName: string;
}

export interface EndedCrawl {
  /** As it will be when its results are all written: finished. */
  readonly row: CrawlRow;
  readonly sites: readonly SiteRow[];
  /** Names of the files written so far, sorted: those of the sites and of the parts before this one. */
  readonly files: readonly string[];
  /** Sentences about the run that its worker noted. */
  readonly notices: readonly string[];
}

/** One site whose files are written; plain JSON. */
export interface UnloadedSite {
  readonly site: number;
  readonly files: readonly string[];
  /** By the name of the part that gave it. */
  readonly answers: Readonly<Record<string, unknown>>;
}
