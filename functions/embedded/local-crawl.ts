import { englishSentence, type Refusal, refusal } from '../../shared/domain/refusal/refusal.ts';
import { type SystemFault, troubleWith } from '../../shared/domain/refusal/system-fault.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { Progress } from '../../shared/report/progress.ts';
import type { CrawlSummary } from '../../shared/report/summary.ts';
import { goOnHint } from './directory/resume-hint.ts';

/** A crawl in this process. The directory belongs to it from `start` or `resume` until `run` has ended. */
export interface LocalCrawl {
  readonly spec: Pick<ResolvedSpec, 'limit'>;
  /** Crawls to the end and writes the result files. Call once. Throws `MachineRefusal`, `DirectoryGone`. */
  run(): Promise<CrawlSummary>;
  /** Ends after the requests in flight; `run` then writes the results of what there is. A repeat changes nothing. */
  stop(): void;
  /** Gives up the requests in flight too; they are requested again on resume. */
  stopNow(): void;
  /** Calls `listener` about twice a second while `run` is under way, less often for many sites, and once at its end. `end`: seldom before its end. */
  onProgress(listener: (progress: Progress) => void, when?: 'often' | 'end'): void;
  /** Calls `listener` with each line, without its end, as it is written to `logs/common.csv` or `logs/errors.csv`. */
  onLogLine(listener: (line: string) => void): void;
}

/** Another process works on the crawl directory. Exit code 5. */
export class DirectoryBusy extends Error {
  readonly refusal: Refusal;

  constructor(directory: string, process: number) {
    const refused = refusal('directory-busy', { directory, process });
    super(englishSentence(refused));
    this.name = 'DirectoryBusy';
    this.refusal = refused;
  }
}

/** Somebody removed the crawl's directory while it ran: nothing is left to go on from. Exit code 5. */
export class DirectoryGone extends Error {
  readonly refusal: Refusal;

  constructor(directory: string, cause: unknown) {
    const refused = refusal('directory-gone', { directory });
    super(englishSentence(refused), { cause });
    this.name = 'DirectoryGone';
    this.refusal = refused;
  }
}

/**
 * The machine refused what a crawl needs while it worked: the disk is full, failed or became read-only, or a limit of this
 * process is reached. The stored state is whole; `next` is what a person may do once that is mended. Exit code 5.
 */
export class MachineRefusal extends Error {
  readonly fault: SystemFault;
  readonly refusal: Refusal;

  constructor(fault: SystemFault, directory: string, next = goOnHint(directory, {}), cause?: unknown) {
    const refused = troubleWith(fault, directory, next);
    super(englishSentence(refused), { cause });
    this.name = 'MachineRefusal';
    this.fault = fault;
    this.refusal = refused;
  }
}
