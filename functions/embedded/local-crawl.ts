import type { FinishReason, SiteFinish } from '../../shared/domain/protocol/crawl-state.ts';
import type { SkipReason } from '../../shared/domain/skip-reason.ts';

/** A crawl in this process. The directory belongs to it from `start` or `resume` until `run` has ended. */
export interface LocalCrawl {
  /** Crawls to the end and writes the result files. Call once. Throws `DirectoryBusy`, `DiskFull`. */
  run(): Promise<CrawlSummary>;
  /** Ends after the requests in flight; `run` then writes the results of what there is. A repeat changes nothing. */
  stop(): void;
  /** Gives up the requests in flight too; they are asked for again on resume. */
  stopNow(): void;
  /** Calls `listener` about twice a second while `run` is under way, and once at its end. */
  onProgress(listener: (progress: Progress) => void): void;
  /** Calls `listener` with each line, without its end, as it is written to `logs/common.csv` or `logs/errors.csv`. */
  onLogLine(listener: (line: string) => void): void;
}

/** What became of the URLs found so far: `found` = the other four + those that still wait. */
export interface OutcomeCounts {
  readonly found: number;
  readonly nodes: number;
  readonly redirects: number;
  readonly duplicates: number;
  readonly skipped: number;
}

/** What an active site is not fetching for. */
export type SiteWait =
  /** The delay between two starts. */
  | { readonly kind: 'delay' }
  /** Another crawl of this machine has the host's token. */
  | { readonly kind: 'other-crawl' }
  /** Five failures in a row; the next probe goes out at `at` (wall clock, ms). */
  | { readonly kind: 'host-trouble'; readonly at: number; readonly failures: number }
  /** Pages fetched, not yet parsed. */
  | { readonly kind: 'parsing' }
  /** It has used what it was granted of the page budget, and waits for more. */
  | { readonly kind: 'budget' };

export interface SiteProgress {
  readonly number: number;
  readonly name: string;
  readonly origin: string;
  readonly status: 'active' | SiteFinish;
  readonly waitingFor?: SiteWait;
  /** Level that is being fetched. */
  readonly level: number;
  readonly outcomes: OutcomeCounts;
  /** URLs found and not yet asked for. */
  readonly queued: number;
  /** Pages with a final outcome after a request. */
  readonly used: number;
  /** Pages it may use in all, as far as they are granted; absent without a limit. */
  readonly limit?: number;
  /** The delay that counts: the larger of the spec's and robots.txt's. */
  readonly delayMs: number;
}

/** The state of a crawl at one instant, for people. */
export interface Progress {
  readonly directory: string;
  /** `stopped`: ended so that `resume` goes on; `interrupted`: not ended, and no process works on it. */
  readonly state: 'running' | 'stopping' | 'unloading' | 'finished' | 'stopped' | 'interrupted';
  readonly startedAt: number;
  /** Since `startedAt`; at the end of a finished crawl, of its whole run. */
  readonly elapsedMs: number;
  readonly outcomes: OutcomeCounts;
  readonly queued: number;
  /** Requests answered per second, over the last ten. This and the next two: known in the process that crawls alone. */
  readonly requestsPerSecond?: number;
  /** Requests answered in this run: pages count only when their turn (up to 50 s of fetching) is committed. */
  readonly requests?: number;
  /** Bytes of bodies so far, Content-Encoding undone. */
  readonly bytes: number;
  /** Requests open now. */
  readonly inFlight?: number;
  readonly used: number;
  readonly limit?: number;
  /** Estimate from the rate and the nearest limit; absent where no limit tells it. */
  readonly timeLeftMs?: number;
  readonly finishReason?: FinishReason;
  /** In site order. */
  readonly sites: readonly SiteProgress[];
}

export interface SiteSummary {
  readonly number: number;
  readonly name: string;
  /** The origin crawled, after redirects of the start address. */
  readonly origin: string;
  /** Start addresses that redirected here, first one first. */
  readonly redirectedFrom: readonly string[];
  readonly finishReason: SiteFinish;
  /** Number of the site that keeps the origin, where the reason is `same-as`. */
  readonly sameAs?: number;
  /** One sentence where the reason alone does not say it, e.g. why a site is `not-available`. */
  readonly why?: string;
  readonly outcomes: OutcomeCounts;
  readonly skippedBy: Readonly<Partial<Record<SkipReason, number>>>;
  /** Highest level of a node. */
  readonly levels: number;
  readonly arcs: number;
  readonly externalLinks: number;
  readonly badLinks: number;
}

/** What a finished, limited or stopped run leaves behind; `--json` prints it as it is. */
export interface CrawlSummary {
  readonly directory: string;
  readonly finishReason: FinishReason;
  /** The crawl was finished before and nothing was done. */
  readonly unchanged: boolean;
  readonly elapsedMs: number;
  readonly outcomes: OutcomeCounts;
  readonly sites: readonly SiteSummary[];
  /** Whole sentences about what a person should know (a clamped Crawl-delay, dropped links …). */
  readonly notices: readonly string[];
  /** Result files, relative to `directory`, sorted. */
  readonly files: readonly string[];
}

/** Another process works on the crawl directory. Exit code 5. */
export class DirectoryBusy extends Error {
  constructor(directory: string, processId: number) {
    super(`${directory} is in use by process ${processId}; wait for it, or stop it by: orbweaver stop ${directory}`);
    this.name = 'DirectoryBusy';
  }
}

/**
 * A part of a plugin threw; the message names the part and the page. The crawl stands where it was, and `resume` goes on
 * once the plugin is mended. Exit code 1.
 */
export class PluginFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PluginFailure';
  }
}

/** Somebody removed the crawl's directory while it ran: nothing is left to go on from. Exit code 5. */
export class DirectoryGone extends Error {
  constructor(directory: string, cause: unknown) {
    super(`${directory} was removed while its crawl ran, so the crawl has ended; allowed is to start it anew`, {
      cause,
    });
    this.name = 'DirectoryGone';
  }
}

/** A write failed because the disk is full; what is stored is whole and `resume` goes on. Exit code 5. */
export class DiskFull extends Error {
  constructor(directory: string, cause: unknown) {
    super(`the disk with ${directory} is full; free some space, then: orbweaver resume ${directory}`, { cause });
    this.name = 'DiskFull';
  }
}
