import type { Progress } from '../../shared/report/progress.ts';
import type { CrawlSummary } from '../../shared/report/summary.ts';

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

/** Another process works on the crawl directory. Exit code 5. */
export class DirectoryBusy extends Error {
  constructor(directory: string, processId: number) {
    super(`${directory} is in use by process ${processId}; wait for it, or stop it by: orbweaver stop ${directory}`);
    this.name = 'DirectoryBusy';
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
